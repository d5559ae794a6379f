"""Embeddings: two numbers for each node, in the order of the nodes, read from lines, sums, tables and brackets."""

from __future__ import annotations

from typing import Any

import pytest

from graphcore.parsing import Embeddings, written
from tests.test_parsing import outcome

NODES = (0, 1, 2, 3)
ASKED = {
    1: "What is the embedding of each node after one layer?",
    2: "What is the embedding of each node after 2 layers?",
}
TRUE = [[2, 4], [0, 1], [3, 0], [1, 1]]
OTHER = [[3, 4], [1, 1], [4, 0], [2, 1]]
LINES = [f"node {node}: [{x},{y}]" for node, (x, y) in enumerate(TRUE)]
LIST = "\n".join(LINES)


def sums(rows: list[list[int]]) -> str:
    """A line of working for each node that ends in its row."""
    given = "sum of embeddings of node 1, node 2, [1,0] + [0,1]"
    return "\n".join(f"node {node}: {given} = [{x},{y}]." for node, (x, y) in enumerate(rows))


WORKED, EARLY = f"layer 1:\n{sums(TRUE)}", f"layer 1:\n{sums(OTHER)}"


def read(text: str, layers: int = 1) -> Any:
    return outcome(Embeddings(), text, NODES, ASKED[layers], len(NODES))


@pytest.mark.parametrize(
    "text",
    [
        LIST,
        "\n" + LIST + "\n",
        LIST + "\n\nthis is the answer",
        EARLY + "\n\nso the answer is:\n" + LIST,
        "The answer is:\n" + LIST,
        "answer: node 0: [2,4], node 1: [0,1], node 2: [3,0], node 3: [1,1]",
        "node 0 = [2,4]\nnode 1 = [0,1]\nnode 2 = [3,0]\nnode 3 = [1,1]",
        "node 0 -> [2,4]\nnode 1 -> [0,1]\nnode 2 -> [3,0]\nnode 3 -> [1,1]",
        "node 0 is [2,4]\nnode 1 is [0,1]\nnode 2 is [3,0]\nnode 3 is [1,1].",
        "node 0: (2,4)\nnode 1: (0,1)\nnode 2: (3,0)\nnode 3: (1,1)",
        "node 0: [2 , 4]\nnode 1: [0 , 1]\nnode 2: [3 , 0]\nnode 3: [1 , 1]",
        "node 0: [2,4]\n\nnode 1: [0,1]\n\nnode 2: [3,0]\n\nnode 3: [1,1]",
        "- node 0: [2,4]\n- node 1: [0,1]\n- node 2: [3,0]\n- node 3: [1,1]",
        "1. node 0: [2,4]\n2. node 1: [0,1]\n3. node 2: [3,0]\n4. node 3: [1,1]",
        "0: [2,4]\n1: [0,1]\n2: [3,0]\n3: [1,1]",
        "Answer: [[2,4],[0,1],[3,0],[1,1]]",
        "[[2, 4], [0, 1], [3, 0], [1, 1]]",
        '{"0": [2,4], "1": [0,1], "2": [3,0], "3": [1,1]}',
        '```json\n{"node 0": [2,4],\n "node 1": [0,1],\n "node 2": [3,0],\n "node 3": [1,1]}\n```',
        (
            "the embedding of node 0 is [2,4]. the embedding of node 1 is [0,1]. the embedding "
            "of node 2 is [3,0]. the embedding of node 3 is [1,1]."
        ),
        (
            "node 0 has embedding [2,4], node 1 has embedding [0,1], node 2 has embedding [3,0], "
            "and node 3 has embedding [1,1]."
        ),
        WORKED,
        "initial embeddings:\nnode 0: [3,4].\nnode 1: [1,1].\nnode 2: [4,0].\nnode 3: [2,1].\n\nafter one layer:\n"
        + LIST,
        "after one layer of simple graph convolution, the embeddings are:\n" + LIST,
        (
            "the final embedding of node 0 is [2,4].\nthe final embedding of node 1 is [0,1].\n"
            "the final embedding of node 2 is [3,0].\nthe final embedding of node 3 is [1,1]."
        ),
        (
            "after one layer, node 0: [2,4]\nafter one layer, node 1: [0,1]\n"
            "after one layer, node 2: [3,0]\nafter one layer, node 3: [1,1]"
        ),
        "node 0: [1+1, 2+2]\nnode 1: [0,1]\nnode 2: [3,0]\nnode 3: [1,1]",
        (
            "node 0: [1,0] + [0,1] = [2,4]\nnode 1: [1,0] + [0,1] = [0,1]\n"
            "node 2: [1,0] + [0,1] = [3,0]\nnode 3: [1,0] + [0,1] = [1,1]"
        ),
        "node 0:\n[2,4]\nnode 1:\n[0,1]\nnode 2:\n[3,0]\nnode 3:\n[1,1]",
        "| node | embedding |\n|---|---|\n| 0 | [2,4] |\n| 1 | [0,1] |\n| 2 | [3,0] |\n| 3 | [1,1] |",
        (
            "node 0 is connected to node 1 and node 2, so its embedding is [2,4].\n"
            "node 1 is connected to node 0, so its embedding is [0,1].\nnode 2 is connected to "
            "node 3, so its embedding is [3,0].\nnode 3 is connected to node 2, so its embedding "
            "is [1,1]."
        ),
        (
            "node 0: [2,4] (sum of node 1 and node 2)\nnode 1: [0,1] (sum of node 0)\n"
            "node 2: [3,0] (sum of node 3)\nnode 3: [1,1] (sum of node 2)"
        ),
        LIST
        + (
            "\n\nQ: What's the embedding of each node after one layer?\nA:\n"
            "node 0: [9,9]\nnode 1: [9,9]\nnode 2: [9,9]\nnode 3: [9,9]"
        ),
        LIST
        + (
            "\n\nIn an undirected graph, the nodes are numbered from 0 to 3, and every node has "
            "an embedding.\nEmbeddings:\nnode 0: [1,1]\nnode 1: [1,1]\nnode 2: [1,1]\n"
            "node 3: [0,0]"
        ),
        "**Answer:**\n- **Node 0**: [2, 4]\n- **Node 1**: [0, 1]\n- **Node 2**: [3, 0]\n- **Node 3**: [1, 1]",
        "node 3: [1,1]\nnode 2: [3,0]\nnode 1: [0,1]\nnode 0: [2,4]",
        (
            "first:\nnode 0: [12,4]\nnode 1: [10,1]\nnode 2: [13,0]\nnode 3: [11,1]\n\n"
            "wait, that is wrong. the correct embeddings are:\n"
        )
        + LIST,
        "node 0's embedding: [2,4]\nnode 1's embedding: [0,1]\nnode 2's embedding: [3,0]\nnode 3's embedding: [1,1]",
        "node 0: [2,4];\nnode 1: [0,1];\nnode 2: [3,0];\nnode 3: [1,1]",
        "node 0: [2,4]; node 1: [0,1]; node 2: [3,0]; node 3: [1,1]",
        "node 0: [2,4],\nnode 1: [0,1],\nnode 2: [3,0],\nnode 3: [1,1]",
        LIST + "\n\nfor example, node 0 is the sum of node 1 and node 2: [1,0] + [1,4] = [2,4].",
        "[2,4]\n[0,1]\n[3,0]\n[1,1]",
        "[2,4], [0,1], [3,0], [1,1]",
        "Node 0: (2, 4)\nNode 1: (0, 1)\nNode 2: (3, 0)\nNode 3: (1, 1)",
    ],
)
def test_embeddings_are_read_in_the_order_of_the_nodes(text: str) -> None:
    assert read(text) == TRUE


@pytest.mark.parametrize(
    "text",
    [
        f"{EARLY}\nlayer 2:\n{sums(TRUE)}\nso the answer is:\n{LIST}",
        f"{EARLY}\nlayer 2:\n{sums(TRUE)}",
        f"after the first layer:\n{sums(OTHER)}\nafter the second layer:\n{LIST}",
    ],
)
def test_of_two_layers_the_second_counts(text: str) -> None:
    assert read(text, 2) == TRUE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (EARLY + "\nso the answer is:\nnode 0: [2,4]\nnode 2: [3,0]\nnode 3: [1,1]", [[2, 4], None, [3, 0], [1, 1]]),
        (
            "node 0: [2.5,4]\nnode 1: [0.5,1]\nnode 2: [3.5,0]\nnode 3: [1.5,1]",
            [[2.5, 4], [0.5, 1], [3.5, 0], [1.5, 1]],
        ),
        ("node 0: [-2,4]\nnode 1: [0,1]\nnode 2: [3,0]\nnode 3: [1,1]", [[-2, 4], [0, 1], [3, 0], [1, 1]]),
        (LIST + "\nnode 4: [1,2]", [[2, 4], [0, 1], [3, 0], [1, 1], [1, 2]]),
    ],
)
def test_other_vectors_are_read_as_they_are_written(text: str, value: Any) -> None:
    assert read(text) == value


@pytest.mark.parametrize(
    ("layers", "text", "code"),
    [
        (2, WORKED, "no_answer"),
        (
            2,
            EARLY
            + (
                "\nlayer 2:\nnode 0: sum of embeddings of node 1, node 2, [1,0] + [0,1] = [2,4].\n"
                "node 1: sum of embeddings of node 1, node 2, [1,0] + [0,1] = [0,1].\n"
                "node 2: sum of"
            ),
            "truncated",
        ),
        (
            2,
            EARLY
            + (
                "\nlayer 2:\nnode 0: sum of embeddings of node 1, node 2, [1,0] + [0,1] = [2,4].\n"
                "node 1: sum of embeddings of node 1, node 2, [1,0] + [0,1] = [0,1]."
            ),
            "no_answer",
        ),
        (1, EARLY + "\nso the answer is:\nnode 0: [2,4]\nnode 1: [0,1]\nnode 2: [3,0]\nnode 3: [1", "truncated"),
        (1, EARLY + "\nso the answer is:\nnode 0: [2,4]\nnode 1: [0,1]\nnode 2: [3,0]\nnode 3:", "truncated"),
        (1, EARLY + "\nso the answer is:\nnode 0: [2,4]\nnode 1: [0,1]\nnode 2: [3,0]\nnode 3", "truncated"),
        (1, EARLY + "\n\nso the answer", "truncated"),
        (1, EARLY + "\n\nso", "truncated"),
        (1, EARLY + "\nso the answer is:\nnode 0: [2,4]\nnode 1: [0,1]\nnode 2: [3,0]\nnode", "truncated"),
        (1, EARLY + "\nso the answer is:\nnode 0: [2,4]\nnode 1: [0,1]\nnode 2: [3,0]", "no_answer"),
        (1, "node 0: [2,4]\nnode 1: [0,1]\nnode 2: [3,0]", "no_answer"),
        (1, "the initial embeddings are:\n" + LIST, "no_answer"),
        (1, "", "no_answer"),
        (1, "i don't know", "no_answer"),
        (1, "node 0: [1,0] + [0,1]\nnode 1: [1,0] + [0,1]\nnode 2: [1,0] + [0,1]\nnode 3: [1,0] + [0,1]", "truncated"),
        (1, "node 0: <2,4>\n", "truncated"),
    ],
)
def test_workings_and_broken_lists_are_no_answer(layers: int, text: str, code: str) -> None:
    assert read(text, layers) == code


@pytest.mark.parametrize("value", [TRUE, [[0, 0]] * 4, [[0.5, 12], [3, 0], [1, 1], [7, 2.25]]])
def test_embeddings_that_are_written_are_read_back(value: Any) -> None:
    assert read(written(Embeddings(), value)) == value
