"""Homes, agents and turns for tests, each with defaults that say nothing special.

`Homes` is one place, a folder or a database, in which homes are opened again and again,
with a clock that stands still and ids that count up from a seed. What a test looks up
behind the public door it looks up through `select`, `values` and `events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

import wakeline
from wakeline.base.clock import FixedClock, Ulids
from wakeline.model.log import Event, Kept
from wakeline.model.session import Holder
from wakeline.ports.gate import Gate
from wakeline.store.postgres import PostgresStore
from wakeline.store.sqlite import SqliteStore

Row = TypeVar("Row", bound=NamedTuple)
T = TypeVar("T")

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
PERSON = "Mel"
SEED = 7
EVERYTHING = 1 << 62
# What a test of behaviour writes need not survive a power cut; tests/durability is about that.
QUICK = {"sqlite.synchronous": "OFF"}


def there(value: T | None) -> T:
    """A value that must be there."""
    assert value is not None
    return value


class Homes:
    """One place where agents live. Each call opens it once more; `close` closes them all."""

    def __init__(self, engine: str, location: str) -> None:
        self.engine = engine
        self.location = location
        self.clock = FixedClock(START)
        self._ids = Ulids(SEED)
        self._opened = ExitStack()

    def __call__(
        self,
        *,
        tenant: str = "default",
        gate: Gate | None = None,
        settings: Mapping[str, str] | None = None,
    ) -> wakeline.Home:
        home = wakeline.open(
            self.location,
            tenant=tenant,
            clock=self.clock,
            ids=self._ids,
            gate=gate,
            settings={**QUICK, **(settings or {})},
        )
        return self._opened.enter_context(home)

    def agent(self, name: str = "ash", **options: Any) -> wakeline.Agent:
        """An agent in a home of its own opening."""
        return an_agent(self(), name, **options)

    def later(self, **span: float) -> datetime:
        """Move the clock on, by the names of timedelta. The moment it shows now."""
        self.clock.advance(timedelta(**span))
        return self.clock.now()

    def close(self) -> None:
        self._opened.close()


def an_agent(
    home: wakeline.Home, name: str = "ash", *, person: str | None = PERSON, **options: Any
) -> wakeline.Agent:
    """An agent with a person."""
    return home.agent(name, person=person, **options)


def an_exchange(agent: wakeline.Agent, number: int = 1, **options: Any) -> Kept:
    """One exchange whose words occur in no other: `question7`, `answer7`."""
    return agent.record(
        user=f"What about question{number}?", agent=f"That is answer{number}.", **options
    )


def an_event(number: int = 1, **fields: Any) -> dict[str, Any]:
    """One event for `observe_many`, with a word of its own: `token7`."""
    return {"text": f"The gauge showed token{number} at noon.", "speaker": "gauge", **fields}


def a_holder(name: str = "elsewhere", *, host: str = "other-host", process: int = 1) -> Holder:
    """A holder of sessions on another machine: nobody here can ask whether it still runs."""
    return Holder(name, host, "", process, "")


def select(agent: wakeline.Agent, sql: str, **params: object) -> list[tuple[Any, ...]]:
    """Rows of a plain statement that both engines understand; `:name` for parameters."""
    store = agent.place.store
    with store.reading() as view:
        if isinstance(store, SqliteStore):
            return list(store._connection().execute(sql, params))
        assert isinstance(store, PostgresStore)
        from wakeline.store.postgres.statements import with_driver_parameters

        connection = view._connection  # type: ignore[attr-defined]
        rows: list[tuple[Any, ...]] = connection.execute(
            with_driver_parameters(sql), params
        ).fetchall()
        return rows


def values(agent: wakeline.Agent, cls: type[Row], query: str, **params: object) -> list[Row]:
    """The values of a named query."""
    with agent.place.store.reading() as view:
        return view.all(cls, query, **params)


def events(agent: wakeline.Agent, kind: str | None = None) -> list[Event]:
    """What the log says that happened, in order."""
    found = values(agent, Event, "log.events_between", after=0, through=EVERYTHING, limit=100_000)
    return [event for event in found if kind in (None, event.kind)]
