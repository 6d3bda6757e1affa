"""What recall finds before consolidation and after it: `python -m bench.recall --consolidated`.

Each dialogue becomes an agent whose person is the first who speaks. Its questions are asked, it
consolidates everything, and they are asked again. A memory or a fact counts as the turns that it
names as its sources: whoever reads it reads what they say.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import wakeline
from bench.quality.measures import Measures, mean, measured
from bench.quality.recall import ADVERSARIAL, Dialogue
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.ports.store import View

DEPTH: Final = 20
# Nothing is consolidated before it is asked for.
SETTINGS: Final = {
    "sqlite.synchronous": "OFF",
    "archive.files": "false",
    "consolidate.at_end": "false",
    "consolidate.every_minutes": "0",
    "consolidate.enough_turns": "0",
}


class BeforeAndAfter(NamedTuple):
    """Of some questions: what was found before, what after, and how many rows there were."""

    questions: int
    memories: int
    facts: int
    before: Measures
    after: Measures
    better: int  # questions of which more evidence is among the first ten
    worse: int


def measure(dialogues: Sequence[Dialogue]) -> dict[str, BeforeAndAfter]:
    """Every collection of the dialogues, without its adversarial questions."""
    asked: dict[str, list[tuple[Measures, Measures]]] = {}
    rows: dict[str, list[int]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="wakeline-bench-") as folder,
        wakeline.open(folder, settings=SETTINGS) as home,
    ):
        for number, dialogue in enumerate(dialogues):
            agent = home.agent(f"ash-{number}", person=dialogue.events[0]["speaker"])
            agent.observe_many(_with_roles(dialogue))
            agent.settle()
            before = _answers(agent, dialogue)
            agent.consolidate(everything=True)
            agent.settle()
            after = _answers(agent, dialogue)
            asked.setdefault(dialogue.collection, []).extend(zip(before, after, strict=True))
            with agent.place.store.reading() as view:
                made = (
                    len(view.all(Memory, "integrity.memories")),
                    len(view.all(Fact, "integrity.facts")),
                )
            known = rows.setdefault(dialogue.collection, [0, 0])
            rows[dialogue.collection] = [a + b for a, b in zip(known, made, strict=True)]
    return {name: _summed(found, rows[name]) for name, found in asked.items()}


def _summed(found: Sequence[tuple[Measures, Measures]], rows: Sequence[int]) -> BeforeAndAfter:
    return BeforeAndAfter(
        len(found),
        rows[0],
        rows[1],
        mean([before for before, _ in found]),
        mean([after for _, after in found]),
        sum(after.recall_10 > before.recall_10 for before, after in found),
        sum(after.recall_10 < before.recall_10 for before, after in found),
    )


def _with_roles(dialogue: Dialogue) -> list[dict[str, Any]]:
    person = dialogue.events[0]["speaker"]
    return [
        {**event, "role": "user" if event["speaker"] == person else "agent"}
        for event in dialogue.events
    ]


def _answers(agent: wakeline.Agent, dialogue: Dialogue) -> list[Measures]:
    sources = _sources(agent)
    return [
        measured_with_sources(agent.recall(q.text, k=DEPTH), sources, q.evidence)
        for q in dialogue.questions
        if q.category != ADVERSARIAL
    ]


def _sources(agent: wakeline.Agent) -> dict[str, tuple[str, ...]]:
    """The turns that each memory and fact names, by the ids that the dialogue has for them."""
    store = agent.place.store
    with store.reading() as view:
        rows: list[Memory | Fact] = [
            *view.all(Memory, "integrity.memories"),
            *view.all(Fact, "integrity.facts"),
        ]
        ids = sorted({each for row in rows for each in row.source_ids})
        named = {each: _source_of(view, each) for each in ids}
    return {row.id: tuple(named[each] for each in row.source_ids) for row in rows}


def _source_of(view: View, turn_id: str) -> str:
    turn = view.one(Episode, "log.episode", id=turn_id)
    return str(turn.source_id) if turn is not None and turn.source_id else turn_id


def measured_with_sources(
    hits: Sequence[Hit], sources: Mapping[str, Sequence[str]], evidence: frozenset[str]
) -> Measures:
    """One question: a hit is its turn, or the first turn of evidence among those it names."""
    found = []
    for hit in hits:
        turns = sources.get(hit.id) or (hit.source_id or hit.id,)
        # One place holds one turn in the measures; a row that names several counts once.
        seen = [turn for turn in turns if turn in evidence and turn not in found]
        found.append(seen[0] if seen else turns[0] if turns[0] not in found else f"again {hit.id}")
    return measured(found, evidence)


def table(found: Mapping[str, BeforeAndAfter]) -> list[str]:
    """One line a collection and moment."""
    lines = []
    for name, each in found.items():
        lines.append(
            f"{name}: {each.questions} questions, {each.memories} memories, {each.facts} facts;"
            f" at 10 more is found of {each.better} questions, less of {each.worse}"
        )
        for when, measures in (("before", each.before), ("after", each.after)):
            told = ", ".join(
                f"{key} {100 * value:.2f}" for key, value in measures._asdict().items()
            )
            lines.append(f"  {when}: {told}")
    return lines
