"""Whether the owner of a run still works on it."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from graphcore.runs import lease

OWN = lease.new_owner()


def test_a_fresh_lease_of_a_living_process_holds() -> None:
    assert lease.is_held(OWN, time.time())
    assert not lease.is_held("", time.time())


@pytest.mark.parametrize("shift", [-2 * lease.LEASE_S, 2 * lease.LEASE_S], ids=["expired", "clock put back"])
def test_a_lease_far_from_now_is_over(shift: float) -> None:
    assert not lease.is_held(OWN, time.time() + shift)


def test_the_lease_of_a_process_that_ended_is_over_at_once() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    host, _, token = json.loads(OWN)
    owner = json.dumps([host, process.pid, token])
    while process.poll() is None and lease.is_held(owner, time.time()):
        time.sleep(0.01)
    process.wait()
    assert not lease.is_held(owner, time.time())


def test_of_another_machine_only_the_lease_is_known() -> None:
    _, _, token = json.loads(OWN)
    owner = json.dumps(["elsewhere", 2**22 + 1, token])
    assert lease.is_held(owner, time.time())
    assert not lease.is_held(owner, time.time() - 2 * lease.LEASE_S)


def test_no_two_owners_are_alike() -> None:
    assert lease.new_owner() != OWN
