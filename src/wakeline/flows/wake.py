"""Put an agent back together and open a session.

Reads one snapshot, makes what cut-off sessions could not leave themselves, gathers
and renders the context, then writes once: the session, its lease, what was
consumed, the agent's own moment.
"""

from datetime import datetime
from typing import NamedTuple

from wakeline.base.errors import Invalid
from wakeline.context.assembly import assemble
from wakeline.flows import parse
from wakeline.flows.place import Place
from wakeline.flows.zones import time_zone
from wakeline.hydration.gather import gather
from wakeline.hydration.presets import sources_of
from wakeline.hydration.prompt import blocks
from wakeline.liminal.gap import time_away
from wakeline.model.context import Crossing, Missing, Piece, Sibling, Woken
from wakeline.model.identity import Document, Identity
from wakeline.model.log import MODES, Episode, Head
from wakeline.model.session import WAKE_TYPES, Handoff, Lease, Session, Thread, ThreadHandoff
from wakeline.ports.store import Unit, View
from wakeline.sessions.leases import is_alive, new_lease
from wakeline.sessions.lifecycle import cut_off, opened

LEAST_BUDGET = 200
MOST_BUDGET = 1_000_000
SIBLING_TURNS = 6


class Seen(NamedTuple):
    """What stood in the store when the agent opened its eyes."""

    identity: Identity
    documents: list[Document]
    head: Head
    alive: list[tuple[Session, Lease]]
    dead: list[Session]


class Left(NamedTuple):
    """A session that was cut off, and the handoff made from its log if it said anything."""

    session: Session
    closed: Session
    handoff: Handoff | None


def wake(
    place: Place,
    *,
    preset: str | None = None,
    wake_type: str = "gradual",
    budget: int | None = None,
    thread: str | None = None,
    project: str | int | None = None,
    mode: str = "chat",
    model_id: str | None = None,
    source: str | None = None,
    own_session_id: str | None = None,
) -> Woken:
    """Wake the agent: the context it needs, and an open session to live in."""
    place.ask("wake")
    now = place.clock.now()
    preset = preset or place.settings.text("wake.preset")
    chosen = sources_of(preset)
    room = budget if budget is not None else place.settings.number("wake.budget")
    room = parse.whole_number(room, field="budget", least=LEAST_BUDGET, most=MOST_BUDGET)
    kind = parse.choice(wake_type, WAKE_TYPES, field="wake_type")
    thread = parse.label(thread, field="thread")
    place.flow("take_in_edits")(place)
    with place.store.reading() as view:
        seen = _look(place, view, now, own_session_id)
        left = _left(place, view, seen.dead, now)
        siblings = tuple(_sibling(view, session, lease) for session, lease in seen.alive)
        pieces, missing = gather(view, chosen, now)
        project_id = parse.project_id(project, view)
        if thread is not None:
            standing = view.all(ThreadHandoff, "sessions.thread_handoff", thread_id=thread)
            pieces["ThreadHandoff"] = Piece("ThreadHandoff", tuple(standing))
    if "SessionHandoff" in pieces:
        pieces["SessionHandoff"] = _newest(pieces["SessionHandoff"], left)
    crossing = Crossing(
        woke_at=now,
        wake_type=kind,
        last_known_at=seen.head.last_known_at,
        away=time_away(seen.head.last_known_at, now),
        cut_off=tuple(item.closed for item in left if item.handoff is not None),
        siblings=siblings,
    )
    zone = time_zone(seen.identity.person_time_zone)
    made = assemble(
        blocks(seen.identity, seen.documents, crossing, pieces, zone=zone),
        room,
        place.tokens.count,
    )
    session = opened(
        id="",
        at=now,
        thread_id=thread,
        project_id=project_id,
        mode=parse.choice(mode, MODES, field="mode"),
        wake_type=kind,
        preset=preset,
        model_id=parse.label(model_id, field="model_id"),
        source=parse.label(source, field="source"),
    )
    with place.store.writing(place.by(at=now)) as unit:
        session = _open(place, unit, session, left, pieces)
    return Woken(
        session_id=session.id,
        text=made.text,
        context=_context(seen, pieces, missing),
        liminal=crossing,
        tokens=made.tokens,
        budget=room,
        omitted=made.omitted,
        missing=tuple(missing),
    )


def _look(place: Place, view: View, now: datetime, own_session_id: str | None) -> Seen:
    """The agent, its documents, and which of its open sessions are alive."""
    identity = view.one(Identity, "identities.own")
    if identity is None:
        raise Invalid(f"{place.identity.name} has no identity row.", todo="Run `wakeline doctor`.")
    leases = {lease.session_id: lease for lease in view.all(Lease, "sessions.leases")}
    alive: list[tuple[Session, Lease]] = []
    dead: list[Session] = []
    for session in view.all(Session, "sessions.open"):
        lease = leases.get(session.id)
        # Whoever wakes again without ending gives up the session it held.
        is_own = session.id == own_session_id or (
            lease is not None and own_session_id is None and lease.holder == place.holder.name
        )
        if (
            lease is not None
            and not is_own
            and is_alive(lease, now=now, here=place.holder, running=place.running)
        ):
            alive.append((session, lease))
        else:
            dead.append(session)
    documents = view.all(Document, "identities.documents_in_force")
    return Seen(identity, documents, view.head(), alive, dead)


def _left(place: Place, view: View, dead: list[Session], now: datetime) -> list[Left]:
    """What cut-off sessions leave. One in which nothing was said leaves nothing."""
    spoke = [s for s in dead if view.one(Episode, "log.first_of_session", session_id=s.id)]
    silent = [s for s in dead if s not in spoke]
    made: list[Left] = place.flow("made_from_log")(place, view, spoke, now) if spoke else []
    return [*(Left(s, s._replace(ended_at=s.started_at), None) for s in silent), *made]


def _sibling(view: View, session: Session, lease: Lease) -> Sibling:
    turns = view.all(Episode, "log.of_session", session_id=session.id, limit=SIBLING_TURNS)
    asked = [turn.text for turn in turns if turn.role == "user"]
    return Sibling(
        session_id=session.id,
        title=session.title,
        thread_id=session.thread_id,
        since=session.started_at,
        last_heard_at=lease.renewed_at,
        host=lease.host,
        working_on=asked[-1][:200] if asked else None,
    )


def _newest(piece: Piece, left: list[Left]) -> Piece:
    """The handoff that ended last, be it stored or just made from a log."""
    found = [*piece.rows, *(item.handoff for item in left if item.handoff is not None)]
    found.sort(key=lambda handoff: (handoff.session_ended_at, handoff.id))
    return Piece(piece.source, tuple(found[-1:]))


def _open(
    place: Place, unit: Unit, session: Session, left: list[Left], pieces: dict[str, Piece]
) -> Session:
    session = session._replace(id=unit.new_id())
    unit.by = unit.by._replace(session_id=session.id)
    for item in left:
        _close(place, unit, item)
    if session.thread_id and unit.one(Thread, "sessions.thread", id=session.thread_id) is None:
        thread = Thread(session.thread_id, None, session.project_id, unit.by.at, False)
        unit.save("thread.opened", thread)
    unit.save("session.opened", session)
    minutes = place.settings.number("session.lease_minutes")
    unit.put(new_lease(session.id, place.holder, unit.by.at, minutes))
    for handoff in pieces.get("SessionHandoff", Piece("", ())).rows:
        _consume(unit, handoff.id, session.id)
    unit.moved(unit.by.at)
    return session


def _close(place: Place, unit: Unit, item: Left) -> None:
    """Close a cut-off session, unless it spoke or was closed since the snapshot."""
    current = unit.one(Session, "sessions.by_id", id=item.session.id)
    lease = unit.one(Lease, "sessions.lease", session_id=item.session.id)
    has_spoken = lease is not None and lease.renewed_at > unit.by.at
    if current is None or current.state != "open" or has_spoken:
        return
    titled = current._replace(title=item.closed.title, title_source_id=item.closed.title_source_id)
    unit.save("session.cut_off", cut_off(titled, item.closed.ended_at or unit.by.at), current)
    unit.run("sessions.drop_lease", session_id=current.id)
    if item.handoff is not None:
        place.flow("keep")(unit, "handoff.made_from_log", item.handoff)


def _consume(unit: Unit, handoff_id: str, session_id: str) -> None:
    handoff = unit.one(Handoff, "sessions.handoff", id=handoff_id)
    if handoff is not None and handoff.consumed_at is None:
        after = handoff._replace(consumed_at=unit.by.at, consumed_by=session_id)
        unit.save("handoff.consumed", after, handoff)


def _context(seen: Seen, pieces: dict[str, Piece], missing: list[Missing]) -> dict[str, object]:
    """What the text was made from, as values."""
    return {
        "identity": seen.identity,
        "documents": {document.kind: document.content for document in seen.documents},
        **{name: piece.rows for name, piece in pieces.items()},
        "missing": [item.source for item in missing],
    }
