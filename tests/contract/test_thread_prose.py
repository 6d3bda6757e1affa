"""What an agent reads when it comes back to a thread, and what its sessions are called."""

from __future__ import annotations

import json

import pytest

import wakeline
from tests.builders import Homes, an_agent, events, values
from tests.contract.life import tables
from tests.contract.model_server import Says, Server
from wakeline.minds.models import choose
from wakeline.model.session import Handoff, Session, ThreadHandoff

needs_model = pytest.mark.skipif(
    choose.missing_requirement("openai") is not None,
    reason=str(choose.missing_requirement("openai")),
)
ROSES = "The roses go into the long bed by the wall, and you wait for the frost to pass."
TALK = (
    ("Where do the roses go?", "Let's go with the long bed by the wall."),
    ("Good, the roses in the long bed.", "I'll order compost for the roses on Friday."),
    ("Wait for the frost to pass first.", "Then the roses wait for the frost."),
)


def asking(homes: Homes, url: str, **settings: str) -> wakeline.Agent:
    chosen = {"model": "openai", "model.url": url, "model.name": "tiny"}
    more = {name.replace("__", "."): value for name, value in settings.items()}
    return an_agent(homes(settings=chosen | more))


def talk(homes: Homes, ash: wakeline.Agent) -> list[str]:
    """A session in the thread `garden`; then a day goes by. The ids of its turns."""
    ash.wake(thread="garden")
    ids: list[str] = []
    for user, agent in TALK:
        ids += ash.record(user=user, agent=agent, thread="garden").ids
    ash.end(summary="planted")
    homes.later(days=1)
    return ids


def standing(ash: wakeline.Agent) -> ThreadHandoff:
    (found,) = values(ash, ThreadHandoff, "sessions.thread_handoff", thread_id="garden")
    return found


def asked_for_prose(server: Server) -> int:
    return sum("has forgotten it" in str(each["messages"]) for each in server.asked)


# -- by rules


@pytest.mark.feature("B15", "U14")
def test_who_comes_back_to_a_thread_reads_prose_with_the_compactions_above(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    talk(open_home, ash)
    ash.compact_thread("garden")
    kept = standing(ash)
    open_home.later(days=2)
    for framing, comes in (("first-person", "You come"), ("system", "The agent comes")):
        text = ash.wake(thread="garden", framing=framing).text
        assert "[THREAD garden · 1 compaction]  where it stood, from its log" in text
        assert f"> {comes} back to this thread after 2 days" in text
        assert "This thread is about roses" in text
        assert "I'll order compost for the roses on Friday" in text
        assert "# Thread" not in text
    assert standing(ash) == kept, "read twice, and still there"
    assert "garden ·" not in ash.wake(thread="kitchen").text


# -- by a model


@needs_model
@pytest.mark.feature("B15", "U14")
def test_a_model_words_it_while_the_agent_sleeps_and_a_wake_waits_for_nobody(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    server.says = [json.dumps({"text": ROSES})]
    talk(open_home, ash)
    assert standing(ash).model is None, "not while somebody ends a session"
    assert ash.settle().failed == ()
    told = standing(ash)
    assert told.model == "openai:tiny"
    assert ROSES in told.content
    assert '"I\'ll order compost for the roses on Friday"' in told.content, "what it left out"
    assert told.content.startswith("# Thread garden · 0 compactions · ")
    asked = len(server.asked)
    server.says = [Says(status=500)]
    text = ash.wake(thread="garden").text
    assert f"> You come back to this thread after 1 day. {ROSES}" in text
    assert "where it stood, told by openai:tiny" in text
    assert len(server.asked) == asked
    assert ash.verify().ok


@needs_model
def test_the_same_turns_are_worded_once_and_new_ones_by_rules_until_the_job_runs(
    open_home: Homes, server: Server
) -> None:
    ash = asking(open_home, server.url)
    server.says = [json.dumps({"text": ROSES})]
    talk(open_home, ash)
    ash.settle()
    ash.wake(thread="garden")
    ash.end(summary="looked in")
    ash.settle()
    assert standing(ash).model == "openai:tiny"
    assert asked_for_prose(server) == 1
    ash.wake(thread="garden")
    ash.record(user="Now the tulips.", agent="Gladly.", thread="garden")
    ash.end(summary="tulips")
    assert standing(ash).model is None
    assert "Now the tulips" in standing(ash).content
    ash.settle()
    assert (standing(ash).model, asked_for_prose(server)) == ("openai:tiny", 2)


@needs_model
@pytest.mark.feature("U14")
@pytest.mark.parametrize(
    "untrue",
    [
        "Then [name] will call about the {topic}.",
        "Teresa wants the roses by the wall.",
        "The roses go into bed 17 by the wall.",
        "Quarterly revenue forecasts exceeded expectations across divisions.",
        "## The roses",
    ],
)
def test_what_a_model_makes_up_is_not_told(open_home: Homes, server: Server, untrue: str) -> None:
    ash = asking(open_home, server.url)
    server.says = [json.dumps({"text": f"{ROSES} {untrue}"})]
    talk(open_home, ash)
    ash.settle()
    assert ROSES in standing(ash).content
    assert untrue not in standing(ash).content


@needs_model
@pytest.mark.parametrize("answer", ["no json", '{"text": ""}', '{"text": "{summary}"}', '{"a": 1}'])
def test_where_nothing_of_it_is_believed_the_rules_stand(
    open_home: Homes, server: Server, answer: str
) -> None:
    ash = asking(open_home, server.url)
    server.says = [answer]
    talk(open_home, ash)
    before = standing(ash)
    assert ash.settle().failed == ()
    assert standing(ash) == before
    assert "thread_prose" not in {job.name for job in ash.jobs.all()}


@needs_model
def test_a_setting_keeps_threads_from_the_model(open_home: Homes, server: Server) -> None:
    ash = asking(open_home, server.url, thread__model="false")
    server.says = [json.dumps({"text": ROSES})]
    talk(open_home, ash)
    ash.settle()
    assert (standing(ash).model, asked_for_prose(server)) == (None, 0)


@needs_model
def test_a_forgotten_turn_takes_the_model_s_words_along(open_home: Homes, server: Server) -> None:
    ash = asking(open_home, server.url)
    server.says = [json.dumps({"text": ROSES})]
    ids = talk(open_home, ash)
    ash.settle()
    ash.forget(ids[4])
    left = standing(ash)
    assert left.model is None
    assert "frost to pass" not in left.content
    assert "This thread is about roses" in left.content
    rows = tables(ash)["thread_handoffs"]
    ash.rebuild()
    assert tables(ash)["thread_handoffs"] == rows
    assert ash.verify().ok


# -- what a session is called


@pytest.mark.feature("U14", "B8")
def test_a_session_is_named_while_it_goes_on(open_home: Homes) -> None:
    ash = open_home.agent()
    woken = ash.wake()
    ash.record(user="hi", agent="Hello.")
    ash.record(user="Repair the greenhouse glass, please.", agent="Gladly.")
    (now,) = ash.status().open_sessions
    assert now.title == "Repair the greenhouse glass, please"
    (sibling,) = open_home.agent().wake().liminal.siblings
    assert sibling.title == "Repair the greenhouse glass, please"
    ash.record(user="ok", agent="I have the glass.")
    (event,) = events(ash, "session.titled")
    assert event.subject_id == woken.session_id
    (row,) = values(ash, Session, "sessions.by_id", id=woken.session_id)
    assert row.title == "Repair the greenhouse glass, please"
    assert f'"{row.title}"' in open_home.agent().wake().text
    assert ash.verify().ok


@pytest.mark.feature("U14", "B8")
def test_a_long_session_keeps_the_name_of_how_it_began_and_leaves_it_in_its_handoff(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="Repair the greenhouse.", agent="The panes of the roof are cracked.")
    for number in range(210):
        ash.record(user=f"And pane {number}?", agent=f"The pane of the roof has crack {number}.")
    ended = ash.end(summary="repaired")
    assert ended.session.title == "Repair the greenhouse: pane, roof"
    (left,) = values(ash, Handoff, "integrity.handoffs")
    assert left.title == ended.session.title
    assert "> Repair the greenhouse: pane, roof" in ash.wake().text


@pytest.mark.feature("U14")
def test_a_topic_leaves_a_title_with_the_turns_that_told_of_it(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.record(user="Plan the summer party.", agent="Gladly.")
    first = ash.record(user="Tell Quixote.", agent="I did.")
    ash.record(user="Is there music?", agent="There is music.")
    second = ash.record(user="Quixote comes.", agent="And music too.")
    ended = ash.end(summary="planned")
    assert ended.session.title == "Plan the summer party: Quixote, music"
    ash.wake()
    ash.forget(first.ids[0])
    ash.forget(second.ids[0])
    (session,) = values(ash, Session, "sessions.by_id", id=ended.session.id)
    assert session.title == "Plan the summer party: music"
    (left,) = values(ash, Handoff, "integrity.handoffs")
    assert left.title == session.title
    told = {name for name, rows in tables(ash).items() if "Quixote" in str(rows)}
    assert told == set()
    assert ash.verify().ok
