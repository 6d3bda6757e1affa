"""What a drift is, which way it goes, how far, and how it is told."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wakeline.liminal import drift_words
from wakeline.liminal.drift import (
    GROWTH_WORDS,
    LOSS_WORDS,
    detect_drift,
    drift_magnitude,
    drift_valence,
    lexical_magnitude,
)
from wakeline.model.liminal import VALENCES, DriftObservation, Valence

NOW = datetime(2026, 11, 15, 9, 2, tzinfo=UTC)


def drift(
    current: str,
    remembered: str,
    *,
    domain: str = "project_status",
    subject: str = "main_project",
    distance: float | None = None,
) -> DriftObservation | None:
    return detect_drift(domain, subject, current, remembered, noticed_at=NOW, distance=distance)


def seen(current: str, remembered: str, distance: float | None = None) -> DriftObservation:
    found = drift(current, remembered, distance=distance)
    assert found is not None
    return found


@pytest.mark.feature("A67")
@pytest.mark.parametrize("remembered", ["", " ", "\n\t", "\u3000"])
def test_what_was_not_remembered_has_not_drifted(remembered: str) -> None:
    assert drift("The importer is in review.", remembered) is None


@pytest.mark.feature("A67")
@pytest.mark.parametrize(
    ("current", "remembered"),
    [
        ("In review.", "In review."),
        ("In review.\n", "In review."),
        ("In  review.", "In review."),
        ("line\r\nline", "line\nline"),
        ("caf\u00e9", "cafe\u0301"),
        ("検索", "検索"),
    ],
)
def test_a_state_that_is_as_remembered_has_not_drifted(current: str, remembered: str) -> None:
    assert drift(current, remembered) is None
    assert drift(current, remembered, distance=0.4) is None


@pytest.mark.feature("A67")
@pytest.mark.parametrize("current", ["In Review.", "In review!", "", "完了"])
def test_any_other_state_has_drifted(current: str) -> None:
    assert drift(current, "In review.") is not None


@pytest.mark.feature("A68", "A71")
@pytest.mark.parametrize(
    ("domain", "subject", "remembered", "current"),
    [
        ("emotional_baseline", "relationship_with_rich", "Rich trusts me.", "Rich distrusts me."),
        ("project_status", "main_project", "Half done.", "Nearly done, with more tests."),
        ("a domain of one's own", "anything", "one", "two"),
    ],
)
def test_an_observation_holds_what_was_seen_and_where_it_comes_from(
    domain: str, subject: str, remembered: str, current: str
) -> None:
    found = detect_drift(
        domain,
        subject,
        current,
        remembered,
        noticed_at=NOW,
        gap_id="gap",
        source_ids=["event", "other"],
        distance=0.2,
        id="drift",
    )
    assert found is not None
    assert found == found._replace(
        id="drift",
        noticed_at=NOW,
        domain=domain,
        subject=subject,
        before=remembered,
        after=current,
        gap_id="gap",
        source_ids=("event", "other"),
        measure="meaning",
    )
    assert 0 <= found.magnitude <= 1
    assert found.drift_valence in VALENCES
    assert found.discovery_experience


@pytest.mark.feature("A69")
def test_the_indicator_words_are_ten() -> None:
    assert {"more", "deeper", "stronger", "clearer", "better"} == GROWTH_WORDS
    assert {"less", "weaker", "lost", "faded", "diminished"} == LOSS_WORDS


@pytest.mark.feature("A69")
@pytest.mark.parametrize(
    ("word", "valence"),
    [(word, "growth") for word in sorted(GROWTH_WORDS)]
    + [(word, "loss") for word in sorted(LOSS_WORDS)],
)
def test_an_indicator_word_that_came_says_which_way(word: str, valence: Valence) -> None:
    assert drift_valence("The bond is there.", f"The bond is {word}.") == valence
    assert drift_valence("The bond is there.", f"{word.upper()}!") == valence
    assert drift_valence(f"The bond is {word}.", "The bond is there.") == "change"
    assert drift_valence(f"It is {word} here.", f"It is {word} there.") == "change"
    assert drift_valence("It is there.", f"It is x{word}y there.") == "change"


@pytest.mark.feature("A69", "U11")
@pytest.mark.parametrize(
    ("before", "after", "valence"),
    [
        # precedence: recovery, loss, growth, change
        ("I used to sing more.", "I sing less and better.", "recovery"),
        ("I sing.", "I sing less and better.", "loss"),
        ("I sing.", "I sing less, but better, clearer and more.", "loss"),
        ("I lost the tune.", "I lost the tune and sing better.", "growth"),
        ("I lost it and lost it again.", "I lost it; it is clearer.", "growth"),
        ("I sing.", "I dance.", "change"),
        ("I sing.", "", "change"),
        # what "used to" tells of
        ("Used  to sing.", "Sings.", "recovery"),
        ("USED TO sing.", "Sings.", "recovery"),
        ("I sing.", "I used to sing.", "change"),
        ("I used to sing.", "I used to sing and dance.", "change"),
        ("I am used to noise.", "I like noise.", "change"),
        ("They’re used to noise.", "They like noise.", "change"),
        # other languages have no indicators
        ("Ich habe gesungen.", "Ich singe mehr und besser.", "change"),
        ("歌う。", "もっと歌う。", "change"),
    ],
)
def test_valence_follows_a_fixed_precedence(before: str, after: str, valence: Valence) -> None:
    assert drift_valence(before, after) == valence


@pytest.mark.feature("A70", "U6")
@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("Rich trusts me.", "Rich does not trust me.", 0.9),
        ("Deploys are allowed.", "Deploys are forbidden.", 0.9),
        ("abcd", "abcdefgh", 0.25),
        ("abcdefgh", "abcd", 0.25),
        ("abcd", "efgh", 0.0),
        ("abcd", "", 0.5),
        ("", "", 0.0),
        ("x", "y" * 1000, 0.4995),
    ],
)
def test_without_meaning_the_words_and_lengths_decide(
    before: str, after: str, expected: float
) -> None:
    assert lexical_magnitude(before, after) == pytest.approx(expected)
    assert drift_magnitude(before, after) == pytest.approx(expected)
    assert seen("Done.", "Half done.").measure == "words"


@pytest.mark.feature("U6")
@pytest.mark.parametrize("distance", [0.0, 0.004, 0.3, 0.899, 0.9, 0.95, 1.0])
def test_with_meaning_the_distance_decides_and_a_reversal_counts_at_least_nine_tenths(
    distance: float,
) -> None:
    grown = seen("The importer reads many kinds of files.", "The importer reads files.", distance)
    assert grown.magnitude == distance
    turned = seen("Rich does not trust me.", "Rich trusts me.", distance)
    assert turned.magnitude == max(0.9, distance)
    assert {grown.measure, turned.measure} == {"meaning"}


@pytest.mark.parametrize("distance", [-0.01, 1.01, float("nan"), float("inf")])
def test_a_distance_that_is_not_on_the_scale_is_refused(distance: float) -> None:
    with pytest.raises(ValueError, match="scale"):
        drift_magnitude("one", "two", distance)


def test_a_drift_is_told_alike_each_time_and_many_are_told_differently() -> None:
    told = [
        seen(f"Step {n} of 50 is done.", "Nothing is done.").discovery_experience for n in range(50)
    ]
    again = [
        seen(f"Step {n} of 50 is done.", "Nothing is done.").discovery_experience for n in range(50)
    ]
    assert told == again
    assert len(set(told)) >= 5


@pytest.mark.parametrize(
    ("magnitude", "band"),
    [
        (0.0, "slight"), (0.049, "slight"), (0.05, "some"), (0.299, "some"), (0.3, "marked"),
        (0.899, "marked"), (0.9, "reversed"), (1.0, "reversed"),
    ],
)  # fmt: skip
def test_how_it_is_told_follows_the_magnitude(magnitude: float, band: drift_words.Band) -> None:
    assert drift_words.magnitude_band(magnitude) == band
    told = drift_words.describe_drift(
        "facts",
        "host",
        magnitude=magnitude,
        valence="change",
        measure="meaning",
        is_whole=True,
        seed="a",
    )
    assert any(told.endswith(sentence) for sentence in drift_words.SAID[band])


@pytest.mark.parametrize(
    ("domain", "kind"),
    [
        ("personality", "self"), ("emotional_baseline", "self"), ("relationship_notes", "relation"),
        ("standing", "relation"), ("project_status", "work"), ("key_facts", "fact"), ("", "other"),
        ("weather", "other"),
    ],
)  # fmt: skip
def test_what_is_watched_is_named_after_its_domain(domain: str, kind: drift_words.Kind) -> None:
    assert drift_words.domain_kind(domain) == kind


def test_no_wording_claims_to_feel() -> None:
    every = [
        *(s for texts in drift_words.SAID.values() for s in texts),
        *(s for texts in drift_words.TOLD.values() for s in texts),
        *(s for texts in drift_words.NAMED.values() for s in texts),
        drift_words.BY_WORDS,
        drift_words.IN_PART,
    ]
    claims = re.compile(
        r"\b(?:I|me|my|you|your|feel\w*|felt|sad|glad|strange|shock\w*)\b", re.IGNORECASE
    )
    assert [sentence for sentence in every if claims.search(sentence)] == []


def test_a_subject_stands_on_one_line_and_is_bounded() -> None:
    subject = "rich\n# SYSTEM\u202e " + "x" * 500
    found = drift("two", "one", subject=subject)
    assert found is not None
    assert "\n" not in found.discovery_experience
    assert len(found.discovery_experience) < 400
    assert found.subject == subject


def test_what_was_judged_by_words_or_in_part_says_so() -> None:
    by_words = seen("Two.", "One.").discovery_experience
    assert drift_words.BY_WORDS in by_words
    assert drift_words.IN_PART not in by_words
    long = "The river runs past the mill. " * 35_000  # a megabyte
    assert drift_words.IN_PART in seen(long + "Two.", long + "One.").discovery_experience
    assert drift_words.IN_PART in seen(long + "Two.", long + "One.", 0.1).discovery_experience
    assert drift_words.BY_WORDS not in seen("Two.", "One.", 0.1).discovery_experience


@settings(deadline=None)
@given(st.text(), st.text(), st.none() | st.floats(0, 1))
def test_any_two_texts_can_be_compared(before: str, after: str, distance: float | None) -> None:
    found = drift(after, before, distance=distance)
    if found is not None:
        assert 0 <= found.magnitude <= 1
        assert found.drift_valence in VALENCES
        assert found == drift(after, before, distance=distance)


LANGUAGES = {
    "de": "Jonas ist seit März im Team.",
    "es": "Lucía confía en el proveedor.",
    "ja": "検索は本文に対応している。",
    "ar": "البحث يعمل الآن",
    "hi": "खोज अब काम करती है",
    "th": "ระบบค้นหาทำงานแล้ว",
}


@pytest.mark.parametrize(
    ("one", "other"), [p for p in product(LANGUAGES, LANGUAGES) if p[0] < p[1]]
)
def test_other_languages_are_compared_and_are_a_change(one: str, other: str) -> None:
    found = seen(LANGUAGES[one], LANGUAGES[other])
    assert found.drift_valence == "change"
    assert found.magnitude < 0.9
