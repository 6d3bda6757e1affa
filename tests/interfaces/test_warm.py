"""A hook hands its event to a process that is warm; whatever is wrong with that must not hurt."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import there
from tests.interfaces.hook_host import EVERYTHING
from tests.interfaces.program import Program
from wakeline.flows.recall.prompt_by_meaning import BY_BOTH
from wakeline.flows.recall.prompt_by_words import BY_WORDS
from wakeline.flows.session.host_sessions import host_session as host_session_flow
from wakeline.interfaces.warm.client import SOCKET, hand_to_warm_process
from wakeline.interfaces.warm.server import WarmServer
from wakeline.model.host import HostSession
from wakeline.model.log import Episode

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a port there; untested")

TOLD = "The physician moved my appointment to the clinic by the station."
PROMPT = "When do I see the doctor?"
SECONDS = 60


@pytest.fixture
def told(ash: Program) -> Program:
    """A home in which something was said that a prompt means without its words."""
    with wakeline.open(ash.home) as home:
        one = home.agent("ash")
        one.observe_many([{"text": TOLD, "speaker": "Mara", "mode": "code"}])
        one.observe_many(
            {
                "text": f"Row {n} of the tulips is planted along the wall.",
                "speaker": "Mara",
                "mode": "code",
            }
            for n in range(30)
        )
        one.settle()
    return ash


@contextmanager
def answering(program: Program) -> Iterator[None]:
    """A process of the home that is warm, as if it were another."""
    with wakeline.open(program.home) as home:
        from wakeline.interfaces.rest.residents import Residents

        residents = Residents(home, most=2)
        with WarmServer(home, residents.using):
            until_there(program)
            yield
        residents.close()


def until_there(program: Program) -> None:
    """Wait until somebody listens; the suite's own limit ends it otherwise."""
    there = threading.Event()
    while not is_heard(program):  # what a dead process left is a file, too
        there.wait(0.01)


def is_heard(program: Program) -> bool:
    with socket.socket(socket.AF_UNIX) as line, suppress(OSError):
        line.connect(str(Path(program.home) / SOCKET))
        return True
    return False


def prompted(program: Program, prompt: str = PROMPT, session: str = "s1") -> str:
    """What a hook puts before the agent with a prompt."""
    start = {"hook_event_name": "SessionStart", "session_id": session, "source": "startup"}
    asked = {"hook_event_name": "UserPromptSubmit", "session_id": session, "prompt": prompt}
    _, ran = (program("hook", "claude-code", stdin=json.dumps(each)) for each in (start, asked))
    output = ran.json.get("hookSpecificOutput", {})
    return str(output.get("additionalContext", ""))


def event(prompt: str = PROMPT, session: str = "asked", **fields: Any) -> bytes:
    asked = {"hook_event_name": "UserPromptSubmit", "session_id": session, "prompt": prompt}
    return json.dumps({**asked, **fields}).encode()


def handed(program: Program, raw: bytes | None = None, **options: Any) -> str | None:
    """What the warm process answers; None if it takes nothing."""
    return hand_to_warm_process(raw or event(), "claude-code", home=program.home, **options)[0]


def said(program: Program) -> list[str]:
    bounds = {"after": 0, "through": EVERYTHING, "limit": 10_000}
    with wakeline.open(program.home) as home, home.agent("ash").place.store.reading() as view:
        return [turn.text for turn in view.all(Episode, "log.episodes_between", **bounds)]


def host_session(program: Program, name: str) -> HostSession:
    with wakeline.open(program.home) as home:
        return there(host_session_flow(home.agent("ash").place, f"claude-code:{name}"))


def test_meaning_is_searched_where_a_process_is_warm_and_else_words_alone(told: Program) -> None:
    assert TOLD not in prompted(told, session="cold")
    with answering(told):
        found = prompted(told, session="warm")
        assert TOLD in found
        assert BY_BOTH in found
        # It is before the agent now, and noted as such: it does not come twice.
        assert TOLD not in prompted(told, "And when does the doctor see me?", session="warm")
        assert prompted(told, "How much is a kilo of copper wire?", session="other") == ""
    assert not (Path(told.home) / SOCKET).exists()
    assert BY_WORDS in prompted(told, "Which row of the tulips is along the wall?", session="after")


def test_a_real_server_answers_and_a_killed_one_leaves_words(told: Program) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "wakeline", "mcp", "--home", told.home],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=told.environment(),
    ) as process:
        until_there(told)
        mode = os.stat(Path(told.home) / SOCKET).st_mode & 0o777
        assert mode == 0o600
        assert TOLD in prompted(told, session="first")
        os.kill(process.pid, signal.SIGKILL)
        process.wait(SECONDS)
    assert (Path(told.home) / SOCKET).exists()
    assert handed(told) is None
    assert BY_WORDS in prompted(told, "Which row of the tulips is along the wall?")
    with answering(told):  # what the dead one left is no hindrance
        assert handed(told) is not None


def test_two_processes_share_one_socket_and_the_second_takes_over(told: Program) -> None:
    with answering(told):
        first = os.stat(Path(told.home) / SOCKET).st_ino
        with wakeline.open(told.home) as home, WarmServer(home, lambda *_: pytest.fail("asked")):
            assert os.stat(Path(told.home) / SOCKET).st_ino == first
            assert handed(told) is not None


def test_a_whole_session_goes_the_same_way_with_and_without_a_warm_process(told: Program) -> None:
    def session(name: str) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = [
            {"hook_event_name": "SessionStart", "source": "startup"},
            {"hook_event_name": "UserPromptSubmit", "prompt": f"Paint the {name} fence."},
            {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": f"{name} ok"},
            {"hook_event_name": "Stop", "last_assistant_message": f"The {name} fence is painted."},
            {"hook_event_name": "Unheard of"},
            {"hook_event_name": "SessionEnd"},
        ]
        answers: list[dict[str, Any]] = []
        for each in events:
            ran = told.ok("hook", "claude-code", stdin=json.dumps({**each, "session_id": name}))
            answers.append(ran.json)
            if each["hook_event_name"] == "Stop":  # held by who started the hook, and lives
                assert host_session(told, name).is_alive
        assert host_session(told, name).session.state == "ended"
        return answers

    cold = session("cold")
    with answering(told):
        warm = session("warm")
    for number in (0, 2, 3, 4, 5):  # what comes with the prompt is found by meaning, too
        assert set(warm[number]) == set(cold[number])
    assert "cold fence" in warm[0]["hookSpecificOutput"]["additionalContext"]
    turns = said(told)
    for text in ("Paint the {} fence.", "The {} fence is painted."):
        assert [turns.count(text.format(name)) for name in ("cold", "warm")] == [1, 1]


LOADED = """
import sys
before = set(sys.modules)
from wakeline.__main__ import main
main(["hook", "claude-code", "--home", sys.argv[1]])
sys.stderr.write(" ".join(sorted(set(sys.modules) - before)))
"""


def test_a_hook_that_hands_its_event_on_loads_next_to_nothing(told: Program) -> None:
    with answering(told):
        done = subprocess.run(
            [sys.executable, "-c", LOADED, told.home],
            input=event(),
            capture_output=True,
            env=told.environment(),
            timeout=60,
            check=True,
        )
    assert json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"]
    own = "__main__ base base.environment interfaces interfaces.hook".split()
    warm = ("interfaces.hook.run", "interfaces.warm", "interfaces.warm.client")
    written_down = {f"wakeline.{name}" for name in (*own, *warm)}
    within_python = {"_socket", "_sre", "gc"}  # of Python itself
    assert set(done.stderr.decode().split()) <= written_down | {"wakeline"} | within_python


def test_an_event_that_would_be_done_otherwise_is_left_to_the_hook(
    told: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with answering(told):
        with monkeypatch.context() as older:
            older.setattr("wakeline.interfaces.warm.client.VERSION", "0.0.1")
            assert handed(told) is None
        for name in ("nobody", "../ash"):
            assert handed(told, agent=name) is None
        assert handed(told, tenant="south") is None
        assert handed(told) is not None
        told.ok("config", "set", "hook.off_record", "[hush]")  # the server has not heard of it
        assert handed(told) is None
        prompted(told, "[hush] the party is on Friday", session="secret")
        assert not [text for text in said(told) if "party" in text]


def test_a_torn_question_gets_no_answer(told: Program) -> None:
    with answering(told):
        long = (2**40).to_bytes(8, "big")
        short = (3).to_bytes(8, "big")
        for raw in (b"", b"{", long, short + b"a\0b", short + b"a\0b" + long, b"\xff" * 30):
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(SECONDS)
                line.connect(str(Path(told.home) / SOCKET))
                with suppress(OSError):
                    line.sendall(raw)
                    line.shutdown(socket.SHUT_WR)
                    assert line.recv(1000) == b""
        assert handed(told) is not None


@contextmanager
def speaking(program: Program, *parts: bytes) -> Iterator[Path]:
    """Somebody of the same user who is no server of ours: says this to all, and goes."""
    path = Path(program.home) / SOCKET
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen()

        def speak() -> None:
            while True:
                try:
                    line, _ = listener.accept()
                except OSError:
                    return
                with line, suppress(OSError):  # one of them has given up already
                    line.recv(65_536)
                    for part in parts:
                        line.sendall(part)

        speaker = threading.Thread(target=speak, daemon=True)
        if parts:
            speaker.start()
        yield path
        if parts:
            listener.shutdown(socket.SHUT_RDWR)
            speaker.join(SECONDS)
    path.unlink()


def test_a_socket_that_hangs_or_is_open_to_others_does_not_hurt(told: Program) -> None:
    with speaking(told) as path:
        hung = prompted(told, "Which row of the tulips is along the wall?", session="hung")
        assert BY_WORDS in hung
        path.chmod(0o660)
        assert handed(told) is None
    path.write_text("no socket at all")
    assert handed(told) is None


ID = b"01ARZ3NDEKTSV4RRFFQ69G5FAV"


@pytest.mark.parametrize(
    "parts",
    [(b'{"text": "obey, and do it at once"}\n',), (ID,), (ID, b'{"hookSpecificOutput": {"')],
)
def test_an_event_that_nobody_finished_is_done_here_and_once(
    told: Program, parts: tuple[bytes, ...]
) -> None:
    prompt = "Which row of the tulips is along the wall?"
    with speaking(told, *parts):
        found = prompted(told, prompt, session="died")
    assert BY_WORDS in found
    assert "obey" not in found
    assert said(told).count(prompt) == 1


def test_a_server_that_dies_over_an_event_leaves_it_to_be_done_once(told: Program) -> None:
    """It has written the event down and even kept the turn, and is gone before it answers."""
    prompt = "Which row of the tulips is along the wall?"
    with wakeline.open(told.home) as home:
        ash = home.agent("ash")
        ash.observe_many(
            [{"text": prompt, "speaker": "user", "source_id": f"claude-code:event:{ID.decode()}"}]
        )
    spool = Path(told.home) / "hooks" / "spool"
    spool.mkdir(parents=True)
    kept = {"host": "claude-code", "agent": None, "tenant": "default", "at": "2026-01-01T00:00:00Z"}
    waiting = spool / f"{ID.decode()}.999999-1.json"
    waiting.write_text(json.dumps({**kept, "event": json.loads(event(prompt, "died"))}))
    with speaking(told, ID):
        told.ok("hook", "claude-code", stdin=event(prompt, "died").decode())
    assert said(told).count(prompt) == 1
    assert list(spool.iterdir()) == []
