"""`wakeline liminal` as people use it."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

import wakeline
from tests.builders import QUICK, START, an_exchange
from tests.interfaces.program import Program
from wakeline.base.clock import FixedClock


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """A home with an agent that woke three times."""
    clock = FixedClock(START)
    with wakeline.open(tmp_path / "home", clock=clock, settings=QUICK) as home:
        ash = home.agent("ash", person="Mel")
        ash.facts.set("staging.host", "kestrel")
        for number, hours in enumerate((3, 90, 0)):
            ash.wake()
            clock.advance(timedelta(minutes=2))
            an_exchange(ash, number)
            ash.end(summary="over")
            ash.facts.set("staging.host", f"heron{number}", actor="Mel")
            clock.advance(timedelta(hours=hours))
        ash.wake()
    return Program(str(tmp_path / "home"), tmp_path)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ((), ("orientation", "discontinuity", "key_fact/staging.host")),
        (("ash",), ("still finding its way",)),
        (("ash", "gap"), ("staging.host", "concern")),
        (("gaps",), ("3 days 18 h, vast", "3 h, brief")),
        (("ash", "drifts"), ("key_fact/staging.host", "→ heron1")),
        (("ash", "thresholds"), ("session_start: away → awake", "session_end: awake → away")),
        (("ash", "wakes"), ("the first", '"nearly a week"')),
        (("ash", "trends"), ("4 wakes", "by length of the gap", "Too few wakes")),
    ],
)
def test_each_part_of_the_crossing_is_shown(
    program: Program, words: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    told = program("liminal", *words)
    assert told.code == 0, told.err
    for part in shown:
        assert part in told.out
    assert all(len(line) <= 80 for line in told.out.splitlines())
    document = json.loads(program("liminal", *words, "--json").out)
    assert document


def test_thresholds_are_marked_and_states_compared(program: Program) -> None:
    marked = program(
        "liminal", "ash", "mark", "realization", "guessing", "knowing", "--significance", "0.9",
        "--unaware",
    )  # fmt: skip
    assert "no way back, unnoticed" in marked.out
    told = program("liminal", "drift", "mood", "Mel", "Mel does not trust it.", "Mel trusts it.")
    assert "mood/Mel 0.90" in told.out
    assert "Nothing has drifted" in program("liminal", "drift", "mood", "Mel", "calm", "calm").out


def test_crossings_go_out_and_in(program: Program, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    assert "3 in gaps.json" in program("liminal", "ash", "export", str(folder)).out
    assert "taken in: 0 from wakes.json" in program("liminal", "import", str(folder)).out
    refused = program("liminal", "import", str(tmp_path / "nowhere"))
    assert (refused.code, "Traceback" in refused.err) == (3, False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ash", "weather"), "nothing to show"),
        (("ash", "mark", "realization"), "mark TYPE FROM TO"),
        (("ash", "gaps", "more"), "takes other words"),
        (("ash", "mark", "door", "a", "b"), "type is 'door'"),
        (("nobody", "gaps"), "nobody"),
    ],
)
def test_what_is_no_form_is_told_so(program: Program, words: tuple[str, ...], said: str) -> None:
    told = program("liminal", *words)
    assert told.code in (2, 3)
    assert said in told.err


def test_the_wake_screen_tells_how_long_it_seemed_and_what_drifted(program: Program) -> None:
    shown = program("wake", "ash")
    assert "disorientation 0." in shown.out
