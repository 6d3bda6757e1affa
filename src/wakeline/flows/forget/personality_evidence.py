"""Remove observations from the personality when one of their sources is forgotten.

A sentence with a forgotten turn or memory as its source is removed at once, from every version
and from the file. If enough evidence remains, the next consolidation adds it again. Nothing else
in the texts changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from wakeline.base.digest import content_hash
from wakeline.flows.common.place import Place
from wakeline.flows.identity.personality_layer import KIND
from wakeline.model.identity import Document
from wakeline.model.liminal import DriftObservation
from wakeline.model.personality import PersonalityEntry
from wakeline.personality.observations import from_stored
from wakeline.personality.text import has_line, remove_lines
from wakeline.ports.store import View


class ObservationRemoval(NamedTuple):
    """The sentences to remove, and the rows as they are without them."""

    sentences: tuple[str, ...]
    documents: tuple[Document, ...]
    entries: tuple[PersonalityEntry, ...]


def plan_observation_removal(place: Place, view: View, gone: Collection[str]) -> ObservationRemoval:
    """The observations to remove. The entry of a removed version keeps none."""
    entries = view.all(PersonalityEntry, "integrity.personality_entries")
    sentences = {
        each.text
        for entry in entries
        for each in from_stored(entry.observations)
        if not set(gone).isdisjoint((*each.source_ids, *each.row_ids))
    }
    versions = view.all(Document, "identities.document_versions", kind=KIND) if sentences else []
    left = ((entry, _left(entry, sentences, gone)) for entry in entries)
    return ObservationRemoval(
        tuple(sorted(sentences)),
        tuple(
            _without(place, version, sentences)
            for version in versions
            if any(has_line(version.content, sentence) for sentence in sentences)
        ),
        tuple(after for before, after in left if after != before),
    )


def _left(
    entry: PersonalityEntry, sentences: Collection[str], gone: Collection[str]
) -> PersonalityEntry:
    if entry.document_id in gone:
        return entry._replace(observations=())
    kept = tuple(each for each in entry.observations if each["text"] not in sentences)
    return entry._replace(observations=kept)


def _without(place: Place, version: Document, sentences: Collection[str]) -> Document:
    content = remove_lines(version.content, sentences)
    return version._replace(
        content=content, content_hash=content_hash(content), tokens=place.tokens.count(content)
    )


def drifts_quoting(view: View, sentences: Iterable[str]) -> list[DriftObservation]:
    """Drifts whose texts contain these sentences: drifts compare versions of a document."""
    said = tuple(sentences)
    return [
        drift
        for drift in view.all(DriftObservation, "integrity.drifts")
        if any(each in drift.before or each in drift.after for each in said)
    ]


def remove_from_file(place: Place, sentences: Collection[str]) -> None:
    """Remove the sentences from the personality file."""
    shown = place.store.document_files().get(KIND)
    if shown is not None and sentences:
        left = remove_lines(shown, sentences)
        if left != shown:
            place.store.write_document_file(KIND, left)
