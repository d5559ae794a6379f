"""Prompts, composed from parts: how to read the graph, the task, the answer form, exemplars, the graph, the question.

The order is that of LLM4DyG's Table 1. A style says which exemplars stand in the prompt and which sentence is added
where; styles are joined by "+". The sentence that defines a method is quoted from its paper; all other wording is ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from graphcore.encodings import encode, reading_instruction
from graphcore.errors import GenerationError, InputError
from graphcore.graphs import TemporalGraph
from graphcore.parameters import Parameter
from graphcore.problems import generate
from graphcore.records import Part, Problem, Prompt, Reply
from graphcore.registry import Registry
from graphcore.tasks import TASKS, Task
from graphcore.templates import load_template, split_template, template_names

Exemplars = Literal["none", "plain", "trace"]
K = Parameter("k", "int", 1, "Exemplars", "How many solved examples stand before the question.", low=0, high=16)
OWN_PREFIX = "own/"
ORIGINAL = "original"
"""The style of imported problems: the text that a problem came with is the whole prompt."""


@dataclass(frozen=True)
class Style:
    """One prompting method.

    `exemplars` is what a base style decides and None for an addition, which brings `sentence` to `place`:
    after the task instruction, before the exemplars, after the graph, or at the end; a sentence of "" is the task's own
    description of an algorithm. `alone` is what an addition decides when it is joined with no base. `difficulty` is
    that of the exemplars, where it is not the usual one.
    """

    name: str
    title: str
    help: str
    source: str
    exemplars: Exemplars | None = None
    alone: Exemplars = "plain"
    place: Literal["task", "exemplars", "graph", "end"] | None = None
    sentence: str = ""
    difficulty: str = ""


_DST2 = "LLM4DyG, section 4.6 and Table 5"
_BUILD = "Let's construct a graph with the nodes and edges first."
_CONTROL = "NLGraph, appendix D"
STYLES: Registry[Style] = Registry("style")
for _style in (
    Style("zero-shot", "Zero-shot", "Only the question.", "LLM4DyG, section 4.1", exemplars="none"),
    Style("few-shot", "Few-shot", "Solved examples with their answers.", "Brown et al. 2020", exemplars="plain"),
    Style(
        "cot", "Chain of thought", "Solved examples with the steps to the answer.", "Wei et al. 2022", exemplars="trace"
    ),
    Style(
        "0-cot",
        "Zero-shot chain of thought",
        "No example, but a sentence that asks for steps.",
        "Kojima et al. 2022",
        alone="none",
        place="end",
        sentence="Let's think step by step.",
    ),
    Style(
        "dst2-v1",
        "DST2 v1",
        "Nodes first, then time.",
        _DST2,
        place="task",
        sentence="Think about nodes and then time.",
    ),
    Style(
        "dst2-v2",
        "DST2 v2",
        "Time first, then nodes.",
        _DST2,
        place="task",
        sentence="Think about time and then nodes.",
    ),
    Style("dst2-v3", "DST2 v3", "Pick nodes, then time.", _DST2, place="task", sentence="Pick nodes and then time."),
    Style("dst2-v4", "DST2 v4", "Pick time, then nodes.", _DST2, place="task", sentence="Pick time and then nodes."),
    Style(
        "bag",
        "Build-a-Graph",
        "Asks to build the graph before the question is read.",
        "NLGraph, section 5.1",
        place="graph",
        sentence=_BUILD,
    ),
    Style(
        "algorithmic",
        "Algorithmic",
        "Tells of an algorithm for the task before the exemplars.",
        "NLGraph, section 5.1",
        place="exemplars",
    ),
    Style(
        "ltm",
        "Least to most",
        "Solved examples with their steps, and a sentence that asks for the problem's parts.",
        "Zhou et al. 2023, section 3.3",
        alone="trace",
        place="end",
        sentence="Let's break down this problem:",
    ),
    Style(
        "dots",
        "Dots",
        "As many dots as Build-a-Graph has characters: does their room help, or their meaning?",
        _CONTROL,
        place="graph",
        sentence="." * len(_BUILD),
    ),
    *(
        Style(
            f"instruction-{number}",
            f"Instruction {number}",
            "A sentence that says nothing of graphs, where Build-a-Graph stands.",
            _CONTROL,
            place="graph",
            sentence=sentence,
        )
        for number, sentence in enumerate(
            ("Let's think step by step.", "Examine each detail carefully.", "Think it through systematically."), start=1
        )
    ),
    *(
        Style(
            f"exemplars-{difficulty}",
            f"{difficulty.capitalize()} exemplars",
            f"Solved examples of the difficulty {difficulty}, whatever that of the question.",
            "NLGraph, appendix D",
            difficulty=difficulty,
        )
        for difficulty in ("easy", "medium", "hard")
    ),
):
    STYLES.add(_style)


@dataclass(frozen=True)
class Composition:
    """What joined styles come to."""

    exemplars: Exemplars
    additions: tuple[Style, ...] = ()
    template: str | None = None
    original: bool = False

    @property
    def difficulty(self) -> str:
        """That of the exemplars; "" for the usual one."""
        return next((style.difficulty for style in self.additions if style.difficulty), "")


def style_names() -> list[str]:
    """All styles in which any problem can be asked now, one's own templates included."""
    return STYLES.names + [OWN_PREFIX + name for name in template_names()]


def style_parts(style: str) -> list[str]:
    """The names that "+" joins in `style`."""
    return [name.strip() for name in style.split("+")]


def compose(style: str) -> Composition:
    """The styles of `style`, joined by "+"; raises InputError if one is unknown or two exclude each other."""
    names = style_parts(style)
    if len(set(names)) < len(names):
        raise InputError(f"The style {style!r} names a part twice; give each once.")
    if ORIGINAL in names:
        if len(names) > 1:
            raise InputError(f"The style {ORIGINAL} is the whole prompt; join it with nothing.")
        return Composition("none", original=True)
    own = [name for name in names if name.startswith(OWN_PREFIX)]
    parts = [STYLES[name] for name in names if name not in own]
    bases = [part for part in parts if part.exemplars is not None]
    additions = tuple(part for part in parts if part.exemplars is None)
    difficulties = [part for part in additions if part.difficulty]
    if len(bases) > 1 or len(own) > 1 or (own and additions) or len(difficulties) > 1:
        raise InputError(
            f"The parts of the style {style!r} exclude each other; join one of them with additions such as bag."
        )
    exemplars = bases[0].exemplars or "none" if bases else _alone(additions)
    template = load_template(own[0].removeprefix(OWN_PREFIX)) if own else None
    return Composition(exemplars, additions, template)


def build_prompt(
    problem: Problem,
    style: str = "zero-shot",
    *,
    k: int | None = None,
    encoding: str = "edge-list",
    order: str = "sorted",
    wording: str = "abstract",
) -> Prompt:
    """The prompt for `problem`. `k` counts the exemplars (the task's default if None). Raises InputError."""
    task = TASKS[problem.task]
    composed = compose(style)
    if composed.original:
        return Prompt(problem.id, style, encoding, (_original(problem),))
    if reason := why_not(task, style, encoding, wording):
        raise InputError(reason)
    writing = Writing(encoding, order, wording)
    count = int(K.read(task.shots if k is None else k))
    shown = exemplars(problem, count, composed.difficulty) if composed.exemplars != "none" else []
    if composed.template is None:
        parts = tuple(_arranged(problem, composed, shown, writing))
    else:
        parts = tuple(_filled(problem, composed, shown, writing))
    return Prompt(problem.id, style, encoding, parts)


def why_not(task: Task[Any], style: str, encoding: str, wording: str) -> str:
    """A sentence on why `task` is not asked in this way; "" if it is. Raises InputError for unknown names."""
    composed = compose(style)
    if composed.original:
        return "Only imported problems have an original text, and these are generated; choose another style."
    difficulty = composed.difficulty
    if difficulty and difficulty not in task.presets:
        return f"{task.name} has no difficulty {difficulty} for its exemplars; leave out exemplars-{difficulty}."
    return task.why_not(encoding, wording)


def _original(problem: Problem) -> Part:
    """The text that `problem` came with; raises InputError if there is none."""
    text = (problem.origin or {}).get("prompt")
    if not isinstance(text, str) or not text.strip():
        raise InputError("The problem has no original text; import it and do not rename it, or choose another style.")
    return Part("original", text, "Original text")


def fill_template(
    problem: Problem,
    text: str,
    *,
    k: int = 1,
    encoding: str = "edge-list",
    order: str = "sorted",
    wording: str = "abstract",
) -> Prompt:
    """The prompt that a template of one's own gives, for its preview before it is kept."""
    composed = Composition("plain", template=text)
    parts = tuple(_filled(problem, composed, exemplars(problem, k), Writing(encoding, order, wording)))
    return Prompt(problem.id, "template", encoding, parts)


@dataclass(frozen=True)
class Writing:
    """How the graphs of one prompt are written."""

    encoding: str
    order: str
    wording: str

    def graph(self, problem: Problem) -> str:
        """The problem's graph as text; shuffles are seeded by the problem's id."""
        hidden = TASKS[problem.task].hides_time_order
        text = encode(problem.graph, self.encoding, self.order, seed=problem.id, hide_time_order=hidden)
        return self.worded(problem, text)

    def worded(self, problem: Problem, text: str) -> str:
        """A text about the problem in the prompt's wording."""
        return TASKS[problem.task].worded(text, problem.graph, self.wording)

    def reading(self, problem: Problem) -> str:
        """How the graph is to be read."""
        return self.worded(problem, reading_instruction(self.encoding, problem.graph))

    def question(self, problem: Problem) -> str:
        """The question."""
        return self.worded(problem, TASKS[problem.task].question(problem.graph, problem.query))

    def instruction(self, problem: Problem) -> str:
        """The task's instruction."""
        return self.worded(problem, TASKS[problem.task].instruction)

    def answer_form(self, problem: Problem) -> str:
        """The instruction on how to answer."""
        return self.worded(problem, TASKS[problem.task].reader.instruction)

    def statement(self, problem: Problem) -> str:
        """The sentence that gives the graph."""
        kind = "a directed" if problem.graph.directed else "an undirected"
        dynamic = " dynamic" if problem.graph.kind == TemporalGraph.kind else ""
        graph = self.graph(problem)
        return f"Given is {kind}{dynamic} graph:{' ' if graph.startswith('[') else chr(10)}{graph}"


def exemplars(problem: Problem, count: int, difficulty: str = "") -> list[Problem]:
    """`count` solved problems of the same task, none of them `problem`, each judged correct.

    They are small, or as the task's `difficulty` has them if one is named. They depend on the problem alone, so a
    larger count only adds to a smaller one. Raises GenerationError.
    """
    task = TASKS[problem.task]
    # What is asked of the problem, such as many nodes on a path, may not go with the size of a difficulty.
    usual = {**task.params_for_exemplars(problem), **task.exemplar_params}
    params = {"difficulty": difficulty} if difficulty else usual
    first = int(problem.id[:8], 16)
    found: list[Problem] = []
    for seed in range(first, first + 20 * (count + 1)):
        if len(found) == count:
            return found
        example = generate(task.name, None, params, seed, problem.naming or "integers")
        fresh = example.id not in {problem.id, *(other.id for other in found)}
        if fresh and task.judge(example, Reply(worked(example, "trace"))).outcome == "correct":
            found.append(example)
    raise GenerationError(f"No {count} different exemplars were found for {task.name}; ask for fewer.")


def worked(problem: Problem, kind: Exemplars) -> str:
    """The solution of an exemplar in text: its final line, after the steps of its trace where `kind` asks for them."""
    task = TASKS[problem.task]
    steps = [step.text for step in task.trace(problem)[:-1]] if kind == "trace" else []
    return "\n".join([*steps, task.exact_text(problem)])


def _alone(additions: tuple[Style, ...]) -> Exemplars:
    """The most that one of the `additions` stands for; a template alone has plain exemplars."""
    wanted = [part.alone for part in additions] or ["plain"]
    return max(wanted, key=get_args(Exemplars).index)


def _arranged(problem: Problem, composed: Composition, shown: list[Problem], writing: Writing) -> Iterator[Part]:
    """The parts in the order of the paper's Table 1, each with the blank line that follows it."""
    parts = [
        Part("reading", writing.reading(problem), "How to read the graph"),
        Part("task", writing.instruction(problem), "Task"),
        *_added(composed, "task", problem, writing),
        Part("answer_form", writing.answer_form(problem), "Answer form"),
        *_added(composed, "exemplars", problem, writing),
        *_exemplar_parts(composed, shown, writing),
        Part("graph", f"Question: {writing.statement(problem)}", "Graph"),
        *_added(composed, "graph", problem, writing),
        Part("question", writing.question(problem), "Question"),
        *_added(composed, "end", problem, writing),
    ]
    for part in parts[:-1]:
        yield replace(part, text=part.text + "\n\n")
    yield parts[-1]


def _filled(problem: Problem, composed: Composition, shown: list[Problem], writing: Writing) -> Iterator[Part]:
    filling = {
        "graph": Part("graph", writing.graph(problem), "Graph"),
        "question": Part("question", writing.question(problem), "Question"),
        "answer_form": Part("answer_form", writing.answer_form(problem), "Answer form"),
        "exemplars": Part(
            "exemplar", "\n\n".join(p.text for p in _exemplar_parts(composed, shown, writing)), "Exemplars"
        ),
    }
    for kind, text in split_template(composed.template or ""):
        yield Part("template", text, "Template") if kind == "text" else filling[kind]


def _exemplar_parts(composed: Composition, shown: list[Problem], writing: Writing) -> Iterator[Part]:
    if composed.exemplars == "none":
        return
    for number, example in enumerate(shown, start=1):
        lead = "Here is an example:" if number == 1 else "Here is another example:"
        solved = writing.worded(example, worked(example, composed.exemplars))
        text = f"{lead}\nQuestion: {writing.statement(example)}\n{writing.question(example)}\n{solved}"
        yield Part("exemplar", text, f"Exemplar {number}")


def _added(composed: Composition, place: str, problem: Problem, writing: Writing) -> Iterator[Part]:
    for style in composed.additions:
        if style.place == place:
            yield Part("style", style.sentence or writing.worded(problem, TASKS[problem.task].algorithm), style.title)
