"""What a run changes in its process."""

from __future__ import annotations

import gc

import pytest

from graphcore.runs.process import COLLECT_AT, seldom_collected


def test_cycles_are_looked_for_as_before_once_a_run_has_ended() -> None:
    before = gc.get_threshold()
    with pytest.raises(ZeroDivisionError), seldom_collected():
        assert gc.get_threshold() == (COLLECT_AT, *before[1:])
        assert gc.get_freeze_count()
        raise ZeroDivisionError
    assert gc.get_threshold() == before
    assert not gc.get_freeze_count()
