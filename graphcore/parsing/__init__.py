"""Reading answers out of replies.

A reader owns one answer form: the instruction that asks for it, how a value is written in that form,
and how it is read back from whatever a model wrote. `reply` finds the part of a reply that counts, `lexer` and
`names` turn it into tokens, `statements`, `sequences` and `phrases` tell what these say, `reader` searches for the
final answer, `forms` and `node_forms` hold one reader a form.
"""

from graphcore.parsing.base import Scope, Unreadable
from graphcore.parsing.flow_forms import FlowValue
from graphcore.parsing.forms import Labels, Time, TimeSet, YesNo
from graphcore.parsing.node_forms import NodePath, NodeSet, TemporalEdges
from graphcore.parsing.order_forms import NodeOrder
from graphcore.parsing.pair_forms import NodePairs
from graphcore.parsing.path_forms import PathOrNo, WeightedPath
from graphcore.parsing.reader import ANSWER_MARK, Reader, written
from graphcore.parsing.table_forms import Embeddings

__all__ = [
    "ANSWER_MARK",
    "Embeddings",
    "FlowValue",
    "Labels",
    "NodeOrder",
    "NodePairs",
    "NodePath",
    "NodeSet",
    "PathOrNo",
    "Reader",
    "Scope",
    "TemporalEdges",
    "Time",
    "TimeSet",
    "Unreadable",
    "WeightedPath",
    "YesNo",
    "written",
]
