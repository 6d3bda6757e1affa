"""Let a language model read turns in which rules found nothing.

Only when somebody asks, or when the agent sleeps. What a model read is kept as a row of
state with its event: a rebuild takes it from the log and asks nobody again, and forgetting
the turn takes it along. A mark says how far it has come; it moves with the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wakeline.base.errors import Garbled
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.graph.derive import derive_entities
from wakeline.flows.graph.graph_rows import told_between
from wakeline.flows.reading.spending import Meter
from wakeline.graph.model_reading import MOST_ANSWER, SCHEMA, believed, is_worth_asking, prompt_for
from wakeline.model.job import IndexMark
from wakeline.model.log import TRUST, Episode
from wakeline.model.memory import Extraction
from wakeline.ports.store import Unit, View

INDEX = "deepen"
BATCH = 10  # turns asked about before what was read is kept
LOOKED_AT = 500  # turns of the log at once
MOST_A_JOB = 50  # turns that one settle asks about
MOST_TURNS = 1_000_000

Progress = Callable[[int], None]


class Deepened(NamedTuple):
    """What a model was asked and what came of it. Without a model, nothing."""

    model: str | None
    looked_at: int
    asked: int
    kept: int
    dropped: int  # triples that their turn does not bear out
    garbled: int  # answers that could not be read
    is_done: bool
    waits: str | None = None  # why the rest is left for another day


class _Read(NamedTuple):
    turn: Episode
    triples: list[dict[str, str]]


NOTHING = Deepened(None, 0, 0, 0, 0, 0, is_done=True)


def deepen(place: Place, *, limit: int | None = None, progress: Progress | None = None) -> Deepened:
    """Ask about every turn that is left, or about so many. `progress` hears how many were seen."""
    place.ask("deepen")
    most = MOST_TURNS
    if limit is not None:
        most = parse.whole_number(limit, field="limit", least=1, most=MOST_TURNS)
    model = place.model()
    if model is None:
        return NOTHING
    found = NOTHING._replace(model=model.name, is_done=False)
    with place.store.reading() as view:
        head = view.head().seq  # what is kept on the way makes the log longer
    meter = Meter(place, model)
    while not found.is_done and found.waits is None and found.asked < most:
        found = _some(place, meter, found, head, min(BATCH, most - found.asked), progress)
    derive_entities(place)
    return found


def deepen_some(place: Place) -> Deepened:
    """As much as one settle does: the job of that name."""
    done = deepen(place, limit=MOST_A_JOB)
    with place.store.writing(place.by(actor="worker")) as unit:
        unit.run("jobs.done", name=INDEX, key="")
    return done


def _some(
    place: Place,
    meter: Meter,
    so_far: Deepened,
    head: int,
    most: int,
    progress: Progress | None,
) -> Deepened:
    """Ask about a few turns and keep what was read, with the mark."""
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
        turns, through = _left(view, mark, head, most)
    read: list[_Read] = []
    dropped = garbled = 0
    waits: str | None = None
    for number, turn in enumerate(turns):
        prompt = prompt_for(turn)
        capped = meter.capped(prompt, MOST_ANSWER)
        if capped is not None:
            turns, through, waits = turns[:number], turn.seq - 1, f"{capped.why} {capped.todo}"
            break
        try:
            answer = meter.ask(prompt, SCHEMA, most_tokens=MOST_ANSWER)
        except Garbled:  # a small model's way of saying nothing
            garbled += 1
            continue
        triples, refused = believed(answer, turn)
        dropped += refused
        if triples:
            read.append(_Read(turn, triples))
    with place.store.writing(place.by(actor="worker")) as unit:
        kept = sum(_kept(unit, meter.name, each) for each in read)
        unit.put(IndexMark(INDEX, through))
        if kept:
            unit.add_job("entities")
    if progress is not None:
        progress(through - mark)
    return so_far._replace(
        looked_at=so_far.looked_at + through - mark,
        asked=so_far.asked + len(turns),
        kept=so_far.kept + kept,
        dropped=so_far.dropped + dropped,
        garbled=so_far.garbled + garbled,
        is_done=through >= head,
        waits=waits,
    )


def _left(view: View, mark: int, head: int, most: int) -> tuple[list[Episode], int]:
    """The next turns in which rules found nothing, and up to where the log was looked at."""
    through = min(mark + LOOKED_AT, head)
    turns = view.all(Episode, "log.episodes_between", after=mark, through=through, limit=LOOKED_AT)
    stated = {told.seq for told in told_between(view, mark, through) if told.triples}
    ids = [turn.id for turn in turns]
    known = {row.id for row in view.all(Extraction, "graph.extractions_at", ids=ids)}
    left = [
        turn
        for turn in turns
        if turn.seq not in stated and turn.id not in known and is_worth_asking(turn)
    ]
    if len(left) <= most:
        return left, through
    return left[:most], left[most - 1].seq


def _kept(unit: Unit, model: str, read: _Read) -> int:
    """Keep what was read in one turn, unless the turn was forgotten or read meanwhile."""
    turn = unit.one(Episode, "log.episode", id=read.turn.id)
    if turn is None or turn.forgotten_at is not None:
        return 0
    if unit.all(Extraction, "graph.extractions_at", ids=[turn.id]):
        return 0
    trust = min(turn.trust, TRUST["agent_inferred"])
    row = Extraction(
        0, turn.id, (turn.id,), model, tuple(read.triples), "agent_inferred", trust, unit.by.at
    )
    unit.save("extraction.made", row)
    return len(read.triples)
