"""A disk that can lose its power, for SQLite: what may be left in a folder after a cut.

`PowerVFS` passes every call on to the ordinary VFS (real files, real locks, real
shared memory) and remembers beside it what a disk has promised so far. `image` writes
one of the states the folder may be in if the power went at this moment. It knows
nothing of Wakeline and nothing of SQLite's file formats.

    with PowerVFS(folder) as vfs:
        db = apsw.Connection(str(folder / "a.db"), vfs=vfs.name)
        vfs.on_operation = lambda n, kind, path: ...   # runs before operation n is done
        vfs.image(another_folder, random.Random(7))

The model
---------
File content is durable once xSync of that file has returned. Of the writes and
truncates since then any subset may be on the disk. What is on the disk came in the
order of issue, so two writes to one place never swap; every other reordering is some
subset. A write may also be torn, sector by sector (`sector` bytes, aligned in the
file). Each sector is then new, old, new from one end only (SQLite's "linear" sector),
or random bytes. With `powersafe` the bytes beside the write are safe. Without it the
random bytes fill the whole sector, neighbours included, and SQLite is told so.
A write past the end may leave its length alone: zeros or random bytes for its data.

A name (created or deleted) is durable once its directory was synced, and a file's own
sync does not settle its name. Until then each name is, on its own, at any point of its
history: a new file missing, a deleted one back. A file that is back has what it held,
its own unsynced writes under the same rule. The directory is synced where SQLite's
unix VFS does it: in xDelete with `syncdir`, and in the first xSync of each opening of a
journal, WAL or super-journal that may create it. The tests hold this rule against the
calls that SQLite makes.

Bounds
------
One process, and only what passes this VFS: files changed by other means are not seen.
The files found in the folder at the start, and directories, are durable. SQLite does
not rename. Every sync is believed: a disk that lies and the gap between macOS's fsync
and F_FULLFSYNC are outside. Old blocks of other files do not turn up as data (random
bytes stand in for them), and bytes that nobody wrote since the last sync do not rot,
except for the neighbours above. Shared memory (-shm) never reaches an image; temporary
files are not followed. Memory-mapped I/O, chunked growth and atomic batches are
switched off, so no change slips past. Each image is a sample: bugs are found, their
absence is not shown.
"""

from __future__ import annotations

import os
import random
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

import apsw

Kind = Literal["create", "write", "truncate", "sync", "delete"]
OnOperation = Callable[[int, Kind, Path], None]

SYNCS_ITS_DIRECTORY = (
    apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL
)
REFUSED_CONTROLS = frozenset(
    {apsw.SQLITE_FCNTL_SIZE_HINT, apsw.SQLITE_FCNTL_CHUNK_SIZE, apsw.SQLITE_FCNTL_MMAP_SIZE}
)
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Medium:
    """What a write that the cut interrupts can do."""

    sector: int
    powersafe: bool


@dataclass(frozen=True, slots=True)
class Write:
    offset: int
    data: bytes

    @property
    def end(self) -> int:
        return self.offset + len(self.data)

    def apply(self, content: bytearray) -> None:
        put(content, self.offset, self.data)

    def tear(self, content: bytearray, chance: random.Random, medium: Medium) -> None:
        """Do this write in some of its sectors."""
        if self.end > len(content) and chance.random() < 0.2:
            grow(content, self.end, chance)
            return
        for start in range(self.offset - self.offset % medium.sector, self.end, medium.sector):
            low, high = max(start, self.offset), min(start + medium.sector, self.end)
            fresh = self.data[low - self.offset : high - self.offset]
            cut = chance.randrange(len(fresh) + 1)
            match chance.choices(("new", "old", "front", "back", "random"), (8, 6, 2, 2, 2))[0]:
                case "old":
                    pass
                case "new":
                    put(content, low, fresh)
                case "front":
                    put(content, low, fresh[:cut])
                case "back":
                    put(content, low + cut, fresh[cut:])
                case "random" if medium.powersafe:
                    put(content, low, chance.randbytes(len(fresh)))
                case _:
                    put(content, start, chance.randbytes(medium.sector))


@dataclass(frozen=True, slots=True)
class Truncate:
    size: int

    def apply(self, content: bytearray) -> None:
        del content[self.size :]
        content.extend(bytes(self.size - len(content)))

    def tear(self, content: bytearray, chance: random.Random, _medium: Medium) -> None:
        """A change of length is whole or not there."""
        if chance.random() < 0.5:
            self.apply(content)


def put(content: bytearray, offset: int, data: bytes) -> None:
    """Write as a file does: a gap before the data reads as zeros."""
    if data:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data


def grow(content: bytearray, size: int, chance: random.Random) -> None:
    """The length reached the disk and the data did not."""
    missing = size - len(content)
    content.extend(chance.randbytes(missing) if chance.random() < 0.5 else bytes(missing))


@dataclass(slots=True, eq=False)
class Inode:
    """The content of one file, whatever it is called."""

    durable: bytearray = field(default_factory=bytearray)
    unsynced: list[Write | Truncate] = field(default_factory=list)

    def settle(self) -> None:
        for change in self.unsynced:
            change.apply(self.durable)
        self.unsynced.clear()

    def after_a_cut(self, chance: random.Random, medium: Medium) -> bytearray:
        """One content this file may have. The mild and the extreme cases are all likely."""
        content = bytearray(self.durable)
        match chance.choice(("nothing", "everything", "up to a point", "some", "some")):
            case "everything":
                for change in self.unsynced:
                    change.apply(content)
            case "up to a point" if self.unsynced:
                last = chance.randrange(len(self.unsynced))
                for change in self.unsynced[:last]:
                    change.apply(content)
                self.unsynced[last].tear(content, chance, medium)
            case "some":
                self._some(content, chance, medium)
            case _:
                pass  # nothing, or nothing to choose from
        return content

    def _some(self, content: bytearray, chance: random.Random, medium: Medium) -> None:
        done = chance.random()
        torn = done + (1 - done) * chance.random()
        for change in self.unsynced:
            luck = chance.random()
            if luck < done:
                change.apply(content)
            elif luck < torn:
                change.tear(content, chance, medium)


class Disk:
    """Names and contents: as the program sees them, and as far as they are promised."""

    def __init__(self) -> None:
        self.now: dict[str, Inode] = {}
        self._promised: dict[str, Inode] = {}
        self._moves: dict[str, list[Inode | None]] = {}

    def found(self, name: str, content: bytes) -> Inode:
        """A file that was there before anybody watched."""
        inode = self.now[name] = self._promised[name] = Inode(bytearray(content))
        return inode

    def create(self, name: str) -> Inode:
        inode = self.now[name] = Inode()
        self._moves.setdefault(name, []).append(inode)
        return inode

    def delete(self, name: str) -> None:
        del self.now[name]
        self._moves.setdefault(name, []).append(None)

    def sync_directory_of(self, name: str) -> None:
        folder = Path(name).parent
        for moved in [each for each in self._moves if Path(each).parent == folder]:
            last = self._moves.pop(moved)[-1]
            if last is None:
                self._promised.pop(moved, None)
            else:
                self._promised[moved] = last

    def after_a_cut(self, chance: random.Random, medium: Medium) -> dict[str, bytearray]:
        left: dict[str, bytearray] = {}
        for name in sorted(self._promised.keys() | self._moves.keys()):
            history = [self._promised.get(name), *self._moves.get(name, ())]
            inode = chance.choice(history)
            if inode is not None:
                left[name] = inode.after_a_cut(chance, medium)
        return left


class PowerVFS(apsw.VFS):
    """The default VFS over the files below `folder`, with a memory of what is promised.

    Make it before any connection to the folder is open. The real fsync is left out
    unless `fsync` is set: the model alone decides what survives. `syncs` counts the
    syncs of each file by its name in the folder.
    """

    def __init__(
        self, folder: Path, *, sector: int = 512, powersafe: bool = True, fsync: bool = False
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder.resolve()
        self.medium = Medium(sector, powersafe)
        self.fsync = fsync
        self.name = f"power-{os.getpid()}-{next(_numbers)}"
        self.on_operation: OnOperation | None = None
        self.operations = 0
        self.syncs: Counter[str] = Counter()
        self.directory_syncs = 0
        self.disk = Disk()
        # Reentrant: the callback takes its image in the middle of an operation.
        self.lock = threading.RLock()
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and not path.name.endswith("-shm"):
                self.disk.found(str(path.relative_to(self.folder)), path.read_bytes())
        super().__init__(self.name, "")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.on_operation = None
        self.unregister()

    def image(self, into: Path, chance: random.Random) -> None:
        """Write one state the folder may be in after a cut now. `into` is new or empty."""
        into.mkdir(parents=True, exist_ok=True)
        if any(into.iterdir()):
            raise FileExistsError(f"{into} is not empty: an image needs a folder of its own")
        with self.lock:
            left = self.disk.after_a_cut(chance, self.medium)
        for name, content in left.items():
            target = into / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def begin(self, kind: Kind, name: str) -> None:
        """Number an operation and tell the watcher, whose exception prevents it."""
        self.operations += 1
        if self.on_operation is not None:
            self.on_operation(self.operations, kind, self.folder / name)

    def sync_directory_of(self, name: str) -> None:
        self.directory_syncs += 1
        self.disk.sync_directory_of(name)

    def name_of(self, path: str) -> str | None:
        """The name of a file below the folder, None for one elsewhere."""
        if Path(path).is_relative_to(self.folder):
            return str(Path(path).relative_to(self.folder))
        return None

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        known = None if path is None else self.name_of(path)
        if known is None or flags[0] & apsw.SQLITE_OPEN_DELETEONCLOSE:
            return apsw.VFSFile("", name, flags)
        with self.lock:
            return PowerFile(self, known, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's name
        name = self.name_of(filename)
        with self.lock:
            if name is not None and name in self.disk.now:
                self.begin("delete", name)
                super().xDelete(filename, syncdir and self.fsync)
                self.disk.delete(name)
            else:
                super().xDelete(filename, syncdir)
            if syncdir and name is not None:
                self.sync_directory_of(name)


class PowerFile(apsw.VFSFile):
    """One opening of one file. Reads, locks and shared memory go straight to the base."""

    def __init__(
        self, vfs: PowerVFS, name: str, filename: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        self._vfs = vfs
        self._name = name
        asked = flags[0]
        may_create = bool(asked & apsw.SQLITE_OPEN_CREATE)
        self._owes_directory_sync = may_create and bool(asked & SYNCS_ITS_DIRECTORY)
        known = vfs.disk.now.get(name)
        is_new = known is None and may_create and not (vfs.folder / name).exists()
        if is_new:
            vfs.begin("create", name)
        super().__init__("", filename, flags)
        if known is None and is_new:
            known = vfs.disk.create(name)
        elif known is None:
            known = vfs.disk.found(name, super().xRead(super().xFileSize(), 0))
        self._inode = known

    def xWrite(  # noqa: N802 - SQLite's name
        self, data: bytes | bytearray | memoryview, offset: int
    ) -> None:
        with self._vfs.lock:
            self._vfs.begin("write", self._name)
            super().xWrite(data, offset)
            self._inode.unsynced.append(Write(offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's name
        with self._vfs.lock:
            self._vfs.begin("truncate", self._name)
            super().xTruncate(newsize)
            self._inode.unsynced.append(Truncate(newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        with self._vfs.lock:
            self._vfs.begin("sync", self._name)
            if self._vfs.fsync:
                super().xSync(flags)
            self._vfs.syncs[self._name] += 1
            self._inode.settle()
            if self._owes_directory_sync:
                self._vfs.sync_directory_of(self._name)
                self._owes_directory_sync = False

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802 - SQLite's name
        return op not in REFUSED_CONTROLS and super().xFileControl(op, ptr)

    def xDeviceCharacteristics(self) -> int:  # noqa: N802 - SQLite's name
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE if self._vfs.medium.powersafe else 0

    def xSectorSize(self) -> int:  # noqa: N802 - SQLite's name
        return self._vfs.medium.sector
