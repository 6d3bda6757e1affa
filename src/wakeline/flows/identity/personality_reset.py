"""Reset a personality: remove what contradicts the core, return to a snapshot, or to the core.

Each is an act of the person or of an operator; no agent resets itself. The version in force gets
its snapshot before anything changes, so a rollback can undo each of them. Memories and the log
are not touched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wakeline.base.errors import Busy, Conflict, Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.identity.hand_edits import record_hand_edits
from wakeline.flows.identity.personality_files import sync_history_files
from wakeline.flows.identity.personality_layer import (
    KIND,
    DriftMeter,
    PersonalityLayer,
    PersonalityVersion,
    keep_snapshot,
    measure_ahead,
    reachable_meter,
    read_layer,
    write_version,
)
from wakeline.flows.identity.personality_status import entry_by_date, snapshot_by_date
from wakeline.liminal.reversal import reverses
from wakeline.model.identity import Document
from wakeline.model.personality import PersonalityEntry
from wakeline.model.personality_status import PersonalityObservation, PersonalityReset
from wakeline.personality.history import is_label
from wakeline.personality.observations import from_stored
from wakeline.personality.resets import (
    contradicted_observations,
    contradictions,
    floors_after_hard_reset,
    floors_after_rollback,
    floors_after_striking,
    remove_contradictions,
    sentence_spans,
)
from wakeline.ports.store import Unit, View

TRIES: Final = 3  # when another process writes meanwhile
PERSON: Final = "person"

# Returns the version that a reset puts in force, or the reason why it changes nothing.
ResetPlanner = Callable[[PersonalityLayer, View], PersonalityVersion | str]


def reset_soft(place: Place, *, actor: str | None = None) -> PersonalityReset:
    """Remove what contradicts the core. Everything else stays."""

    def plan(layer: PersonalityLayer, _view: View) -> PersonalityVersion | str:
        wrong = contradictions(_core(layer).content, layer.text, reverses)
        if not wrong:
            return "nothing contradicts the core"
        gone = contradicted_observations(wrong, layer.observations)
        text = remove_contradictions(layer.text, wrong, layer.observations)
        kept = tuple(each for each in layer.observations if each not in gone)
        floors = floors_after_striking(layer.floors, gone, place.clock.now())
        return PersonalityVersion(text, "reset_soft", "user_direct", kept, floors)

    return _reset(place, plan, actor)


def rollback(place: Place, date: str, *, actor: str | None = None) -> PersonalityReset:
    """Bring back the snapshot of a date. Observations since then no longer count."""
    if not is_label(parse.label(date, field="date") or ""):
        raise Invalid(
            f"{date!r} names no snapshot.", todo="Write it as 2026-03-01, or 2026-03-01-2."
        )

    def plan(layer: PersonalityLayer, view: View) -> PersonalityVersion | str:
        entry = entry_by_date(view, date)
        document = snapshot_by_date(view, date)
        if document.content == layer.text:
            return f"it says what the snapshot of {date} says"
        kept = from_stored(entry.observations)
        floors = floors_after_rollback(
            entry.floors, kept, [*_since(view, entry), *layer.observations], place.clock.now()
        )
        return PersonalityVersion(document.content, "rollback", document.origin, kept, floors, date)

    return _reset(place, plan, actor)


def reset_hard(place: Place, *, actor: str | None = None) -> PersonalityReset:
    """Make personality a copy of the core again. What the agent knows stays."""

    def plan(layer: PersonalityLayer, _view: View) -> PersonalityVersion | str:
        core = _core(layer)
        if core.content.strip() == layer.text.strip():
            return "it is the core already"
        floors = floors_after_hard_reset(place.clock.now())
        return PersonalityVersion(core.content, "reset_hard", core.origin, (), floors)

    return _reset(place, plan, actor)


def _reset(place: Place, plan: ResetPlanner, actor: str | None) -> PersonalityReset:
    place.ask("reset_personality")
    record_hand_edits(place)
    by = place.by(actor=actor or PERSON, origin="user_direct")
    for _ in range(TRIES):
        with place.store.reading() as view:
            layer = read_layer(view)
            version = plan(layer, view)
        if isinstance(version, str):
            return PersonalityReset(None, None, (), version)
        meter = reachable_meter(place)
        measure_ahead(meter, layer, version.text)
        with place.writing(by) as unit:
            if read_layer(unit).stamp != layer.stamp:
                continue
            done = _write_reset(place, unit, layer, version, meter)
        place.store.write_document_file(KIND, version.text)
        sync_history_files(place.store)
        return done
    raise Busy("somebody else is changing personality.", todo="Try again.")


def _write_reset(
    place: Place,
    unit: Unit,
    layer: PersonalityLayer,
    version: PersonalityVersion,
    meter: DriftMeter,
) -> PersonalityReset:
    before = keep_snapshot(place, unit, layer, meter)
    fresh = layer if layer.has_entry else read_layer(unit)
    entry = write_version(place, unit, fresh, version, meter)
    left = {span.sentence for span in sentence_spans(version.text)}
    removed = (span.sentence for span in sentence_spans(layer.text) if span.sentence not in left)
    return PersonalityReset(
        entry, None if before is None else before.date, tuple(dict.fromkeys(removed)), None
    )


def _core(layer: PersonalityLayer) -> Document:
    if layer.core is None:
        raise Conflict(
            "no identity document is in force, so there is no core to go back to.",
            todo="Write one: `wakeline identity`.",
        )
    return layer.core


def _since(view: View, entry: PersonalityEntry) -> list[PersonalityObservation]:
    """The observations of later entries."""
    later = [
        each for each in view.all(PersonalityEntry, "personality.entries") if each.id > entry.id
    ]
    return [observation for each in later for observation in from_stored(each.observations)]
