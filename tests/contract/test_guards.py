"""Actions that are done at most once, whoever dies in between, on both engines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.builders import Homes, a_holder, events, there
from wakeline.base.errors import Conflict, IllegalMove, Invalid, NotAgain, NotFound
from wakeline.flows.session.guards import release_guard
from wakeline.flows.session.host_sessions import resume_session

ROOT = Path(__file__).parents[2]
KEYS = [f"act{number}" for number in range(20)]


@contextmanager
def a_claimer(location: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    path = os.pathsep.join([str(ROOT), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.contract.claimer", location, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        assert heard(process) == "ready"
        yield process
    finally:
        process.kill()
        process.communicate()


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def told(process: subprocess.Popen[str], *keys: str) -> None:
    assert process.stdin is not None
    process.stdin.write("".join(f"{key}\n" for key in keys))
    process.stdin.flush()


def test_an_action_is_claimed_done_and_never_claimed_again(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.guards.state("mail") is None
    assert ash.guards.claim("mail", "the e-mail about the outage").state == "claimed"
    with pytest.raises(NotAgain, match="may be under way"):
        ash.guards.claim("mail", "the same again")
    assert ash.guards.done("mail", "id 77").note == "id 77"
    assert ash.guards.done("mail").note == "id 77"
    open_home.later(days=400)
    with pytest.raises(NotAgain, match="was done 2026-03-02 09:00 UTC") as refused:
        open_home.agent().guards.claim("mail", "the same again")
    assert refused.value.state == "done"
    with pytest.raises(IllegalMove, match="from done to failed"):
        ash.guards.failed("mail")
    release_guard(ash.place, "mail", reason="the customer asked for it again", actor="Mel")
    assert ash.guards.claim("mail", "once more").attempts == 2
    kinds = [event.kind for event in events(ash) if event.subject_kind == "guard"]
    assert kinds == ["guard.claimed", "guard.done", "guard.released", "guard.claimed"]
    assert ash.verify().ok


def test_what_failed_may_be_tried_again(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.guards.claim("deploy", "release 7")
    assert ash.guards.failed("deploy", "the host refused").state == "failed"
    assert ash.guards.claim("deploy", "release 7").attempts == 2
    assert [guard.key for guard in ash.guards.all(state="claimed")] == ["deploy"]


@pytest.mark.feature("X48")
def test_of_two_processes_that_claim_at_once_one_gets_it(open_home: Homes, location: str) -> None:
    ash = open_home.agent()
    ash.status()
    with a_claimer(location) as one, a_claimer(location) as other:
        for key in KEYS:
            told(one, key)
            told(other, key)
        answers = [heard(process) for process in (one, other) for _ in KEYS]
        got = [answer.removeprefix("got ") for answer in answers if answer.startswith("got ")]
        assert sorted(got) == sorted(KEYS)
        assert {answer.split()[0] for answer in answers} == {"got", "claimed"}
        assert {ash.guards.state(key) for key in KEYS} == {"claimed"}


@pytest.mark.feature("E9", "X48")
def test_a_claim_whose_holder_was_killed_is_unknown_until_somebody_says_what_happened(
    open_home: Homes, location: str
) -> None:
    ash = open_home.agent()
    ash.status()
    for key, words in (("mail", ()), ("pay", ("wakes",))):
        with a_claimer(location, *words) as process:
            told(process, key)
            assert heard(process) == f"got {key}"
            assert ash.guards.state(key) == "claimed"
            process.kill()
            process.wait()
            assert ash.guards.state(key) == "unknown"
            with pytest.raises(NotAgain, match="nobody knows whether"):
                ash.guards.claim(key, "try again")
    woken = open_home.agent().wake(preset="agent-minimal", budget=600)
    block = woken.text.partition("[DO NOT REPEAT]")[2]
    assert "the act called mail (mail): nobody knows" in block
    assert "the act called pay (pay): nobody knows" in block
    with pytest.raises(Conflict, match="somebody else claimed"):
        ash.guards.failed("mail")
    ash.guards.resolve("mail", "failed", reason="it is not in the outbox")
    assert ash.guards.claim("mail", "again").attempts == 2
    ash.guards.done("pay", "it is in the bank's list")
    with pytest.raises(Conflict, match="nothing to resolve"):
        ash.guards.resolve("pay", "failed", reason="no")
    gone = [event for event in events(ash, "guard.unknown") if event.after]
    assert [(event.after or {})["key"] for event in gone] == ["mail", "pay"]


def test_a_session_that_ends_or_is_cut_off_leaves_its_claims_unknown(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.guards.claim("ended", "begun before the end")
    ash.end(summary="over")
    assert ash.guards.get("ended").note == (
        "the session that claimed it ended without saying what came of it"
    )
    elsewhere = open_home.agent(holder=a_holder())
    elsewhere.wake()
    elsewhere.guards.claim("far", "begun on another machine")
    open_home.later(minutes=59)
    assert ash.guards.state("far") == "claimed"
    open_home.later(minutes=2)
    assert ash.guards.state("far") == "unknown"
    ash.wake()
    assert {event.subject_kind for event in events(ash, "guard.unknown")} == {"guard"}
    # It was slow, not dead: what it says of its own act counts.
    assert elsewhere.guards.done("far").state == "done"


def test_a_process_that_goes_on_in_the_session_of_another_does_not_have_its_claims(
    open_home: Homes,
) -> None:
    ash = open_home.agent(holder=a_holder("host", process=1))
    session_id = ash.wake().session_id
    ash.guards.claim("half", "begun before the crash")
    again = open_home.agent(holder=a_holder("host", process=2))
    resume_session(again.place, there(session_id))
    assert again.guards.state("half") == "unknown"


def test_a_wake_shows_unknown_ones_first_and_is_bounded(open_home: Homes) -> None:
    ash = open_home.agent()
    for number in range(30):
        ash.guards.claim(f"done{number}", f"thing {number} " + "ä" * 600)
        ash.guards.done(f"done{number}")
        open_home.later(minutes=1)
    ash.guards.claim("torn", "the payment of the rent", minutes=1)
    open_home.later(minutes=2)
    woken = ash.wake()
    shown = [guard.key for guard in woken.context["Guards"]]
    assert shown == ["torn", *(f"done{number}" for number in range(29, 23, -1))]
    assert woken.tokens <= woken.budget
    assert "the payment of the rent (torn): nobody knows" in woken.text
    open_home.later(days=8)
    assert [guard.key for guard in ash.wake().context["Guards"]] == ["torn"]


def test_guards_survive_a_copy_through_the_log_and_can_be_forgotten(open_home: Homes) -> None:
    home = open_home()
    ash = home.agent("ash")
    ash.guards.claim("mail", "the mail to Anna about her illness")
    ash.guards.done("mail")
    home.copy("ash", "birch")
    birch = home.agent("birch")
    assert birch.guards.state("mail") == "done"
    assert birch.verify().ok
    birch.forget(birch.guards.get("mail").id)
    assert birch.guards.state("mail") is None
    assert "illness" not in "\n".join(birch.export())
    assert birch.verify().ok


def test_bad_input_says_what_to_do_and_claims_nothing(open_home: Homes) -> None:
    ash = open_home.agent()
    wrong: tuple[dict[str, Any], ...] = (
        {"key": ""}, {"key": "x" * 201}, {"key": 7}, {"what": " "}, {"what": "x" * 2001},
        {"minutes": 0}, {"minutes": True}, {"pattern": "***"}, {"pattern": 4}, {"tool": "a\nb"},
        {"origin": "nobody"},
    )  # fmt: skip
    for given in wrong:
        with pytest.raises(Invalid):
            ash.guards.claim(**{"key": "k", "what": "w", **given})
    with pytest.raises(NotFound):
        ash.guards.claim("k", "w", session_id="nowhere")
    with pytest.raises(NotFound):
        ash.guards.done("k")
    with pytest.raises(Invalid):
        ash.guards.resolve("k", "maybe", reason="r")  # type: ignore[arg-type]
    assert ash.guards.all() == []
    secret = "sk-ant-api03-" + "a1B2" * 24
    assert secret not in ash.guards.claim("k", f"call it with {secret}").what
