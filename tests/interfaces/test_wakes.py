"""The past and what wakes delivered, at the command line."""

from __future__ import annotations

import subprocess
import sys

from tests.interfaces.program import Program

MODULE = (sys.executable, "-m", "wakeline")


def test_a_wake_is_shown_byte_for_byte(ash: Program) -> None:
    ash.ok("memory", "add", "Größe, 素敵な一日 and a tab\there", "--pinned")
    woken = ash.ok("wake", "ash", "--json").json
    done = subprocess.run(
        [*MODULE, "wakes", "show", "ash", woken["session_id"], "--home", ash.home],
        capture_output=True,
        env=ash.environment(),
        timeout=60,
        check=True,
    )
    assert done.stdout == woken["text"].encode()
    assert done.stderr == b""
    shown = ash.ok("wakes", "show", woken["session_id"], "--json").json
    assert shown["wake"]["text"] == woken["text"]
    assert shown["is_whole"] is True
    listed = ash.ok("wakes", "list", "--json").json
    assert [wake["id"] for wake in listed] == [woken["session_id"]]
    assert woken["session_id"] in ash.ok("wakes").out
    assert ash("wakes", "show", "nothing").code == 3


def test_sources_that_are_no_preset_are_told_by_their_number(ash: Program) -> None:
    ash.ok("wake", "ash", "--exclude", "Welcome")
    for screen in ("wakes", "last"):
        out = " ".join(ash.ok(screen).out.split())
        assert "16 sources (setting wake.preset, without some)" in out


def test_what_was_forgotten_is_gone_from_it_and_said(ash: Program) -> None:
    kept = ash.ok("memory", "add", "the pane is broken", "--pinned", "--json").json["id"]
    woken = ash.ok("wake", "ash", "--json").json
    ash.ok("forget", kept, "--yes")
    ran = ash.ok("wakes", "show", woken["session_id"])
    assert "pane" not in ran.out
    assert "[forgotten]" in ran.out
    assert "1 line of it was forgotten" in ran.err


def test_the_last_wake_is_taken_apart(ash: Program) -> None:
    assert ash("last").code == 3
    ash.ok("fact", "set", "staging.host", "heron")
    woken = ash.ok("wake", "ash", "--preset", "lean", "--sources", "KeyFacts", "--json").json
    said = ash.ok("last").out
    assert woken["session_id"] in said
    assert "sources were named" in said
    assert "KeyFacts" in said
    assert "holds now, most important first" in said
    assert "staging.host = heron" in said
    parts = ash.ok("last", "ash", "--json").json["parts"]
    spent = sum(part["tokens"] for part in parts if part["source"] == "KeyFacts")
    assert [s["tokens"] for s in woken["shares"] if s["source"] == "KeyFacts"] == [spent]


def test_the_past_is_read_and_nothing_is_recorded(ash: Program) -> None:
    ash.ok("fact", "set", "staging.host", "heron")
    made = ash.ok("hydrate", "--json").json["hydratedAt"]
    ash.ok("fact", "set", "staging.port", "5432")
    found = ash.ok("hydrate", "ash", "--as-of", made, "--json").json
    assert (found["keyFacts"], found["hydratedAt"]) == (["staging.host"], made)
    assert found["withheld"] == []
    for words in ((), ("--text",)):
        assert "staging.port" not in ash.ok("wake", "--as-of", made, *words).out
    assert "nothing recorded" in ash.ok("wake", "--as-of", made).out
    woken = ash.ok("wake", "ash", "--as-of", made, "--json").json
    assert woken["session_id"] is None
    assert woken["liminal"]["woke_at"] == made
    assert "staging.host" in woken["text"]
    assert ash.ok("status", "--json").json["sessions"] == 0
    assert ash("wake", "--as-of", "2000-01-01T00:00:00Z", "--json").code == 3
    assert ash("wake", "--as-of", "soon", "--json").code == 2
    assert ash("hydrate", "--as-of", made, "--intent", "move").code == 2
