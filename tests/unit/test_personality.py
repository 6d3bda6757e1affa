"""What counts as a trait, how it is told, and what a reset takes away."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from wakeline.liminal.reversal import reverses
from wakeline.model.personality_status import PersonalityObservation
from wakeline.personality.evidence import EVERYTHING, MOST_NAMED, Sighting, traits
from wakeline.personality.history import is_label, next_label, summary
from wakeline.personality.observations import MOST_PER_KIND, from_stored, observations, to_stored
from wakeline.personality.resets import (
    contradicted_observations,
    contradictions,
    floors_after_hard_reset,
    floors_after_rollback,
    remove_contradictions,
    sentence_spans,
)
from wakeline.personality.text import (
    HEADING,
    comparable_text,
    has_line,
    remove_lines,
    with_observations,
)
from wakeline.personality.ways import SessionCounts, way_sightings

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
CORE = """# Identity

Direct and curious. Keeps its answers short and trusts
Mel with the keys.

- Likes the sea
- Does not gossip.
"""


def seen(*days: float, key: str = "preference:mel:likes: maps", **fields: str) -> list[Sighting]:
    """Sightings on these days, each in a session of its own."""
    clause = fields.get("clause", "Mel loves maps.")
    kind = key.partition(":")[0]
    return [
        Sighting(key, kind, clause, f"s{day}", START + timedelta(days=day), f"t{day}", "m1")  # type: ignore[arg-type]
        for day in days
    ]


def noted(text: str, *keys: str) -> PersonalityObservation:
    return PersonalityObservation("preference", keys or (text,), text, 3, START, START, ("t",))


def told(*days: float, now: datetime = START + timedelta(days=20), **fields: str) -> list[str]:
    found = observations(traits(seen(*days, **fields)), now=now, zone=UTC)
    return [each.text for each in found]


# -- what counts


def test_three_sessions_over_seven_days_make_a_trait_and_less_does_not() -> None:
    (trait,) = traits(seen(0, 3, 7))
    assert (trait.sessions, trait.turn_ids, trait.row_ids) == (3, ("t0", "t3", "t7"), ("m1",))
    assert traits(seen(0, 7)) == []
    assert traits(seen(0, 3, 6.9)) == []
    once = [sighting._replace(session="one") for sighting in seen(0, 3, 7)]
    assert traits(once) == []


def test_what_was_seen_up_to_a_floor_no_longer_counts() -> None:
    key = "preference:mel:likes: maps"
    floor = "2026-03-02T09:00:00.000000Z"
    assert traits(seen(0, 3, 7), {key: floor}) == []
    assert traits(seen(0, 3, 7), {EVERYTHING: floor}) == []
    assert len(traits(seen(0, 3, 7), {"another": floor})) == 1
    (trait,) = traits(seen(0, 3, 7, 11), {key: floor})
    assert trait.first_at == START + timedelta(days=3)


def test_of_many_sessions_the_first_and_the_newest_are_named() -> None:
    (trait,) = traits(seen(*range(200)))
    assert (trait.sessions, len(trait.turn_ids)) == (200, MOST_NAMED)
    assert (trait.turn_ids[0], trait.turn_ids[-1]) == ("t0", "t199")


@pytest.mark.feature("C29")
def test_an_observation_is_a_dated_sentence_in_the_third_person() -> None:
    assert told(0, 3, 8) == ["Mel loves maps (observed since 2 March 2026)."]
    later = START + timedelta(days=200)
    assert told(0, 3, 8, now=later) == ["Mel loves maps (observed in March 2026)."]
    assert told(0, 3, 40, now=later) == ["Mel loves maps (observed from March 2026 to April 2026)."]


def test_a_sentence_does_not_change_because_it_was_seen_once_more() -> None:
    assert told(0, 3, 8) == told(0, 3, 8, 12, 15)


def test_there_are_few_and_what_stands_keeps_its_place() -> None:
    many = [
        trait
        for n in range(9)
        for trait in traits(seen(0, 3, 8, key=f"preference:{n}", clause=f"Mel likes {n}"))
    ]
    alone = observations(many, now=START, zone=UTC)
    assert len(alone) == MOST_PER_KIND["preference"]
    kept = observations(many, now=START, zone=UTC, standing={"preference:8"})
    assert "Mel likes 8 (observed since 2 March 2026)." in [each.text for each in kept]


def test_whoever_loves_something_need_not_be_said_to_come_back_to_it() -> None:
    topics = seen(0, 3, 8, key="topic:maps", clause="Conversations come back to Maps")
    alone = observations(traits(topics), now=START, zone=UTC)
    both = observations(traits([*topics, *seen(0, 3, 8)]), now=START, zone=UTC)
    assert [each.kind for each in alone] == ["topic"]
    assert [each.kind for each in both] == ["preference"]


def test_observations_come_back_as_they_were_kept() -> None:
    found = observations(traits(seen(0, 3, 8)), now=START, zone=UTC)
    assert from_stored(to_stored(found)) == found


# -- ways of working


def sums(*hours: int, tokens: int = 300, asking: int = 0) -> list[SessionCounts]:
    return [
        SessionCounts(
            f"s{n}", f"t{n}", START + timedelta(days=4 * n, hours=hour - 9), 3, tokens, asking
        )
        for n, hour in enumerate(hours)
    ]


def keys(found: list[SessionCounts], **options: object) -> set[str]:
    shown = way_sightings(found, agent="ash", person="Mel", zone=UTC, **options)  # type: ignore[arg-type]
    return {trait.key for trait in traits(shown)}


def test_a_way_is_what_most_sessions_show() -> None:
    assert keys(sums(9, 9, 8, 20)) == {"way:begins:morning"}
    assert keys(sums(9, 9, 20, 15)) == set()
    assert keys(sums(9, 20, 1, 15, tokens=30, asking=2)) == {"way:replies:brief", "way:asks"}
    assert keys(sums(9, 20, 1, 15, tokens=3000)) == {"way:replies:long"}


def test_a_way_that_stands_is_given_up_later_than_it_was_taken_up() -> None:
    half = sums(9, 9, 8, 20, 20, 1)
    assert keys(half) == set()
    assert keys(half, standing={"way:begins:morning"}) == {"way:begins:morning"}
    assert keys(sums(9, 9, 8, 20, 20, 1, 1), standing={"way:begins:morning"}) == set()


# -- the text


@pytest.mark.parametrize(
    "base", ["Calm.", "# A\n\nCalm.\n", "Calm.\n\n\n", "\u4eba\u304c\u597d\u304d\u3002\n"]
)
def test_what_was_observed_can_be_taken_out_without_touching_the_rest(base: str) -> None:
    text = with_observations(base, ["One.", "Two."])
    assert text == f"{base.rstrip()}\n\n{HEADING}\n\nOne.\nTwo.\n"
    assert remove_lines(text, ["One."]) == f"{base.rstrip()}\n\n{HEADING}\n\nTwo.\n"
    assert remove_lines(text, ["One.", "Two."]) == base.rstrip() + "\n"
    assert with_observations(remove_lines(text, ["One.", "Two."]), ["One.", "Two."]) == text
    assert with_observations(base, []) == base
    assert remove_lines(base, ["One."]) == base


def test_what_stands_below_the_observations_stays() -> None:
    text = with_observations("Calm.", ["One."]) + "\n## More\n\nKind.\n"
    assert remove_lines(text, ["One."]) == "Calm.\n\n## More\n\nKind.\n"
    assert has_line(text, "One.")
    assert not has_line(text, "One")


@pytest.mark.parametrize(
    "seen_when", ["since 2 March 2026", "in March 2026", "from March 2026 to May 2026"]
)
def test_when_something_was_observed_is_not_compared(seen_when: str) -> None:
    text = with_observations("Calm (observed).", [f"Mel loves maps (observed {seen_when})."])
    assert comparable_text(text).split() == "Calm (observed). Mel loves maps.".split()


# -- resets


def test_sentences_go_over_lines_and_headings_are_none() -> None:
    assert [span.sentence for span in sentence_spans(CORE)] == [
        "Direct and curious.",
        "Keeps its answers short and trusts Mel with the keys.",
        "Likes the sea",
        "Does not gossip.",
    ]
    assert all(" ".join(CORE[s.start : s.end].split()) == s.sentence for s in sentence_spans(CORE))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "# only a heading",
        "#",
        "-",
        "a",
        "..",
        "a." * 5000,
        "x" * 300_000,
        "\n" * 200_000,
        "- " * 99_999,
        " \n" * 99_999,
        "\u3002" * 99,
    ],
)
def test_any_text_has_sentences_or_none(text: str) -> None:
    assert all(span.sentence and span.start < span.end for span in sentence_spans(text))


@pytest.mark.feature("C35")
def test_what_denies_the_core_is_taken_out_and_nothing_else() -> None:
    text = with_observations(
        CORE.replace("- Likes the sea", "- Dislikes the sea\n- Sings"),
        [
            "It gossips (observed since 2 March 2026).",
            "Mel loves maps (observed since 2 March 2026).",
        ],
    )
    denying = contradictions(CORE, text, reverses)
    assert [span.sentence for span in denying] == [
        "Dislikes the sea",
        "It gossips (observed since 2 March 2026).",
    ]
    observed = [noted("It gossips (observed since 2 March 2026).")]
    left = remove_contradictions(text, denying, observed)
    assert left == with_observations(
        CORE.replace("- Likes the sea", "- Sings"),
        ["Mel loves maps (observed since 2 March 2026)."],
    )
    assert contradicted_observations(denying, observed) == observed


def test_a_sentence_in_the_middle_of_a_paragraph_goes_alone() -> None:
    text = "Calm. Hates Mel deeply. Kind."
    (span,) = [span for span in sentence_spans(text) if "Hates" in span.sentence]
    assert remove_contradictions(text, [span], []) == "Calm. Kind."


def test_what_a_rollback_took_back_needs_new_evidence_and_what_it_brought_does_not() -> None:
    old, new = noted("Old.", "old"), noted("New.", "new")
    floors = floors_after_rollback({"struck": "x"}, [old], [old, new], START)
    assert floors == {"struck": "x", "new": "2026-03-02T09:00:00.000000Z"}
    assert floors_after_hard_reset(START) == {EVERYTHING: "2026-03-02T09:00:00.000000Z"}


# -- history


@pytest.mark.feature("X28")
def test_snapshots_of_one_day_are_numbered_from_two_on() -> None:
    day = date(2026, 3, 2)
    assert next_label(day, ()) == "2026-03-02"
    assert next_label(day, {"2026-03-02"}) == "2026-03-02-2"
    assert next_label(day, {"2026-03-02", "2026-03-02-2"}) == "2026-03-02-3"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("2026-03-02", True),
        ("2026-03-02-2", True),
        ("2026-03-02-11", True),
        ("2026-03-02-1", False),
        ("2026-02-30", False),
        ("2026-3-2", False),
        ("yesterday", False),
        ("../2026-03-02", False),
        ("", False),
    ],
)
def test_a_snapshot_is_named_by_a_day_that_there_is(text: str, is_one: bool) -> None:
    assert is_label(text) == is_one


def test_a_summary_counts_and_quotes_nothing() -> None:
    before, after = [noted("Mel loves fog.", "fog")], [noted("Mel loves maps.", "maps")]
    assert summary("consolidation", before, after) == (
        "Noted 1 preference; no longer sees 1 preference."
    )
    assert summary("consolidation", before, before) == "Says the same in other words."
    assert summary("rollback", restored="2026-03-02") == "Went back to the snapshot of 2026-03-02."
