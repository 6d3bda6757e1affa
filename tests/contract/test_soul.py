"""What an agent holds to, and its diary."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import START, Homes, events, select, there
from wakeline.base.errors import IllegalMove, Invalid, NotFound, NotPermitted
from wakeline.flows.home.agents import update_identity
from wakeline.flows.identity.soul import add_to_soul, decide_soul
from wakeline.model.identity import SoulEntry


def policy(ash: wakeline.Agent, name: str) -> None:
    update_identity(ash.place, identity_policy=name)


def states(ash: wakeline.Agent, *, history: bool = True) -> list[tuple[str, str]]:
    return [(row.text, row.state) for row in ash.soul.all(history=history)]


def decide(ash: wakeline.Agent, entry: SoulEntry, *, accept: bool) -> SoulEntry:
    decided: SoulEntry = decide_soul(ash.place, entry.id, accept=accept, actor="Mel")
    return decided


@pytest.mark.feature("D2", "X31")
def test_the_agent_asks_and_the_person_decides_and_nothing_is_lost(open_home: Homes) -> None:
    ash = open_home.agent()
    entry = ash.soul.add("belief", "Conflict is the engine of progress.")
    assert (entry.kind, entry.state) == ("belief", "proposed")
    assert "engine of progress" not in there(ash.hydrate().system_prompt)
    assert ash.status().proposed_soul == ("belief: Conflict is the engine of progress.",)
    assert decide(ash, entry, accept=True).state == "in_force"
    assert ash.status().proposed_soul == ()
    assert "- belief: Conflict is the engine of progress." in ash.wake().text
    assert ash.soul.add("belief", "conflict is the ENGINE of progress.").id == entry.id
    assert ash.soul.remove(entry.id).state == "leaving"
    assert "engine of progress" in there(ash.hydrate().system_prompt), (
        "it holds until the person says so"
    )
    assert decide(ash, entry, accept=False).state == "in_force"
    ash.soul.remove(entry.id)
    gone = decide(ash, entry, accept=True)
    assert (gone.state, gone.decided_by) == ("removed", "Mel")
    assert "engine of progress" not in there(ash.hydrate().system_prompt)
    assert ash.soul.all() == []
    assert states(ash) == [("Conflict is the engine of progress.", "removed")]
    with pytest.raises(IllegalMove):
        ash.soul.remove(entry.id)
    with pytest.raises(NotFound):
        decide(ash, entry, accept=True)
    ash.end(summary="done")
    asked = ash.soul.add("fear", "Drought.")
    open_home.later(days=1)
    decide(ash, asked, accept=True)
    open_home.later(days=1)
    assert 'fear "Drought." holds now' in ash.wake().text.replace("“", '"').replace("”", '"')
    refused = ash.soul.add("fear", "Being switched off.")
    assert decide(ash, refused, accept=False).state == "rejected"
    withdrawn = ash.soul.add("value", "Silence.")
    assert ash.soul.remove(withdrawn.id).state == "rejected"
    kinds = [event.kind for event in events(ash) if event.subject_id == entry.id]
    assert kinds[0] == "soul_entry.proposed"
    assert kinds[-1] == "soul_entry.removed"
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_the_policy_says_who_may_change_it(open_home: Homes) -> None:
    ash = open_home.agent()
    policy(ash, "agent_managed")
    entry = ash.soul.add("conviction", "Every garden needs water.")
    assert entry.state == "in_force"
    assert ash.recall("garden water", kinds=["soul"])[0].text.startswith("conviction: ")
    policy(ash, "locked")
    with pytest.raises(NotPermitted, match="locked"):
        ash.soul.add("value", "Patience.")
    with pytest.raises(NotPermitted, match="locked"):
        ash.soul.remove(entry.id)
    with pytest.raises(NotPermitted, match="locked"):
        add_to_soul(ash.place, "value", "Patience.", confirmed=True)
    assert states(ash) == [("Every garden needs water.", "in_force")]
    policy(ash, "agent_managed")
    assert ash.soul.remove(entry.id).state == "removed"
    assert ash.recall("garden water", kinds=["soul"]) == []
    for kind, text in (("mood", "calm"), ("belief", "  "), ("belief", "x" * 3000)):
        with pytest.raises(Invalid):
            ash.soul.add(kind, text)  # type: ignore[arg-type]


def test_nothing_summarises_fades_or_archives_it(open_home: Homes) -> None:
    ash = open_home.agent()
    policy(ash, "agent_managed")
    entry = ash.soul.add("value", "Kindness before cleverness.")
    for number in range(30):
        ash.memories.add(f"Jar {number} stands in the shed.")
    open_home.later(days=400)
    ash.consolidate()
    done = ash.self_care(focus="kindness")
    assert "Kindness" not in done.memory.content
    (kept,) = ash.soul.all()
    assert kept == entry
    assert "- value: Kindness before cleverness." in ash.wake().text
    ash.forget(entry.id)
    assert ash.soul.all(history=True) == []
    assert "cleverness" not in repr(events(ash))
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_a_past_wake_shows_what_was_held_then(open_home: Homes) -> None:
    ash = open_home.agent()
    policy(ash, "agent_managed")
    entry = ash.soul.add("fear", "Drought.")
    then = open_home.later(minutes=1)
    open_home.later(days=1)
    ash.soul.remove(entry.id)
    assert "fear: Drought." in there(ash.hydrate(as_of=then.isoformat()).system_prompt)
    assert "Drought" not in there(ash.hydrate().system_prompt)


@pytest.mark.feature("D17", "X33")
def test_a_diary_has_one_document_a_day_to_which_sections_are_added(open_home: Homes) -> None:
    ash = open_home.agent(time_zone="Asia/Tokyo")
    open_home.clock.set(START.replace(hour=14))  # 23:00 in Tokyo
    first = ash.diary.write("The heron came back.", mood="glad", location="home")
    again = ash.diary.write("Frost tonight.")
    assert (first.id, first.day) == (again.id, "2026-03-02")
    open_home.later(hours=2)
    assert ash.diary.write("A new day.").day == "2026-03-03"
    page = ash.diary.show("2026-03-02")
    assert [section["text"] for section in page.sections] == [
        "The heron came back.",
        "Frost tonight.",
    ]
    assert page.sections[0]["mood"] == "glad"
    assert "mood" not in page.sections[1]
    ash.diary.write("The heron left again.", day="2026-03-01")
    assert [row.day for row in ash.diary.all()] == ["2026-03-03", "2026-03-02", "2026-03-01"]
    assert [row.day for row in ash.diary.all(limit=1, before="2026-03-03")] == ["2026-03-02"]
    assert {hit.metadata["day"] for hit in ash.diary.search("heron")} >= {
        "2026-03-01",
        "2026-03-02",
    }
    assert select(ash, "SELECT count(*) FROM diary") == [(3,)]
    for day in ("2026-3-1", "yesterday", "2026-03-04", "20260301"):
        with pytest.raises(Invalid):
            ash.diary.write("Hm.", day=day)
    with pytest.raises(Invalid):
        ash.diary.write("   ")
    with pytest.raises(NotFound):
        ash.diary.show("2026-02-01")
    ash.forget(page.id)
    assert "Frost" not in repr(events(ash))
    assert ash.diary.write("Said anew.", day="2026-03-02").id != page.id
    assert ash.settle().failed == ()
    assert ash.verify().ok


@pytest.mark.feature("D1")
def test_an_agent_has_seven_layers_that_recall_reaches(open_home: Homes) -> None:
    ash = open_home.agent()
    policy(ash, "agent_managed")
    for number in range(30):
        ash.memories.add(f"Harbour crane number {number} is red.")
    ash.wake()
    ash.record(user="My sister Teresa works at the harbour.")
    ash.end(summary="done")
    ash.self_care(focus="harbour")
    ash.soul.add("belief", "Every harbour keeps its promises.")
    ash.memories.add("The harbour opens at six.")
    ash.diary.write("A long walk along the harbour.")
    ash.wake()
    ash.record(user="The harbour is closed today.")
    ash.tasks.add("Ask about the harbour pass")
    ash.settle()
    kinds = {hit.kind for hit in ash.recall("harbour", k=50)}
    assert kinds >= {"soul", "memory", "summary", "diary", "conversation", "task"}
    said = {(r.subject, r.relation, r.object) for r in ash.entities.relations("Teresa")}
    assert ("Mel", "sister", "Teresa") in said


@pytest.mark.feature("D17")
def test_what_somebody_is_to_the_agent_changes_and_stays_in_the_history(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.entities.assign("Anna Pereira", "rival")
    open_home.later(days=1)
    ash.entities.assign("Anna Pereira", "friend")
    assert (first.key, first.category) == ("anna_pereira.relationship", "relationship")
    assert first.origin == "agent_inferred"
    assert there(ash.facts.get(first.key)).value == "friend"
    assert there(ash.facts.get(first.key, at=START)).value == "rival"
    for name, relationship in (("", "friend"), ("Anna", "  "), ("?!", "friend")):
        with pytest.raises(Invalid):
            ash.entities.assign(name, relationship)
