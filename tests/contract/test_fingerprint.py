"""How an agent speaks, told from its own turns, and how far its sessions are apart."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes, select, there
from wakeline.base.errors import NotFound

TERSE = "Done. Beds are dry. Water them. No straw. Check at noon. Use the old can. Fine."
WORDY = (
    "Oh, that's a really lovely question, and I'd be so happy to help you with it! Perhaps we "
    "could think about the piano together, maybe this evening, if you'd like that? I'm not "
    "entirely sure, but it seems to me that the piano's left pedal might need a bit of care..."
)


def a_session(homes: Homes, ash: wakeline.Agent, text: str, *, user: str = "And?") -> str:
    session_id = there(ash.wake().session_id)
    for number in range(12):
        ash.record(user=f"{user} {number}", agent=f"{text} Number {number}.")
    ash.end()
    homes.later(hours=1)
    return session_id


@pytest.mark.feature("E19")
def test_a_session_in_another_voice_is_further_away_than_one_in_the_same(open_home: Homes) -> None:
    ash = open_home.agent()
    first = a_session(open_home, ash, TERSE)
    second = a_session(open_home, ash, TERSE)
    other = a_session(open_home, ash, WORDY)
    same = ash.fingerprint(second, against=first)
    far = ash.fingerprint(other, against=first)
    assert there(same.distance).total < 0.05
    for part in ("total", "vocabulary", "topics", "decisions", "voice"):
        assert getattr(far.distance, part) > getattr(same.distance, part) + 0.1, part
    assert far.voice["contractions"] > same.voice["contractions"] == 0
    assert far.voice["words_a_sentence"] > 2 * same.voice["words_a_sentence"]
    assert far.voice["hedges"] > 0
    assert far.topics[0][0] == "piano"
    assert "you'd" in dict(far.vocabulary) or "it" in dict(far.vocabulary)
    # Against its centre, which is the two others.
    alone = ash.fingerprint(other)
    assert (alone.against, alone.sessions) == ("centre", 2)
    assert there(alone.distance).total > there(alone.usual)
    assert ash.fingerprint().session_id == other  # the last


@pytest.mark.feature("E19")
def test_what_the_person_says_is_not_the_voice_of_the_agent(open_home: Homes) -> None:
    ash = open_home.agent()
    first = a_session(open_home, ash, TERSE)
    second = a_session(open_home, ash, TERSE, user=WORDY)
    assert there(ash.fingerprint(second, against=first).distance).total < 0.05


def test_what_was_counted_is_kept_and_goes_with_what_is_forgotten(open_home: Homes) -> None:
    ash = open_home.agent()
    session_id = ash.wake().session_id
    kept = ash.record(user="?", agent="The code is kestrelwing, kestrelwing.")
    ash.record(user="?", agent="Noted.")
    before = ash.fingerprint()
    assert before.topics[0][0] == "kestrelwing"
    assert before.distance is None  # nothing to compare it with
    assert not before.is_enough
    assert select(ash, "SELECT session_id FROM fingerprints") == [(session_id,)]
    assert ash.fingerprint() == before
    ash.forget(kept.ids[1])
    assert select(ash, "SELECT session_id FROM fingerprints") == []
    assert "kestrelwing" not in str(ash.fingerprint())
    ash.record(user="?", agent="One more.")
    assert ash.fingerprint().turns == 2


def test_who_never_spoke_has_no_fingerprint(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(NotFound):
        ash.fingerprint()
    ash.wake()
    ash.record(user="Hello?")
    with pytest.raises(NotFound):
        ash.fingerprint()
    ash.record(agent="你好，今天我们去公园吗？")
    assert ash.fingerprint().words > 0
    for unknown in ({"session_id": "nobody's"}, {"against": "nobody's"}):
        with pytest.raises(NotFound):
            ash.fingerprint(**unknown)
