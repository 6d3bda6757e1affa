"""A second process does its share, and whatever becomes of it, nothing is missing."""

from __future__ import annotations

import os
import signal
import sys
import time

import pytest

from wakeline.base import beside
from wakeline.base.beside import Beside
from wakeline.flows.log.text_measures import Asked, Measured, all_measured

PATIENCE = 60.0
ASKED: list[Asked] = [
    ("Mel moved to Porto with Ana's sister.", "conversation", "user"),
    ("die Schlüssel liegen bei Jürgen Müller", "conversation", "agent"),
    ("明日は東京で会いましょう", "observation", "other"),
    ("the key is ghp_" + "a1B2" * 9, "tool_result", "tool"),
    ("half a pair: 🦔", "error", "tool"),
] * 20


def ready() -> Beside[Asked, Measured]:
    """A second process that has begun."""
    if not beside._is_possible():
        pytest.skip("there is one core here")
    found = Beside(all_measured)
    found.begin()
    end = time.monotonic() + PATIENCE
    while not found._is_ready and time.monotonic() < end:
        time.sleep(0.01)
    assert found._is_ready
    return found


def process_of(helper: Beside[Asked, Measured]) -> int:
    assert helper._process is not None
    return helper._process.pid


def test_both_together_make_what_one_makes_alone_in_its_order() -> None:
    with ready() as helper:
        for count in (len(ASKED), 7, 1, 0, len(ASKED)):
            assert helper.given(ASKED[:count])() == all_measured(ASKED[:count])
        assert helper._is_ready


def test_it_is_given_more_the_longer_the_first_has_other_things_to_do() -> None:
    helper = Beside(all_measured)
    for _ in range(20):
        helper._share_out(its=1.0, own=1.0, before=0.0)
    assert helper._share == pytest.approx(0.5, abs=0.01)
    for _ in range(20):
        helper._share_out(its=1.0, own=1.0, before=0.6)
    assert helper._share == pytest.approx(0.8, abs=0.01)
    for _ in range(20):
        helper._share_out(its=0.0, own=0.0, before=0.0)
    assert helper._share == beside.LEAST_SHARE


def test_one_that_was_killed_leaves_nothing_out() -> None:
    with ready() as helper:
        made = helper.given(ASKED)
        os.kill(process_of(helper), signal.SIGTERM)
        assert made() == all_measured(ASKED)
        assert helper.given(ASKED)() == all_measured(ASKED)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_one_that_never_answers_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "SECONDS_FOR_AN_ANSWER", 0.1)
    with ready() as helper:
        os.kill(process_of(helper), signal.SIGSTOP)
        assert helper.given(ASKED)() == all_measured(ASKED)


def test_there_is_one_at_a_time_and_none_is_left_behind() -> None:
    with ready() as first:
        process = process_of(first)
        with Beside(all_measured) as second:
            second.begin()
            assert second._process is None
            assert second.given(ASKED)() == all_measured(ASKED)
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    with ready():
        pass


@pytest.mark.parametrize("program", ["", "/usr/bin/uwsgi", "/no/such/python3"])
def test_without_a_python_to_start_it_is_done_alone(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", program)
    with Beside(all_measured) as helper:
        helper.begin()
        assert helper._process is None
        assert helper.given(ASKED)() == all_measured(ASKED)
