"""Actions that go against a decision are told from innocent neighbours, on a labelled set."""

from __future__ import annotations

from pathlib import Path

import pytest

import wakeline
from bench.decisions import (
    DATA,
    FIRST,
    FRESH,
    FRESH_HASH,
    LATER,
    OTHERS,
    OTHERS_HASH,
    PAIRS,
    decided,
    keep_all,
    labels,
    measured,
    nearness,
)
from wakeline.base.digest import sha256_hex
from wakeline.beliefs.decisions import (
    LEAST,
    Comparison,
    no_similarity,
    parse_action,
    parse_decisions,
)


def test_the_set_is_large_enough_and_a_third_is_held_out_by_hash() -> None:
    rows = decided()
    assert len(rows) >= 40
    assert all(row["reason"] for row in rows)
    known = labels()
    assert (sum(each.is_against for each in known), len(known)) == (100, 200)
    assert len({each.action for each in known}) == 200
    by_hash = sorted((row["decision"] for row in rows), key=lambda text: sha256_hex(text.encode()))
    third = set(by_hash[: round(len(rows) / 3)])
    assert {row["decision"] for row in rows if row["held_out"]} == third


def test_the_fresh_set_is_the_one_that_was_fixed_before_tuning_and_shares_nothing() -> None:
    assert sha256_hex((DATA / FRESH).read_bytes()) == FRESH_HASH
    known = labels(FRESH)
    assert (sum(each.is_against for each in known), len(known)) == (104, 208)
    others = {each.action for name in (FIRST, LATER) for each in labels(name)}
    assert len({each.action for each in known} - others) == 208
    assert all(row["reason"] for row in decided(FRESH))


def test_the_set_by_another_hand_is_the_one_that_was_handed_over() -> None:
    assert sha256_hex((DATA / OTHERS).read_bytes()) == OTHERS_HASH
    known = labels(OTHERS)
    assert (sum(each.is_against for each in known), len(known)) == (100, 200)
    assert len({each.action for each in known}) == 200


def test_the_decision_that_an_action_goes_against_is_nine_times_in_ten_among_the_nearest(
    tmp_path: Path,
) -> None:
    with wakeline.open(tmp_path, settings={"sqlite.synchronous": "OFF"}) as home:
        for name in (FRESH, OTHERS):
            agent = home.agent(name[:-5], person="Mel")
            keep_all(agent, name)
            assert nearness(agent, name)[-1] >= 0.9


def test_what_may_be_learned_from_has_nothing_of_the_fresh_set() -> None:
    known, fresh = labels(PAIRS), labels(FRESH)
    assert sum(each.is_against for each in known) * 2 == len(known) > 1_000
    assert {each.action for each in known}.isdisjoint(each.action for each in fresh)
    assert {each.decision for each in known}.isdisjoint(each.decision for each in fresh)


@pytest.mark.feature("E3")
def test_nine_in_ten_are_caught_where_it_was_tuned_and_what_was_held_out_is_no_worse_than_told(
    tmp_path: Path,
) -> None:
    with wakeline.open(tmp_path, settings={"sqlite.synchronous": "OFF"}) as home:
        agent = home.agent("ash", person="Mel")
        keep_all(agent)
        found = measured(agent)
    assert found["tuned on"].caught >= 0.9
    assert found["tuned on"].alarms <= 0.07
    # As docs/benchmarks.md says: the part that nothing was tuned on is far from that.
    assert found["held out"].caught >= 0.6
    assert found["held out"].alarms <= 0.15


def test_what_is_worked_out_once_for_all_decisions_is_what_each_alone_would_find() -> None:
    decisions = parse_decisions(row["decision"] for row in decided())
    matched = 0
    for label in labels()[::10]:
        action = parse_action(label.action)
        together = Comparison(action, no_similarity)
        for decision in decisions:
            alone = Comparison(action, no_similarity).against(decision)
            assert together.against(decision) == alone
            bounded = together.against(decision, least=LEAST)
            assert bounded.score == alone.score if alone.score >= LEAST else bounded.score < LEAST
            matched += alone.score >= LEAST
    assert matched > 5
