"""Plan files: the contract's example, every way to get one wrong, and there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphcore.encodings import ENCODINGS, ORDERS, WORDINGS
from graphcore.errors import InputError
from graphcore.naming import NAMINGS
from graphcore.runs.plan import Plan, Settings
from graphcore.runs.plan_files import read_plan, write_plan
from graphcore.strategies import STRATEGIES
from graphcore.tasks import TASKS

EXAMPLE = """
name = "styles on small graphs"
tasks = ["llm4dyg/when_link", "llm4dyg/find_tpath"]   # or suites = ["llm4dyg"]
count = 50              # problems for each task and parameter set
seed = 0                # problem i has seed + i
styles = ["few-shot", "few-shot+dst2-v4"]
encodings = ["edge-list"]
strategies = ["single"]
models = ["local/smollm2-135m", "compatible/stub"]
repeats = 1

[params]                # a list sweeps
n = [5, 10, 20]
generator = ["erdos_renyi"]

[model."compatible/stub"]
base_url = "http://127.0.0.1:8901/v1"
temperature = 0
max_tokens = 512
concurrency = 64
"""
LEAST = 'tasks = ["llm4dyg/when_link"]\nmodels = ["baseline/exact"]\n'
TABLE = '[model."baseline/exact"]\n'

texts = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20)
numbers = st.fixed_dictionaries(
    {},
    optional={
        "base_url": st.just("http://127.0.0.1:1/v1"),
        "temperature": st.floats(0, 2),
        "max_tokens": st.integers(1, 10_000),
        "concurrency": st.none() | st.integers(1, 64),
        "retries": st.integers(0, 20),
        "thinking": st.integers(0, 5_000),
    },
)


def some(values: list[str] | tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), min_size=1, max_size=2, unique=True).map(tuple)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    return Plan(
        tasks=draw(some(TASKS.names).map(lambda names: tuple(dict.fromkeys(("llm4dyg/when_link", *names))))),
        models=draw(st.just(("compatible/a", "baseline/exact"))),
        name=draw(texts),
        count=draw(st.integers(1, 3)),
        seed=draw(st.integers(0, 2**31)),
        styles=draw(some(["zero-shot", "few-shot", "cot", "few-shot+dst2-v4"])),
        k=draw(st.lists(st.integers(0, 16), max_size=2, unique=True).map(tuple)),
        encodings=draw(some(ENCODINGS.names).map(lambda names: tuple(dict.fromkeys(("edge-list", *names))))),
        orders=draw(some(ORDERS)),
        wordings=draw(some(WORDINGS.names).map(lambda names: tuple(dict.fromkeys(("abstract", *names))))),
        namings=draw(some(NAMINGS.names)),
        strategies=draw(some(list(STRATEGIES))),
        repeats=draw(st.integers(1, 3)),
        cache=draw(st.booleans()),
        params=draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "n": st.lists(st.integers(3, 20), min_size=1, max_size=2).map(tuple),
                    "p": st.lists(st.floats(0.1, 0.9), min_size=1, max_size=2).map(tuple),
                    "directed": st.just((True, False)),
                    "generator": st.just(("erdos_renyi", "forest_fire")),
                },
            )
        ).copy()
        | {"t": (3, 5)},
        model={"compatible/a": Settings(**draw(numbers))},
    )


def test_the_example_is_read() -> None:
    plan = read_plan(EXAMPLE)
    assert (plan.name, plan.count, plan.seed, plan.repeats) == ("styles on small graphs", 50, 0, 1)
    assert plan.params == {"n": (5, 10, 20), "generator": ("erdos_renyi",)}
    assert plan.settings("compatible/stub") == Settings("http://127.0.0.1:8901/v1", 0.0, 512, 64)
    assert plan.settings("local/smollm2-135m") == Settings()
    assert plan.size == 2 * 50 * 3 * 2 * 2


def test_the_least_plan_has_the_defaults() -> None:
    assert read_plan(LEAST) == Plan(tasks=("llm4dyg/when_link",), models=("baseline/exact",))


def test_a_suite_stands_for_its_tasks() -> None:
    plan = read_plan('suites = ["llm4dyg"]\nmodels = ["baseline/exact"]')
    assert plan.tasks == tuple(task.name for task in TASKS if task.suite == "llm4dyg")
    both = read_plan('suites = ["llm4dyg"]\n' + LEAST)
    assert sorted(both.tasks) == sorted(plan.tasks)


@given(plans())
def test_a_plan_comes_back_from_its_file(plan: Plan) -> None:
    text = write_plan(plan)
    assert read_plan(text) == plan
    assert write_plan(read_plan(text)) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tasks = [", "no TOML"),
        ("tasks = 1\ntasks = 2", "no TOML"),
        ("x = " + "[" * 5000, "TOML"),
        ("", "tasks"),
        ('tasks = ["llm4dyg/when_link"]', "models"),
        ('models = ["baseline/exact"]', "tasks"),
        (LEAST + "repeat = 2", "'repeat'.*repeats"),
        (LEAST.replace("[", "").replace("]", ""), "no list"),
        (LEAST + "styles = [1]", "'styles' holds 1"),
        (LEAST + "styles = []", "styles"),
        (LEAST + 'styles = ["louder"]', "louder"),
        (LEAST + 'suites = ["chess"]', "chess.*llm4dyg"),
        (LEAST + 'count = "many"', "'count' holds 'many'"),
        (LEAST + "count = true", "'count' holds True"),
        (LEAST + "count = 0", "count is 0"),
        (LEAST + "count = 2.5", "count is 2.5"),
        (LEAST + "count = nan", "count is nan"),
        (LEAST + "count = inf", "count is inf"),
        (LEAST + "seed = -1", "seed is -1"),
        (LEAST + "k = 1", "'k' is no list"),
        (LEAST + "k = [1.5]", "k is 1.5"),
        (LEAST + "k = [99999]", "k is 99999"),
        (LEAST + 'cache = "yes"', '"cache" is true or false'),
        (LEAST + "name = 3", "'name' holds 3"),
        (LEAST + "params = 3", "'params' is no table"),
        (LEAST + "params.n = []", "'n' needs one value"),
        (LEAST + "params.n = [[1]]", "'n' needs one value"),
        (LEAST + "params.n = 2020-01-01", "'n' needs one value"),
        (LEAST + 'params.n = ["x"]', "n is 'x'"),
        (LEAST + "params.generator = 3", "3.*erdos_renyi"),
        (LEAST + "model = 3", "'model' is no table"),
        (LEAST + 'model."baseline/exact" = 3', "no table"),
        (LEAST + TABLE + "api_key = 'x'", "unknown key 'api_key'"),
        (LEAST + TABLE + "temperature = 9", "temperature is 9"),
        (LEAST + TABLE + "base_url = 3", "'base_url' holds 3"),
        (LEAST + TABLE.replace("exact", "random"), "not among its models"),
        (LEAST.replace("baseline/exact", "compatible/\\u0000"), "control"),
        (LEAST + 'name = "\\u0000"', "control"),
    ],
)
def test_a_faulty_file_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        read_plan(text)
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)


def test_a_key_in_a_plan_is_not_repeated() -> None:
    with pytest.raises(InputError) as caught:
        read_plan(LEAST + TABLE + "api_key = 'canary'")
    assert "canary" not in str(caught.value)
