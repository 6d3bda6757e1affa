"""Claims are found in a draft, and numbers mean the same however they are written."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from wakeline.beliefs.claims import Claim, claims
from wakeline.beliefs.clauses import AGENT, PERSON, Voice
from wakeline.beliefs.confabulation import MISSING_GATE, judge
from wakeline.beliefs.evidence import (
    ClaimEvidence,
    evidence_of_guard,
    evidence_of_tool,
    evidence_of_turn,
)
from wakeline.beliefs.quantities import quantities, same_quantity
from wakeline.model.belief import ClaimSource

ASH = Voice(AGENT, "ash", "mel")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def found(draft: str) -> list[Claim]:
    return list(claims(draft, ASH))


def said(text: str, *, by: str = PERSON, before: str = "") -> ClaimEvidence:
    source = ClaimSource("01TURN", "turn", text, NOON, by)
    return evidence_of_turn(source, ASH._replace(speaker=by), before)


def verdict(draft: str, *rows: ClaimEvidence) -> str:
    (claim,) = found(draft)
    finding = judge(claim, rows)
    return "" if finding is None else finding.verdict


@pytest.mark.parametrize(
    ("claimed", "known"),
    [
        ("1.2k rows", "1,240 rows"),
        ("twelve hundred", "1200"),
        ("84 percent", "84%"),
        ("€48.3k", "48,300 euros"),
        ("two years", "24 months"),
        ("3 pm", "15:00"),
        ("a quarter past ten", "10:15"),
        ("December 8th", "2026-12-08"),
        ("0.18 seconds", "180 ms"),
        ("more than 3,000", "3,400"),
        ("roughly 118,000", "118204"),
        ("two per second", "120 per minute"),
        ("1 hour 52 minutes", "112 minutes"),
    ],
)
def test_a_number_is_the_same_however_it_is_written(claimed: str, known: str) -> None:
    (mine,), (theirs,) = quantities(claimed), quantities(known)
    assert same_quantity(mine, theirs)


@pytest.mark.parametrize(
    ("claimed", "known"),
    [
        ("1,200 rows", "1,240 rows"),
        ("100 %", "99.95 %"),
        ("120 per hour", "120 per minute"),
        ("2 GB", "2 TB"),
        ("18 December", "8 December"),
        ("version 2.3", "version 2.4"),
        ("fewer than 3,000", "3,400"),
        ("30 weeks", "30 days"),
        ("45 euros", "45 dollars"),
    ],
)
def test_a_number_is_another_when_it_is_not(claimed: str, known: str) -> None:
    (mine,), (theirs,) = quantities(claimed), quantities(known)
    assert not same_quantity(mine, theirs)


@pytest.mark.feature("E14")
def test_the_three_types_are_found_where_they_stand() -> None:
    draft = "We have 1,240 customers. You asked me to call Tom.\nI already sent the letter."
    kinds = [(claim.kind, draft[claim.start : claim.end]) for claim in found(draft)]
    assert kinds == [
        ("number", "We have 1,240 customers."),
        ("attribution", "You asked me to call Tom."),
        ("action", "I already sent the letter."),
    ]


def test_a_deed_behind_an_attribution_is_a_claim_of_its_own() -> None:
    both = found("You asked me to pay the hosting bill, and I paid it yesterday.")
    assert [claim.kind for claim in both] == ["attribution", "action"]
    asked = said("Please pay the hosting bill.")
    assert [judge(claim, [asked]).verdict for claim in both] == [  # type: ignore[union-attr]
        "supported",
        "unsupported",
    ]


@pytest.mark.parametrize(
    "draft",
    [
        "I will send the letter.",
        "Did you ask me to call Tom?",
        "If you ask me to, I will send it.",
        "I do not know how many customers there are.",
        "I could not verify whether the server is up.",
        "Here are 3 options:",
        "1. Open the lid.\n2. Close it.",
        "`retries = 5` and\n```\nsleep 30\n```",
        "> You asked me to call Tom.",
        "The capital of France is Paris.",
        "Ich habe den Brief geschickt.",
        "手紙を送りました。",
        "",
    ],
)
def test_plans_questions_code_and_what_is_owned_to_be_unknown_claim_nothing(draft: str) -> None:
    assert [f for claim in found(draft) if (f := judge(claim, [])) is not None] == []


def test_a_deed_of_another_is_not_the_agents() -> None:
    row = said("Priya deployed 2.4.1 to production this morning.")
    assert verdict("Priya deployed 2.4.1 to production.", row) == "supported"
    assert verdict("I deployed 2.4.1 to production.", row) == "contradicted"
    assert verdict("I deployed 2.4.1 to staging.", row) == "unsupported"


def test_what_was_asked_for_or_planned_was_not_done() -> None:
    asked = said("Please pay the hosting bill.")
    planned = said("I will pay the hosting bill tomorrow.", by=AGENT)
    failed = said("I could not pay the hosting bill.", by=AGENT)
    assert verdict("I paid the hosting bill.", asked) == "unsupported"
    assert verdict("I paid the hosting bill.", asked, planned) == "unsupported"
    assert verdict("I paid the hosting bill.", asked, failed) == "contradicted"
    assert verdict("I have not paid the hosting bill.", asked, failed) == "supported"


def test_one_other_word_makes_it_another_claim() -> None:
    row = said("Could you translate the onboarding guide into French?")
    assert verdict("You asked me to translate the onboarding guide into French.", row) == (
        "supported"
    )
    for other in (
        "You asked me to translate the onboarding guide into Spanish.",
        "You asked me to translate the release notes into French.",
        "You asked me to print the onboarding guide.",
        "You told me not to translate the onboarding guide into French.",
        "Tom asked me to translate the onboarding guide into French.",
    ):
        assert verdict(other, row) in ("contradicted", "unsupported"), other


@pytest.mark.feature("E16")
def test_a_guard_says_whether_it_was_done() -> None:
    def guard(state: str) -> ClaimEvidence:
        text = "email:brightwell apology by e-mail to Brightwell"
        return evidence_of_guard(ClaimSource("email:brightwell", "guard", text, NOON), state)

    draft = "I already sent the apology to Brightwell."
    assert verdict(draft, guard("done")) == "supported"
    assert verdict(draft, guard("failed")) == "contradicted"
    assert verdict(draft, guard("unknown")) == "unsupported"
    assert verdict("I have not sent the apology to Brightwell.", guard("done")) == "contradicted"


@pytest.mark.feature("B51")
def test_a_state_that_may_change_needs_somebody_who_looked() -> None:
    def shown(text: str, *, fresh: bool = True) -> ClaimEvidence:
        source = ClaimSource("01TOOL", "tool_result", text, NOON, "kubectl")
        return evidence_of_tool(source, "kubectl", fresh=fresh)

    (claim,) = found("The scheduler process is running.")
    finding = judge(claim, [said("The scheduler process is running.", by=AGENT)])
    assert finding is not None
    assert (finding.kind, finding.verdict) == ("state", "unverified")
    assert finding.verify == MISSING_GATE
    draft = "The scheduler process is running."
    assert verdict(draft, shown("scheduler 1/1 Running")) == "supported"
    assert verdict(draft, shown("scheduler 0/1 CrashLoopBackOff")) == "contradicted"
    assert verdict(draft, shown("scheduler 1/1 Running", fresh=False)) == "unverified"


def test_a_huge_and_a_hostile_draft_are_read_in_one_go() -> None:
    assert found("a" * 200_000) == []
    assert found("you asked " * 20_000) is not None
    assert found("1," * 50_000 + " ?" * 50_000) is not None
    assert len(found("I sent the letter.\n" * 5_000)) == 5_000


def test_many_empty_lines_cost_a_draft_no_more_than_their_length() -> None:
    began = time.process_time()
    assert len(found("\n" * 100_000 + "- I sent the letter.\n\n> I burned it.")) == 1
    assert time.process_time() - began < 3.0  # 0.1 s as a rule; each looking at all would be 30 s
