"""A session from the command line: woken, spoken in, searched, ended."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import a_holder
from tests.interfaces.program import Program


def test_commands_of_one_terminal_share_a_session(ash: Program) -> None:
    woken = ash.ok("wake", "ash", "--json").json
    kept = ash.ok("record", "ash", "--user", "hello", "--agent", "hello Mara", "--json").json
    assert kept["session_id"] == woken["session_id"]
    ended = ash.ok("end", "ash", "--message", "water the plants", "--json").json
    assert ended["session"]["id"] == woken["session_id"]
    assert ended["session"]["state"] == "ended"
    again = ash.ok("wake", "ash", "--json").json
    assert "water the plants" in again["text"]


def test_a_session_can_be_named(ash: Program) -> None:
    woken = ash.ok("wake", "--json").json
    kept = ash.ok("record", "--user", "hi", "--session", woken["session_id"], "--json").json
    assert kept["session_id"] == woken["session_id"]
    assert ash("record", "--user", "hi", "--session", "nope", "--json").code == 3


@pytest.fixture
def elsewhere(ash: Program) -> Iterator[Terminal]:
    """Another terminal of the same home, open until the test is over."""
    shell = subprocess.Popen(
        ["sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ash.environment(), text=True
    )
    yield Terminal(shell, ash.home)
    shell.communicate(timeout=60)


class Terminal:
    """A shell that stays and runs one command after another."""

    def __init__(self, shell: subprocess.Popen[str], home: str) -> None:
        self._shell = shell
        self._home = home

    def __call__(self, *words: str, below: bool = False) -> Any:
        """What a command answers; `below` another shell if that runs it."""
        given = [*words, "--home", self._home, "--json"]
        command = shlex.join([sys.executable, "-m", "wakeline", *given])
        if below:
            command = shlex.join(["sh", "-c", f"{command}; true"])
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(command + "\n")
        self._shell.stdin.flush()
        return json.loads(self._shell.stdout.readline())


def test_another_terminal_neither_ends_nor_joins_a_session_that_is_alive(
    ash: Program, elsewhere: Terminal
) -> None:
    woken = elsewhere("wake")["session_id"]
    assert ash.ok("record", "--user", "hello from here", "--json").json["session_id"] is None
    assert ash.ok("letters", "write", "--intent", "None.", "--json").json["session_id"] is None
    refused = ash("end")
    assert refused.code == 4
    assert f"--session {woken}" in refused.err
    assert elsewhere("record", "--user", "still here")["session_id"] == woken
    assert elsewhere("record", "--user", "by a script", below=True)["session_id"] == woken
    ended = ash.ok("end", "--session", woken, "--json").json
    assert ended["session"]["id"] == woken


def test_a_session_whose_terminal_is_gone_goes_on_in_another(ash: Program) -> None:
    """As where each command of an agent has a shell of its own."""
    command = shlex.join([sys.executable, "-m", "wakeline", "wake", "--home", ash.home, "--json"])
    done = subprocess.run(
        ["sh", "-c", f"{command}; true"], env=ash.environment(), capture_output=True, check=True
    )
    woken = json.loads(done.stdout)["session_id"]
    assert ash.ok("record", "--user", "hello", "--json").json["session_id"] == woken
    assert ash.ok("end", "--json").json["session"]["id"] == woken


def test_without_an_open_session_a_turn_is_kept_all_the_same(ash: Program) -> None:
    assert ash.ok("record", "--user", "hello", "--json").json["session_id"] is None


def test_waking_again_says_that_the_last_session_was_cut_off(ash: Program) -> None:
    ash.ok("wake")
    ash.ok("record", "--user", "please fix the fence")
    out = ash.ok("wake").out
    assert "cut off" in out


def test_a_moment_is_iso_8601_in_utc_and_a_row_is_an_object(ash: Program) -> None:
    woken = ash.ok("wake", "--json").json
    assert woken["liminal"]["woke_at"].endswith("Z")
    assert woken["context"]["identity"]["name"] == "ash"
    assert woken["liminal"]["wake_type"] == "gradual"


def test_text_shows_only_what_the_agent_reads(ash: Program) -> None:
    out = ash.ok("wake", "--text").out
    assert out.startswith("[")
    assert "You are Ash." in out


def test_standard_input_is_read_for_a_dash(ash: Program) -> None:
    ash.ok("record", "--user", "-", stdin="the ferry leaves at nine\n")
    assert "ferry" in ash.ok("recall", "ferry").out
    ran = ash("record", "--user", "-", "--agent", "-", stdin="x")
    assert ran.code == 2
    assert ash("record", "--user", "-", stdin=b"\xff\xfe").code == 2


def test_a_file_of_events_is_taken_in_and_again_changes_nothing(
    ash: Program, tmp_path: Path
) -> None:
    events = [
        {"text": f"turn {i} about the harbour", "speaker": "Mel", "source_id": f"D1:{i}"}
        for i in range(25)
    ]
    file = tmp_path / "events.jsonl"
    file.write_text("\n".join(map(json.dumps, events)) + "\n\n")
    assert ash.ok("record", "--file", str(file), "--json").json["new"] == 25
    assert ash.ok("record", "--file", str(file), "--json").json["duplicates"] == 25
    assert "25" in ash.ok("record", "--file", "-", stdin=file.read_text()).out
    assert len(ash.ok("recall", "harbour", "--k", "30", "--json").json) == 25


@pytest.mark.parametrize("line", ["{", "[1]", '{"text": "x", "colour": "red"}'])
def test_a_bad_line_of_a_file_is_an_error_that_names_it(
    ash: Program, tmp_path: Path, line: str
) -> None:
    file = tmp_path / "events.jsonl"
    file.write_text(f'{{"text": "fine"}}\n{line}\n')
    ran = ash("record", "--file", str(file))
    assert ran.code == 2
    assert ran.err.startswith("wakeline: ")


def test_recall_explains_and_filters(ash: Program) -> None:
    ash.ok("record", "--user", "staging is called kestrel now", "--thread", "invoices")
    ash.ok("record", "--user", "the kestrel flew over the garden", "--thread", "garden")
    ash.ok("fact", "set", "staging.host", "kestrel")
    out = ash.ok("recall", "ash", "kestrel", "--explain").out
    assert "words_before" in out
    assert "bare_words" in out, "it asks for a word as it stands"
    only = ash.ok("recall", "kestrel", "--thread", "garden", "--json").json
    assert [hit["thread_id"] for hit in only] == ["garden"]
    facts = ash.ok("recall", "kestrel", "--kind", "fact", "--json").json
    assert [hit["kind"] for hit in facts] == ["fact"]
    assert "nothing was found" in ash.ok("recall", "zeppelin").out


def test_status_is_one_screen(ash: Program) -> None:
    ash.ok("wake")
    out = ash.ok("status").out
    assert "Ash" in out
    assert len(out.splitlines()) < 24
    assert ash.ok("status", "--json").json["open_sessions"][0]["is_alive"] is True
    assert "done" in ash.ok("settle").out
    assert "nothing was waiting" in ash.ok("settle").out


def test_status_stays_one_screen_beside_many_open_sessions(ash: Program) -> None:
    with wakeline.open(ash.home) as home:
        for n in range(30):
            home.agent("ash", holder=a_holder(f"beside {n}")).wake(preset="agent-minimal")
    out = ash.ok("status").out
    assert len(out.splitlines()) < 40
    assert "22 more" in out
    assert len(ash.ok("status", "--json").json["open_sessions"]) == 30
    assert "30 other sessions are awake" in (shown := ash.ok("wake").out)
    assert shown.count("awake on other-host") == 5


def test_a_list_that_is_cut_says_so(ash: Program) -> None:
    with wakeline.open(ash.home, settings={"sqlite.synchronous": "OFF"}) as home:
        agent = home.agent("ash")
        for n in range(1001):
            agent.facts.set(f"key {n}", "value")
            agent.decisions.add(f"No gadget {n}.")
    assert ash.ok("fact", "list").out.endswith("the first 1,000; there may be more\n")
    assert ash.ok("decisions", "list").out.endswith("the newest 1,000; there may be more\n")


def test_ending_without_a_session_says_so(ash: Program) -> None:
    ran = ash("end")
    assert ran.code == 3
    assert "no session is open" in ran.err


def test_end_takes_a_whole_handoff_as_json(program: Program) -> None:
    program("init", "--agent", "ash", "--yes")
    program("wake", "ash")
    given = {"summary": "from a file", "emotional_valence": 0.4, "warnings": ["one", "two"]}
    ended = program(
        "end", "ash", "--handoff", "-", "--message-to-next", "go on", "--json",
        stdin=json.dumps(given),
    )  # fmt: skip
    handoff = ended.json["handoff"]
    assert (handoff["summary"], handoff["emotional_valence"]) == ("from a file", 0.4)
    assert handoff["message_to_next"] == "go on"
    assert "two" in handoff["warnings"]
    wrong = program("end", "ash", "--handoff", "-", stdin="[1]")
    assert wrong.code == 2
    assert "handoff" in wrong.err
