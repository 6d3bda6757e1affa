"""`wakeline personality` as people use it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

import wakeline
from tests.builders import QUICK, START
from tests.interfaces.program import Program
from wakeline.base.clock import FixedClock
from wakeline.flows.identity.documents import write_document

CORE = "# Ash\n\nAsh is calm and plain. It trusts Mel.\n"
MAPS = "Mel loves old maps (observed since 2 March 2026)."


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with an agent of which something was observed."""
    folder = tmp_path_factory.mktemp("lived")
    clock = FixedClock(START)
    with wakeline.open(folder / "home", clock=clock, settings=QUICK) as home:
        ash = home.agent("ash", person="Mel")
        write_document(ash.place, "identity", CORE, actor="Mel", confirmed=True)
        for _ in range(3):
            ash.wake()
            ash.record(user="I love old maps. I prefer short answers.", agent="I see.")
            ash.end(summary="done")
            clock.advance(timedelta(days=4))
        ash.consolidate()
    return folder


@pytest.fixture
def program(lived: Path, tmp_path: Path) -> Program:
    import shutil

    shutil.copytree(lived / "home", tmp_path / "home")
    return Program(str(tmp_path / "home"), tmp_path)


@pytest.mark.feature("C32")
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ((), ("from its core", "(alert at 0.30)", "over time", "2026-03-14 to 2026-03-14-2")),
        (("ash", "status"), ("meaning (static-256)", "2, the last of 2026-03-14-2")),
        (("ash", "show"), (MAPS, "What it rests on", "3 sessions, 2 Mar 2026 to 10 Mar 2026")),
        (("diff",), ("--- identity", f"+{MAPS}")),
        (("ash", "diff", "2026-03-14"), ("--- personality of 2026-03-14", f"+{MAPS}")),
        (("ash", "diff", "2026-03-14-2"), ("They say the same.",)),
        (("ash", "history"), ("consolidation: Noted 2 preferences", "start: Starts as a copy")),
    ],
)
def test_each_part_is_shown_within_eighty_columns(
    program: Program, words: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    told = program.ok("personality", *words)
    for part in shown:
        assert part in told.out
    assert all(len(line) <= 80 for line in told.out.splitlines())


def test_each_part_is_one_json_document(program: Program) -> None:
    assert program.ok("personality", "--json").json["observations"][0]["text"] == MAPS
    assert MAPS in program.ok("personality", "show", "--json").json["text"]
    assert MAPS in program.ok("personality", "diff", "--json").json["diff"]
    first, _ = program.ok("personality", "history", "--json").json
    assert first["date"] == "2026-03-14-2"


def test_an_alert_is_told_and_the_ways_back_ask_first(program: Program) -> None:
    told = program("personality", "ash", environment={"WAKELINE_PERSONALITY_ALERT": "0.02"}).out
    assert "further from its core than 0.02" in told
    for words in (("reset", "hard"), ("reset", "soft"), ("rollback", "2026-03-14")):
        refused = program("personality", "ash", *words)
        assert refused.code == 2
        assert "Add --yes if you are sure." in refused.err
    done = program.ok("personality", "ash", "reset", "hard", "--yes").out
    assert "Went back to the identity." in done
    assert f"- {MAPS}" in done
    assert "`wakeline personality rollback 2026-03-14-2` takes it back." in done
    assert MAPS not in program.ok("personality", "show").out
    assert Path(program.home, "agents", "ash", "personality.md").read_text() == CORE
    back = program.ok("personality", "rollback", "2026-03-14-2", "--yes", "--json").json
    assert (back["entry"]["trigger"], back["entry"]["restored"]) == ("rollback", "2026-03-14-2")
    assert MAPS in program.ok("personality", "show").out
    assert program("personality", "ash", "rollback", "2020-01-01", "--yes").code == 3
    soft = program.ok("personality", "reset", "soft", "--yes").out
    assert "Nothing was changed: nothing contradicts the core." in soft


def test_it_goes_out_as_files(program: Program, tmp_path: Path) -> None:
    told = program.ok("personality", "ash", "export", str(tmp_path / "out")).out
    assert "personality_meta.json" in told.replace("\n", "")
    assert (tmp_path / "out" / "personality_history" / "2026-03-14-2.md").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("ash", "reset"),
        ("ash", "reset", "sideways"),
        ("ash", "rollback"),
        ("ash", "rollback", "yesterday", "--yes"),
        ("ash", "status", "more"),
        ("ash", "nonsense"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(program: Program, words: tuple[str, ...]) -> None:
    refused = program("personality", *words)
    assert refused.code == 2, refused
    assert refused.err.startswith("wakeline: ")


def test_consolidation_says_what_it_made_of_personality(program: Program) -> None:
    program.ok("record", "ash", "--user", "I love fog.")
    told = program.ok("consolidate", "ash", "--now").out
    assert "personality: " in told
