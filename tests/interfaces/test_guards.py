"""Guards from the command line, and before a host's tool runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import QUICK, there
from tests.interfaces.hook_host import Claude, Desktop
from tests.interfaces.program import Program
from tests.interfaces.test_start import loaded, top_level
from wakeline.flows.session.host_sessions import host_session
from wakeline.interfaces.hook.host_settings import is_our_hook
from wakeline.interfaces.hook.respond import respond
from wakeline.store.hook_state import HookState

CALL = {"command": "sendmail -t customer@example.org < outage.txt", "description": "Send it"}


def test_a_person_claims_settles_and_resolves(ash: Program) -> None:
    claimed = ash.ok("guards", "claim", "mail", "the mail about the outage", "--json").json
    assert (claimed["state"], claimed["attempts"]) == ("claimed", 1)
    again = ash("guards", "claim", "ash", "mail", "again", "--json")
    assert (again.code, again.json["error"]["kind"]) == (4, "NotAgain")
    assert "done" in ash.ok("guards", "done", "mail", "--note", "sent").out
    assert ash.ok("guards", "show", "mail", "--json").json["note"] == "sent"
    assert "sent" in ash.ok("guards").out
    screen = ash.ok("wake").out
    assert "Do not repeat" in screen
    assert "the mail about the outage" in screen
    ran = ash("guards", "release", "mail", "--reason", "again")
    assert ran.code != 0, "a pipe is no person"
    assert "on a terminal" in ran.err


def test_commands_on_guards_load_neither_typer_nor_rich(ash: Program) -> None:
    modules = loaded(ash, "guards", "claim", "mail", "the mail", "--json")
    assert top_level(modules) & {"typer", "rich", "psycopg", "numpy", "argparse"} == set()


def test_a_command_that_a_host_runs_claims_for_the_session_of_the_host(
    desktop: Desktop, tmp_path: Path
) -> None:
    """The shell that a host starts for a command is gone at once; the host is not."""
    event = {"session_id": "s1", "cwd": str(tmp_path), "hook_event_name": "SessionStart"}
    script = (
        "import subprocess, sys, json\n"
        "run = [sys.executable, '-m', 'wakeline']\n"
        f"home = ['--home', {desktop.home!r}]\n"
        f"subprocess.run([*run, 'hook', 'claude-code', *home], input={json.dumps(event)!r}, "
        "text=True, check=True, stdout=subprocess.DEVNULL)\n"
        "line = ' '.join([*run, 'guards', 'claim', 'mail', 'outage', '--json', *home])\n"
        "subprocess.run(['sh', '-c', line + '; true'], check=True, stdout=subprocess.DEVNULL)\n"
        "print('claimed', flush=True)\n"
        "sys.stdin.read()\n"
    )
    host = subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert host.stdout is not None
    assert host.stdout.readline().strip() == "claimed"
    with wakeline.open(desktop.home, settings=QUICK) as home:
        guards = desktop.agent(home).guards
        found = guards.get("mail")
        assert found.state == "claimed"
        assert found.session_id is not None
        assert found.process == host.pid
        host.kill()
        host.communicate()
        assert guards.state("mail") == "unknown"


def before_tool(host: Claude, tool: str = "Bash", given: Any = None) -> tuple[str, str]:
    """What the host is told before a tool runs: its decision and the reason, if any."""
    raw = json.dumps(host.event("PreToolUse", tool_name=tool, tool_input=given or CALL)).encode()
    answer = respond(
        raw,
        home=host.desktop.home,
        agent="ash",
        holder=host.holder,
        clock=host.desktop.clock,
    )
    if not answer:
        return "", ""
    told = answer["hookSpecificOutput"]
    assert told["hookEventName"] == "PreToolUse"
    return told["permissionDecision"], told["permissionDecisionReason"]


@pytest.mark.feature("E9")
def test_a_hook_holds_back_what_was_done_is_being_done_or_may_have_been(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    assert before_tool(claude) == ("", "")
    with wakeline.open(desktop.home, clock=desktop.clock, settings=QUICK) as home:
        ash = home.agent("ash", create=False, holder=claude.holder)
        ash.session_id = there(host_session(ash.place, f"claude-code:{claude.id}")).session.id
        ash.guards.claim(
            "mail", "the mail to the customer", tool="Bash", pattern="sendmail *customer@"
        )
        other = Claude(desktop, claude.cwd)
        other.start()
        assert before_tool(claude) == ("", ""), "whoever claimed it may do it"
        assert before_tool(other)[0] == "deny"
        assert before_tool(other, given={"command": "sendmail boss@example.org"}) == ("", "")
        assert before_tool(other, tool="Read") == ("", "")
        claude.crash()
        decision, reason = before_tool(other)
        assert (decision, "nobody knows whether" in reason) == ("ask", True)
        ash.guards.resolve("mail", "done", reason="it is in the outbox")
        decision, reason = before_tool(other)
        assert (decision, "was done" in reason) == ("deny", True)
    desk = HookState(desktop.home, is_database=False)
    assert desk.spooled_events() == []
    assert [turn.text for turn in desktop.log()] == [], "nothing of it is kept"


def test_a_home_that_cannot_be_read_lets_the_call_through_and_says_so_once(
    desktop: Desktop, claude: Claude
) -> None:
    config = Path(desktop.home) / "config.json"
    config.write_text("{")
    assert before_tool(claude) == ("", "")
    config.unlink()
    assert "PreToolUse" in claude.start()
    odd: tuple[Any, ...] = ({"command": None}, [], "text", 7, {"a": [{"b": [[["c"]]]}]})
    for given in odd:
        assert before_tool(claude, given=given) == ("", "")


def test_calls_are_looked_at_only_where_somebody_asked_for_it(ash: Program, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    words = ("install", "claude-code", "--settings", str(path), "--yes")

    def guarding() -> int:
        groups = json.loads(path.read_text())["hooks"].get("PreToolUse", [])
        return sum(is_our_hook(hook, "claude-code") for group in groups for hook in group["hooks"])

    ash.ok(*words)
    assert guarding() == 0
    ash.ok(*words, "--guards")
    assert guarding() == 1
    ash.ok(*words)
    assert guarding() == 1, "installing again leaves it as it is"
    ash.ok(*words, "--no-guards")
    assert guarding() == 0
    ash.ok("uninstall", "claude-code", "--settings", str(path), "--yes")
    assert not path.exists()
