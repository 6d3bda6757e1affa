"""Memories in versions: edited without a loss, shown down to the turns, forgotten whole."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes, events, select, there
from tests.contract.life import holding
from tests.contract.test_consolidate import say
from wakeline.base.errors import Conflict, NotFound, NotPermitted


@pytest.fixture
def ash(open_home: Homes) -> wakeline.Agent:
    agent = open_home.agent()
    say(open_home, agent, "I love old Quixote maps.")
    say(open_home, agent, "As ever, I really enjoy old Quixote maps.")
    agent.consolidate()
    return agent


def test_an_edit_is_a_new_version_and_the_old_one_stays(ash: wakeline.Agent) -> None:
    (old,) = ash.memories.all()
    ash.memories.pin(old.id)
    new = ash.memories.edit(old.id, "Mel collects the Quixote maps of 1605.")
    before = ash.memories.get(old.id)
    assert (before.content, before.superseded_by) == (old.content, new.id)
    assert new.source_ids == (*old.source_ids, old.id)
    assert (new.is_pinned, new.tags, new.written) == (True, old.tags, "deliberate")
    assert new.title == "Mel collects the Quixote maps of 1605."
    text = ash.wake().text
    assert "of 1605" in text
    assert f"> {old.content}" not in text
    assert f'memory "{old.content}" was said anew' in text
    hits = [hit.id for hit in ash.recall("Who likes the Quixote maps?", kinds=["memory"])]
    assert hits == [new.id, old.id]
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_lineage_goes_down_to_the_turns_through_every_version(ash: wakeline.Agent) -> None:
    (first,) = ash.memories.all()
    second = ash.memories.edit(first.id, "Mel collects Quixote maps.")
    third = ash.memories.edit(second.id, "Mel collects and draws Quixote maps.")
    thought = there(ash.memories.reflect(third.id, "They steady her."))
    turns = [row[0] for row in select(ash, "SELECT id FROM episodes ORDER BY seq")]
    found = ash.memories.lineage(thought.id)
    assert (found.sources[0].id, found.sources[0].depth) == (third.id, 1)
    assert {source.id for source in found.sources} == {third.id, second.id, first.id, *turns}
    said = [source for source in found.sources if source.id in turns]
    assert {source.speaker for source in said} == {"Mel"}
    assert "enjoy old Quixote maps" in str(said[1].text)
    assert found.confidence == pytest.approx(1 - 0.3**2)
    of_third = ash.memories.lineage(third.id)
    assert [row.id for row in of_third.superseded] == [second.id, first.id]
    assert (of_third.uses, of_third.superseded_by) == (1, ())
    assert [row.id for row in ash.memories.lineage(first.id).superseded_by] == [second.id, third.id]


def test_only_the_last_version_can_be_edited_and_the_same_words_are_no_version(
    ash: wakeline.Agent,
) -> None:
    (old,) = ash.memories.all()
    assert ash.memories.edit(old.id, old.content) == old
    new = ash.memories.edit(old.id, "Mel draws maps.")
    with pytest.raises(Conflict, match=new.id):
        ash.memories.edit(old.id, "Something else.")
    with pytest.raises(NotFound):
        ash.memories.edit("01NOSUCH", "x")
    with pytest.raises(NotFound):
        ash.memories.lineage("01NOSUCH")
    rule = ash.memories.add("Never sell a map.", type="instruction")
    with pytest.raises(NotPermitted):
        ash.memories.edit(rule.id, "Sell all maps.", origin="agent_inferred")
    weaker = ash.memories.edit(new.id, "Mel draws maps, I think.", origin="agent_inferred")
    assert (weaker.origin, weaker.trust) == ("agent_inferred", 0.7)


@pytest.mark.parametrize("version", [0, 1, 2])
def test_forgetting_any_version_forgets_them_all_from_everywhere(
    open_home: Homes, ash: wakeline.Agent, version: int
) -> None:
    (first,) = ash.memories.all()
    other = ash.memories.add("Mel has a cat.")
    second = ash.memories.edit(first.id, "Mel collects zanzibar maps.")
    third = ash.memories.edit(second.id, "Mel draws xylograph maps.")
    ash.memories.reflect(third.id, "The xylograph steadies her.")
    ash.wake()
    ash.end(summary="done")
    ash.settle()
    forgotten = ash.forget((first, second, third)[version].id)
    assert {row.id for row in ash.memories.all()} == {other.id}
    assert len(forgotten.removed) == 4
    assert [h for h in ash.recall("zanzibar xylograph Quixote maps") if h.kind == "memory"] == []
    ash.settle()
    assert not [line for line in ash.export() if "zanzibar" in line or "xylograph" in line]
    marks = [e for e in events(ash, "memory.forgotten") if e.after is None and e.before is None]
    assert {first.id, second.id, third.id} <= {event.subject_id for event in marks}
    assert ash.verify().ok
    if open_home.engine == "sqlite":
        folder = open_home.location
        open_home.close()
        assert holding(folder, "zanzibar", "xylograph") == []


def test_forgetting_what_superseded_leaves_what_it_superseded(open_home: Homes) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I love olives.")
    say(open_home, ash, "I hate olives.")
    ash.consolidate()
    love, hate = ash.memories.all()
    ash.forget(hate.id)
    assert [row.id for row in ash.memories.all()] == [love.id]
    assert ash.memories.lineage(love.id).superseded_by == ()
