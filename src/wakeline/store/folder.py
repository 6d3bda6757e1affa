"""A home that is a folder: one file an agent, and a small registry beside them.

    home.db                      registry, numbers, mail on its way
    config.json                  settings
    agents/NAME/memory.db        one agent, whole
    agents/NAME/identity.md …    its documents, for people to read and edit
    agents/NAME/archive/         its log, a file a day
    agents/NAME/index/           sealed parts of the recall index; can be lost
    tenants/TENANT/agents/NAME/  agents of other tenants
    backups/                     copies that `remove` and `backup` made

An agent's folder is made under another name and renamed into place, so it exists whole or not at
all. The registry can be lost: it is made again from the folders. It is written before them, so
that a registry that cannot be written leaves them unchanged. Only mail on its way is in it alone.
"""

from __future__ import annotations

import os
import unicodedata
from _thread import allocate_lock
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import apsw

from wakeline.base.clock import Clock, Ids, stored_moment
from wakeline.base.config import DEFAULT_TENANT
from wakeline.base.errors import Conflict, Damaged, HomeUnusable, Invalid, NotFound, WakelineError
from wakeline.base.process import is_running
from wakeline.model.identity import DOCUMENT_KINDS, Identity
from wakeline.model.log import By, Scope
from wakeline.ports.store import Store, Unit
from wakeline.store.file_cache import TextCache
from wakeline.store.files import BESIDE, remove_tree, sync_folder, write_whole
from wakeline.store.locks import WAIT_SECONDS, FileLock
from wakeline.store.sqlite import (
    RESTORE_ADVICE,
    WRITE_LOCK,
    SqliteStore,
    create_database,
    migrate,
    open_connection,
    translate_errors,
)

if TYPE_CHECKING:
    from wakeline.model.message import Mail
    from wakeline.ports.jobs import Queue, WorkerRounds
    from wakeline.store.array_files import FileShelves

DATABASE = "memory.db"
ARCHIVE = "archive"
SEALED = "index"
REGISTRY = "home.db"
REGISTRY_TODO = (
    "Move it away: it is made again from the agents' folders. Only mail for an agent that is away "
    "is kept in it alone."
)
TENANTS = "tenants"
NUMBERED_KINDS = ("project", "task")  # kinds of rows that have numbers
MOST_NAME = 100
MOST_READ = 1_048_576  # characters of a file that people may have put there
RESERVED = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)]
)


def agent_key(name: object, *, of: str = "an agent") -> str:
    """The name under which an agent is found: case folded, letters, digits, `-` and `_`."""
    if not isinstance(name, str):
        raise Invalid(f"{of}'s name must be text.", todo="Give it as a string.")
    key = unicodedata.normalize("NFC", name.strip()).casefold()
    plain = key.replace("-", "").replace("_", "")
    if not key or not plain or len(key) > MOST_NAME or not _is_wordlike(plain) or key[0] in "-_":
        raise Invalid(
            f"{name!r} cannot be {of}'s name.",
            todo=f"Use up to {MOST_NAME} letters, digits, '-' and '_', a letter or digit first.",
        )
    if key in RESERVED:
        raise Invalid(f"{name!r} is reserved by the operating system.", todo="Choose another.")
    return key


def is_name_of(name: object, keys: Sequence[str]) -> bool:
    """Whether a name, as somebody wrote it, is the name of an agent with one of these keys."""
    try:
        return agent_key(name) in keys
    except Invalid:
        return False


def tenant_key(name: object) -> str:
    """The normalised name of a tenant, by the same rules as an agent's."""
    return agent_key(name, of="a tenant")


def _is_wordlike(text: str) -> bool:
    return all(c.isalnum() or unicodedata.category(c).startswith("M") for c in text)


def _write_or_take_away(path: str, content: str) -> None:
    if content:
        write_whole(path, content.encode())
        return
    with suppress(FileNotFoundError):
        os.unlink(path)


class FolderStore(SqliteStore):
    """One agent's file, and the files beside it."""

    def __init__(
        self,
        folder: str,
        ids: Ids,
        *,
        synchronous: str,
        tenant_id: str,
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        super().__init__(
            os.path.join(folder, DATABASE),
            ids,
            synchronous=synchronous,
            tenant_id=tenant_id,
            wait_seconds=wait_seconds,
        )
        self.folder = folder
        self.name = os.path.basename(folder)
        self._texts = TextCache()

    @property
    def shelves(self) -> FileShelves:
        from wakeline.store.array_files import FileShelves

        return FileShelves(os.path.join(self.folder, SEALED))

    def archive_folder(self) -> str | None:
        return os.path.join(self.folder, ARCHIVE)

    def document_files(self) -> dict[str, str]:
        """The document files as they are on disk now, without those that cannot be read."""
        found: dict[str, str] = {}
        for kind in DOCUMENT_KINDS:
            with suppress(OSError):
                found[kind] = self._texts.read(os.path.join(self.folder, f"{kind}.md"))
        return found

    def unreadable_documents(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for kind in DOCUMENT_KINDS:
            try:
                self._texts.read(os.path.join(self.folder, f"{kind}.md"))
            except FileNotFoundError:
                continue
            except OSError as error:
                found[kind] = error.strerror or str(error)
        return found

    def document_touched_at(self, kind: str) -> datetime | None:
        try:
            touched = os.stat(os.path.join(self.folder, f"{kind}.md")).st_mtime
        except OSError:
            return None
        return datetime.fromtimestamp(touched, UTC)

    def write_document_file(self, kind: str, content: str) -> None:
        path = os.path.join(self.folder, f"{kind}.md")
        write_whole(path, content.encode(errors="surrogateescape"))

    def folder_texts(self, shelf: str) -> dict[str, str]:
        """The texts of one folder, without files that are not readable text."""
        folder = os.path.join(self.folder, shelf)
        found: dict[str, str] = {}
        try:
            names = sorted(os.listdir(folder))
        except FileNotFoundError:
            return found
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.isfile(path):
                continue
            with (
                suppress(OSError, UnicodeDecodeError),
                open(path, encoding="utf-8", newline="") as source,
            ):
                found[name] = source.read(MOST_READ).replace("\r\n", "\n")
        return found

    def write_folder_text(self, shelf: str, name: str, content: str) -> None:
        folder = os.path.join(self.folder, shelf)
        if content:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        _write_or_take_away(os.path.join(folder, name), content)

    def write_handoff_file(self, content: str) -> None:
        """Write the handoff file; empty content removes it."""
        _write_or_take_away(os.path.join(self.folder, "handoff.md"), content)

    def copy_files(self, folder: str) -> FolderStore:
        """Copy the database and the documents. The archive can be made again from them."""
        import shutil

        from wakeline.store.sqlite_upkeep import copy_database

        with translate_errors(folder):
            os.makedirs(folder, mode=0o700)
            copy_database(self._connection(), os.path.join(folder, DATABASE))
            for name in os.listdir(self.folder):
                path = os.path.join(self.folder, name)
                if name.endswith(".md") and os.path.isfile(path):
                    shutil.copyfile(path, os.path.join(folder, name))
        return FolderStore(
            folder, self._ids, synchronous=self._synchronous, tenant_id=self.scope.tenant_id
        )

    def scrub(self) -> None:
        from wakeline.store.sqlite_upkeep import scrub

        with translate_errors(self.path), self._lock:
            scrub(self._connection(), self.path)
            for name in os.listdir(self.folder):
                # Temporary files of processes that are gone: page.md.123.new
                process = name.removesuffix(BESIDE).rpartition(".")[2]
                if name.endswith(BESIDE) and process.isdigit() and not is_running(int(process), ""):
                    os.unlink(os.path.join(self.folder, name))


class FolderHome:
    """Agents in a folder."""

    engine = "sqlite"

    def __init__(
        self,
        folder: str,
        *,
        tenant_id: str,
        clock: Clock,
        ids: Ids,
        synchronous: str = "FULL",
        wait_seconds: float = WAIT_SECONDS,
    ) -> None:
        self.location = folder
        self.tenant_id = tenant_key(tenant_id)
        self._clock = clock
        self._ids = ids
        self._synchronous = synchronous
        self._wait_seconds = wait_seconds
        self._registry: apsw.Connection | None = None
        self._registry_turn = allocate_lock()  # one connection, so one thread at a time
        if os.path.exists(folder) and not os.path.isdir(folder):
            raise HomeUnusable(
                f"the home {folder} is a file, not a folder.",
                todo="Name a folder with --home; it is made if it does not exist.",
            )

    def of_tenant(self, tenant_id: str) -> FolderHome:
        """The same folder for another tenant."""
        return FolderHome(
            self.location,
            tenant_id=tenant_id,
            clock=self._clock,
            ids=self._ids,
            synchronous=self._synchronous,
            wait_seconds=self._wait_seconds,
        )

    # -- agents

    def agents(self) -> list[str]:
        """The names of the agents that live here."""
        return [
            name
            for name in self._folders()
            if os.path.exists(os.path.join(self.folder_of(name), DATABASE))
        ]

    def agents_without_database(self) -> list[str]:
        """The names of agents whose database is gone and whose archive exists."""
        return [name for name in self._folders() if _is_bereft(self.folder_of(name))]

    def _folders(self) -> list[str]:
        try:
            entries = sorted(os.listdir(self._agents_folder()))
        except FileNotFoundError:
            return []
        # A name with a dot in front is an agent that is being made or removed.
        return [name for name in entries if name[0] != "."]

    def folder_of(self, name: str) -> str:
        return os.path.join(self._agents_folder(), name)

    def store(self, name: str) -> FolderStore | None:
        key = agent_key(name)
        folder = self.folder_of(key)
        if os.path.exists(os.path.join(folder, DATABASE)):
            return self._store(folder)
        if _is_bereft(folder):
            raise missing_database(key, folder)
        return None

    def create(self, identity: Identity, by: By) -> FolderStore:
        """Make a new agent, whole or not at all. One that is there already is returned."""
        folder = self.folder_of(identity.name)
        with self._alone():
            if not os.path.exists(os.path.join(folder, DATABASE)):
                self._register(identity)
                built = self._build(identity, by, lambda unit: _first_event(unit, identity))
                self._move(built, folder)
        return self._store(folder)

    def create_with(
        self,
        identity: Identity,
        by: By,
        fill: Callable[[Unit], None],
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> FolderStore:
        """Make an agent whose rows `fill` writes, whole or not at all."""
        self.make_folder()
        return self._adopt(self._build(identity, by, fill), identity, furnish, make_room)

    def adopt_copy(
        self,
        files: str,
        identity: Identity,
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> FolderStore:
        """Add an agent from a copy that `copy_files` made."""
        import shutil

        self.make_folder()
        place = self.building_place(identity.name)
        try:
            with translate_errors(place):
                shutil.copytree(files, place, copy_function=shutil.copyfile)
                os.chmod(place, 0o700)
        except BaseException:
            remove_tree(place)
            raise
        return self._adopt(place, identity, furnish, make_room)

    def _adopt(
        self,
        built: str,
        identity: Identity,
        furnish: Callable[[Store], None],
        make_room: Callable[[], None],
    ) -> FolderStore:
        """Furnish an agent's folder and move it into place. Raises if the name is taken."""
        target = self.folder_of(identity.name)
        try:
            # Refuses a schema from the future and brings an older one up to date.
            with closing(self._store(built)) as store:
                furnish(store)
            make_room()
            with self._alone():
                if os.path.exists(os.path.join(target, DATABASE)):
                    raise name_taken(identity.name)
                self._register(identity)
                if os.path.exists(target):
                    self._move_aside(identity.name)
                self._move(built, target)
        except BaseException:
            remove_tree(built)
            raise
        return self._store(target)

    def open_copy(self, files: str) -> FolderStore | None:
        """Open a copy that `copy_files` made, in its folder."""
        return self._store(files) if os.path.exists(os.path.join(files, DATABASE)) else None

    def set_aside(self, name: str) -> str:
        """Move an agent's folder, whatever it contains, to the backups."""
        with self._alone():
            self._unregister(name)
            return self._move_aside(name)

    def _move_aside(self, name: str) -> str:
        backups = self.backups_folder()
        with translate_errors(backups):
            os.makedirs(backups, mode=0o700, exist_ok=True)
            aside = os.path.join(backups, f"{name}-aside-{self._ids.new(self._clock.now())}")
            with self._quiet(self.folder_of(name)):
                os.rename(self.folder_of(name), aside)
        return aside

    def backups_folder(self) -> str:
        if self.tenant_id == DEFAULT_TENANT:
            return os.path.join(self.location, "backups")
        return os.path.join(self.location, TENANTS, self.tenant_id, "backups")

    def rename(self, name: str, new_name: str) -> None:
        """Give an agent's folder another name."""
        with self._alone():
            if os.path.exists(self.folder_of(new_name)):
                raise name_taken(new_name)
            self._registry_run(
                "UPDATE OR REPLACE agents SET name = ? WHERE tenant_id = ? AND name = ?",
                (new_name, self.tenant_id, name),
            )
            with self._quiet(self.folder_of(name)):
                self._move(self.folder_of(name), self.folder_of(new_name))

    def remove(self, name: str, last_look: Callable[[], None] | None = None) -> None:
        """Delete an agent's folder. The caller has made a backup."""
        with self._alone():
            folder = self.folder_of(name)
            if not os.path.exists(folder):
                raise unknown_agent(name, self.location)
            self._unregister(name)
            doomed = self.building_place(name)
            with self._quiet(folder):
                if last_look is not None:
                    last_look()
                os.rename(folder, doomed)
            remove_tree(doomed)

    def building_place(self, name: str) -> str:
        """A new path for a temporary folder, on the same disk as the agents."""
        os.makedirs(self._agents_folder(), mode=0o700, exist_ok=True)
        unique = f"{self._ids.new(self._clock.now())}.{os.getpid()}"
        return os.path.join(self._agents_folder(), f".{name}.{unique}")

    def sweep(self) -> None:
        """Remove unfinished agents of processes that are gone."""
        for name in os.listdir(self._agents_folder()):
            process = name.rpartition(".")[2]
            if name[0] == "." and process.isdigit() and not is_running(int(process), ""):
                remove_tree(os.path.join(self._agents_folder(), name))

    def agents_with_jobs(self) -> list[str]:
        """All agents: only opening a file shows whether it has jobs."""
        return self.agents()

    def queue(self, rounds: WorkerRounds) -> Queue:
        from wakeline.store.folder_queue import FolderQueue

        return FolderQueue(self.location, self.tenant_id, rounds)

    def post(self, mail: Mail) -> bool:
        from wakeline.store import mail_table

        mail_table.post(self._registry_run, self.tenant_id, mail)
        return True

    def mail_for(self, agent_id: str) -> list[Mail]:
        if not os.path.exists(os.path.join(self.location, REGISTRY)):
            return []
        from wakeline.store import mail_table

        return mail_table.mail_for(self._registry_run, self.tenant_id, agent_id)

    def drop_mail(self, ids: Sequence[str]) -> None:
        from wakeline.store import mail_table

        mail_table.drop_mail(self._registry_run, self.tenant_id, ids)

    def next_number(self, name: str) -> int:
        rows = self._registry_run(
            "INSERT INTO numbers VALUES (?, ?, 1) "
            "ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last",
            (self.tenant_id, name),
        )
        return int(rows[0][0])

    def note_numbers(self, name: str, last: int) -> None:
        self._registry_run(
            "INSERT INTO numbers VALUES (?, ?, ?) "
            "ON CONFLICT DO UPDATE SET last = max(last, excluded.last)",
            (self.tenant_id, name, last),
        )

    def disk_sizes(self, day: str, size: int) -> list[tuple[str, int]]:
        """Note today's size of the home and return the sizes of the last days."""
        self._registry_run("INSERT OR REPLACE INTO disk_sizes VALUES (?, ?)", (day, size))
        rows = self._registry_run(
            "SELECT day, bytes FROM disk_sizes ORDER BY day DESC LIMIT 60", ()
        )
        return [(str(d), int(b)) for d, b in rows]

    def close(self) -> None:
        if self._registry is not None:
            self._registry.close()
            self._registry = None

    # -- how

    def _agents_folder(self) -> str:
        if self.tenant_id == DEFAULT_TENANT:
            return os.path.join(self.location, "agents")
        return os.path.join(self.location, TENANTS, self.tenant_id, "agents")

    def _store(self, folder: str) -> FolderStore:
        """The store of an existing agent."""
        store = self._empty_store(folder)
        if not store.scope.agent_id:
            store.close()
            raise Damaged(f"{store.path} does not say whose it is.", todo=RESTORE_ADVICE)
        return store

    def _empty_store(self, folder: str) -> FolderStore:
        return FolderStore(
            folder,
            self._ids,
            synchronous=self._synchronous,
            tenant_id=self.tenant_id,
            wait_seconds=self._wait_seconds,
        )

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock the home: no other process adds, renames or removes agents meanwhile."""
        self.make_folder()
        lock = FileLock(os.path.join(self.location, "home.lock"), seconds=self._wait_seconds)
        try:
            with translate_errors(self.location), lock:
                yield
        finally:
            lock.close()

    @contextmanager
    def _quiet(self, folder: str) -> Iterator[None]:
        """Lock an agent against writing. A writer that waited finds that the file is gone."""
        lock = FileLock(os.path.join(folder, WRITE_LOCK), seconds=self._wait_seconds)
        try:
            with lock:
                yield
        finally:
            lock.close()

    def make_folder(self) -> None:
        """Make the home's folder, readable by its owner alone."""
        folder = self._agents_folder()
        if os.path.isdir(folder):
            return
        with translate_errors(self.location):
            os.makedirs(self.location, mode=0o700, exist_ok=True)
            os.makedirs(folder, mode=0o700, exist_ok=True)
            # A power cut must not remove the folders in which acknowledged writes are.
            while len(folder) > len(self.location):
                folder = os.path.dirname(folder)
                sync_folder(folder)
            sync_folder(os.path.dirname(self.location))

    def _move(self, folder: str, target: str) -> None:
        """Put an agent's folder into place, durably."""
        os.rename(folder, target)
        sync_folder(self._agents_folder())

    def _build(self, identity: Identity, by: By, fill: Callable[[Unit], None]) -> str:
        """Build a new agent in a temporary folder. Returns the folder."""
        place = self.building_place(identity.name)
        with translate_errors(place):
            os.makedirs(place, mode=0o700)
        try:
            path = os.path.join(place, DATABASE)
            create_database(path, "sqlite")
            store = self._empty_store(place)
            store.reopen_as(Scope(self.tenant_id, identity.id))
            with store.writing(by) as unit:
                fill(unit)
            store.close()
        except BaseException:
            remove_tree(place)
            raise
        return place

    def _register(self, identity: Identity) -> None:
        self._register_row(identity.name, identity.id, identity.created_at)

    def _unregister(self, name: str) -> None:
        self._registry_run(
            "DELETE FROM agents WHERE tenant_id = ? AND name = ?", (self.tenant_id, name)
        )

    def _register_row(self, name: str, agent_id: str, at: datetime) -> None:
        self._registry_run(
            "INSERT OR REPLACE INTO agents VALUES (?, ?, ?, ?)",
            (self.tenant_id, name, agent_id, stored_moment(at)),
        )

    def _registry_run(self, sql: str, params: tuple[object, ...]) -> list[tuple[Any, ...]]:
        path = os.path.join(self.location, REGISTRY)
        try:
            with self._registry_turn, translate_errors(path):
                if self._registry is None:
                    self._registry = self._open_registry(path)
                return list(self._registry.execute(sql, params))
        except Damaged as error:
            raise Damaged(error.message, todo=REGISTRY_TODO) from error

    def _open_registry(self, path: str) -> apsw.Connection:
        if not os.path.exists(path):
            place = f"{path}.{self._ids.new(self._clock.now())}"
            create_database(place, "home")
            self._fill_registry(place)
            with suppress(FileExistsError):  # another process was first; its file stands
                os.link(place, path)
            os.unlink(place)
        connection = open_connection(path, synchronous=self._synchronous)
        connection.execute("PRAGMA secure_delete=ON").fetchall()  # mail is here only in passing
        try:
            migrate(connection, "home", path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _fill_registry(self, path: str) -> None:
        """Fill a new registry from the agents' folders of every tenant.

        An agent that cannot be read is skipped: it is registered when it is restored.
        """
        connection = open_connection(path)
        connection.execute("BEGIN IMMEDIATE")
        for tenant_id in self._tenants():
            with suppress(Invalid):  # folders that the system creates are no tenants
                home = self.of_tenant(tenant_id)
                for name in home.agents():
                    with suppress(WakelineError):
                        _enter(connection, home, name, self._clock.now())
        connection.execute("COMMIT")
        connection.close()

    def _tenants(self) -> list[str]:
        try:
            with os.scandir(os.path.join(self.location, TENANTS)) as entries:
                found = sorted(each.name for each in entries if each.is_dir())
        except FileNotFoundError:
            found = []
        return [DEFAULT_TENANT, *found]


def _enter(connection: apsw.Connection, home: FolderHome, name: str, at: datetime) -> None:
    """Write one agent, and the last numbers of its rows, into a new registry."""
    store = home.store(name)
    if store is None:
        return
    tenant_id, agent_id = store.scope
    with store.reading() as view:
        last = [(kind, view.value(f"agenda.last_number_of_{kind}s")) for kind in NUMBERED_KINDS]
    store.close()
    entry = (tenant_id, name, agent_id, stored_moment(at))
    connection.execute("INSERT INTO agents VALUES (?, ?, ?, ?)", entry)
    for kind, number in last:
        connection.execute(
            "INSERT INTO numbers VALUES (?, ?, ?) ON CONFLICT DO UPDATE "
            "SET last = max(last, excluded.last)",
            (tenant_id, kind, number or 0),
        )


def _first_event(unit: Unit, identity: Identity) -> None:
    unit.save("identity.created", identity)


def _is_bereft(folder: str) -> bool:
    """Whether a folder holds an agent's archive without its database."""
    if os.path.exists(os.path.join(folder, DATABASE)):
        return False
    try:
        return bool(os.listdir(os.path.join(folder, ARCHIVE)))
    except (FileNotFoundError, NotADirectoryError):
        return False


def missing_database(name: str, folder: str) -> Damaged:
    return Damaged(
        f"the {DATABASE} of {name!r} is gone from {folder}; its archive is there.",
        todo=f"`wakeline restore {name} --from-archive` brings it back.",
    )


def name_taken(name: str) -> Conflict:
    return Conflict(f"there is an agent {name!r} already.", todo="Choose another name.")


def unknown_agent(name: str, location: str) -> NotFound:
    return NotFound(
        f"there is no agent {name!r} in {location}.",
        todo=f"`wakeline agents` lists them; `wakeline init --agent {name}` makes one.",
    )
