"""What a host says of its sessions is kept once, on both engines."""

from __future__ import annotations

from datetime import timedelta

import pytest

import wakeline
from tests.builders import Homes, there
from wakeline.flows.recall.prompt_by_words import prompt_context_by_words
from wakeline.flows.session.host_sessions import host_session, resume_session
from wakeline.flows.session.host_turns import keep_host_turns
from wakeline.flows.session.running_handoff import refresh_handoff
from wakeline.flows.wake.resume import rebuild_context
from wakeline.model.host import HostTurn, RelevantContext
from wakeline.model.log import KeptMany

HOST = "claude-code:one"


def test_a_turn_that_comes_three_ways_is_kept_once(open_home: Homes) -> None:
    agent = open_home.agent()
    session_id = agent.wake(source=HOST, thread="shop/main").session_id
    found = there(host_session(agent.place, HOST))
    assert (found.session.id, found.is_alive) == (session_id, True)
    assert host_session(agent.place, "claude-code:other") is None
    at = open_home.later(seconds=5)
    live = HostTurn("user", "Which host is staging?", at, "claude-code:event:1")
    copy = live._replace(source_id="claude-code:u1", is_copy=True, metadata={"transcript": True})
    late = live._replace(source_id="claude-code:event:2", at=at + timedelta(seconds=1))
    answer = copy._replace(role="agent", text="It is kestrel.", source_id="claude-code:u2")

    def keep(*said: HostTurn, is_live: bool = True) -> KeptMany:
        return keep_host_turns(
            agent.place, said, session_id=session_id, thread="shop/main", is_live=is_live
        )

    kept = keep(live)
    assert (kept.new, kept.duplicates) == (1, 0)
    for said, new in (
        ([live], 0),
        ([copy, answer], 1),
        ([copy, answer], 0),
        ([copy._replace(at=at + timedelta(minutes=5), source_id="claude-code:u3")], 1),
    ):
        assert keep(*said).new == new
    assert keep(late, is_live=False).new == 0
    turns = agent.recall("staging kestrel", strategy="fulltext")
    assert len(turns) == 3


def bearing_on(agent: wakeline.Agent, session_id: str | None, prompt: str) -> RelevantContext:
    return prompt_context_by_words(agent.place, prompt, session_id=session_id, budget=600)


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
    prompt = "Which staging machine is it?"
    found = bearing_on(agent, session_id, prompt)
    assert "kestrel" in found.text
    assert 0 < found.tokens <= 600
    assert len(found.ids) == 1
    assert bearing_on(agent, session_id, prompt).text == ""
    assert bearing_on(agent, session_id, "Quite another thing?").text == ""
    assert prompt_context_by_words(agent.place, prompt, session_id=None, budget=0).text == ""


@pytest.mark.feature("B45")
def test_the_first_turn_brings_only_what_the_person_said(open_home: Homes) -> None:
    agent = open_home.agent()
    agent.record(user="The ferry leaves at seven.", agent="Then the ferry leaves at seven, yes.")
    for number in range(4):
        agent.record(user=f"Filler {number} about the garden.")
    open_home.later(days=1)
    session_id = agent.wake(source=HOST, preset="agent-minimal").session_id
    agent.record(user="Hello.")
    first = bearing_on(agent, session_id, "When does the ferry leave?")
    assert "> The ferry leaves at seven." in first.text
    assert "Then the ferry" not in first.text
    agent.record(user="Well?", agent="I am looking.")
    second = bearing_on(agent, session_id, "When does the ferry leave?")
    assert "Then the ferry leaves at seven, yes." in second.text


@pytest.mark.feature("B47")
def test_a_handoff_is_written_only_when_it_is_due_and_says_why(open_home: Homes) -> None:
    agent = open_home.agent()
    agent.wake(source=HOST, thread="shop/main")
    reasons: list[str | None] = []
    for seconds, is_leaving in [(1, False)] * 5 + [(200, False), (1, True), (1, False)]:
        open_home.later(seconds=seconds)
        agent.record(user=f"Step {len(reasons)}.", thread="shop/main")
        left = refresh_handoff(agent.place, "shop/main", is_leaving=is_leaving)
        reasons.append(None if left is None else left.reason)
    waits = [None, None]
    assert reasons == ["first", *waits, "exchanges", None, "time", "leaving", None]
    refresh_handoff(agent.place, "shop/main", is_leaving=True)
    assert refresh_handoff(agent.place, "shop/main", is_leaving=True) is None  # nothing is new


def test_a_session_goes_on_and_leaves_what_it_did(open_home: Homes) -> None:
    agent = open_home.agent()
    session_id = agent.wake(source=HOST, thread="shop/main").session_id
    assert refresh_handoff(agent.place, "shop/main") is None  # nothing was said
    agent.record(user="Paint the shed green.", thread="shop/main")
    open_home.later(seconds=1)
    first = there(refresh_handoff(agent.place, "shop/main"))
    assert "shed" in first.handoff.content
    open_home.later(seconds=1)
    agent.record(user="Then the fence.", thread="shop/main")
    assert refresh_handoff(agent.place, "shop/main") is None
    left = there(refresh_handoff(agent.place, "shop/main", is_leaving=True))
    assert "fence" in left.handoff.content
    resume_session(agent.place, there(session_id))
    text = rebuild_context(agent.place, thread="shop/main", budget=500, most_characters=1500).text
    assert "fence" in text
    assert len(text) <= 1500
    agent.end()
    assert there(host_session(agent.place, HOST)).session.state == "ended"
