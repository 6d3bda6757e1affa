"""Which actions go against what was decided, on 200 labelled ones: caught, and alarms for nothing.

All fifty decisions are in one home, and each action is checked against all of them through the
public door, as an agent would. A third of the decisions, by their hash, was never tuned on.
A second set was written when the tables were done, to see how they do on what they never met; by
now they were mended on it. A third set was written and fixed by its hash before the next tuning
began, and only its totals are looked at; so are those of a fourth, by another hand, who knew of the
product what its manual says. How often the right decision is among those nearest to an action is
counted on all of them, and how often it comes with a prompt that says the action.
`python -m bench.decisions --wrong` also prints what went wrong, of the parts that were tuned on.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import wakeline
from bench.timing import seconds_of, spread
from wakeline.flows.beliefs.weigh_decisions import weigh_action
from wakeline.flows.recall.prompt_decisions import decisions_for_prompt

DATA = Path(__file__).parents[1] / "tests" / "data"
FIRST, LATER, FRESH = "decisions.json", "decisions_later.json", "decisions_fresh.json"
OTHERS = "decisions_others.json"
# To learn from: each action was written for its own decision and may go against another one too.
PAIRS = "decisions_pairs.json"
# What the third and fourth set hash to: whoever changes one measures something else.
FRESH_HASH = "b82f395aa887bcbef8716f26b552316b96ffdd400bea628f45e714f8b61b290f"
OTHERS_HASH = "f8f927c672ca6e8760738f8680ca3fb256a5578ea61ed840afbfac39ec11df69"
NEAR = (1, 3, 8)
SETS = (FIRST, LATER, FRESH, OTHERS)


class Label(NamedTuple):
    """A proposed action: which decision it is about, and whether it goes against it."""

    action: str
    decision: str
    is_against: bool
    held_out: bool


class Rates(NamedTuple):
    """The share of actions against a decision that were caught, and of innocent ones that were."""

    caught: float
    alarms: float
    against: int
    innocent: int


def decided(name: str = FIRST) -> list[dict[str, Any]]:
    """The decisions and their actions, as they were written down."""
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return found


def labels(name: str = FIRST) -> list[Label]:
    return [
        Label(action, row["decision"], kind == "against", row.get("held_out", False))
        for row in decided(name)
        for kind in ("against", "innocent")
        for action in row[kind]
    ]


def keep_all(agent: wakeline.Agent, name: str = FIRST) -> None:
    for row in decided(name):
        agent.decisions.add(row["decision"], reason=row["reason"])


def wrong(agent: wakeline.Agent, known: Sequence[Label]) -> list[tuple[Label, list[Any]]]:
    """The labels that the agent's answer contradicts, each with that answer."""
    found = []
    for label in known:
        conflicts = agent.decisions.check(label.action)
        named = {each.decision.decision for each in conflicts}
        is_right = label.decision in named if label.is_against else not conflicts
        if not is_right:
            found.append((label, conflicts))
    return found


def rates(known: Sequence[Label], failed: Sequence[Label]) -> Rates:
    against = sum(label.is_against for label in known)
    innocent = len(known) - against
    missed = sum(label.is_against for label in failed)
    return Rates(1 - missed / against, (len(failed) - missed) / innocent, against, innocent)


def measured(agent: wakeline.Agent) -> dict[str, Rates]:
    """How it does on what was tuned on, on what was held out, and on all of it."""
    known = labels()
    failed = [label for label, _ in wrong(agent, known)]
    parts = {
        "tuned on": (False,),
        "held out": (True,),
        "all": (False, True),
    }
    return {
        name: rates(
            [label for label in known if label.held_out in held],
            [label for label in failed if label.held_out in held],
        )
        for name, held in parts.items()
    }


def measured_on(agent: wakeline.Agent, name: str) -> Rates:
    """How it does on a whole set, which is all that this agent has decided."""
    known = labels(name)
    return rates(known, [label for label, _ in wrong(agent, known)])


def nearness(agent: wakeline.Agent, name: str) -> list[float]:
    """How often the decision that an action goes against is among the nearest, by how many."""
    known = [label for label in labels(name) if label.is_against]
    places = []
    for label in known:
        found = weigh_action(agent.place, label.action, k=max(NEAR))
        # What was judged is told first, so it is nearer than anything.
        texts = [each.decision.decision for each in found.conflicts]
        texts += [each.decision.decision for each in found.near]
        places.append(texts.index(label.decision) if label.decision in texts else len(texts))
    return [sum(place < most for place in places) / len(places) for most in NEAR]


def brought(agent: wakeline.Agent, name: str, *, by_meaning: bool) -> tuple[float, float]:
    """With how many prompts the decision comes that they go against; how many lines with others.

    Others are about something else: actions of the other sets.
    """

    def brought_by(action: str) -> tuple[str, ...]:
        return decisions_for_prompt(
            agent.place, action, session_id=None, budget=600, by_meaning=by_meaning
        ).ids

    decisions = {row.id: row.decision for row in agent.decisions.all()}
    known = [label for label in labels(name) if label.is_against]
    others = [label for other in SETS if other != name for label in labels(other)]
    came = [
        label.decision in [decisions[each] for each in brought_by(label.action)] for label in known
    ]
    lines = [len(brought_by(label.action)) for label in others]
    return sum(came) / len(came), sum(lines) / len(lines)


def keep_many(agent: wakeline.Agent, count: int = 1_000) -> None:
    """So many decisions: those of all sets, each about one subject more."""
    known = [row["decision"] for name in (FIRST, LATER, FRESH) for row in decided(name)]
    subjects = sorted({word.lower() for text in known for word in text.split() if word.isalpha()})
    for number in range(count):
        text = known[number % len(known)]
        agent.decisions.add(f"{text} for the {subjects[(number * 7) % len(subjects)]} team")


def check_time(agent: wakeline.Agent) -> float:
    """Milliseconds that a check takes once it is warm (p50)."""
    return spread([seconds_of(agent.decisions.check, label.action) for label in labels()]).p50


def main(arguments: Sequence[str]) -> int:
    with (
        tempfile.TemporaryDirectory(prefix="wakeline-bench-") as folder,
        wakeline.open(folder) as home,
    ):
        agents = {name: home.agent(name[:-5], person="Mel") for name in SETS}
        for name, each in agents.items():
            keep_all(each, name)
        agent, other = agents[FIRST], agents[LATER]
        found_in = measured(agent)
        for name in SETS[1:]:
            found_in[name.removeprefix("decisions_")[:-5]] = measured_on(agents[name], name)
        for name, found in found_in.items():
            print(
                f"{name:9}  caught {found.caught:.3f} of {found.against}, "
                f"alarms for nothing {found.alarms:.3f} of {found.innocent}"
            )
        for name, each in agents.items():
            near = ", ".join(f"{share:.2f}" for share in nearness(each, name))
            print(f"{name}: the right one is first, of three, of eight: {near}")
        for name, each in agents.items():
            for how in ("words", "meaning"):
                came, lines = brought(each, name, by_meaning=how == "meaning")
                print(f"{name}, {how}: comes with {came:.2f} of prompts, {lines:.2f} with others")
        many = home.agent("many", person="Mel")
        keep_many(many)
        print(f"a check against {len(decided())} decisions takes {check_time(agent):.1f} ms (p50),")
        print(f"one against 1,000 takes {check_time(many):.1f} ms")
        if "--wrong" in arguments:
            tuned_on = [label for label in labels() if not label.held_out]
            for label, conflicts in (*wrong(agent, tuned_on), *wrong(other, labels(LATER))):
                told = conflicts[0].decision.decision if conflicts else label.decision
                print(f"{'missed' if label.is_against else 'alarm':6}  {label.action}  |  {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
