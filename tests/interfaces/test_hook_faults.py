"""Whatever goes wrong, a host gets a valid answer, and no event is lost or kept twice."""

from __future__ import annotations

import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import QUICK, a_holder
from tests.interfaces.hook_host import Claude, Desktop
from tests.interfaces.program import Program
from wakeline.base.process import own_command, program_arguments
from wakeline.interfaces.hook.respond import MOST_TAKEN_IN, respond
from wakeline.store.hook_state import HookState
from wakeline.store.locks import FileLock

SEED = 11
HOOK = ("hook", "claude-code")


def desk(desktop: Desktop) -> HookState:
    return HookState(desktop.home, is_database=False)


def texts(desktop: Desktop) -> list[str]:
    return [text for _, text in desktop.said()]


def a_prompt(text: str, session: str = "s1") -> dict[str, Any]:
    return {"hook_event_name": "UserPromptSubmit", "session_id": session, "prompt": text}


def test_an_event_waits_while_the_home_cannot_be_used_and_is_taken_in_once(
    desktop: Desktop, tmp_path: Path
) -> None:
    claude = Claude(desktop, desktop.project())
    claude.start()
    config = Path(desktop.home) / "config.json"
    config.write_text("{ broken")
    told = claude.ask("Asked while it was broken.")
    assert "A memory hook failed" in told
    assert "Waiting to be taken in: 1." in told
    claude.reply("Answered while it was broken.")
    waiting = desk(desktop).spooled_events()
    assert len(waiting) == 2
    assert {stat.S_IMODE(os.stat(item.path).st_mode) for item in waiting} == {0o600}
    config.unlink()
    assert "A memory hook failed" in claude.ask("Asked when it was whole.")
    assert claude.ask("Asked after that.").count("A memory hook failed") == 0
    assert texts(desktop) == [
        "Asked while it was broken.",
        "Answered while it was broken.",
        "Asked when it was whole.",
        "Asked after that.",
    ]
    assert desk(desktop).spooled_events() == []
    claude.crash()


def test_what_had_to_wait_is_not_kept_again_if_the_transcript_was_quicker(
    desktop: Desktop,
) -> None:
    claude = Claude(desktop, desktop.project())
    claude.start()
    config = Path(desktop.home) / "config.json"
    config.write_text("[]")
    claude.ask("A question that waits.")
    aside = desktop.folder / "aside"
    (item,) = desk(desktop).spooled_events()
    os.rename(item.path, aside)
    config.unlink()
    claude.reply("An answer.")
    assert texts(desktop) == ["A question that waits.", "An answer."]
    os.rename(aside, item.path)
    claude.ask("Another question.")
    assert texts(desktop) == ["A question that waits.", "An answer.", "Another question."]
    claude.crash()


def test_what_waits_for_one_agent_is_not_taken_in_by_another(desktop: Desktop) -> None:
    claude = Claude(desktop, desktop.project())
    config = Path(desktop.home) / "config.json"
    config.write_text("{")
    claude.ask("For ash alone.")
    config.unlink()
    with wakeline.open(desktop.home, settings=QUICK) as home:
        home.agent("birch").place  # noqa: B018 - opening makes the agent
    raw = json.dumps(a_prompt("For birch.", "s9")).encode()
    respond(raw, home=desktop.home, agent="birch", clock=desktop.clock, holder=a_holder())
    assert len(desk(desktop).spooled_events()) == 1
    claude.reply("Heard.")
    assert texts(desktop) == ["For ash alone.", "Heard."]
    assert desk(desktop).spooled_events() == []


def test_what_waits_for_others_keeps_nobody_from_what_waits_behind_it(desktop: Desktop) -> None:
    """Hooks of an agent may be gone for good while what they left still waits."""
    config = Path(desktop.home) / "config.json"
    config.write_text("{")
    for number in range(MOST_TAKEN_IN + 1):
        raw = json.dumps(a_prompt(f"To birch: {number}.")).encode()
        respond(raw, home=desktop.home, agent="birch", clock=desktop.clock)
    claude = Claude(desktop, desktop.project())
    claude.ask("For ash.")
    config.unlink()
    claude.reply("Heard.")
    assert texts(desktop) == ["For ash.", "Heard."]
    assert len(desk(desktop).spooled_events()) == MOST_TAKEN_IN + 1


def test_what_waits_for_whoever_is_meant_is_taken_in_for_who_is_named(desktop: Desktop) -> None:
    """Hooks were put in without a name at first, and with the same agent's name then."""
    config = Path(desktop.home) / "config.json"
    config.write_text("{")
    raw = json.dumps(a_prompt("For the only one.")).encode()
    respond(raw, home=desktop.home, clock=desktop.clock)
    config.unlink()
    claude = Claude(desktop, desktop.project())
    claude.ask("For ash.")
    assert texts(desktop) == ["For the only one.", "For ash."]
    assert desk(desktop).spooled_events() == []


def test_a_locked_home_makes_nobody_wait_long(desktop: Desktop) -> None:
    claude = Claude(desktop, desktop.project())
    claude.start()
    lock = FileLock(str(Path(desktop.home) / "agents" / "ash" / "write.lock"))
    with lock:
        claude.ask("Asked while it was locked.")
        assert texts(desktop) == []
        assert "Busy" in desk(desktop).last_failure()["reason"]
    lock.close()
    claude.reply("Answered later.")
    assert texts(desktop) == ["Asked while it was locked.", "Answered later."]
    claude.crash()


def test_a_home_that_cannot_be_written_has_its_events_kept_elsewhere(
    ash: Program, tmp_path: Path
) -> None:
    os.chmod(ash.home, 0o500)
    state = {"XDG_STATE_HOME": str(tmp_path / "elsewhere")}
    agents = Path(ash.home) / "agents" / "ash"
    os.chmod(agents, 0o500)
    event = json.dumps(a_prompt("Nobody can write this down at home."))
    ran = ash(*HOOK, stdin=event, environment=state, powerless=True)
    assert (ran.code, ran.json["hookSpecificOutput"]["hookEventName"]) == (0, "UserPromptSubmit")
    kept = list((tmp_path / "elsewhere").rglob("spool/*.json"))
    assert len(kept) == 1
    os.chmod(ash.home, 0o700)
    os.chmod(agents, 0o700)
    later = json.dumps(a_prompt("Now they can."))
    assert ash(*HOOK, stdin=later, environment=state).code == 0
    assert list((tmp_path / "elsewhere").rglob("spool/*.json")) == []
    found = ash.ok("recall", "ash", "nobody can write down", "--json").json
    assert "Nobody can write this down at home." in [hit["text"] for hit in found]


def mangled(rng: random.Random, good: bytes) -> bytes:
    """One event as it never should come."""
    kind = rng.randrange(7)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return good[: rng.randrange(len(good))]
    if kind == 2:
        at = rng.randrange(len(good))
        return good[:at] + rng.randbytes(rng.randrange(1, 5)) + good[at + 1 :]
    if kind == 3:
        return rng.choice([b"null", b"[]", b"7", b'""', b"", b"{}", b"[" * 5000, b'{"a":' * 5000])
    fields = json.loads(good)
    odd: list[Any] = [
        None,
        7,
        -1.5,
        True,
        [],
        {},
        [[]],
        {"a": {}},
        "",
        "\0",
        "\ud800",
        "x" * 5000,
        "../..",
        "\n",
    ]
    for name in rng.sample(sorted(fields), rng.randrange(1, len(fields))):
        if name != "hook_event_name" or kind == 6:
            fields[name] = rng.choice(odd)
    if kind == 5:
        fields["\u202e" + rng.choice(["x", "\udfff", ""])] = rng.choice(odd)
    return json.dumps(fields).encode()


def test_a_thousand_malformed_events_break_nothing_and_lose_no_good_one(desktop: Desktop) -> None:
    rng = random.Random(SEED)
    recorded = json.loads((Path(__file__).parent / "claude_code_events.json").read_text())
    raw = [json.dumps(event).encode() for event in recorded]
    asked: list[str] = []
    at_home: dict[str, Any] = {
        "home": desktop.home,
        "agent": "ash",
        "clock": desktop.clock,
        "holder": a_holder(),
    }
    for number in range(1000):
        answer = respond(mangled(rng, rng.choice(raw)), **at_home)
        assert isinstance(json.loads(json.dumps(answer)), dict)
        if number % 50 == 0:
            asked.append(f"Good question number {number}.")
            good = json.dumps(a_prompt(asked[-1], f"good{number}")).encode()
            respond(good, **at_home)
    respond(json.dumps(a_prompt("last")).encode(), **at_home)
    kept = texts(desktop)
    assert [kept.count(text) for text in asked] == [1] * len(asked)
    assert desk(desktop).spooled_events() == []


def test_malformed_events_as_processes_end_with_0_and_valid_json(ash: Program) -> None:
    rng = random.Random(SEED)
    recorded = json.loads((Path(__file__).parent / "claude_code_events.json").read_text())
    for _ in range(6):
        raw = mangled(rng, json.dumps(rng.choice(recorded)).encode())
        ran = ash(*HOOK, stdin=raw, environment={"WAKELINE_HOOK_SETTLE": "0"})
        assert ran.code == 0, raw
        assert isinstance(ran.json, dict)
    for words in (("hook",), ("hook", "nobody"), ("hook", "claude-code", "--what", "--agent")):
        ran = ash(*words, stdin="{}", home=False)
        assert (ran.code, ran.json) == (0, {})


def test_a_hook_that_is_killed_in_the_middle_loses_nothing(ash: Program, tmp_path: Path) -> None:
    lock = FileLock(str(Path(ash.home) / "agents" / "ash" / "write.lock"))
    spool = Path(ash.home) / "hooks" / "spool"
    with lock:
        process = subprocess.Popen(
            [sys.executable, "-m", "wakeline", *HOOK, "--home", ash.home],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=ash.environment(),
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(a_prompt("Said right before the end.")).encode())
        process.stdin.close()
        while not list(spool.glob("*.json")):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
    lock.close()
    ran = ash(*HOOK, stdin=json.dumps(a_prompt("Said after it.", "s2")))
    assert ran.code == 0
    found = ash.ok("recall", "ash", "said right before end", "--json").json
    assert [hit["text"] for hit in found].count("Said right before the end.") == 1
    assert list(spool.iterdir()) == []


def test_two_terminals_at_once_keep_what_each_has_said(ash: Program, tmp_path: Path) -> None:
    def fire(session: str, number: int) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "wakeline", *HOOK, "--home", ash.home],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ash.environment(),
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps(a_prompt(f"From {session}: {number}.", session)).encode())
        process.stdin.close()
        return process

    for number in range(3):
        for process in [fire(session, number) for session in ("one", "two")]:
            with process:
                assert process.stdout is not None
                assert isinstance(json.loads(process.stdout.read()), dict)
            assert process.returncode == 0
    exported = [json.loads(line) for line in ash.ok("export", "ash").out.splitlines()]
    said = [line["text"] for line in exported if line.get("role") == "user"]
    assert sorted(said) == [f"From {s}: {n}." for s in ("one", "two") for n in range(3)]


def test_the_doctor_shows_what_waits_and_what_failed_last(ash: Program) -> None:
    lock = FileLock(str(Path(ash.home) / "agents" / "ash" / "write.lock"))
    with lock:
        ash(*HOOK, stdin=json.dumps(a_prompt("It waits.")))
    lock.close()
    ash(*HOOK, stdin="no event at all")
    found = {f["topic"]: f for f in ash("doctor", "--json").json["findings"]}
    assert found["hooks"]["level"] == "warn"
    assert "1 event" in found["hooks"]["text"]
    assert "could not be read" in found["hooks refused"]["text"]
    assert "no event that can be read" in found["hooks failed"]["text"]


def test_a_home_without_anybody_in_it_is_no_error_and_is_not_made(
    program: Program, tmp_path: Path
) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path / "elsewhere")}
    ran = program(*HOOK, stdin=json.dumps(a_prompt("Hello?")), environment=state)
    assert ran.code == 0
    assert not Path(program.home).exists()


def test_a_folder_that_is_worked_in_lends_its_code_to_nobody(
    claude: Claude, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left to be done runs in that folder, which may hold anything by our name."""
    foreign, ran = tmp_path / "foreign" / "wakeline", tmp_path / "ran"
    foreign.mkdir(parents=True)
    for name in ("__init__.py", "__main__.py"):
        (foreign / name).write_text(f"open({str(ran)!r}, 'w').close()\n")
    monkeypatch.chdir(foreign.parent)
    begun: list[list[str]] = []
    popen = subprocess.Popen

    def noted(words: list[str], **options: Any) -> subprocess.Popen[bytes]:
        begun.append(words)
        return popen(["true"], **options)

    claude.start()
    with monkeypatch.context() as patched:
        patched.setattr(subprocess, "Popen", noted)
        claude.fire("SessionEnd", reason="prompt_input_exit")
    (words,) = begun
    assert words[-6:-4] == ["settle", "ash"]
    for left in (words, own_command("--version")):
        subprocess.run(left, check=True, capture_output=True, timeout=60)
    assert not ran.exists()
    assert program_arguments(own_command("hook", "codex")[1:]) == ["hook", "codex"]


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stderr"])
def test_a_stream_that_is_closed_is_no_failure_of_a_hook(ash: Program, closed: str) -> None:
    number = ("stdin", "stdout", "stderr").index(closed)
    asked = json.dumps(a_prompt("Said into the dark."))
    ran = subprocess.run(
        [sys.executable, "-m", "wakeline", *HOOK, "--home", ash.home],
        input=asked.encode(),
        capture_output=True,
        env=ash.environment(),
        preexec_fn=lambda: os.close(number),
        check=True,
    )
    assert b"Traceback" not in ran.stderr
    if closed != "stdout":
        assert isinstance(json.loads(ran.stdout), dict)
    kept = ash.ok("recall", "ash", "said into the dark", "--kind", "conversation", "--json").json
    assert [hit["text"] for hit in kept] == ["Said into the dark."] * (closed != "stdin")
