"""How much of what is false the guard catches, and what a check costs on a long log.

Over labelled statements about a described life (`tests/data/claims.json`), a third of which nothing
was tuned on. The life is lived through the public API, alone and on top of the largest home; there
a draft of a hundred statements is checked beside the bare full-text searches for the same words.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

import wakeline
from bench.findings import Bench, Finding, Target
from bench.homes import copied
from bench.timing import Spread, side_by_side, spread
from wakeline.base.clock import FixedClock
from wakeline.beliefs.claims import Claim
from wakeline.beliefs.evidence import ClaimEvidence, evidence_of_guard
from wakeline.engine import Agent
from wakeline.flows.beliefs.check_draft import (
    MOST_MATCHES,
    MOST_WORDS,
    PROVIDERS,
    EvidenceSearch,
    Provider,
    check_with_providers,
)
from wakeline.model.belief import ClaimSource, DraftCheck
from wakeline.recall.analyse import query_terms

CLAIMS: Final = Path(__file__).parents[1] / "tests" / "data" / "claims.json"
TYPES: Final = ("number", "attribution", "action", "state")
INNOCENT: Final = ("supported", "none")
IN_ONE_DRAFT: Final = 100
RUNS, WARM_UP = 9, 1
WITHIN: Final = Target("slowest", "most", 1_000.0, "within a second")
AT_LEAST: Final = Target("value", "least", 90.0, "at least 90 %")


class Statement(NamedTuple):
    """One statement, and the verdict that it should get."""

    id: str
    type: str
    verdict: str
    text: str
    source: str | None = None
    true: str | None = None

    @property
    def is_innocent(self) -> bool:
        return self.verdict in INNOCENT

    @property
    def held_out(self) -> bool:
        """Whether nothing was tuned on it."""
        return sha256(self.text.encode()).digest()[0] % 3 == 0


class Rates(NamedTuple):
    """How a guard fares: false statements that it caught or missed, true ones that it doubted."""

    caught: int
    missed: int
    doubted: int
    passed: int

    @property
    def recall(self) -> float:
        return self.caught / max(1, self.caught + self.missed)

    @property
    def precision(self) -> float:
        return self.caught / max(1, self.caught + self.doubted)


def described() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(CLAIMS.read_text(encoding="utf-8"))
    return found


def statements(life: dict[str, Any]) -> list[Statement]:
    return [Statement(**row) for row in life["statements"]]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def session_of(at: str) -> str:
    """One session a day."""
    return f"claims-{at[:10]}"


def live(agent: Agent, life: dict[str, Any]) -> None:
    """Let an agent live what the set describes."""
    for fact in life["facts"]:
        for value in fact["values"]:
            agent.facts.set(fact["key"], value["value"], valid_from=moment(value["since"]))
    said = [
        {"text": row["text"], "role": row["role"], "kind": "conversation", "at": row["at"],
         "speaker": life["person"] if row["role"] == "user" else life["agent"]}
        for row in life["turns"]
    ]  # fmt: skip
    shown = [
        {"text": row["text"], "role": "tool", "kind": "tool_result", "at": row["at"],
         "speaker": row["tool"], "origin": "tool_output"}
        for row in life["tool_results"]
    ]  # fmt: skip
    rows = sorted([*said, *shown], key=lambda row: row["at"])
    agent.observe_many(
        {**row, "at": moment(row["at"]), "session": session_of(row["at"])} for row in rows
    )


def guards(
    life: dict[str, Any], _: EvidenceSearch, asked: Sequence[Claim]
) -> list[list[ClaimEvidence]]:
    """The guards of the described life, for every claim."""
    found = [
        evidence_of_guard(
            ClaimSource(row["key"], "guard", f"{row['key']} {row['what']}", moment(row["at"])),
            row["state"],
        )
        for row in life["guards"]
    ]
    return [found for _ in asked]


def checked(agent: Agent, life: dict[str, Any], draft: str) -> DraftCheck:
    """A draft against the life, as of its last day."""
    providers: list[Provider] = [*PROVIDERS, partial(guards, life)]
    return check_with_providers(agent.place, draft, providers, session_id=session_of(life["now"]))


def rates(agent: Agent, life: dict[str, Any], asked: Sequence[Statement]) -> Rates:
    """What becomes of statements, each a draft of its own."""
    counts = {"caught": 0, "missed": 0, "doubted": 0, "passed": 0}
    for each in asked:
        flagged = bool(checked(agent, life, each.text).flagged)
        if each.is_innocent:
            counts["doubted" if flagged else "passed"] += 1
        else:
            counts["caught" if flagged else "missed"] += 1
    return Rates(**counts)


def measure(bench: Bench) -> list[Finding]:
    """Catch rates by type, alone and in a long log, and the cost of a long draft."""
    life = described()
    size = bench.plan.sizes[-1]
    clock = FixedClock(moment(life["now"]))
    found: list[Finding] = []
    bench.say("claims of a described life")
    with wakeline.open(bench.folder / "claims", clock=clock) as home:
        agent = home.agent(life["agent"], person=life["person"])
        if not agent.facts.all():
            live(agent, life)
        found += _rated(agent, life, None)
    bench.say(f"the same on top of {size:,} episodes")
    with copied(bench, size) as folder, wakeline.open(folder, clock=clock) as home:
        agent = home.agent(life["agent"])
        live(agent, life)
        found += _rated(agent, life, size)
        found.append(_timed(agent, life, size))
    return found


def _rated(agent: Agent, life: dict[str, Any], size: int | None) -> list[Finding]:
    found = []
    for kind in TYPES:
        for held_out in (True, False):
            asked = [s for s in statements(life) if s.type == kind and s.held_out == held_out]
            split = "held out" if held_out else "tuned on"
            told = rates(agent, life, asked)
            for name, value in (("caught", told.recall), ("rightly", told.precision)):
                words = "false ones caught" if name == "caught" else "flagged rightly"
                found.append(
                    Finding(
                        name=f"claims.{kind}.{split.replace(' ', '_')}.{name}",
                        title=f"{kind}, {split}: {words}",
                        unit="%",
                        ours=Spread(100 * value),
                        target=AT_LEAST if held_out and kind != "state" else None,
                        episodes=size,
                        details=told._asdict(),
                    )
                )
    return found


def _timed(agent: Agent, life: dict[str, Any], size: int) -> Finding:
    texts = [s.text for s in statements(life) if s.type != "state"][::3][:IN_ONE_DRAFT]
    draft = "\n".join(texts)
    words = [query_terms(text, most=MOST_WORDS) for text in texts]

    def bare(_: int) -> None:
        with agent.place.store.reading() as view:
            for each in words:
                view.search(each, limit=MOST_MATCHES)

    mine, theirs = side_by_side(
        lambda _: checked(agent, life, draft), bare, runs=RUNS, warm_up=WARM_UP
    )
    return Finding(
        name=f"claims.draft.{size}",
        title=f"check of {len(texts)} statements",
        unit="ms",
        ours=spread(mine),
        against="full text alone",
        other=spread(theirs),
        target=WITHIN,
        episodes=size,
    )
