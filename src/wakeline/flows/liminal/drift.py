"""Drift: found at a wake from stored vectors, measured again when an embedder is available.

A wake compares vectors that a job has made of every watched state. If they are missing, it
compares words, and the job measures later.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.liminal.drift import detect_drift as compared
from wakeline.liminal.drift_states import ChangedState, changed_states, project_state
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.minds.state_distance import state_distance, state_pieces
from wakeline.model.agenda import Project
from wakeline.model.identity import Document
from wakeline.model.job import IndexMark
from wakeline.model.liminal import MOST_CHANGES, DriftObservation, GapExperience, StateVectors
from wakeline.model.log import Event, Origin
from wakeline.model.memory import Fact, Memory
from wakeline.ports.minds import TextEmbedder
from wakeline.ports.store import Unit, View

MOST_DRIFTS = 20  # of one wake, the largest
MOST_MEASURED = 100  # by one run of the job
MOST_OF_A_KIND = 100  # of the states that are watched
MOST_BYTES = 1_048_576
MOST_LABEL = 200
JOB = MARK = "states"
SCALE = 127  # each number of a unit vector is stored as one byte

Vectors = list[list[int]]


def drifts_in_gap(
    place: Place, view: View, events: Sequence[Event], gap: GapExperience
) -> tuple[DriftObservation, ...]:
    """The drifts of states that changed in a gap, the largest first."""
    states = changed_states(events)
    texts = [text for state in states for text in (state.before, state.after)]
    known = _stored(view, texts)
    found = [_noticed(place, state, gap, known) for state in states]
    drifts = [drift for drift in found if drift is not None]
    drifts.sort(key=lambda drift: -drift.magnitude)
    return tuple(drifts[:MOST_DRIFTS])


def _noticed(
    place: Place, state: ChangedState, gap: GapExperience, known: dict[str, dict[str, bytes]]
) -> DriftObservation | None:
    before, after = known.get(text_hash(state.before), {}), known.get(text_hash(state.after), {})
    distance = None
    for fingerprint in before.keys() & after.keys():
        distance = _distance(state.before, state.after, before, after, fingerprint)
    return compared(
        state.domain,
        state.subject,
        state.after,
        state.before,
        noticed_at=gap.gap_end,
        gap_id=gap.id,
        source_ids=state.source_ids,
        distance=distance,
        id=place.ids.new(gap.gap_end),
    )


def _distance(
    before: str,
    after: str,
    before_vectors: dict[str, bytes],
    after_vectors: dict[str, bytes],
    fingerprint: str,
) -> float | None:
    old = _unpacked(before, before_vectors[fingerprint])
    new = _unpacked(after, after_vectors[fingerprint])
    if old is None or new is None:
        return None
    return state_distance(before, old, after, new, embedder=fingerprint)


def detect_drift(
    place: Place,
    domain: str,
    subject: str,
    current: str,
    remembered: str | None,
    *,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> DriftObservation | None:
    """Compare a state with what is remembered of it, and save the drift; None if there is none."""
    place.ask("detect_drift")
    now = place.clock.now()
    where, what = _name(domain, "domain"), _name(subject, "subject")
    after, before = _text(current, "current"), _text(remembered, "remembered")
    embedder = _embedder(place)
    distance = None
    if embedder is not None and before and before != after:
        vectors = _embedded(embedder, (before, after))
        distance = _distance(before, after, vectors[before], vectors[after], embedder.fingerprint)
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        gap = unit.one(GapExperience, "pages.gaps", after=HIGHEST_ID, limit=1)
        found = compared(
            where,
            what,
            after,
            before,
            noticed_at=now,
            gap_id=None if gap is None else gap.id,
            distance=distance,
            id=unit.new_id(),
        )
        if found is None:
            return None
        found = found._replace(thread_id=place.thread(unit))
        return unit.save("drift.noticed", found)


def _name(value: str, field: str) -> str:
    name = parse.label(value, field=field, most=MOST_LABEL)
    if name is None:
        raise Invalid(f"the {field} has no name.", todo="Name what is compared.")
    return name


def _text(value: str | None, field: str) -> str:
    if value is None or not str(value).strip():
        return ""
    return redact(clean_text(value, field=field, most_bytes=MOST_BYTES))


# -- vectors of states, made ahead


def measure_states(place: Place) -> None:
    """The job: make vectors of watched states, and measure drifts that were found by words."""
    embedder = _embedder(place)
    with place.store.reading() as view:
        head = view.head().seq
        waiting = view.all(DriftObservation, "liminal.drifts_by_words", limit=MOST_MEASURED)
        watched = _watched(view, place.clock.now())
        watched += _compared_next(place, view, head)
        texts = {*watched, *(t for drift in waiting for t in (drift.before, drift.after))}
        known = _stored(view, texts)
    made: dict[str, dict[str, bytes]] = {}
    if embedder is not None:
        fingerprint = embedder.fingerprint
        fresh = [text for text in texts if fingerprint not in known.get(text_hash(text), {})]
        made = _embedded(embedder, fresh)
    with place.store.writing(place.by(actor="worker")) as unit:
        kept = sorted({text_hash(text) for text in watched})
        unit.run("liminal.keep_state_vectors", hashes=kept)
        for text in watched:
            for fingerprint, vectors in made.get(text, {}).items():
                unit.put(StateVectors(fingerprint, text_hash(text), vectors))
        for drift in waiting:
            old, new = (
                {**known.get(text_hash(text), {}), **made.get(text, {})}
                for text in (drift.before, drift.after)
            )
            measured = None if embedder is None else _measured(drift, old, new, embedder)
            # Another may have measured it, or forgotten it, meanwhile.
            current = unit.one(DriftObservation, "liminal.drift", id=drift.id)
            if measured is not None and current == drift:
                unit.save("drift.measured", measured, drift)
                unit.add_job("archive")
        unit.put(IndexMark(MARK, head))
        unit.run("jobs.done", name=JOB, key="")


def drop_state_vectors(unit: Unit) -> None:
    """Drop the vectors of states; the next settle makes them again."""
    unit.run("liminal.keep_state_vectors", hashes=[])
    unit.add_job(JOB)


class StateVectorCheck(NamedTuple):
    """The stored vectors of a state, and those that the current embedder makes of it now."""

    text_hash: str
    kept: bytes
    made: bytes

    @property
    def is_close(self) -> bool:
        """Whether no number differs by more than one: another machine may round differently."""
        pairs = zip(array("b", self.kept), array("b", self.made), strict=False)
        return len(self.kept) == len(self.made) and all(abs(a - b) <= 1 for a, b in pairs)


def check_state_vectors(place: Place, view: View) -> list[StateVectorCheck]:
    """Stored and new vectors of watched states, for those that are stored."""
    embedder = _embedder(place)
    if embedder is None:
        return []
    name = embedder.fingerprint
    watched = {text_hash(text): text for text in _watched(view, place.clock.now())}
    known = _stored(view, watched.values())
    kept = {key: known[key][name] for key in watched if name in known.get(key, {})}
    made = _embedded(embedder, [watched[key] for key in kept])
    return [StateVectorCheck(key, found, made[watched[key]][name]) for key, found in kept.items()]


def _measured(
    drift: DriftObservation,
    before: dict[str, bytes],
    after: dict[str, bytes],
    embedder: TextEmbedder,
) -> DriftObservation | None:
    distance = _distance(drift.before, drift.after, before, after, embedder.fingerprint)
    if distance is None:
        return None
    return compared(
        drift.domain,
        drift.subject,
        drift.after,
        drift.before,
        noticed_at=drift.noticed_at,
        gap_id=drift.gap_id,
        source_ids=drift.source_ids,
        distance=distance,
        id=drift.id,
    )


def _watched(view: View, now: datetime) -> list[str]:
    """The texts that are watched for drift: identity, relationships, facts, projects."""
    limit = MOST_OF_A_KIND
    documents = view.all(Document, "identities.documents_in_force")
    memories = view.all(Memory, "liminal.relationships", limit=limit)
    facts = view.all(Fact, "memory.current_facts", now=now, least=0.0, limit=limit)
    projects = view.all(Project, "agenda.active_projects", limit=limit)
    texts = (
        *(document.content for document in documents),
        *(memory.content for memory in memories),
        *(fact.value for fact in facts),
        *(project_state(project.status, project.summary) for project in projects),
    )
    return list(dict.fromkeys(text for text in texts if text.strip()))


def _compared_next(place: Place, view: View, head: int) -> list[str]:
    """Texts before and after of states that changed since the last wake: the next compares them."""
    told = next(iter(view.tuples("liminal.before")), None)
    if told is None:
        return []
    bounds = {"after": int(told[0]), "through": head, "limit": MOST_CHANGES}
    events = view.all(Event, "liminal.changed_states", **bounds, own_name=place.identity.name)
    return [text for state in changed_states(events) for text in (state.before, state.after)]


def text_hash(text: str) -> str:
    return sha256_hex(text.encode("utf-8", "replace"))


def _stored(view: View, texts: Iterable[str]) -> dict[str, dict[str, bytes]]:
    """The stored vectors of some texts: by hash, then by the embedder's fingerprint."""
    hashes = sorted({text_hash(text) for text in texts})
    found: dict[str, dict[str, bytes]] = {}
    if hashes:
        for row in view.all(StateVectors, "liminal.state_vectors", hashes=hashes):
            found.setdefault(row.text_hash, {})[row.fingerprint] = row.vectors
    return found


def _embedder(place: Place) -> TextEmbedder | None:
    """The embedder without an agent's own weights, so that one scale serves all agents."""
    embedding = place.embedding()
    return None if embedding is None else embedding.fit(b"", 0)


def _embedded(embedder: TextEmbedder, texts: Sequence[str]) -> dict[str, dict[str, bytes]]:
    """The packed vectors of each text, under the embedder's fingerprint."""
    pieces = {text: state_pieces(text).texts for text in texts}
    flat = list(dict.fromkeys(piece for of_text in pieces.values() for piece in of_text))
    if not flat:
        return {text: {embedder.fingerprint: b""} for text in texts}
    rows: Any = embedder.embed(flat)
    packed = dict(zip(flat, (rows * SCALE).round().astype("int8"), strict=True))
    return {
        text: {embedder.fingerprint: b"".join(packed[piece].tobytes() for piece in of_text)}
        for text, of_text in pieces.items()
    }


def _unpacked(text: str, raw: bytes) -> Vectors | None:
    """The vectors of a text's pieces; None if they were made from other pieces."""
    count = len(state_pieces(text).texts)
    if count == 0 or len(raw) % count:
        return None
    numbers = array("b", raw)
    size = len(numbers) // count
    return [list(numbers[i * size : (i + 1) * size]) for i in range(count)]
