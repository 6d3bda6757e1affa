"""Protocols of the store: homes, stores, reading views and writing units.

One store serves one agent. A reading view is one snapshot; a writing unit is one
transaction that commits when its block ends and rolls back when the block
raises. Queries are named: `tasks.open` is the statement of that name in
`store/sql/`, the same on both engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from wakeline.model.identity import Identity
from wakeline.model.log import By, Episode, Event, Head, Scope
from wakeline.model.memory import Match

if TYPE_CHECKING:
    import numpy.typing as npt

    from wakeline.model.hydration import MinimalContext
    from wakeline.model.message import Mail
    from wakeline.ports.jobs import Queue, WorkerRounds

    Array = npt.NDArray[Any]

Row = TypeVar("Row", bound=NamedTuple)


class ArrayShelf(Protocol):
    """The arrays of one sealed part of the recall index."""

    about: dict[str, Any]

    def whole(self, name: str) -> Array:
        """One whole array."""

    def pieces(self, name: str, bounds: Sequence[tuple[int, int]]) -> list[Array]:
        """Slices of one array, by start and end."""

    def prefetch(self, wanted: Mapping[str, Sequence[tuple[int, int]]]) -> None:
        """Fetch slices of several arrays in one round trip, where the engine needs round trips."""

    def rows(self, name: str, numbers: Array) -> Array:
        """Some rows of one array."""

    def faults(self) -> list[str]:
        """The names of arrays whose checksum is wrong."""

    def use_view(self, view: View) -> None:
        """Read from this snapshot from now on."""


class ArrayShelves(Protocol):
    """The sealed parts of one agent's recall index."""

    def open(self, name: str, view: View) -> ArrayShelf | None:
        """Open a part by its name; None if it is lost or incomplete."""

    def keep(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> str:
        """Store a part, whole or not at all. Returns its name."""

    def drop(self, name: str) -> None: ...

    def sweep(self, known: Sequence[str]) -> None:
        """Remove all parts except the known ones."""


class View(Protocol):
    """One snapshot of one agent's rows."""

    scope: Scope

    def all(self, cls: type[Row], query: str, **params: Any) -> list[Row]:
        """Every row of a named query, as values."""

    def one(self, cls: type[Row], query: str, **params: Any) -> Row | None:
        """The first row of a named query, or None."""

    def value(self, query: str, **params: Any) -> Any:
        """The first column of the first row, or None."""

    def tuples(self, query: str, **params: Any) -> Iterator[tuple[Any, ...]]:
        """The bare rows of a named query, one at a time."""

    def row(self, cls: type[Row], row: Sequence[Any]) -> Row:
        """The value made from the first columns of a bare row."""

    def prefetch(
        self, reads: Sequence[Callable[..., object]], *given: Any, seconds: float | None = None
    ) -> None:
        """Fetch the first query of each function in one round trip, where the engine gains by it.

        Each function is called with a view and `given`, up to its first query; the caller runs
        it again to get its answer. With `seconds`, each query has a time limit, and the error of
        a failed query is raised when that query is run.
        """

    def time_limit(self, seconds: float) -> AbstractContextManager[None]:
        """Limit the time of each statement in this block. A failure does not end the snapshot."""

    def search(self, terms: Sequence[str], *, limit: int) -> list[Match]:
        """The rows that hold any of the terms, best first by BM25."""

    def head(self) -> Head: ...

    def indexed_terms(self) -> Iterator[tuple[int, list[str]]]:
        """The rows of the full-text index in order, each with its sorted terms."""

    def index_faults(self) -> list[str]:
        """The contradictions that the engine's own check finds in the full-text index."""


class Change(NamedTuple):
    """One row to be saved: the kind of event, the row now, and the row before."""

    kind: str
    row: NamedTuple
    before: NamedTuple | None = None


class Unit(View, Protocol):
    """One transaction."""

    by: By

    def append(self, episodes: Sequence[Episode], terms: Sequence[Sequence[str]]) -> list[Episode]:
        """Add turns to the log and to full text. Returns them with their sequence numbers."""

    def save(self, kind: str, row: Row, before: NamedTuple | None = None) -> Row:
        """Insert or update one row of state together with its event."""

    def save_all(self, changes: Sequence[Change]) -> None:
        """Save several rows of state, each with its event, in as few statements as possible."""

    def remove(self, kind: str, row: NamedTuple) -> None:
        """Delete one row of state, leaving an event without content."""

    def put(self, row: NamedTuple) -> None:
        """Write one row as it is, without an event: replay, operational and derived tables."""

    def replay(self, entries: Sequence[Episode | Event], head: Head) -> None:
        """Restore log entries as they were, with their sequences and hashes."""

    def run(self, query: str, **params: Any) -> int:
        """Run a named statement on operational or derived rows. Returns how many rows changed."""

    def index(self, seq: int, terms: Sequence[str]) -> None:
        """Add one row to full text."""

    def unindex(self, seq: int) -> None:
        """Remove one row from full text and from the ranking data."""

    def add_job(self, name: str, key: str = "") -> None:
        """Add a job to run after this transaction. The same name and key is queued only once."""

    def new_id(self) -> str: ...

    def next_exchange(self) -> int:
        """The number of the next exchange of this day, from 1."""

    def note_own_moment(self, at: datetime) -> None:
        """Note that the agent itself was active at this moment."""


class StoreHealth(NamedTuple):
    """The state of a store: its engine, its schema version, and its problems."""

    engine: str
    schema: int
    integrity: str
    problems: tuple[str, ...] = ()


class Store(Protocol):
    """One agent's rows on one engine, and its files where it has any."""

    scope: Scope
    # The name under which the home finds it; None where the identity row holds the name.
    name: str | None

    @property
    def shelves(self) -> ArrayShelves: ...

    def reading(self) -> AbstractContextManager[View]: ...

    def minimal_context(self, name: str, *, seconds: float, **asked: Any) -> MinimalContext | None:
        """The minimal context of an agent, read with one statement.

        None if the caller must read the parts one by one: the engine has no such statement,
        the statement was too slow or failed, or the project asked for does not exist.
        """

    def writing(self, by: By) -> AbstractContextManager[Unit]: ...

    def archive_folder(self) -> str | None:
        """The folder for archive files, or None where the engine has no files."""

    def document_files(self) -> dict[str, str]:
        """The document files as they are on disk now, by kind; empty where documents are only rows.

        A byte that is not UTF-8 is kept as a surrogate, so that it can be written back.
        """

    def unreadable_documents(self) -> dict[str, str]:
        """Why document files that exist cannot be read, by kind."""

    def document_touched_at(self, kind: str) -> datetime | None:
        """When a document's file was last written; None if there is no file."""

    def write_document_file(self, kind: str, content: str) -> None:
        """Write a document to its file, where the engine has files."""

    def folder_texts(self, shelf: str) -> dict[str, str]:
        """The texts in a folder of the agent, by file name; empty where the engine has no files."""

    def write_folder_text(self, shelf: str, name: str, content: str) -> None:
        """Write a text to a file in a folder of the agent; empty content removes the file."""

    def health(self) -> StoreHealth:
        """The engine and its version, the schema version, and what a quick check finds."""

    def write_handoff_file(self, content: str) -> None:
        """Write the latest handoff to its file, where the engine has files."""

    def copy_files(self, folder: str) -> Store | None:
        """Copy the agent as of one moment, without its archive, into a new folder.

        Returns the opened copy; None where the engine has no files.
        """

    def scrub(self) -> None:
        """Erase deleted rows from the files. Raises Busy while somebody reads an old snapshot."""

    def close(self) -> None: ...


class HomeBackend(Protocol):
    """Where agents live: a folder or a database."""

    engine: str
    tenant_id: str
    location: str

    def of_tenant(self, tenant_id: str) -> HomeBackend:
        """The same home for another tenant. Connections may be shared: close the first last."""

    def agents(self) -> list[str]:
        """The names of the agents that live here, sorted."""

    def store(self, name: str) -> Store | None:
        """The store of an agent, or None if there is no such agent."""

    def create(self, identity: Identity, by: By) -> Store:
        """Make a new agent, whole or not at all. An agent that exists already is returned."""

    def create_with(
        self,
        identity: Identity,
        by: By,
        fill: Callable[[Unit], None],
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> Store:
        """Make an agent whose rows `fill` writes, whole or not at all.

        `furnish` writes the agent's files, if it has any. `make_room` is called as late as
        possible before the agent takes its name.
        """

    def adopt_copy(
        self,
        files: str,
        identity: Identity,
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> Store | None:
        """Add an agent from a copy that `copy_files` made; None where the engine has no files.

        `furnish` adapts it to this home before it takes its name.
        """

    def open_copy(self, files: str) -> Store | None:
        """Open a copy that `copy_files` made, in its folder; None if it holds no agent."""

    def rename(self, name: str, new_name: str) -> None: ...

    def remove(self, name: str, last_look: Callable[[], None] | None = None) -> None:
        """Delete an agent and all its rows. The caller has made a backup.

        `last_look` is called when nobody else can write to the agent any more; if it raises,
        the agent stays.
        """

    def set_aside(self, name: str) -> str | None:
        """Move away an agent that cannot be opened. Returns the new place, or None."""

    def sweep(self) -> None:
        """Remove unfinished agents of processes that are gone."""

    def backups_folder(self) -> str | None:
        """The default folder for backups; None where the engine has no files."""

    def agents_with_jobs(self) -> list[str]:
        """The names of the agents that may have jobs, sorted."""

    def queue(self, rounds: WorkerRounds) -> Queue:
        """The queue that tells a worker which agents are due."""

    def post(self, mail: Mail) -> bool:
        """Store a message until it is delivered, once. False where a home stores no mail."""

    def mail_for(self, agent_id: str) -> list[Mail]:
        """The mail that waits for an agent, oldest first."""

    def drop_mail(self, ids: Sequence[str]) -> None:
        """Delete mail that has been delivered."""

    def next_number(self, name: str) -> int:
        """The next free number for a row of this kind in this tenant."""

    def note_numbers(self, name: str, last: int) -> None:
        """Never give out a number up to `last`: imported rows have these."""

    def close(self) -> None: ...
