"""What a flow works with: one agent's store, settings, clock, gate and minds.

The engine makes a place once for each agent that is opened and passes it to every
flow.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple, Protocol

from wakeline.base.clock import Clock, Ids
from wakeline.base.config import Settings
from wakeline.base.errors import NotPermitted
from wakeline.flows.common import parse
from wakeline.model.identity import Identity
from wakeline.model.log import By, Origin
from wakeline.model.session import Holder
from wakeline.ports.gate import Gate, Refused
from wakeline.ports.guardian import Guardian
from wakeline.ports.minds import Embedding, LanguageModel, TokenCounter
from wakeline.ports.store import HomeBackend, Store, Unit
from wakeline.store.file_cache import NameCache


class AgentCache:
    """Caches that all who have the same agent open share: they depend on the store alone."""

    def __init__(self) -> None:
        self.known_threads: set[str] = set()
        # The data that ranking has loaded, kept from one recall to the next.
        self.loaded: Any = None
        self.loading = Lock()
        # Recent answers of recall; the first recall makes this.
        self.answers: Any = None
        self.listed = NameCache()


class CurrentActivity:
    """The current session and exchange of an opened agent, and the shared caches."""

    def __init__(self, held: AgentCache | None = None) -> None:
        self.session_id: str | None = None
        self.exchange_id: str | None = None
        # Exchanges since the checkpoint of each session, as far as this process has counted.
        self.behind: dict[str, int] = {}
        self.held = held or AgentCache()


class EmbedderLookup(Protocol):
    """A function that finds an embedder."""

    def __call__(self, name: str | None = None) -> Embedding | None:
        """The named embedder or that of the settings; None if it is `none` or not installed."""


class Place(NamedTuple):
    """One agent, opened."""

    store: Store
    home: HomeBackend
    identity: Identity
    clock: Clock
    ids: Ids
    gate: Gate
    settings: Settings
    tokens: TokenCounter
    embedding: EmbedderLookup
    model: Callable[[], LanguageModel | None]  # that of the settings; None if it is `none`
    holder: Holder
    running: Callable[[int, str], bool]
    current: CurrentActivity
    guardian: Guardian | None = None  # None: the guardian that follows rules
    hooks: Mapping[str, Any] | None = None  # of plugins, for the context of a turn
    tell_of_gap: Callable[[Any], None] | None = None  # called with each crossing

    def ask(self, action: str) -> None:
        """Raise NotPermitted unless the gate allows this action."""
        decision = self.gate.decide(action, self.store.scope.agent_id)
        if isinstance(decision, Refused):
            raise NotPermitted(f"{action} was refused: {decision.reason}.")

    @contextmanager
    def writing(self, by: By) -> Iterator[Unit]:
        """One transaction. A session that writes is alive, so its lease is renewed."""
        with self.store.writing(by) as unit:
            yield unit
            if by.session_id is not None:
                self.renew(unit, by.session_id)

    def renew(self, unit: Unit, session_id: str) -> bool:
        """Renew a session's lease; False if nobody holds one."""
        minutes = self.settings.number("session.lease_minutes")
        expires_at = unit.by.at + timedelta(minutes=minutes)
        renewed = unit.run(
            "sessions.renew",
            session_id=session_id,
            renewed_at=unit.by.at,
            expires_at=expires_at,
        )
        return bool(renewed)

    def thread(self, unit: Unit, named: str | None = None) -> str | None:
        """The thread of a new row: the named one, else that of the session."""
        given = parse.label(named, field="thread")
        if given is not None:
            return given
        found: str | None = unit.value(
            "sessions.thread_of",
            session_id=unit.by.session_id,
            holder=self.holder.name,
            host=self.holder.host,
        )
        return found

    def by(
        self,
        *,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
        session_id: str | None = None,
        at: datetime | None = None,
    ) -> By:
        """Who acts now, in which session and exchange: the agent, unless an actor is named."""
        return By(
            at or self.clock.now(),
            parse.label(actor, field="actor") or self.identity.name,
            origin,
            session_id or self.current.session_id,
            self.current.exchange_id,
        )
