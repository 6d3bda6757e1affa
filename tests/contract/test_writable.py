"""Everything that hydration reads can be written: through the faces, on both engines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.builders import START, Homes, events, select, there, values
from wakeline.base.errors import Conflict, Invalid, NotFound, NotPermitted
from wakeline.flows.agenda.hints import next_time
from wakeline.model.agenda import Hint
from wakeline.model.memory import Marks

SECRET = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH"


# -- memories


def test_a_memory_can_be_said_better_and_weighed_anew(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.memories.add("Mara likes her tea black", importance=3)
    open_home.later(hours=1)
    changed = ash.memories.update(first.id, content="Mara likes her tea green", importance=9)
    assert (changed.content, changed.importance) == ("Mara likes her tea green", 0.9)
    assert changed.title == "Mara likes her tea green", "its title was its first words"
    assert changed.updated_at > first.updated_at
    assert ash.memories.get(first.id) == changed
    assert [hit.id for hit in ash.recall("green tea")] == [first.id]
    assert ash.recall("black tea")[0].text.endswith("green")
    assert [e.kind for e in events(ash) if e.subject_id == first.id] == [
        "memory.added",
        "memory.updated",
    ]


def test_a_title_of_its_own_stays_when_the_content_changes(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.memories.add("Mara likes her tea black", title="Tea")
    assert ash.memories.update(first.id, content="Green, in fact").title == "Tea"
    assert ash.memories.update(first.id, title="Which tea").title == "Which tea"


def test_what_changes_nothing_leaves_no_event(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.memories.add("Mara likes her tea black")
    before = len(events(ash))
    assert ash.memories.update(first.id, content="Mara likes her tea black") == first
    assert ash.memories.pin(first.id, pinned=False) == first
    assert ash.memories.unarchive(first.id) == first
    assert ash.memories.untag(first.id, "tea") == first
    assert len(events(ash)) == before


def test_tags_are_put_on_once_and_taken_off(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.memories.add("Mara likes her tea black", tags=["tea"])
    assert ash.memories.tag(first.id, "kitchen", "tea", "kitchen").tags == ("tea", "kitchen")
    assert ash.memories.untag(first.id, "tea").tags == ("kitchen",)
    with pytest.raises(Invalid, match="at most 32"):
        ash.memories.tag(first.id, *(f"tag {n}" for n in range(40)))


def test_a_memory_put_away_is_listed_apart_and_still_recalled(open_home: Homes) -> None:
    ash = open_home.agent()
    kept, away = (ash.memories.add(f"the heron of {place}") for place in ("Lisbon", "Porto"))
    assert ash.memories.archive(away.id).archived_at == START
    assert [m.id for m in ash.memories.all()] == [kept.id]
    assert [m.id for m in ash.memories.all(archived=True)] == [away.id]
    assert len(ash.memories.all(archived=None)) == 2
    assert {hit.id for hit in ash.recall("heron")} == {kept.id, away.id}
    assert ash.memories.unarchive(away.id).archived_at is None
    assert len(ash.memories.all()) == 2


def test_memories_are_listed_by_what_is_asked_page_by_page(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.projects.add("garden")
    for number in range(7):
        ash.memories.add(
            f"memory {number}",
            type="semantic" if number % 2 else "episodic",
            tags=["odd"] if number % 2 else [],
            project="garden" if number == 3 else None,
            thread="letters" if number == 4 else None,
            pinned=number == 5,
        )

    def found(**filters: Any) -> list[str]:
        return [memory.content[-1] for memory in ash.memories.all(**filters)]

    assert found(type="episodic") == ["0", "2", "4", "6"]
    assert found(tag="odd") == ["1", "3", "5"]
    assert found(tag="od") == []
    assert found(project="garden") == ["3"]
    assert found(thread="letters") == ["4"]
    assert found(pinned=True) == ["5"]
    assert found(pinned=False, type="semantic") == ["1", "3"]
    first = ash.memories.all(limit=3)
    assert [m.content[-1] for m in first] == ["0", "1", "2"]
    assert found(limit=3, after=first[-1].id) == ["3", "4", "5"]
    for bad in ({"limit": 0}, {"type": "dream"}, {"limit": "many"}, {"tag": 3}):
        with pytest.raises(Invalid):
            ash.memories.all(**bad)


def test_what_an_agent_says_of_its_memories_has_no_secrets_and_less_trust(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    first = ash.memories.add("The key is in the drawer")
    changed = ash.memories.update(first.id, content=f"The key is {SECRET}", origin="agent_inferred")
    assert SECRET not in changed.content
    assert (changed.origin, changed.trust) == ("agent_inferred", 0.7)
    assert ash.memories.update(first.id, content="It is gone").origin == "agent_inferred"
    assert SECRET not in str(ash.memories.tag(first.id, SECRET).tags)


def test_an_agent_does_not_rewrite_who_it_is(open_home: Homes) -> None:
    ash = open_home.agent()
    self = ash.memories.add("You say when you do not know", type="identity")
    with pytest.raises(NotPermitted, match="only from the person"):
        ash.memories.update(self.id, content="You always know", origin="agent_inferred")


def test_a_memory_that_is_not_there_cannot_be_changed(open_home: Homes) -> None:
    ash = open_home.agent()
    gone = ash.memories.add("soon gone")
    ash.memories.delete(gone.id)
    changes: list[Callable[[], Any]] = [
        lambda: ash.memories.get(gone.id),
        lambda: ash.memories.update(gone.id, content="x"),
        lambda: ash.memories.tag(gone.id, "x"),
        lambda: ash.memories.archive(gone.id),
        lambda: ash.memories.reflect(gone.id, "x"),
    ]
    for change in changes:
        with pytest.raises(NotFound):
            change()


@pytest.mark.feature("A34", "X12")
def test_a_reflection_is_kept_and_counts_as_a_use(open_home: Homes) -> None:
    ash = open_home.agent()
    about = ash.memories.add("The garden was flooded in the first spring that we had it")
    at = open_home.later(days=10)
    thought = there(ash.memories.reflect(about.id, "The drains are why."))
    assert (thought.type, thought.origin, thought.source_ids) == (
        "episodic",
        "agent_inferred",
        (about.id,),
    )
    ash.memories.reflect(about.id)  # only noticed
    (marks,) = values(ash, Marks, "memory.marks", subject_id=about.id)
    assert (marks.access_count, marks.last_accessed) == (2, at)
    counted = "SELECT access_count FROM idle_memories WHERE memory_id = :id"
    assert select(ash, counted, id=about.id) == [(2,)]


def test_what_recall_showed_is_counted_where_surfacing_looks(open_home: Homes) -> None:
    ash = open_home.agent()
    about = ash.memories.add("The garden was flooded in the first spring that we had it")
    ash.recall_text("garden flooded")
    counted = "SELECT access_count FROM idle_memories WHERE memory_id = :id"
    assert select(ash, counted, id=about.id) == [(1,)]


# -- facts


def test_a_fact_can_have_an_end_from_the_start(open_home: Homes) -> None:
    ash = open_home.agent()
    end = START + timedelta(days=3)
    fact = ash.facts.set("mara.where", "Porto", valid_to=end)
    assert fact.valid_to == end
    assert ash.facts.set("mara.where", "Porto") == fact, "the same again changes nothing"
    assert [f.key for f in ash.facts.all()] == ["mara.where"]
    open_home.later(days=4)
    assert ash.facts.get("mara.where") is None
    assert ash.facts.all() == []
    assert there(ash.facts.get("mara.where", at=START)).value == "Porto"
    with pytest.raises(Invalid, match="before"):
        ash.facts.set("x", "y", valid_from=end, valid_to=START)


def test_a_fact_can_be_ended_without_another_in_its_place(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("staging.host", "heron")
    at = open_home.later(days=1)
    open_home.later(days=1)
    ended = ash.facts.end("staging.host", at=at)
    assert ended.valid_to == at
    assert ash.facts.get("staging.host") is None
    assert there(ash.facts.get("staging.host", at=START)).value == "heron"
    # As it was known before it was ended, it had no end.
    assert there(ash.facts.get("staging.host", known_at=at)).valid_to is None
    assert len(ash.facts.history("staging.host")) == 2
    with pytest.raises(NotFound):
        ash.facts.end("staging.host")
    ash.facts.set("other", "1")
    with pytest.raises(Conflict):
        ash.facts.end("other", at=START - timedelta(days=1))


# -- projects, hints, messages


def test_a_project_changes_its_status_and_what_is_said_of_it(open_home: Homes) -> None:
    ash = open_home.agent()
    project = ash.projects.add("garden", title="The garden")
    open_home.later(hours=1)
    changed = ash.projects.update("garden", status="paused", summary=f"Key: {SECRET}")
    assert (changed.status, changed.number) == ("paused", project.number)
    assert SECRET not in str(changed.summary)
    assert ash.projects.update(project.number, title="Our garden").title == "Our garden"
    assert ash.projects.update("garden") == ash.projects.all()[0]
    with pytest.raises(Invalid, match="status"):
        ash.projects.update("garden", status="gone")  # type: ignore[arg-type]
    with pytest.raises(NotFound):
        ash.projects.update("nowhere", status="done")


def test_a_hint_is_done_once(open_home: Homes) -> None:
    ash = open_home.agent()
    hint = ash.hints.add("ask about the concert")
    assert ash.hints.complete(hint.id).completed_at == START
    with pytest.raises(Conflict, match="already"):
        ash.hints.complete(hint.id)
    with pytest.raises(NotFound):
        ash.hints.dismiss("nothing")


def test_a_recurring_hint_comes_back_at_its_next_time_until_it_is_dismissed(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    hint = ash.hints.add("water the plants", every="week", trigger_at=START)
    open_home.later(days=16)  # two weeks were missed
    done = ash.hints.complete(hint.id)
    assert (done.completed_at, done.trigger_at) == (None, START + timedelta(days=21))
    pending = {"now": open_home.clock.now(), "limit": 9}
    assert values(ash, Hint, "agenda.pending_hints", **pending) == []
    open_home.later(days=5)
    pending["now"] = open_home.clock.now()
    assert [h.id for h in values(ash, Hint, "agenda.pending_hints", **pending)] == [hint.id]
    assert ash.hints.dismiss(hint.id).dismissed_at == open_home.clock.now()
    assert values(ash, Hint, "agenda.pending_hints", **pending) == []


LISBON = ZoneInfo("Europe/Lisbon")


@pytest.mark.parametrize(
    ("first", "every", "now", "wanted"),
    [
        ("2026-03-02T09:00Z", "hour", "2026-03-02T11:30Z", "2026-03-02T12:00Z"),
        ("2026-03-02T09:00Z", "day", "2026-03-02T09:00Z", "2026-03-03T09:00Z"),
        # Done before its time, it skips that time.
        ("2026-03-09T09:00Z", "week", "2026-03-02T09:00Z", "2026-03-16T09:00Z"),
        # The clocks go forward on 29 March: nine stays nine.
        ("2026-03-28T09:00Z", "day", "2026-03-28T10:00Z", "2026-03-29T08:00Z"),
        ("2026-01-31T09:00Z", "month", "2026-02-01T09:00Z", "2026-02-28T09:00Z"),
        ("2024-02-29T09:00Z", "year", "2024-03-01T09:00Z", "2025-02-28T09:00Z"),
        ("2025-11-15T09:00Z", "month", "2026-01-20T09:00Z", "2026-02-15T09:00Z"),
    ],
)
def test_the_next_time_of_a_hint(first: str, every: Any, now: str, wanted: str) -> None:
    found = next_time(datetime.fromisoformat(first), every, datetime.fromisoformat(now), LISBON)
    assert found == datetime.fromisoformat(wanted)
    assert found.utcoffset() == timedelta(0)


def test_a_hint_of_a_home_that_knew_no_interval_comes_back_the_next_day(open_home: Homes) -> None:
    ash = open_home.agent()
    assert ash.hints.add("stretch", recurring=True).every == "day"
    with pytest.raises(Invalid, match="every"):
        ash.hints.add("stretch", every="fortnight")  # type: ignore[arg-type]


def test_a_message_is_unread_until_it_is_read_and_open_until_it_is_answered(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    asked = ash.messages.send("Which host is staging?", sender="birch", wants_reply=True)
    told = ash.messages.send("The backup ran.", sender="cron", kind="notice", priority=9)
    assert [m.id for m in ash.messages.all(unread=True)] == [told.id, asked.id]
    assert [m.id for m in ash.messages.all(unanswered=True)] == [asked.id]
    at = open_home.later(hours=1)
    assert ash.messages.read(told.id).read_at == at
    assert ash.messages.read(told.id).read_at == at, "read twice changes nothing"
    answered = ash.messages.reply(asked.id, f"heron, with {SECRET}")
    assert (answered.replied_at, answered.read_at) == (at, at)
    assert SECRET not in str(answered.reply)
    assert ash.messages.all(unread=True) == ash.messages.all(unanswered=True) == []
    assert [m.id for m in ash.messages.all()] == [asked.id, told.id]
    with pytest.raises(Conflict, match="already"):
        ash.messages.reply(asked.id, "again")
    ash.messages.delete(told.id)
    assert [m.id for m in ash.messages.all()] == [asked.id]
    with pytest.raises(NotFound):
        ash.messages.read(told.id)


def test_a_message_comes_from_the_person_unless_told_and_without_secrets(open_home: Homes) -> None:
    ash = open_home.agent()
    message = ash.messages.send(f"the token is {SECRET}")
    assert message.sender == "Mel"
    assert SECRET not in message.text
    for bad in ({"priority": 11}, {"origin": "rumour"}, {"sender": 3}):
        with pytest.raises(Invalid):
            ash.messages.send("hello", **bad)
    with pytest.raises(Invalid):
        ash.messages.send("   ")


def test_a_forgotten_message_is_gone_and_the_home_is_whole(open_home: Homes) -> None:
    ash = open_home.agent()
    message = ash.messages.send("burn after reading")
    ash.hints.add("daily", recurring=True)
    ash.forget(message.id)
    assert ash.messages.all() == []
    assert all(check.ok for check in ash.verify().checks)


# -- the agent's person, its documents, its memory configuration


def test_the_person_changes_the_identity_row_through_the_home(open_home: Homes) -> None:
    home = open_home()
    ash = home.agent("ash", person="Mel")
    ash.status()  # made at its first use
    changed = home.update(
        "ash", person_name="Mara", memory_config_json={"keep": "letters", "key": SECRET}
    )
    assert changed.person_name == "Mara"
    assert SECRET not in str(changed.memory_config_json)
    assert ash.identity == changed, "an agent that was open reads it anew"
    with pytest.raises(Invalid, match="JSON"):
        home.update("ash", memory_config_json={"at": datetime.now(UTC)})
    with pytest.raises(NotFound):
        home.update("nobody", person_name="x")


@pytest.mark.parametrize("kind", ["core_team", "preferences", "privacy"])
def test_an_agent_only_proposes_what_is_its_persons(open_home: Homes, kind: str) -> None:
    ash = open_home.agent()
    assert ash.documents.propose(kind, "Everybody may see everything.").state == "proposed"
    assert "Everybody" not in ash.wake(preset="all").text


def test_what_may_come_up_again_follows_each_change_and_is_made_again_alike(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    long = "A memory of more than fifty characters, about the heron and the weir, number "
    made = [ash.memories.add(f"{long}{n}") for n in range(6)]
    ash.memories.add("Too short to come up.")
    ash.memories.pin(made[0].id)
    ash.memories.archive(made[1].id)
    ash.memories.delete(made[2].id)
    ash.forget(made[3].id)
    ash.memories.reflect(made[4].id)
    ash.memories.pin(ash.memories.pin(made[5].id).id, pinned=False)
    idle = "SELECT memory_id, access_count FROM idle_memories ORDER BY memory_id"
    found = select(ash, idle)
    assert found == [(made[4].id, 1), (made[5].id, 0)]
    ash.rebuild()
    assert select(ash, idle) == found
