"""Let a language model read turns in which rules found nothing.

Only on request, or when the agent sleeps. What a model read is saved as a row of state with
its event: a rebuild takes it from the log and does not ask again, and forgetting the turn
removes it too. A mark holds the progress; it moves in the transaction of the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wakeline.base.errors import Garbled
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.graph.derive import derive_entities
from wakeline.flows.graph.graph_rows import mentions_between
from wakeline.flows.reading.spending import ModelMeter
from wakeline.graph.model_reading import (
    MOST_ANSWER,
    SCHEMA,
    accept_triples,
    is_worth_asking,
    prompt_for,
)
from wakeline.model.job import IndexMark
from wakeline.model.log import TRUST, Episode
from wakeline.model.memory import Extraction
from wakeline.ports.store import Unit, View

INDEX = "deepen"
BATCH = 10  # turns asked about before the results are saved
LOOKED_AT = 500  # turns of the log in one step
MOST_A_JOB = 50  # turns that one settle asks about
MOST_TURNS = 1_000_000

Progress = Callable[[int], None]


class DeepenResult(NamedTuple):
    """The counts of one run. All are zero if no model is chosen."""

    model: str | None
    looked_at: int
    asked: int
    kept: int
    dropped: int  # triples that their turn does not support
    garbled: int  # answers that could not be read
    is_done: bool
    waits: str | None = None  # why the rest waits for another day


class _Read(NamedTuple):
    turn: Episode
    triples: list[dict[str, str]]


NOTHING = DeepenResult(None, 0, 0, 0, 0, 0, is_done=True)


def deepen(
    place: Place, *, limit: int | None = None, progress: Progress | None = None
) -> DeepenResult:
    """Ask about all turns that are left, or `limit`. `progress` gets the entries looked at."""
    place.ask("deepen")
    most = MOST_TURNS
    if limit is not None:
        most = parse.whole_number(limit, field="limit", least=1, most=MOST_TURNS)
    model = place.model()
    if model is None:
        return NOTHING
    found = NOTHING._replace(model=model.name, is_done=False)
    with place.store.reading() as view:
        head = view.head().seq  # saving results makes the log longer
    meter = ModelMeter(place, model)
    while not found.is_done and found.waits is None and found.asked < most:
        found = _some(place, meter, found, head, min(BATCH, most - found.asked), progress)
    derive_entities(place)
    return found


def deepen_some(place: Place) -> DeepenResult:
    """The job `deepen`: ask about as many turns as one settle does."""
    done = deepen(place, limit=MOST_A_JOB)
    with place.store.writing(place.by(actor="worker")) as unit:
        unit.run("jobs.done", name=INDEX, key="")
    return done


def _some(
    place: Place,
    meter: ModelMeter,
    so_far: DeepenResult,
    head: int,
    most: int,
    progress: Progress | None,
) -> DeepenResult:
    """Ask about a few turns, and save the results and the mark."""
    with place.store.reading() as view:
        mark = int(view.value("jobs.mark", name=INDEX) or 0)
        turns, through = _left(view, mark, head, most)
    read: list[_Read] = []
    dropped = garbled = 0
    waits: str | None = None
    for number, turn in enumerate(turns):
        prompt = prompt_for(turn)
        capped = meter.cap_for(prompt, MOST_ANSWER)
        if capped is not None:
            turns, through, waits = turns[:number], turn.seq - 1, f"{capped.why} {capped.todo}"
            break
        try:
            answer = meter.ask(prompt, SCHEMA, most_tokens=MOST_ANSWER)
        except Garbled:  # small models answer so when they find nothing
            garbled += 1
            continue
        triples, refused = accept_triples(answer, turn)
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
    """The next turns in which rules found nothing, and the sequence up to which was looked."""
    through = min(mark + LOOKED_AT, head)
    turns = view.all(Episode, "log.episodes_between", after=mark, through=through, limit=LOOKED_AT)
    stated = {told.seq for told in mentions_between(view, mark, through) if told.triples}
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
    """Save what was read in one turn, unless it was forgotten or read meanwhile."""
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
