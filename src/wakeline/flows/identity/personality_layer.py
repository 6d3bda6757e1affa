"""The personality layer of one agent: read it, measure its drift, write a new version.

A version is a document and an entry in one transaction. The entry is its snapshot, so every
version can be brought back; a text that the person wrote gets its entry before the next version
replaces it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from wakeline.base.errors import Unreachable
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.identity.documents import propose_version, put_in_force
from wakeline.minds.text_distance import BY_WORDS, change_distance, text_distance
from wakeline.model.identity import Document
from wakeline.model.log import Origin
from wakeline.model.personality import Floors, PersonalityEntry, Trigger
from wakeline.model.personality_status import PersonalityObservation
from wakeline.personality.history import next_label, summary
from wakeline.personality.observations import from_stored, to_stored
from wakeline.personality.resets import floors_after_striking
from wakeline.personality.text import comparable_text, has_line, remove_lines
from wakeline.ports.minds import TextEmbedder
from wakeline.ports.store import Unit, View

KIND: Final = "personality"


class PersonalityLayer(NamedTuple):
    """Core, personality and last entry of an agent at one moment."""

    core: Document | None
    current: Document | None
    last_entry: PersonalityEntry | None
    previous: str | None  # the text of the last entry, if it is not the version in force
    is_waiting: bool  # a version waits for the person to decide
    core_texts: frozenset[str]  # the texts of the core, now and in earlier versions

    @property
    def text(self) -> str:
        """The text in force; the core's if there is no personality yet."""
        found = self.current or self.core
        return "" if found is None else found.content

    @property
    def observations(self) -> tuple[PersonalityObservation, ...]:
        """The observations of the last entry that are still in the text."""
        noted = from_stored(self.last_entry.observations) if self.last_entry else ()
        return tuple(each for each in noted if has_line(self.text, each.text))

    @property
    def base(self) -> str:
        """The text without the observations."""
        return remove_lines(self.text, [each.text for each in self.observations])

    @property
    def is_behind(self) -> bool:
        """Whether the base is a copy of an earlier core, which the person has changed since.

        A snapshot that the person brought back is left as it is.
        """
        base = self.base.strip()
        if self.core is None or (
            self.last_entry is not None and self.last_entry.trigger == "rollback"
        ):
            return False
        return base != self.core.content.strip() and base in self.core_texts

    @property
    def floors(self) -> Floors:
        """The times before which sightings no longer count; includes what the person removed."""
        if self.last_entry is None or self.current is None:
            return {}
        noted = from_stored(self.last_entry.observations)
        taken_out = [each for each in noted if not has_line(self.text, each.text)]
        return floors_after_striking(
            self.last_entry.floors, taken_out, self.current.decided_at or self.current.created_at
        )

    @property
    def has_entry(self) -> bool:
        """Whether the version in force has its entry."""
        return (
            self.current is not None
            and self.last_entry is not None
            and self.last_entry.document_id == self.current.id
        )

    @property
    def stamp(self) -> tuple[str | None, ...]:
        """The ids that must be the same at reading and at writing."""
        rows = (self.core, self.current, self.last_entry)
        return tuple(None if row is None else row.id for row in rows)


def read_layer(view: View) -> PersonalityLayer:
    """Read the layer as it is now."""
    in_force: dict[str, Document] = {
        d.kind: d for d in view.all(Document, "identities.documents_in_force")
    }
    proposed = view.all(Document, "identities.documents_in_state", state="proposed")
    core, current = in_force.get("identity"), in_force.get(KIND)
    cores = view.all(Document, "identities.document_versions", kind="identity")
    copied = frozenset(d.content.strip() for d in cores if d.state in ("in_force", "superseded"))
    last = view.one(PersonalityEntry, "personality.newest", limit=1)
    previous = None
    if last is not None and (current is None or last.document_id != current.id):
        found = view.one(Document, "integrity.document", id=last.document_id)
        previous = None if found is None else found.content
    is_waiting = any(d.kind == KIND for d in proposed)
    return PersonalityLayer(core, current, last, previous, is_waiting, copied)


Distance = Callable[[str, str, TextEmbedder | None], float]


class DriftMeter:
    """Measures the distance of texts: by an embedder, or by words if there is none."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._embedder: TextEmbedder | None = None
        self._is_loaded = False
        self._known: dict[tuple[Distance, str, str], float] = {}

    @property
    def by(self) -> str:
        embedder = self._loaded()
        return BY_WORDS if embedder is None else embedder.fingerprint

    def from_center(self, core: str | None, text: str) -> float | None:
        """The distance of a text from the core; None without a core. Raises Unreachable."""
        return self._measured(text_distance, core, text)

    def from_previous(self, before: str | None, text: str) -> float | None:
        """How much a text differs from the one before it; None if there was none."""
        return self._measured(change_distance, before, text)

    def _measured(self, distance: Distance, before: str | None, after: str) -> float | None:
        if before is None or not before.strip():
            return None
        key = (distance, before, after)
        if key not in self._known:
            self._known[key] = distance(
                comparable_text(before), comparable_text(after), self._loaded()
            )
        return self._known[key]

    def _loaded(self) -> TextEmbedder | None:
        if not self._is_loaded:
            embedding = self._place.embedding()
            self._embedder = None if embedding is None else embedding.fit(b"", 0)
            self._is_loaded = True
        return self._embedder

    def by_words(self) -> DriftMeter:
        """A meter that uses no embedder."""
        other = DriftMeter(self._place)
        other._is_loaded = True
        return other


def reachable_meter(place: Place) -> DriftMeter:
    """A meter that works: by words if the embedder's server does not answer."""
    meter = DriftMeter(place)
    try:
        meter.from_center("one word", "another")
    except Unreachable:
        return meter.by_words()
    return meter


class PersonalityVersion(NamedTuple):
    """A text to put in force, and why."""

    text: str
    trigger: Trigger
    origin: Origin
    observations: tuple[PersonalityObservation, ...]
    floors: Floors
    restored: str | None = None


def keep_snapshot(
    place: Place, unit: Unit, layer: PersonalityLayer, meter: DriftMeter
) -> PersonalityEntry | None:
    """The entry of the version in force, written if it is missing. None if nothing is in force."""
    if layer.has_entry:
        return layer.last_entry
    core = layer.core
    if layer.current is None:
        if core is None:
            return None
        document = propose_version(place, unit, KIND, core.content, origin=core.origin)
        document = put_in_force(unit, document)
    else:
        document = layer.current
    is_copy = core is not None and document.content.strip() == core.content.strip()
    version = PersonalityVersion(
        document.content,
        "start" if is_copy and layer.last_entry is None else "edit",
        document.origin,
        layer.observations,
        layer.floors,
    )
    return _entry(place, unit, document, version, layer, meter, previous=layer.previous)


def measure_ahead(meter: DriftMeter, layer: PersonalityLayer, text: str | None = None) -> None:
    """Measure all distances that entries need before the transaction makes others wait."""
    center = layer.core.content if layer.core else None
    meter.from_center(center, layer.text)
    meter.from_previous(layer.previous, layer.text)
    if text is not None:
        meter.from_center(center, text)
        meter.from_previous(layer.text, text)
    _ = meter.by  # a server gives its fingerprint only after its first answer


def write_version(
    place: Place,
    unit: Unit,
    layer: PersonalityLayer,
    version: PersonalityVersion,
    meter: DriftMeter,
) -> PersonalityEntry:
    """Put a text in force, with its entry; the version before it gets its entry first."""
    before = keep_snapshot(place, unit, layer, meter)
    document = propose_version(place, unit, KIND, version.text, origin=version.origin)
    document = put_in_force(unit, document)
    previous = layer.text if before is not None else None
    return _entry(place, unit, document, version, layer, meter, previous=previous)


def _entry(
    place: Place,
    unit: Unit,
    document: Document,
    version: PersonalityVersion,
    layer: PersonalityLayer,
    meter: DriftMeter,
    *,
    previous: str | None,
) -> PersonalityEntry:
    zone = time_zone(place.identity.person_time_zone)
    known = {date for (date,) in unit.tuples("personality.dates")}
    told = summary(
        version.trigger, layer.observations, version.observations, restored=version.restored
    )
    center = layer.core.content if layer.core else None
    entry = PersonalityEntry(
        id=unit.new_id(),
        date=next_label(unit.by.at.astimezone(zone).date(), known),
        at=unit.by.at,
        trigger=version.trigger,
        drift_from_center=meter.from_center(center, document.content),
        drift_from_previous=meter.from_previous(previous, document.content),
        measured_by=meter.by,
        summary=told,
        document_id=document.id,
        restored=version.restored,
        observations=to_stored(version.observations),
        floors=version.floors,
    )
    return unit.save("personality.written", entry)
