"""One key joins everything of an exchange, and any id in it leads there."""

from __future__ import annotations

from pathlib import Path

import pytest

import wakeline
from tests.builders import Homes, an_exchange, events, there
from wakeline.base.errors import NotFound
from wakeline.model.exchange import FullExchange

ORDINARY = Path(__file__).parents[1] / "data" / "ordinary_texts.txt"


def kinds(found: FullExchange) -> list[tuple[str, str]]:
    return [(part.part, part.kind) for part in found.parts]


def live(ash: wakeline.Agent) -> tuple[str, dict[str, str]]:
    """Three exchanges, the second with something of every kind. Its id, and ids of its parts."""
    an_exchange(ash, 1, thread="garden")
    kept = ash.record(user="I live in Porto. Mail Anna.", agent="I will.", thread="garden")
    seen = ash.observe("250 queued", speaker="mail", role="tool", kind="tool_result")
    fact = ash.facts.set("mail.sent", "yes")
    guard = ash.guards.claim("mail-1", "a mail to Anna", tool="Mail")
    ash.guards.done("mail-1")
    receipt = ash.attachments.add(ORDINARY, turn=kept.ids[0])
    memory = ash.memories.add("Anna was written to.", source_ids=(kept.ids[0],))
    ids = {
        "turn": kept.ids[0],
        "answer": kept.ids[1],
        "tool call": seen.id,
        "fact": fact.id,
        "guard": guard.id,
        "receipt": receipt.id,
        "memory": memory.id,
        "event": events(ash, "guard.done")[-1].id,
    }
    an_exchange(ash, 3, thread="garden")
    assert kept.exchange_id is not None
    return kept.exchange_id, ids


@pytest.mark.feature("B38")
def test_any_id_shows_the_whole_exchange_in_the_order_of_the_log(open_home: Homes) -> None:
    ash = open_home.agent()
    session = ash.wake(thread="garden").session_id
    exchange_id, ids = live(ash)
    ash.settle()
    found = ash.exchange(exchange_id)
    assert (found.id, found.session_id, found.thread_id) == (exchange_id, session, "garden")
    told = [part.kind for part in found.parts if part.part == "event"]
    assert told[:4] == ["fact.set", "guard.claimed", "guard.done", "memory.added"]
    assert ("receipt", "attachment_turn.added") in kinds(found)
    assert kinds(found)[:3] == [
        *(("turn", "conversation"), ("turn", "conversation"), ("tool_call", "tool_result"))
    ]
    assert kinds(found)[-1][0] in ("trace", "derived")
    assert ("trace", "entropy") in kinds(found)
    logged = [part.seq for part in found.parts if part.seq is not None]
    assert logged == sorted(logged)
    assert "question1" not in str(found)
    assert "question3" not in str(found)
    for name, each in ids.items():
        again = ash.exchange(each)
        assert (again.id, again.asked) == (exchange_id, each), name
        assert again.parts == found.parts
    own = {part.id for part in found.parts} | {part.subject_id for part in found.parts}
    assert set(ids.values()) <= own, "each under its own id"


@pytest.mark.feature("B38")
def test_what_another_process_wrote_is_joined_by_its_place(open_home: Homes) -> None:
    ash = open_home.agent()
    session = ash.wake().session_id
    first = an_exchange(ash, 1)
    other = open_home.agent()  # knows the session, and no exchange
    fact = other.facts.set("shelf", "blue", session_id=session)
    an_exchange(ash, 2)
    later = other.facts.set("shelf", "red", session_id=session)
    found = ash.exchange(fact.id)
    assert found.id == first.exchange_id
    (part,) = [each for each in found.parts if each.subject_id == fact.id]
    assert (part.kind, part.joined_by) == ("fact.set", "place")
    assert {each.joined_by for each in found.parts if each.part == "turn"} == {"exchange_id"}
    assert ash.exchange(later.id).id != first.exchange_id


@pytest.mark.feature("B38")
def test_what_a_wake_left_hangs_on_the_first_exchange(open_home: Homes) -> None:
    ash = open_home.agent()
    session = there(ash.wake().session_id)
    with pytest.raises(NotFound, match="belongs to no exchange"):
        ash.exchange(session)
    first = an_exchange(ash, 1)
    an_exchange(ash, 2)
    found = ash.exchange(session)
    assert found.id == first.exchange_id
    told = [part.kind for part in found.parts if part.part == "event"]
    assert told[0] == "session.opened"
    assert "wake.delivered" in told
    assert "threshold.crossed" in told


@pytest.mark.feature("B38")
def test_what_was_made_of_it_later_is_joined_by_its_sources(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    kept = ash.record(user="I live in Porto.", agent="Noted.")
    an_exchange(ash, 2)
    ash.end(summary="done")
    open_home.later(days=1)
    ash.consolidate()
    (fact,) = ash.facts.all()
    found = ash.exchange(fact.id)
    assert found.id == kept.exchange_id
    (part,) = [each for each in found.parts if each.part == "derived"]
    assert (part.id, part.joined_by) == (fact.id, "source")
    assert part.text == "mel.lives_in = Porto"


@pytest.mark.feature("B38")
def test_a_forgotten_turn_leaves_its_place_and_no_word(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    kept = ash.record(user="Tell nobody about Zanzibar.", agent="Never.")
    ash.forget(kept.ids[0])
    found = ash.exchange(kept.ids[1])
    assert [part.text for part in found.parts if part.part == "turn"] == [None, "Never."]
    assert "Zanzibar" not in str(found)


def test_a_turn_is_found_by_the_id_that_it_came_with_and_nothing_else_is(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    kept = an_exchange(ash, 1)
    ash.observe("done", kind="tool_result", role="tool", source_id="toolu_1")
    assert ash.exchange("toolu_1").id == kept.exchange_id
    for wrong in ("", "nobody", "01" + "Z" * 24):
        with pytest.raises(NotFound, match="belongs to no exchange"):
            ash.exchange(wrong)
    loose = ash.projects.add("before-any-session-of-another", title="x")
    assert ash.exchange(loose.id).id == kept.exchange_id
