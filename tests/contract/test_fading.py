"""What is active together is linked, and what nobody uses loses weight."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.builders import Homes, events, values
from tests.contract.test_consolidate import say
from wakeline.model.consolidation import Link
from wakeline.model.memory import Memory


def weights(homes: Homes, memory: Memory) -> float:
    return float(homes.agent().memories.get(memory.id).importance)


@pytest.mark.feature("C21", "U9")
def test_a_memory_that_nobody_used_for_thirty_days_fades_by_a_fiftieth_a_day(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    idle = ash.memories.add("The ferry leaves at nine.", importance=8)
    pinned = ash.memories.add("Mel is allergic to nuts.", importance=8, pinned=True)
    rule = ash.memories.add("Ask before sending.", type="instruction", importance=8)
    used = ash.memories.add("The heron nests by the mill.", importance=8)
    open_home.later(days=29)
    ash.recall_text("heron mill", k=1)
    assert ash.consolidate().faded == 0
    open_home.later(days=6)
    assert ash.consolidate(dry_run=True).faded == 1
    assert weights(open_home, idle) == 0.8
    assert ash.consolidate().faded == 1
    assert weights(open_home, idle) == pytest.approx(0.8 * 0.98**5)
    assert [weights(open_home, row) for row in (pinned, rule, used)] == [0.8] * 3
    assert ash.consolidate().faded == 0, "at most one pass a week"
    open_home.later(days=7)
    ash.consolidate()
    assert weights(open_home, idle) == pytest.approx(0.8 * 0.98**12)
    (event, _) = events(ash, "memory.faded")
    assert (event.actor, event.before) == ("consolidation", {"importance": 0.8, "seq": idle.seq})
    assert ash.memories.get(idle.id).updated_at == idle.updated_at
    for _ in range(30):
        open_home.later(days=30)
        ash.consolidate()
    assert weights(open_home, idle) == 0.05
    assert ash.consolidate().faded == 0
    assert ash.settle().failed == ()
    assert ash.verify().ok


def test_what_comes_from_one_session_or_one_recall_is_linked_and_grows_nearer(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    say(open_home, ash, "I love old maps. I hate fog.")
    ash.consolidate()
    (link,) = values(ash, Link, "consolidation.links")
    maps, fog = ash.memories.all()
    assert {link.from_id, link.to_id} == {maps.id, fog.id}
    assert link.weight == pytest.approx(0.1)
    assert link.times == 1
    open_home.later(days=10)
    ash.recall_text("old maps fog", k=5, kinds=["memory"])
    ash.consolidate()
    (link,) = values(ash, Link, "consolidation.links")
    faded = 0.1 * 0.98**10
    assert link.weight == pytest.approx(faded + 0.1 * (1 - faded))
    assert link.times == 2
    open_home.later(days=10)
    (linked,) = ash.memories.lineage(maps.id).linked
    assert (linked.memory.id, linked.times) == (fog.id, 2)
    assert linked.weight == pytest.approx(link.weight * 0.98**10)
    ash.rebuild()
    assert values(ash, Link, "consolidation.links") == [link]
    assert ash.verify().ok
    with ash.place.store.writing(ash.place.by()) as unit:
        unit.put(link._replace(weight=0.9))
    assert not ash.verify().ok
    ash.rebuild()
    ash.forget(fog.id)
    assert values(ash, Link, "consolidation.links") == []
    assert ash.verify().ok


def test_links_do_not_fade_into_the_future(open_home: Homes) -> None:
    from wakeline.consolidation.decay import strengthen_link, weight_now

    link = strengthen_link(None, ("a", "b"), open_home.clock.now())
    assert weight_now(link, link.active_at - timedelta(days=3)) == link.weight
