"""What a flow may ask of a store.

One store serves one agent. A reading view is one snapshot; a writing unit is one
transaction that commits when its block ends and takes everything back when it
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

    from wakeline.model.hydration import Minimal
    from wakeline.model.message import Mail
    from wakeline.ports.jobs import Queue, Rounds

    Array = npt.NDArray[Any]

Row = TypeVar("Row", bound=NamedTuple)


class Shelf(Protocol):
    """Where the arrays of one sealed part are kept."""

    about: dict[str, Any]

    def whole(self, name: str) -> Array:
        """One array."""

    def pieces(self, name: str, bounds: Sequence[tuple[int, int]]) -> list[Array]:
        """Some stretches of one array."""

    def prefetch(self, wanted: Mapping[str, Sequence[tuple[int, int]]]) -> None:
        """Have some stretches of several arrays at hand, if that takes a way."""

    def rows(self, name: str, numbers: Array) -> Array:
        """Some rows of one array."""

    def faults(self) -> list[str]:
        """The arrays that are not what was written."""

    def using(self, view: View) -> None:
        """From now on read in this snapshot."""


class Shelves(Protocol):
    """The sealed parts of one agent."""

    def open(self, name: str, view: View) -> Shelf | None:
        """One part by its name; None if it is lost or torn."""

    def keep(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> str:
        """Keep a part, whole or not at all, and say under which name."""

    def drop(self, name: str) -> None: ...

    def sweep(self, known: Sequence[str]) -> None:
        """Take away what nobody knows."""


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
        """The value that the first columns of a bare row hold."""

    def ahead(
        self, reads: Sequence[Callable[..., object]], *given: Any, seconds: float | None = None
    ) -> None:
        """Have at hand what these will ask a view for first, if the engine gains by it.

        Each is called with a view and what is given, up to its first question; it is run again
        by whoever wants its answer. With a time, each question has that much, and one that
        fails does so when it is asked.
        """

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """Statements in this block are given up after so long; what fails leaves the snapshot."""

    def search(self, terms: Sequence[str], *, limit: int) -> list[Match]:
        """The rows that hold any of the terms, best first by BM25."""

    def head(self) -> Head: ...

    def indexed_terms(self) -> Iterator[tuple[int, list[str]]]:
        """What full text holds: the rows in order, each with its terms, sorted."""

    def index_faults(self) -> list[str]:
        """Where the engine's own structures contradict themselves."""


class Change(NamedTuple):
    """One row to be saved: what happened to it, the row as it is now, and as it was."""

    kind: str
    row: NamedTuple
    before: NamedTuple | None = None


class Unit(View, Protocol):
    """One transaction."""

    by: By

    def append(self, episodes: Sequence[Episode], terms: Sequence[Sequence[str]]) -> list[Episode]:
        """Add turns to the log and to full text; they come back with their sequence."""

    def save(self, kind: str, row: Row, before: NamedTuple | None = None) -> Row:
        """Insert or update one row of state together with the event that says so."""

    def save_all(self, changes: Sequence[Change]) -> None:
        """Save several rows of state, each with its event, in as few statements as can be."""

    def remove(self, kind: str, row: NamedTuple) -> None:
        """Delete one row of state, leaving an event without content."""

    def put(self, row: NamedTuple) -> None:
        """Write one row as it is, without an event: replay, operational and derived tables."""

    def replay(self, entries: Sequence[Episode | Event], head: Head) -> None:
        """Put log entries back as they were, with their sequences and hashes."""

    def run(self, query: str, **params: Any) -> int:
        """Run a named statement on operational or derived rows; how many rows it changed."""

    def index(self, seq: int, terms: Sequence[str]) -> None:
        """Add one row to full text."""

    def unindex(self, seq: int) -> None:
        """Take one row out of full text, and out of what ranking reads."""

    def add_job(self, name: str, key: str = "") -> None:
        """Ask for work to be done after this transaction. Asked twice, it waits once."""

    def new_id(self) -> str: ...

    def next_exchange(self) -> int:
        """The number of the next exchange of this day, from 1."""

    def moved(self, at: datetime) -> None:
        """The agent itself took part in something at this moment."""


class Health(NamedTuple):
    """How a store finds itself: what it runs on, and what is wrong with it."""

    engine: str
    schema: int
    integrity: str
    problems: tuple[str, ...] = ()


class Store(Protocol):
    """One agent's rows on one engine, and its files where it has any."""

    scope: Scope
    # By which its home finds it, whatever its row says; None where the row decides.
    name: str | None

    @property
    def shelves(self) -> Shelves: ...

    def reading(self) -> AbstractContextManager[View]: ...

    def minimal(self, name: str, *, seconds: float, **asked: Any) -> Minimal | None:
        """What an agent needs to act, by one statement.

        None where it is to be read one by one: the engine has no such statement, it took
        longer or failed, or what was asked for is not there.
        """

    def writing(self, by: By) -> AbstractContextManager[Unit]: ...

    def archive_folder(self) -> str | None:
        """Where the archive's files go, or None where there are none."""

    def document_files(self) -> dict[str, str]:
        """The documents as they are on disk now, by kind; none where documents are only rows.

        A byte that is no UTF-8 stands in a text as half a character; it can be written back.
        """

    def documents_unread(self) -> dict[str, str]:
        """The documents whose files are there and cannot be read, by kind, and why."""

    def document_touched_at(self, kind: str) -> datetime | None:
        """When a document's file was last written; None where there is none."""

    def write_document_file(self, kind: str, content: str) -> None:
        """Put a document's text where people read it, if there is such a place."""

    def shelf_files(self, shelf: str) -> dict[str, str]:
        """The texts in a folder of the agent by file name; none where there are only rows."""

    def write_shelf_file(self, shelf: str, name: str, content: str) -> None:
        """Put a text into a folder of the agent, if there is one; nothing to say takes it away."""

    def health(self) -> Health:
        """The engine and its version, the schema, and a quick look for damage."""

    def write_handoff_file(self, content: str) -> None:
        """Put the latest handoff where people read it, if there is such a place."""

    def copy_files(self, folder: str) -> Store | None:
        """Copy the agent as of one moment into a new folder, apart from its archive.

        The copy comes back opened; None where an agent is not made of files.
        """

    def scrub(self) -> None:
        """Leave no trace of removed rows in files. Raises Busy while somebody reads old ones."""

    def close(self) -> None: ...


class Home(Protocol):
    """Where agents live: a folder or a database."""

    engine: str
    tenant_id: str
    location: str

    def of_tenant(self, tenant_id: str) -> Home:
        """The same place for another tenant. What can be shared is; the first is closed last."""

    def agents(self) -> list[str]:
        """The names of the agents that live here, sorted."""

    def store(self, name: str) -> Store | None:
        """The store of an agent, or None if there is no such agent."""

    def create(self, identity: Identity, by: By) -> Store:
        """Make a new agent, whole or not at all. One that is there already is returned."""

    def create_with(
        self,
        identity: Identity,
        by: By,
        fill: Callable[[Unit], None],
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> Store:
        """Make an agent whose rows `fill` writes, whole or not at all.

        `furnish` writes the files beside them, if it has any. `make_room` is called before it
        takes its name, as late as the engine can.
        """

    def take_in(
        self,
        files: str,
        identity: Identity,
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> Store | None:
        """Take in an agent as `copy_files` left it; None where agents are not made of files.

        `furnish` makes it at home before it takes its name.
        """

    def open_copy(self, files: str) -> Store | None:
        """Open what `copy_files` left, where it is; None if it holds no agent."""

    def rename(self, name: str, new_name: str) -> None: ...

    def remove(self, name: str, last_look: Callable[[], None] | None = None) -> None:
        """Delete an agent and all its rows. Whoever calls has made a backup.

        `last_look` is called when nobody else can write to it any more; if it raises, the
        agent stays.
        """

    def set_aside(self, name: str) -> str | None:
        """Move an agent that cannot be opened out of the way; where to, or None if it can't."""

    def sweep(self) -> None:
        """Remove what processes that are gone were making."""

    def backups_folder(self) -> str | None:
        """Where backups go unless somebody says otherwise; None where there is no such place."""

    def with_jobs(self) -> list[str]:
        """The names of the agents that may have jobs, sorted."""

    def queue(self, rounds: Rounds) -> Queue:
        """What brings agents forward to a worker."""

    def post(self, mail: Mail) -> bool:
        """Keep a message on its way, once. False where a home keeps none: all live in one place."""

    def mail_for(self, agent_id: str) -> list[Mail]:
        """What is kept for an agent, oldest first."""

    def delivered(self, ids: Sequence[str]) -> None:
        """These have arrived: nothing of them is kept here any more."""

    def next_number(self, name: str) -> int:
        """A small number that no other row of that kind in this tenant has."""

    def note_numbers(self, name: str, last: int) -> None:
        """Never give out a number up to `last`: rows that came from elsewhere have it."""

    def close(self) -> None: ...
