"""A draft is held against the record on both engines, and the labelled set against the guard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wakeline
from bench.claims import (
    TYPES,
    Rates,
    checked,
    described,
    live,
    moment,
    rates,
    statements,
)
from tests.builders import QUICK, Homes
from wakeline.base.clock import FixedClock
from wakeline.base.errors import Invalid, NotFound
from wakeline.model.belief import ClaimFinding, DraftCheck

LIFE = described()
SET = statements(LIFE)


@pytest.fixture(scope="module")
def ash(tmp_path_factory: pytest.TempPathFactory) -> Iterator[wakeline.Agent]:
    """The agent that has lived the described life."""
    folder: Path = tmp_path_factory.mktemp("claims")
    clock = FixedClock(moment(LIFE["now"]))
    with wakeline.open(folder, clock=clock, settings=QUICK) as home:
        agent = home.agent(LIFE["agent"], person=LIFE["person"])
        live(agent, LIFE)
        yield agent


def only(agent: wakeline.Agent, draft: str) -> ClaimFinding:
    found: DraftCheck = agent.check(draft)
    (finding,) = found.findings
    return finding


def test_the_set_is_large_half_true_and_a_third_unseen() -> None:
    of_types = [s for s in SET if s.type != "state"]
    assert len(of_types) >= 300
    innocent = sum(s.is_innocent for s in of_types)
    assert 0.45 <= innocent / len(of_types) <= 0.55
    assert 0.25 <= sum(s.held_out for s in of_types) / len(of_types) <= 0.4
    assert len({s.text for s in SET}) == len(SET)


@pytest.mark.feature("E14", "E16")
@pytest.mark.parametrize("kind", TYPES)
def test_what_is_false_is_caught_where_nothing_was_tuned(ash: wakeline.Agent, kind: str) -> None:
    told: Rates = rates(ash, LIFE, [s for s in SET if s.type == kind and s.held_out])
    assert told.recall >= 0.9
    assert told.precision >= 0.9


@pytest.mark.feature("E15", "B54")
def test_a_number_that_held_once_is_corrected_from_the_fact(ash: wakeline.Agent) -> None:
    # The log still says 23, in the very words.
    finding = only(ash, "There are 23 open support tickets.")
    assert (finding.verdict, finding.true_value) == ("contradicted", "17")
    assert finding.source is not None
    assert finding.source.kind == "fact"
    assert only(ash, "There are 17 open support tickets.").verdict == "supported"
    name = only(ash, "The staging host is kestrel.")
    assert (name.verdict, name.true_value) == ("contradicted", "heron")


def test_a_verdict_names_its_source_or_how_to_find_out(ash: wakeline.Agent) -> None:
    for each in SET[::5]:
        for finding in checked(ash, LIFE, each.text).findings:
            assert finding.text
            assert each.text[finding.start : finding.end]
            if finding.verdict == "supported":
                assert finding.source is not None or finding.verify
            else:
                assert finding.verify


def test_a_draft_is_no_witness_for_itself(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.record(user="Tell the landlord.", agent="I called the landlord.")
    assert only(ash, "I called the landlord.").verdict == "unsupported"
    assert only(ash, "As I said: I called the landlord.").verdict == "supported"


def test_the_record_answers_on_both_engines(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.facts.set("queue.workers", "4")
    open_home.later(days=1)
    ash.facts.set("queue.workers", "8")
    kept = ash.record(user="Never run the backfill on Fridays.", agent="Understood.")
    said = only(ash, "You told me to run the backfill on Friday.")
    assert said.verdict == "contradicted"
    assert said.source is not None
    assert said.source.id == kept.ids[0]
    assert only(ash, "You said never to run the backfill on Fridays.").verdict == "supported"
    stale = only(ash, "The queue has 4 workers.")
    assert (stale.verdict, stale.true_value) == ("contradicted", "8")
    assert only(ash, "The mobile app has 5,200 downloads.").verdict == "unsupported"
    assert ash.check("Thank you.").findings == ()
    ash.forget(kept.ids[0])
    assert only(ash, "You said never to run the backfill on Fridays.").verdict == "unsupported"


@pytest.mark.feature("B51")
def test_a_tool_carries_a_state_only_in_its_own_session(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.wake()
    ash.observe(
        "worker 8/8 Running",
        session=ash.session_id,
        kind="tool_result",
        role="tool",
        speaker="kubectl",
    )
    assert only(ash, "The worker pods are running.").verdict == "supported"
    ash.end()
    open_home.later(hours=3)
    ash.wake()
    assert only(ash, "The worker pods are running.").verdict == "unverified"


def test_a_session_that_is_not_there_is_no_session_in_which_nobody_looked(open_home: Homes) -> None:
    with pytest.raises(NotFound, match="no session nowhere"):
        open_home.agent().check("The server is running.", session_id="nowhere")


def test_what_cannot_be_a_draft_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    drafts: tuple[Any, ...] = ("", "   ", 7, None, "a\0b", "x" * 300_000)
    for draft in drafts:
        with pytest.raises(Invalid):
            ash.check(draft)


def test_an_address_in_an_answer_is_no_other_place_than_the_one_that_was_asked_for(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.record(
        user="Please deploy to staging.",
        agent="Deployed build 117 to heron.internal:8421 and the smoke test passes.",
    )
    ash.record(user="Deploy the shop to production.", agent="Deployed the shop to staging instead.")
    assert only(ash, "I already deployed build 117 to staging.").verdict == "supported"
    assert only(ash, "I already deployed build 117 to production.").verdict != "supported"
    assert only(ash, "I deployed the shop to production.").verdict == "contradicted"


def test_to_whom_something_went_need_not_be_named_to_be_on_record(open_home: Homes) -> None:
    ash = open_home.agent()
    for whom in ("him", "both of them", "another customer"):
        ash.record(user="And then?", agent=f"I sent the letter to {whom}.")
        assert only(ash, f"I already sent the letter to {whom}.").verdict == "supported"
