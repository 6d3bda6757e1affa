"""Files that hooks keep beside a home: waiting events, the last failure, pauses, host sessions.

Only their owner may read them, and each is written whole. They are in the home; if that cannot
be written, or is a database, in this user's state folder, and at last in the temporary folder.
It does not know what an event means.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from wakeline.base.clock import stored_moment
from wakeline.base.digest import sha256_hex
from wakeline.base.environment import state_folders
from wakeline.store.files import BINARY, write_whole

FOLDER = "hooks"
SPOOL = "spool"
REFUSED = "refused"
SESSIONS = "sessions"
INSTALLED = "installed"
FAILED = "failed.json"
LOADS = "loads.jsonl"
MOST_LOADS = 256_000  # bytes; then the older half is removed
PAUSES = "pauses.json"
WAITING = "0"  # in place of the process that handles it
MOST_WAITING = 20_000
MOST_REFUSED = 100
MOST_SESSIONS = 200
MOST_PAUSES = 100
OWN = 0o700
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)

Running = Callable[[int, str], bool]
Content = dict[str, Any]


class SpooledEvent(NamedTuple):
    """One event that waits, or that a process is handling."""

    path: str
    id: str
    process: str  # its number and when it started


class HookState:
    """The hook files of one home. All folders are read; the first writable one is written to."""

    def __init__(self, location: str, *, is_database: bool) -> None:
        mark = sha256_hex(location.encode("utf-8", "surrogatepass"))[:16]
        state, brief = state_folders()
        owner = os.getuid() if hasattr(os, "getuid") else 0
        spare = [os.path.join(state, "wakeline", mark)]
        shared = os.path.join(brief, f"wakeline-{owner}")
        if not os.path.lexists(shared) or _is_ours(shared):
            spare.append(os.path.join(shared, mark))
        # A home is created together with an agent; a hook alone does not create one.
        has_own = not is_database and os.path.isdir(location)
        self.folders = [os.path.join(location, FOLDER), *spare] if has_own else spare

    # -- events that wait

    def spool(self, id: str, content: Content, process: str) -> SpooledEvent | None:
        """Write down an event that a process is handling; None if no folder can be written."""
        raw = json.dumps(content, ensure_ascii=True).encode()
        for folder in self.folders:
            place = os.path.join(folder, SPOOL)
            path = os.path.join(place, f"{id}.{process}.json")
            try:
                _made(place)
                if len(os.listdir(place)) >= MOST_WAITING:
                    continue
                _write(path, raw)
            except OSError:
                _drop(path)
                continue
            return SpooledEvent(path, id, process)
        return None

    def take_waiting(self, running: Running, me: str) -> Iterator[SpooledEvent]:
        """Claim events that no process handles, and yield them, oldest first."""
        for found in sorted(self.spooled_events(), key=lambda item: item.id):
            number, _, start = found.process.partition("-")
            if found.process not in (WAITING, me) and running(int(number), start):
                continue
            taken = _named(found, me)
            try:
                os.rename(found.path, taken.path)
            except OSError:
                continue  # another process was faster
            yield taken

    def spooled_events(self) -> list[SpooledEvent]:
        """Every event that is not recorded yet."""
        return [
            found
            for folder in self.folders
            for name in _names(os.path.join(folder, SPOOL))
            if (found := _spooled(os.path.join(folder, SPOOL), name)) is not None
        ]

    def oldest(self, items: list[SpooledEvent]) -> datetime | None:
        """When the oldest of these events was written; None if all are gone meanwhile."""
        found: list[float] = []
        for item in items:
            with suppress(OSError):
                found.append(os.stat(item.path).st_mtime)
        return datetime.fromtimestamp(min(found), UTC) if found else None

    def refused_files(self) -> list[str]:
        """The files of events that can never be recorded, kept for people to look at."""
        return [
            os.path.join(folder, REFUSED, name)
            for folder in self.folders
            for name in sorted(_names(os.path.join(folder, REFUSED)))
        ]

    def refuse(self, item: SpooledEvent | None, raw: bytes = b"", id: str = "") -> None:
        """Set aside an event that can never be recorded, or bytes that are not an event."""
        for folder in self.folders if item is None else (_desk_of(item.path),):
            place = os.path.join(folder, REFUSED)
            try:
                _made(place)
                for name in sorted(_names(place))[: 1 - MOST_REFUSED]:
                    _drop(os.path.join(place, name))
                if item is None:
                    _write(os.path.join(place, f"{id}.txt"), raw)
                else:
                    os.rename(item.path, os.path.join(place, f"{item.id}.json"))
            except OSError:
                continue
            return

    # -- failures and pauses

    def last_failure(self) -> Content:
        """The last failure; empty if there was none."""
        found = [self._read(folder, FAILED) for folder in self.folders]
        return max(found, key=lambda item: str(item.get("at", "")), default={})

    def note_failure(self, content: Content) -> None:
        self._write(FAILED, content)

    def take_untold_failure(self) -> Content:
        """The last failure if it was not reported yet. It is marked as reported."""
        found = self.last_failure()
        if not found or found.get("told"):
            return {}
        for folder in self.folders:
            if self._read(folder, FAILED):
                with suppress(OSError):
                    write_whole(os.path.join(folder, FAILED), _line({**found, "told": True}))
        return found

    def pauses(self) -> tuple[datetime | None, list[tuple[datetime, datetime]]]:
        """Since when hooks are paused, or None, and the past pauses."""
        past: list[tuple[datetime, datetime]] = []
        since: datetime | None = None
        for folder in self.folders:
            found = self._read(folder, PAUSES)
            if found.get("since"):
                since = since or parse_noted_moment(found["since"]) or BEGINNING
            for span in found.get("past") or ():
                begun, over = parse_noted_moment(span[0]), parse_noted_moment(span[-1])
                if begun is not None and over is not None:
                    past.append((begun, over))
        return since, past

    def pause(self, now: datetime) -> bool:
        """Pause hooks: nothing is recorded from now on. False if they were paused already."""
        since, past = self.pauses()
        if since is not None:
            return False
        self._keep_pauses(now, past)
        return True

    def resume(self, now: datetime) -> bool:
        """End the pause of hooks. False if they were not paused."""
        since, past = self.pauses()
        if since is None:
            return False
        self._keep_pauses(None, [*past, (since, now)])
        return True

    def _keep_pauses(self, since: datetime | None, past: list[tuple[datetime, datetime]]) -> None:
        spans = [[stored_moment(a), stored_moment(b)] for a, b in sorted(set(past))[-MOST_PAUSES:]]
        content = {"since": None if since is None else stored_moment(since), "past": spans}
        kept = self._kept_in(PAUSES, content)
        if kept is None:
            raise OSError(f"{self.folders[0]} cannot be written")
        # All pauses are in one folder now; another file may be from before the home existed.
        for folder in self.folders:
            if folder != kept:
                _drop(os.path.join(folder, PAUSES))

    # -- sessions of hosts

    def session(self, host_session: str) -> Content:
        """The notes about a host's session: its transcript, and how far that was read."""
        name = _of_session(host_session)
        found = [self._read(os.path.join(folder, SESSIONS), name) for folder in self.folders]
        return next((item for item in found if item), {})

    def keep_session(self, host_session: str, content: Content) -> bool:
        """Store the notes about a host's session. False if no folder can be written."""
        return self._write(os.path.join(SESSIONS, _of_session(host_session)), content)

    def sessions(self, limit: int) -> list[Content]:
        """The notes about the latest host sessions, newest first; very old ones are removed."""
        found: list[tuple[float, str]] = []
        for folder in self.folders:
            place = os.path.join(folder, SESSIONS)
            for name in _names(place):
                path = os.path.join(place, name)
                with suppress(OSError):
                    found.append((os.stat(path).st_mtime, path))
        found.sort(reverse=True)
        for _, path in found[MOST_SESSIONS:]:
            _drop(path)
        read = (self._read(*os.path.split(path)) for _, path in found[:limit])
        return [content for content in read if content]

    # -- installed hooks

    def installation(self, path: str) -> Content:
        """A host's settings from before hooks were installed; empty if unknown."""
        name = _of_session(path)
        found = [self._read(os.path.join(folder, INSTALLED), name) for folder in self.folders]
        return next((item for item in found if item), {})

    def keep_installation(self, path: str, content: Content | None) -> None:
        """Store a host's settings from before hooks were installed; None removes them."""
        name = os.path.join(INSTALLED, _of_session(path))
        if content is not None:
            self._write(name, content)
            return
        for folder in self.folders:
            _drop(os.path.join(folder, name))

    # -- load of hooks

    def note_load(self, content: Content) -> None:
        """Add a line about one event. Lines of two processes at once do not mix."""
        for folder in self.folders:
            path = os.path.join(folder, LOADS)
            with suppress(OSError):
                _made(folder)
                if os.path.exists(path) and os.path.getsize(path) > MOST_LOADS:
                    with open(path, "rb") as source:
                        kept = source.read()[-MOST_LOADS // 2 :].partition(b"\n")[2]
                    _write(path, kept)
                flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | BINARY
                descriptor = os.open(path, flags, 0o600)
                try:
                    os.write(descriptor, _line(content))
                finally:
                    os.close(descriptor)
                return

    def loads(self) -> list[Content]:
        """The latest lines about the load of hooks, oldest first; unreadable lines are skipped."""
        found: list[Content] = []
        for folder in self.folders:
            with suppress(OSError), open(os.path.join(folder, LOADS), "rb") as source:
                for line in source:
                    with suppress(ValueError):
                        content = json.loads(line)
                        if isinstance(content, dict):
                            found.append(content)
        return found

    # -- files

    def _write(self, name: str, content: Content) -> bool:
        return self._kept_in(name, content) is not None

    def _kept_in(self, name: str, content: Content) -> str | None:
        """The folder to which it was written; None if no folder can be written."""
        for folder in self.folders:
            path = os.path.join(folder, name)
            with suppress(OSError):
                _made(os.path.dirname(path))
                _write(path, _line(content))
                return folder
        return None

    @staticmethod
    def _read(folder: str, name: str) -> Content:
        try:
            with open(os.path.join(folder, name), encoding="utf-8") as source:
                found = json.load(source)
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def read_event(item: SpooledEvent) -> Content | None:
    """The content of an event; None if it cannot be read."""
    try:
        with open(item.path, encoding="utf-8") as source:
            found = json.load(source)
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def release_event(item: SpooledEvent) -> None:
    """Let another process handle the event."""
    with suppress(OSError):
        os.rename(item.path, _named(item, WAITING).path)


def remove_event(item: SpooledEvent) -> None:
    """Remove an event that has been recorded."""
    _drop(item.path)


def _spooled(place: str, name: str) -> SpooledEvent | None:
    number, _, rest = name.partition(".")
    process, _, end = rest.partition(".")
    if end != "json" or not process.replace("-", "", 1).isdecimal():
        return None
    return SpooledEvent(os.path.join(place, name), number, process)


def _named(item: SpooledEvent, process: str) -> SpooledEvent:
    place = os.path.dirname(item.path)
    return SpooledEvent(os.path.join(place, f"{item.id}.{process}.json"), item.id, process)


def _desk_of(path: str) -> str:
    return os.path.dirname(os.path.dirname(path))


def _of_session(host_session: str) -> str:
    return sha256_hex(host_session.encode("utf-8", "surrogatepass"))[:32] + ".json"


def _line(content: Content) -> bytes:
    return json.dumps(content, ensure_ascii=True).encode() + b"\n"


def parse_noted_moment(text: Any) -> datetime | None:
    """The moment of a written text; None if it is not a moment with a time zone."""
    with suppress(TypeError, ValueError):
        found = datetime.fromisoformat(text)
        return None if found.tzinfo is None else found
    return None


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _made(folder: str) -> None:
    """Make a folder of our own. Raises if it is a link or belongs to somebody else."""
    if not os.path.isdir(folder):
        above = os.path.dirname(folder)
        if not os.path.isdir(above):
            _made(above)
        with suppress(FileExistsError):
            os.mkdir(folder, OWN)
    if not _is_ours(folder):
        raise OSError(f"{folder} is somebody else's")


def _is_ours(folder: str) -> bool:
    found = os.lstat(folder)
    is_own = not hasattr(os, "getuid") or found.st_uid == os.getuid()
    return stat.S_ISDIR(found.st_mode) and is_own


def _write(path: str, content: bytes) -> None:
    """Write a file whole: a crash leaves no partial file. Not synced: a power cut may lose it."""
    beside = f"{path}.{os.getpid()}.new"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as target:
            target.write(content)
        os.replace(beside, path)
    except BaseException:
        _drop(beside)
        raise


def _drop(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)
