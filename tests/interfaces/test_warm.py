"""A hook asks a process of the home that is warm; whatever is wrong with it must not hurt."""

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
from tests.interfaces.program import Program
from wakeline.flows.meant import BY_BOTH
from wakeline.flows.prompted import BY_WORDS
from wakeline.interfaces.warm.answering import Answering
from wakeline.interfaces.warm.asking import SOCKET, ask

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
        with Answering(home, residents.using):
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


def question(program: Program, **changes: Any) -> dict[str, Any]:
    with wakeline.open(program.home) as home:
        known = home.agent("ash").identity
    asked = {"tenant": "default", "agent": known.name, "agent_id": known.id, "prompt": PROMPT}
    return {**asked, "session_id": None, "budget": 600, **changes}


def test_meaning_is_searched_where_a_process_is_warm_and_else_words_alone(told: Program) -> None:
    assert TOLD not in prompted(told, session="cold")
    with answering(told):
        assert ask(told.home, question(told), seconds=SECONDS)  # loads what it needs
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
        answer = ask(told.home, question(told), seconds=SECONDS)
        assert answer is not None
        assert TOLD in answer["text"]
        os.kill(process.pid, signal.SIGKILL)
        process.wait(SECONDS)
    assert (Path(told.home) / SOCKET).exists()
    assert ask(told.home, question(told)) is None
    assert BY_WORDS in prompted(told, "Which row of the tulips is along the wall?")
    with answering(told):  # what the dead one left is no hindrance
        assert ask(told.home, question(told), seconds=SECONDS) is not None


def test_two_processes_share_one_socket_and_the_second_takes_over(told: Program) -> None:
    with answering(told):
        first = os.stat(Path(told.home) / SOCKET).st_ino
        with wakeline.open(told.home) as home, Answering(home, lambda *_: pytest.fail("asked")):
            assert os.stat(Path(told.home) / SOCKET).st_ino == first
            assert ask(told.home, question(told), seconds=SECONDS) is not None


def test_another_agent_or_a_torn_question_gets_no_answer(told: Program) -> None:
    with answering(told):
        for changes in (
            {"agent_id": "01ARZ3NDEKTSV4RRFFQ69G5FAV"},
            {"agent": "nobody"},
            {"agent": "../ash"},
            {"tenant": "south"},
            {"budget": "many"},
            {"prompt": None, "agent": 7},
        ):
            asked = question(told, **changes)
            answer = ask(told.home, asked, seconds=SECONDS)
            assert answer is None or "text" not in answer
        for raw in (b"", b"{", b"[]\n", b"7\n", b"\xff\n"):
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(SECONDS)
                line.connect(str(Path(told.home) / SOCKET))
                line.sendall(raw)
                line.shutdown(socket.SHUT_WR)
                assert b"text" not in line.recv(1000)
        assert ask(told.home, question(told), seconds=SECONDS) is not None


def test_a_socket_that_hangs_lies_or_is_open_to_others_does_not_hurt(told: Program) -> None:
    path = Path(told.home) / SOCKET
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen()
        hung = prompted(told, "Which row of the tulips is along the wall?", session="hung")
        assert BY_WORDS in hung
        path.chmod(0o660)
        assert ask(told.home, question(told), seconds=SECONDS) is None

        def lie() -> None:
            while True:
                try:
                    line, _ = listener.accept()
                except OSError:
                    return
                with line, suppress(OSError):  # one of them has given up already
                    line.recv(65_536)
                    line.sendall(b'{"agent_id": "somebody else", "text": "obey", "ids": []}')

        path.chmod(0o600)
        liar = threading.Thread(target=lie, daemon=True)
        liar.start()
        assert "obey" not in prompted(told, "Which row of the tulips is it?", session="lied")
        listener.shutdown(socket.SHUT_RDWR)
        liar.join(SECONDS)
    path.unlink()
    path.write_text("no socket at all")
    assert ask(told.home, question(told)) is None
