"""The address carries the problem there and back, mends what is wrong in it, and says so."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from components import url_state
from components.problem_parameters import declared
from graphcore.parameters import Parameter
from graphcore.problems import OWN
from graphcore.tasks import TASKS


def script() -> None:
    import streamlit as st

    from components.url_state import adopt, mended_notes, publish
    from graphcore.parameters import Parameter

    known = [
        Parameter("n", "int", 10, "Nodes", "How many.", low=2, high=100),
        Parameter("p", "float", 0.3, "Density", "How dense.", low=0, high=1, step=0.05),
        Parameter("directed", "bool", False, "Directed", "Whether links have a direction."),
        Parameter("shape", "choice", "ring", "Shape", "Which.", choices=("ring", "star")),
    ]
    st.session_state["adopted"] = adopt(known)
    st.slider("Nodes", 2, 100, key="n")
    publish({p.name: st.session_state[p.name] for p in known if st.session_state[p.name] != p.default} | {"here": 1})
    st.session_state["notes"] = mended_notes()


def opened(**address: str) -> AppTest:
    app = AppTest.from_function(script)
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def values(app: AppTest) -> list[object]:
    return [app.session_state[name] for name in ("n", "p", "directed", "shape")]


def address(app: AppTest) -> dict[str, str]:
    """The address as the browser would send it again."""
    return dict(parse_qsl(urlencode(dict(app.query_params), doseq=True)))


def test_a_first_visit_takes_defaults_and_the_values_of_its_link() -> None:
    app = opened()
    assert app.session_state["adopted"]
    assert values(app) == [10, 0.3, False, "ring"]
    assert values(opened(n="12", p="0.5", directed="true", shape="star")) == [12, 0.5, True, "star"]


def test_what_is_written_is_read_back_as_the_same() -> None:
    app = opened(n="12", p="0.55", directed="true", shape="star")
    assert address(app) == {"n": "12", "p": "0.55", "directed": "true", "shape": "star", "here": "1"}
    assert values(opened(**address(app))) == values(app)


def test_the_sessions_own_address_is_not_taken_for_a_link() -> None:
    app = opened(n="12")
    app.slider(key="n").set_value(30).run()
    assert not app.session_state["adopted"]
    assert address(app)["n"] == "30"


def test_an_address_of_before_comes_with_a_quick_second_change_and_is_no_link() -> None:
    app = opened(n="12")
    app.slider(key="n").set_value(13).run()
    app.query_params["n"] = "12"
    app.slider(key="n").set_value(14).run()
    assert not app.session_state["adopted"]
    assert values(app)[0] == 14
    assert address(app)["n"] == "14"


def test_going_back_brings_the_values_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(n="12")
    app.slider(key="n").set_value(13).run()
    monkeypatch.setattr(url_state, "goes_back", lambda: True)
    app.query_params["n"] = "12"
    app.run()
    assert app.session_state["adopted"]
    assert values(app)[0] == 12
    app.query_params.clear()
    app.run()
    assert not app.session_state["adopted"]
    assert values(app)[0] == 12


def test_an_empty_address_is_a_click_in_the_navigation_and_keeps_the_values() -> None:
    app = opened(n="12")
    app.query_params.clear()
    app.run()
    assert not app.session_state["adopted"]
    assert values(app)[0] == 12
    assert address(app)["n"] == "12"


def test_what_was_mended_is_told_until_something_changes() -> None:
    app = opened(n="5000", p="x", shape="<b>")
    assert values(app)[:2] == [100, 0.3]
    assert len(app.session_state["notes"]) == 3
    app.run()
    assert len(app.session_state["notes"]) == 3
    app.slider(key="n").set_value(30).run()
    assert app.session_state["notes"] == []


PARAMETERS = {
    parameter.name: parameter
    for task in TASKS
    for generator in (*task.generators, OWN)
    for parameter in declared({"task": task.name, "generator": generator})
}


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=list(PARAMETERS))
@given(raw=st.text(max_size=60) | st.floats().map(str) | st.integers().map(str))
def test_every_text_is_mended_into_the_range_of_every_parameter(parameter: Parameter, raw: str) -> None:
    value, note = parameter.mend(raw)
    assert parameter.read(value) == value
    assert len(note) < 250
    assert bool(note) == (note.endswith("is used."))


def changing() -> None:
    import streamlit as st

    from components.url_state import adopt, publish, settle
    from graphcore.parameters import Parameter

    wide = st.session_state.get("wide", False)
    size = Parameter("n", "int", 50 if wide else 5, "Nodes", "How many.", low=2, high=100 if wide else 10)
    if not adopt([size]):
        settle(size)
    st.slider("Nodes", int(size.low or 0), int(size.high or 0), key="n", persist_state="session")
    st.toggle("Wide", key="wide")
    publish({"here": 1})


def test_a_default_that_changes_is_followed_and_a_choice_is_kept_in_range() -> None:
    app = AppTest.from_function(changing).run()
    assert app.session_state["n"] == 5
    app.toggle(key="wide").set_value(True).run()
    assert app.session_state["n"] == 50
    app.slider(key="n").set_value(70).run()
    app.toggle(key="wide").set_value(False).run()
    assert not app.exception
    assert app.session_state["n"] == 10
    app.slider(key="n").set_value(7).run()
    app.toggle(key="wide").set_value(True).run()
    assert app.session_state["n"] == 7
