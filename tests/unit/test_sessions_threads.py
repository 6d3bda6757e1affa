"""A thread's standing handoff."""

from datetime import timedelta

import pytest

from tests.unit.sessions_dialogue import NOON, a_dialogue, a_turn
from wakeline.sessions.handoffs import should_restart, thread_handoff, warm_start

GARDEN = a_dialogue(
    "When should the tomatoes go into the greenhouse?",
    "In April. Let's go with the small variety. I'll order seeds on Friday.",
    "And the tomatoes outside?",
    "Outside tomatoes wait until May. Which bed do you want for them?",
)
LATER = NOON + timedelta(hours=1)


def test_a_thread_is_told_in_prose_under_a_header() -> None:
    handoff = thread_handoff("garden", GARDEN, None, at=LATER, compacted=False)
    header, _, prose = handoff.content.partition("\n\n")
    assert header == "# Thread garden · 0 compactions · written 11 Nov 2026 13:00 UTC"
    assert prose.startswith("This thread is about tomatoes")
    assert (
        'Ana last said "And the tomatoes outside?", and was answered '
        '"Outside tomatoes wait until May. Which bed do you want for them?". '
        'On decisions, the log has "Let\'s go with the small variety". '
        'Still open, as far as the words tell: ash on 11 Nov 2026: "I\'ll order seeds on Friday". '
        'ash was the last to speak and asked "Which bed do you want for them?".'
    ) in prose
    assert "\n" not in prose
    assert handoff.source_ids == ("e1", "e2", "e3", "e4")
    assert (handoff.origin, handoff.trust, handoff.updated_at) == ("agent_inferred", 0.7, LATER)


def test_it_is_overwritten_and_only_the_compactions_are_carried_on() -> None:
    first = thread_handoff("garden", GARDEN, None, at=NOON, compacted=True)
    roses = [a_turn(9, "user", "Prune the roses, please.")]
    second = thread_handoff("garden", roses, first, at=LATER, compacted=True)
    third = thread_handoff("garden", roses, second, at=LATER, compacted=False)
    assert (first.compactions, second.compactions, third.compactions) == (1, 2, 2)
    assert "1 compaction ·" in first.content
    assert "2 compactions ·" in third.content
    assert "tomatoes" not in third.content
    assert third.source_ids == ("e9",)


def test_where_nothing_was_said_since_the_prose_stays() -> None:
    first = thread_handoff("garden", GARDEN, None, at=NOON, compacted=False)
    second = thread_handoff("garden", [], first, at=LATER, compacted=True)
    assert second.content.partition("\n\n")[2] == first.content.partition("\n\n")[2]
    assert (second.compactions, second.source_ids) == (1, first.source_ids)
    assert second.updated_at == LATER


def test_an_empty_thread_says_so() -> None:
    handoff = thread_handoff("garden", [], None, at=LATER, compacted=False)
    assert handoff.content.endswith("\n\nNothing has been said in this thread yet.")
    assert handoff.source_ids == ()


def test_a_warm_start_is_prose_and_tells_how_long_it_was() -> None:
    handoff = thread_handoff("garden", GARDEN, None, at=LATER, compacted=True)
    text = warm_start(handoff, now=LATER + timedelta(days=3, hours=14))
    assert text.startswith("You come back to this thread after 3 days 14 h. This thread is about")
    assert "#" not in text


@pytest.mark.parametrize(("compactions", "must"), [(0, False), (4, False), (5, True), (6, True)])
def test_after_five_compactions_a_session_begins_anew(compactions: int, must: bool) -> None:
    assert should_restart(compactions) is must
