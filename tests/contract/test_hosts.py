"""What a host says of its sessions is kept once, on both engines."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.builders import Homes
from wakeline.model.host import HostSession, LeftBehind, Relevant, Said
from wakeline.model.log import KeptMany

HOST = "claude-code:one"


def test_a_turn_that_comes_three_ways_is_kept_once(open_home: Homes) -> None:
    agent = open_home.agent()
    session_id = agent.wake(source=HOST, thread="shop/main").session_id
    found: HostSession = agent.run("host_session", HOST)
    assert (found.session.id, found.is_alive) == (session_id, True)
    assert agent.run("host_session", "claude-code:other") is None
    at = open_home.later(seconds=5)
    live = Said("user", "Which host is staging?", at, "claude-code:event:1")
    copy = live._replace(source_id="claude-code:u1", is_copy=True, metadata={"transcript": True})
    late = live._replace(source_id="claude-code:event:2", at=at + timedelta(seconds=1))
    answer = copy._replace(role="agent", text="It is kestrel.", source_id="claude-code:u2")
    common = {"session_id": session_id, "thread": "shop/main"}
    kept: KeptMany = agent.run("keep_said", [live], **common)
    assert (kept.new, kept.duplicates) == (1, 0)
    for said, new in (
        ([live], 0),
        ([copy, answer], 1),
        ([copy, answer], 0),
        ([copy._replace(at=at + timedelta(minutes=5), source_id="claude-code:u3")], 1),
    ):
        assert agent.run("keep_said", said, **common).new == new
    assert agent.run("keep_said", [late], **common, is_live=False).new == 0
    turns = agent.recall("staging kestrel", strategy="fulltext")
    assert len(turns) == 3


def test_what_bears_on_a_prompt_comes_once_and_not_from_the_session_itself(
    open_home: Homes,
) -> None:
    agent = open_home.agent()
    agent.record(user="The staging machine is called kestrel.")
    for number in range(4):
        agent.record(user=f"Filler {number} about the garden.")
    open_home.later(days=1)
    session_id = agent.wake(source=HOST, preset="agent-minimal").session_id
    agent.record(user="What is the staging machine called?")
    asked = {"session_id": session_id, "budget": 600}
    found: Relevant = agent.run("relevant_to_prompt", "Which staging machine is it?", **asked)
    assert "kestrel" in found.text
    assert 0 < found.tokens <= 600
    assert len(found.ids) == 1
    prompt = "Which staging machine is it?"
    assert agent.run("relevant_to_prompt", prompt, **asked).text == ""
    assert agent.run("relevant_to_prompt", "Quite another thing?", **asked).text == ""
    assert agent.run("relevant_to_prompt", prompt, session_id=None, budget=0).text == ""


@pytest.mark.feature("B45")
def test_the_first_turn_brings_only_what_the_person_said(open_home: Homes) -> None:
    agent = open_home.agent()
    agent.record(user="The ferry leaves at seven.", agent="Then the ferry leaves at seven, yes.")
    for number in range(4):
        agent.record(user=f"Filler {number} about the garden.")
    open_home.later(days=1)
    session_id = agent.wake(source=HOST, preset="agent-minimal").session_id
    agent.record(user="Hello.")
    asked = {"session_id": session_id, "budget": 600}
    first: Relevant = agent.run("relevant_to_prompt", "When does the ferry leave?", **asked)
    assert "> The ferry leaves at seven." in first.text
    assert "Then the ferry" not in first.text
    agent.record(user="Well?", agent="I am looking.")
    second: Relevant = agent.run("relevant_to_prompt", "When does the ferry leave?", **asked)
    assert "Then the ferry leaves at seven, yes." in second.text


@pytest.mark.feature("B47")
def test_a_handoff_is_written_only_when_it_is_due_and_says_why(open_home: Homes) -> None:
    agent = open_home.agent()
    agent.wake(source=HOST, thread="shop/main")
    reasons: list[str | None] = []
    for seconds, is_leaving in [(1, False)] * 5 + [(200, False), (1, True), (1, False)]:
        open_home.later(seconds=seconds)
        agent.record(user=f"Step {len(reasons)}.", thread="shop/main")
        left = agent.run("refresh_handoff", "shop/main", is_leaving=is_leaving)
        reasons.append(None if left is None else left.reason)
    waits = [None, None]
    assert reasons == ["first", *waits, "exchanges", None, "time", "leaving", None]
    agent.run("refresh_handoff", "shop/main", is_leaving=True)
    assert agent.run("refresh_handoff", "shop/main", is_leaving=True) is None  # nothing is new


def test_a_session_goes_on_and_leaves_what_it_did(open_home: Homes) -> None:
    agent = open_home.agent()
    session_id = agent.wake(source=HOST, thread="shop/main").session_id
    assert agent.run("refresh_handoff", "shop/main") is None  # nothing was said
    agent.record(user="Paint the shed green.", thread="shop/main")
    open_home.later(seconds=1)
    first: LeftBehind = agent.run("refresh_handoff", "shop/main")
    assert "shed" in first.handoff.content
    open_home.later(seconds=1)
    agent.record(user="Then the fence.", thread="shop/main")
    assert agent.run("refresh_handoff", "shop/main") is None
    left: LeftBehind = agent.run("refresh_handoff", "shop/main", is_leaving=True)
    assert "fence" in left.handoff.content
    agent.run("take_up_session", session_id)
    text = agent.run("told_again", thread="shop/main", budget=500, most_characters=1500).text
    assert "fence" in text
    assert len(text) <= 1500
    agent.end()
    assert agent.run("host_session", HOST).session.state == "ended"
