"""Gather a context from one snapshot: the agent itself, its sources, its guardian's message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Literal, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.wake.request import ContextRequest, is_for_agents
from wakeline.hydration.gather import gather, read_source
from wakeline.hydration.presets import AUTO, HydrationSource, names_of
from wakeline.hydration.sources import SourceRequest
from wakeline.liminal.gap import time_away
from wakeline.liminal.grounding import RuleGuardian
from wakeline.model.context import Missing, Omitted, Piece
from wakeline.model.guard import Guard
from wakeline.model.identity import MAIN_SESSION, Document, Identity
from wakeline.model.log import Head
from wakeline.model.memory import Fact
from wakeline.model.session import LAST_TURNS, Handoff
from wakeline.ports.guardian import Circumstances, Grounding
from wakeline.ports.store import View

MOST_ENDED = MOST_UNFINISHED = 20
LAST_EXCHANGES = 3
GROUNDING = "GroundingMessage"
GROUNDING_PENDING = "grounding_pending"
HANDOFF = "SessionHandoff"
MESSAGES = "Notifications"
THREAD = "ThreadHandoff"
NOTHING = Piece("", ())
Ids = tuple[str, ...]


class GatheredContext(NamedTuple):
    """Everything that was read for a context, and the sources that could not be read."""

    request: ContextRequest
    identity: Identity
    documents: list[Document]
    head: Head
    project_id: str | None
    pieces: dict[str, Piece]
    missing: list[Missing]
    omitted: tuple[Omitted, ...]
    grounding: Grounding | None
    grounded_on: Ids

    @property
    def warnings(self) -> tuple[str, ...]:
        """A warning if the guardian has a message whose source was not chosen."""
        is_heard = HydrationSource.GroundingMessage in self.request.chosen
        return () if self.grounding is None or is_heard else (GROUNDING_PENDING,)


class Standpoint(NamedTuple):
    """The situation in which a context is gathered: time, thread, and other sessions."""

    now: datetime
    thread: str | None = None
    wake_type: str = "gradual"
    made: tuple[Handoff, ...] = ()  # handoffs of sessions that were cut off
    over: frozenset[str] = frozenset()  # ids of dead sessions
    others_awake: frozenset[str] = frozenset()
    own_session_id: str | None = None  # of a running session, if this is no wake
    last_turns: Literal["never", "by rule", "always"] = "never"
    is_past: bool = False  # then live sessions are not known


def gather_context(
    place: Place, view: View, asked: ContextRequest, at: Standpoint, *, also: Iterable[str] = ()
) -> GatheredContext:
    """Gather the requested context from one snapshot, and the sources that `also` names."""
    view.prefetch((_own, _selves, _head, _project), asked)
    identity = _own(view, asked)
    if identity is None:
        raise Invalid(f"{place.identity.name} has no identity row.", todo="Run `wakeline doctor`.")
    documents = _selves(view, asked)
    head = _head(view, asked)
    if asked.preset == AUTO:
        from wakeline.flows.wake.preset_rules import apply_preset_rules

        asked = apply_preset_rules(
            place,
            view,
            asked,
            last=head.last_known_at,
            now=at.now,
            wake_type=at.wake_type,
            was_cut_off=bool(at.made),
        )
    if is_for_agents(asked):
        documents = [each for each in documents if each.kind not in MAIN_SESSION]
    ask = _ask(place, identity, asked, at, _project(view, asked))
    seconds = place.settings.number("wake.source_milliseconds") / 1000
    ahead: list[Callable[[View, SourceRequest], object]] = [
        partial(_ended, head),
        _unsettled,
        _unfinished,
    ]
    pieces, missing = gather(view, names_of(ask.chosen), ask, seconds=seconds, also=ahead)
    # Asked with every preset, so that it is not missed; last, so that it delays no source.
    said = read_source(view, GROUNDING, partial(_grounding, place, head), ask, seconds=seconds)
    if isinstance(said, Missing):
        missing.append(said)
        said = None, ()
    pieces = _said_once(pieces)
    if HANDOFF in pieces:
        pieces[HANDOFF] = _newest(pieces[HANDOFF], at.made)
    ask = ask._replace(last_session_id=_last_session(pieces))
    more, late = gather(view, _also(also, asked, at, ask), ask, seconds=seconds)
    pieces |= more
    missing += late
    return GatheredContext(
        asked, identity, documents, head, ask.project_id, pieces, missing, (), *said
    )


def _ask(
    place: Place, identity: Identity, asked: ContextRequest, at: Standpoint, project_id: str | None
) -> SourceRequest:
    def guards_now(view: View, rows: list[Guard]) -> Sequence[Guard]:
        if at.is_past:
            return rows
        from wakeline.flows.session.guards import current_guards

        return current_guards(place, view, rows, at.now, over=at.over)

    chosen = asked.chosen
    if identity.memory_config_json.get("remind") is False:  # hints wait until they are asked for
        chosen &= ~HydrationSource.Hints
    return SourceRequest(
        now=at.now,
        identity=identity,
        project_id=project_id,
        limits=asked.limits,
        chosen=chosen,
        mode=asked.mode,
        is_for_agents=is_for_agents(asked),
        thread=at.thread,
        own_session_id=at.own_session_id,
        others_awake=at.others_awake,
        guards_now=guards_now,
    )


def _last_session(pieces: Mapping[str, Piece]) -> str | None:
    """The id of the session that left the last handoff."""
    return next((row.session_id for row in pieces.get(HANDOFF, NOTHING).rows), None)


def _also(
    also: Iterable[str], asked: ContextRequest, at: Standpoint, ask: SourceRequest
) -> list[str]:
    """The names in `also` that apply here: some need a thread or a last session."""
    names = [name for name in also if name != THREAD or at.thread is not None]
    is_wanted = at.last_turns == "always" or (at.last_turns == "by rule" and asked.rule is not None)
    if is_wanted and (ask.last_session_id is not None or at.thread is not None):
        names.append(LAST_TURNS)
    return names


def _newest(piece: Piece, made: Sequence[Handoff]) -> Piece:
    """The handoff of the session that ended last, stored or just made from a log."""
    found = sorted([*piece.rows, *made], key=lambda each: (each.session_ended_at, each.id))
    return Piece(piece.source, tuple(found[-1:]))


def _said_once(pieces: dict[str, Piece]) -> dict[str, Piece]:
    """The pieces without messages of the last session, which its handoff contains already."""
    left = {row.session_id for row in pieces.get(HANDOFF, NOTHING).rows} - {None}
    messages = pieces.get(MESSAGES, NOTHING)
    fresh = tuple(row for row in messages.rows if row.session_id not in left)
    if len(fresh) == len(messages.rows):
        return pieces
    return {**pieces, MESSAGES: messages._replace(rows=fresh)}


def _grounding(
    place: Place, head: Head, view: View, ask: SourceRequest
) -> tuple[Grounding | None, Ids]:
    """The guardian's message, and the ids of the facts and guards that it was given."""
    ended = _ended(head, view, ask)
    entropy, unfinished = _unsettled(view, ask), _unfinished(view, ask)
    actions = [what for what, _ in unfinished]
    said = ask_guardian(place, head.last_known_at, ask.now, ended, entropy, actions)
    return said, (*(fact.id for fact in ended), *(guard_id for _, guard_id in unfinished))


def ask_guardian(
    place: Place,
    last_known_at: datetime | None,
    now: datetime,
    ended: Sequence[Fact],
    entropy: float | None,
    unfinished: Sequence[str],
) -> Grounding | None:
    """The guardian's message about a gap, the facts that ended in it, and unfinished actions."""
    guardian = place.guardian or RuleGuardian()
    return guardian.grounding(
        Circumstances(
            now=now,
            away=time_away(last_known_at, now),
            entropy=entropy,
            unfinished=tuple(unfinished),
            ended_facts=tuple(ended),
        )
    )


# What every hydration reads, whatever is chosen. Separate functions, so that an engine behind a
# network can fetch them together.


def _own(view: View, _asked: ContextRequest) -> Identity | None:
    return view.one(Identity, "identities.own")


def _selves(view: View, _asked: ContextRequest) -> list[Document]:
    return view.all(Document, "identities.self")


def _head(view: View, _asked: ContextRequest) -> Head:
    return view.head()


def _project(view: View, asked: ContextRequest) -> str | None:
    return parse.project_id(asked.project, view)


def _ended(head: Head, view: View, ask: SourceRequest) -> list[Fact]:
    """The facts that ended since the agent was last here."""
    if head.last_known_at is None:
        return []
    return view.all(
        Fact, "memory.ended_facts", since=head.last_known_at, now=ask.now, limit=MOST_ENDED
    )


def _unsettled(view: View, _ask: SourceRequest) -> float | None:
    """The highest entropy among the last exchanges of the session that spoke last, or None."""
    last = list(view.tuples("cognition.last_scores", limit=LAST_EXCHANGES))
    return max((score for score, session_id in last if session_id == last[0][1]), default=None)


def _unfinished(view: View, _ask: SourceRequest) -> list[tuple[str, str]]:
    """Guarded actions whose outcome is unknown, each with the id of its guard."""
    found = view.tuples("guards.unfinished", limit=MOST_UNFINISHED)
    return [(what, guard_id) for what, guard_id in found]
