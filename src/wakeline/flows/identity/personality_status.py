"""Show the personality: its text, its distance from the core, its diff and its history."""

from __future__ import annotations

import difflib

from wakeline.base.errors import NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.identity.hand_edits import record_hand_edits
from wakeline.flows.identity.personality_layer import PersonalityLayer, reachable_meter, read_layer
from wakeline.liminal.reversal import reverses
from wakeline.model.identity import Document
from wakeline.model.personality import PersonalityEntry
from wakeline.model.personality_status import DatedDrift, PersonalityStatus, PersonalityText
from wakeline.personality.resets import contradictions
from wakeline.ports.store import View

MOST_PAST = 365
MOST_ENTRIES = 1000
CORE = "core"


def personality_status(place: Place) -> PersonalityStatus:
    """The distance of the personality from its core and from its last version, measured now."""
    record_hand_edits(place)
    with place.store.reading() as view:
        layer = read_layer(view)
        entries = view.all(PersonalityEntry, "personality.newest", limit=MOST_ENTRIES)
        before = _before(view, layer, entries)
    meter = reachable_meter(place)
    core = layer.core.content if layer.core else None
    center = meter.from_center(core, layer.text) if layer.text.strip() else None
    alert_at = place.settings.amount("personality.alert")
    return PersonalityStatus(
        document=layer.current,
        drift_from_center=center,
        drift_from_previous=meter.from_previous(before, layer.text),
        measured_by=meter.by,
        alert_at=alert_at,
        is_alert=center is not None and center > alert_at,
        contradictions=_contradictions(layer),
        observations=layer.observations,
        entries=len(entries),
        last=entries[0] if entries else None,
        past=tuple(DatedDrift(e.date, e.drift_from_center) for e in reversed(entries[:MOST_PAST])),
        waiting=layer.is_waiting,
    )


def _contradictions(layer: PersonalityLayer) -> tuple[str, ...]:
    if layer.core is None or layer.current is None:
        return ()
    found = contradictions(layer.core.content, layer.text, reverses)
    return tuple(span.sentence for span in found)


def _before(view: View, layer: PersonalityLayer, entries: list[PersonalityEntry]) -> str | None:
    """The text of the version before, or None."""
    if not layer.has_entry:
        return layer.previous
    return _text_of(view, entries[1]) if len(entries) > 1 else None


def _text_of(view: View, entry: PersonalityEntry) -> str | None:
    document = view.one(Document, "integrity.document", id=entry.document_id)
    return None if document is None else document.content


def personality_text(place: Place) -> PersonalityText:
    """The personality in force, and the sources of each observation."""
    record_hand_edits(place)
    with place.store.reading() as view:
        layer = read_layer(view)
    core = "" if layer.core is None else layer.core.content
    return PersonalityText(
        text=layer.text,
        version=None if layer.current is None else layer.current.version,
        is_core=bool(core.strip()) and core.strip() == layer.text.strip(),
        observations=layer.observations,
    )


def personality_diff(place: Place, against: str = CORE) -> str:
    """A diff of the personality from its core, or from the snapshot of a date."""
    record_hand_edits(place)
    with place.store.reading() as view:
        layer = read_layer(view)
        if against == CORE:
            name, text = "identity", "" if layer.core is None else layer.core.content
        else:
            name, text = f"personality of {against}", snapshot_by_date(view, against).content
    return "".join(
        difflib.unified_diff(_lines(text), _lines(layer.text), name, "personality (in force)")
    )


def _lines(text: str) -> list[str]:
    return (text if not text or text.endswith("\n") else text + "\n").splitlines(keepends=True)


def snapshot_by_date(view: View, date: str) -> Document:
    """The document version of one date's snapshot."""
    entry = entry_by_date(view, date)
    document = view.one(Document, "integrity.document", id=entry.document_id)
    if document is None:
        raise NotFound(f"the snapshot of {entry.date} was forgotten.")
    return document


def entry_by_date(view: View, date: str) -> PersonalityEntry:
    name = parse.label(date, field="date") or ""
    entry = view.one(PersonalityEntry, "personality.of_date", date=name)
    if entry is None:
        raise NotFound(
            f"there is no snapshot of {name or 'no date'}.",
            todo="`wakeline personality history` lists them.",
        )
    return entry


def personality_history(
    place: Place, *, limit: int = 100, before: str | None = None
) -> list[PersonalityEntry]:
    """The entries of the personality, newest first; `before` is the id where a page starts."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_ENTRIES)
    behind = parse.label(before, field="before") or HIGHEST_ID
    with place.store.reading() as view:
        return view.all(PersonalityEntry, "pages.personality_entries", after=behind, limit=most)
