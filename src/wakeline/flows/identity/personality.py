"""The last step of consolidation: add what experience has shown to the personality document.

Evidence is read and worded outside of any transaction; then one transaction saves a text that
differs enough, with its snapshot, its entry and the mark up to which the log was read. If it is
killed before, nothing has changed; a second run has nothing to do. No other code writes
observations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from wakeline.base.digest import content_hash
from wakeline.base.errors import Unreachable, WakelineError
from wakeline.consolidation.prose import gives_orders
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.graph.derive import derive_entities
from wakeline.flows.identity.hand_edits import record_hand_edits
from wakeline.flows.identity.personality_evidence import sightings
from wakeline.flows.identity.personality_files import sync_history_files
from wakeline.flows.identity.personality_layer import (
    KIND,
    DriftMeter,
    PersonalityLayer,
    PersonalityVersion,
    keep_snapshot,
    measure_ahead,
    read_layer,
    write_version,
)
from wakeline.flows.memory.consolidation_run import ACTOR
from wakeline.flows.memory.consolidation_run import INDEX as CONSOLIDATED
from wakeline.liminal.reversal import reverses
from wakeline.model.identity import Document
from wakeline.model.job import IndexMark
from wakeline.model.log import By
from wakeline.model.personality import PersonalityEntry, Trigger
from wakeline.model.personality_status import PersonalityObservation, PersonalityStep
from wakeline.personality.evidence import traits
from wakeline.personality.observations import keys_of, observations
from wakeline.personality.prose import (
    MOST_ANSWER,
    SCHEMA,
    PersonalityJudge,
    accept_wording,
    prompt_for,
    reuse_wording,
)
from wakeline.personality.text import with_observations
from wakeline.ports.store import Unit, View
from wakeline.recall.analyse import terms

INDEX: Final = "personality"  # the mark: how far consolidation had come at the last run
DAY: Final = "personality_day"  # the mark: the day of the last run, for long logs
LONG: Final = 20_000  # entries of the log; a longer one is read at most once a day
TRIES: Final = 3  # when another process writes meanwhile

NO_STEP: Final = PersonalityStep(None, 0, 0, 0, None, None, False, None, 0, None, None)


class PersonalityEvidence(NamedTuple):
    """The layer in force, and what the log shows now."""

    layer: PersonalityLayer
    through: int
    seen: frozenset[str]  # the keys of everything that counts
    observations: tuple[PersonalityObservation, ...]


class PersonalityPlan(NamedTuple):
    """A version to put in force if it is due, and the report about it."""

    version: PersonalityVersion
    step: PersonalityStep
    is_due: bool


def consolidate_personality(place: Place) -> PersonalityStep:
    """Update the personality from what was consolidated."""
    place.ask("consolidate_personality")
    record_hand_edits(place)
    _mend_files(place)
    for _ in range(TRIES):
        found = _read(place)
        if isinstance(found, str):
            return NO_STEP._replace(why=found)
        try:
            step = _write_due(place, found)
        except Unreachable:  # the mark stays, and the next run measures it
            return NO_STEP._replace(why="the embedder does not answer")
        if step is not None:
            return step
    return NO_STEP._replace(why="somebody else is changing it")


# -- reading


def _read(place: Place) -> PersonalityEvidence | str:
    """The evidence to decide about, or the reason why there is none."""
    with place.store.reading() as view:
        why = _why_not(place, view, read_layer(view))
    if why is not None:
        return why
    derive_entities(place)  # topics are names, which a job derives
    now, zone = place.clock.now(), time_zone(place.identity.person_time_zone)
    with place.store.reading() as view:
        layer, through = read_layer(view), _mark(view, CONSOLIDATED)
        standing = keys_of(layer.observations)
        seen = traits(
            sightings(place, view, through, floors=layer.floors, standing=standing), layer.floors
        )
    found = observations(
        (trait for trait in seen if not gives_orders(trait.clause)),
        now=now,
        zone=zone,
        standing=standing,
    )
    found = reuse_wording(found, layer.observations, now=now, zone=zone)
    return PersonalityEvidence(layer, through, frozenset(trait.key for trait in seen), found)


def _why_not(place: Place, view: View, layer: PersonalityLayer) -> str | None:
    if layer.core is None and layer.current is None:
        return "no identity document is in force"
    if layer.is_waiting:
        return "a version waits for the person to decide"
    through, looked_at = _mark(view, CONSOLIDATED), _mark(view, INDEX)
    if not layer.has_entry or not looked_at or layer.is_behind:
        return None
    if through == looked_at:
        return "nothing new was consolidated"
    is_today = _mark(view, DAY) == _today(place)
    return "it was looked at today" if through > LONG and is_today else None


# -- deciding


def _planned(place: Place, found: PersonalityEvidence, meter: DriftMeter) -> PersonalityPlan:
    layer, told = found.layer, found.observations
    before, after = keys_of(layer.observations), keys_of(told)
    # An unedited copy follows the core; what the person wrote into it stays.
    is_behind = layer.is_behind
    base = layer.core.content if layer.core is not None and is_behind else layer.base
    text = with_observations(base, [each.text for each in told])
    drift = meter.from_previous(layer.text, text)
    is_far = drift is not None and drift > place.settings.amount("personality.least_drift")
    is_due = text != layer.text and (is_far or is_behind or not before <= found.seen)
    prose = WordingResult(told)
    if is_due and before != after:
        prose = _in_prose(place, found)
        told = prose.observations
        text = with_observations(base, [each.text for each in told])
        drift = meter.from_previous(layer.text, text)
    measure_ahead(meter, layer, text)
    step = NO_STEP._replace(
        observations=len(told),
        added=len(after - before),
        removed=len(before - after),
        drift=drift,
        model=prose.model,
        dropped=prose.dropped,
        failed=prose.failed,
    )
    trigger: Trigger = "identity" if is_behind else "consolidation"
    version = PersonalityVersion(text, trigger, "agent_inferred", told, layer.floors)
    return PersonalityPlan(version, step, is_due)


class WordingResult(NamedTuple):
    """Observations as they will be worded, and the result of asking a model."""

    observations: tuple[PersonalityObservation, ...]
    model: str | None = None
    dropped: int = 0
    failed: str | None = None


def _in_prose(place: Place, found: PersonalityEvidence) -> WordingResult:
    """The observations as a model words them; unchanged if there is none or it fails."""
    plain = found.observations
    now, zone = place.clock.now(), time_zone(place.identity.person_time_zone)
    name = None
    if not plain:
        return WordingResult(plain)
    try:
        model = place.model()
        if model is None:
            return WordingResult(plain)
        name = model.name
        prompt = prompt_for(place.identity.display_name, found.layer.base, plain)
        answer = model.complete_as(prompt, SCHEMA, most_tokens=MOST_ANSWER)
    except WakelineError as error:  # refused, late, garbled or not set up: the plain wording stays
        return WordingResult(plain, name, failed=error.message)
    core = found.layer.core.content if found.layer.core else ""
    names = (place.identity.display_name, place.identity.person_name or "")
    judge = PersonalityJudge.of(terms, reverses, core, names)
    told = accept_wording(answer, plain, judge, model=name, now=now, zone=zone)
    return WordingResult(told.observations, name, told.dropped)


# -- writing


def _write_due(place: Place, found: PersonalityEvidence) -> PersonalityStep | None:
    """Write a version if it is due; None if another process changed something meanwhile."""
    meter = DriftMeter(place)
    plan = _planned(place, found, meter)
    by = By(place.clock.now(), ACTOR, "agent_inferred")
    with place.store.writing(by) as unit:
        if (
            read_layer(unit).stamp != found.layer.stamp
            or _mark(unit, CONSOLIDATED) != found.through
        ):
            return None
        if _is_forgotten(unit, plan.version.observations):
            return None
        entry = _entry(place, unit, found.layer, plan, meter)
        unit.put(IndexMark(INDEX, found.through))
        unit.put(IndexMark(DAY, _today(place)))
    if entry is not None:
        _mend_files(place)
    return _step_result(place, found.layer, plan, entry, meter)


def _entry(
    place: Place, unit: Unit, layer: PersonalityLayer, plan: PersonalityPlan, meter: DriftMeter
) -> PersonalityEntry | None:
    """Write the entry that is due and return it, or None."""
    if plan.is_due:
        return write_version(place, unit, layer, plan.version, meter)
    if layer.has_entry:
        return None
    return keep_snapshot(place, unit, layer, meter)


def _step_result(
    place: Place,
    layer: PersonalityLayer,
    plan: PersonalityPlan,
    entry: PersonalityEntry | None,
    meter: DriftMeter,
) -> PersonalityStep:
    center = layer.core.content if layer.core else None
    text = plan.version.text if plan.is_due else layer.text
    drift = meter.from_center(center, text)
    alert_at = place.settings.amount("personality.alert")
    step = plan.step._replace(
        written=None if entry is None else entry.date,
        drift_from_center=drift,
        is_alert=drift is not None and drift > alert_at,
    )
    if plan.is_due:
        return step
    why = "it would say the same" if plan.version.text == layer.text else "it would hardly differ"
    return step._replace(observations=len(layer.observations), added=0, removed=0, why=why)


def _mark(view: View, name: str) -> int:
    return int(view.value("jobs.mark", name=name) or 0)


def _today(place: Place) -> int:
    zone = time_zone(place.identity.person_time_zone)
    return place.clock.now().astimezone(zone).toordinal()


def _is_forgotten(unit: Unit, told: Sequence[PersonalityObservation]) -> bool:
    """Whether a source of these observations was forgotten since it was read."""
    wanted = {turn_id for each in told for turn_id in each.source_ids}
    if not wanted:
        return False
    rows = unit.tuples("personality.turns", ids=sorted(wanted))
    return wanted != {turn_id for turn_id, *_ in rows}


def _mend_files(place: Place) -> None:
    """Write the version in force to a file that shows an earlier one: a run may have been killed.

    An edit of the person that waits for a decision stays.
    """
    sync_history_files(place.store)
    shown = place.store.document_files().get(KIND)
    with place.store.reading() as view:
        versions = view.all(Document, "identities.document_versions", kind=KIND)
    current = next((version for version in versions if version.state == "in_force"), None)
    if current is None or shown == current.content:
        return
    earlier = {v.content_hash for v in versions if v.state in ("superseded", "rejected")}
    is_lost = shown is None and KIND not in place.store.unreadable_documents()
    if is_lost or (shown is not None and content_hash(shown) in earlier):
        place.store.write_document_file(KIND, current.content)
