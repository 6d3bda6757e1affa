"""The power-loss simulation, shown on plain SQLite: it passes what is safe, finds what is not.

A small program counts up: transaction k puts a row into each of two tables, takes an old
row away and says "k" when COMMIT has returned. After a cut the database must be in the
state after some whole transaction, and not before the last one it said.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import apsw
import pytest

from .power_vfs import Kind, PowerVFS

KEPT_SCRAPS = 12
NOTHING = -1  # not even the schema, which is transaction 0
READ_WRITE = apsw.SQLITE_OPEN_READWRITE
MEDIA = [
    pytest.param(512, True, id="512-byte-sectors"),
    pytest.param(4096, True, id="4096-byte-sectors"),
    pytest.param(4096, False, id="4096-byte-sectors-that-harm-their-neighbours"),
]


@dataclass(frozen=True, slots=True)
class Cut:
    """One image: when it was taken, what was acknowledged, what was left (None: a ruin)."""

    operation: int
    kind: Kind | None
    file: str
    acknowledged: int
    kept: int | None
    why: str = ""

    @property
    def is_ruin(self) -> bool:
        return self.kept is None

    @property
    def lost(self) -> int:
        """How many acknowledged transactions are gone."""
        return 0 if self.kept is None else max(0, self.acknowledged - self.kept)


def text_of(k: int) -> str:
    """The row of transaction k: now and then larger than the page cache."""
    size = 30_000 if k % 17 == 5 else 50 + k * 37 % 900
    return f"{k}/" * (size // 3)


def create(db: apsw.Connection) -> None:
    db.execute(
        "BEGIN IMMEDIATE; CREATE TABLE rows(k INTEGER PRIMARY KEY, body TEXT);"
        "CREATE TABLE scraps(k INTEGER PRIMARY KEY, body TEXT);"
        "CREATE INDEX by_body ON rows(body); COMMIT"
    )


def transact(db: apsw.Connection, k: int) -> None:
    db.execute("BEGIN IMMEDIATE")
    db.execute("INSERT INTO rows VALUES (?, ?)", (k, f"{k} {'x' * (k % 90)}"))
    db.execute("INSERT INTO scraps VALUES (?, ?)", (k, text_of(k)))
    db.execute("DELETE FROM scraps WHERE k <= ?", (k - KEPT_SCRAPS,))
    db.execute("COMMIT")


def last_whole_transaction(db: apsw.Connection) -> int:
    """The k after which the database is in exactly this state. AssertionError if none."""
    assert db.pragma("integrity_check") == "ok"
    if not db.execute("SELECT count(*) FROM sqlite_schema").get:
        return NOTHING
    rows = db.execute("SELECT k, body FROM rows ORDER BY k").fetchall()
    k = len(rows)
    assert rows == [(n, f"{n} {'x' * (n % 90)}") for n in range(1, k + 1)], "rows"
    scraps = db.execute("SELECT k, body FROM scraps ORDER BY k").fetchall()
    first = max(1, k - KEPT_SCRAPS + 1)
    assert scraps == [(n, text_of(n)) for n in range(first, k + 1)], "half a transaction"
    return k


def judge(path: Path, vfs: str | None = None) -> tuple[int | None, str]:
    """What a program that starts after the cut finds: the last transaction, or why not."""
    if not path.exists():
        return NOTHING, ""
    try:
        db = apsw.Connection(str(path), READ_WRITE, vfs)
        try:
            return last_whole_transaction(db), ""
        finally:
            db.close()
    except (apsw.Error, AssertionError, UnicodeDecodeError) as ruin:
        return None, f"{type(ruin).__name__}: {str(ruin)[:80]}"


@dataclass
class Camera:
    """Takes images at random operations while the program runs, and judges each at once."""

    vfs: PowerVFS
    studio: Path
    chance: random.Random
    rate: float
    acknowledged: int = NOTHING
    cuts: list[Cut] = field(default_factory=list)

    def watch(self, operation: int, kind: Kind, path: Path) -> None:
        if self.chance.random() < self.rate:
            self.take(operation, kind, path.name)

    def take(self, operation: int, kind: Kind | None, file: str) -> None:
        into = self.studio / f"{len(self.cuts)}"
        self.vfs.image(into, self.chance)
        kept, why = judge(into / "a.db")
        self.cuts.append(Cut(operation, kind, file, self.acknowledged, kept, why))
        shutil.rmtree(into)


def configure(db: apsw.Connection, journal: str, synchronous: str) -> None:
    """Small pages, a cache of ten and a checkpoint every twenty: many writes at odd moments."""
    db.execute(f"PRAGMA page_size=1024; PRAGMA synchronous={synchronous}; PRAGMA mmap_size=0")
    db.execute("PRAGMA cache_size=10; PRAGMA wal_autocheckpoint=20")
    assert db.pragma("journal_mode", journal) == journal


def cuts_of_a_run(
    tmp_path: Path,
    journal: str,
    synchronous: str,
    *,
    transactions: int,
    rate: float,
    sector: int = 512,
    powersafe: bool = True,
    seed: int = 1,
) -> list[Cut]:
    """Run the program on a disk that is cut at about `rate` of its operations."""
    folder = tmp_path / "disk"
    with PowerVFS(folder, sector=sector, powersafe=powersafe) as vfs:
        camera = Camera(vfs, tmp_path / "images", random.Random(seed), rate)
        vfs.on_operation = camera.watch
        db = apsw.Connection(str(folder / "a.db"), vfs=vfs.name)
        configure(db, journal, synchronous)
        create(db)
        camera.acknowledged = 0
        for k in range(1, transactions + 1):
            transact(db, k)
            camera.acknowledged = k
        db.close()
        for _ in range(5):
            camera.take(vfs.operations + 1, None, "")
    assert judge(folder / "a.db") == (transactions, "")
    return camera.cuts


def ruins(cuts: list[Cut]) -> list[Cut]:
    return [cut for cut in cuts if cut.is_ruin]


def losses(cuts: list[Cut]) -> list[Cut]:
    return [cut for cut in cuts if cut.lost]


def moments(cuts: list[Cut]) -> set[tuple[Kind | None, str]]:
    return {(cut.kind, cut.file) for cut in cuts}


def test_wal_and_full_keep_every_acknowledged_transaction_in_a_short_run(tmp_path: Path) -> None:
    cuts = cuts_of_a_run(tmp_path, "wal", "full", transactions=25, rate=0.2)
    assert len(cuts) > 60
    assert ruins(cuts) == losses(cuts) == []


@pytest.mark.slow
@pytest.mark.parametrize(("sector", "powersafe"), MEDIA)
def test_wal_and_full_keep_every_acknowledged_transaction(
    tmp_path: Path, sector: int, powersafe: bool
) -> None:
    cuts = cuts_of_a_run(
        tmp_path, "wal", "full", transactions=90, rate=0.3, sector=sector, powersafe=powersafe
    )
    assert len(cuts) > 300
    assert ruins(cuts) == losses(cuts) == []
    in_commit = {("write", "a.db-wal"), ("sync", "a.db-wal")}
    in_checkpoint = {("write", "a.db"), ("sync", "a.db")}
    assert moments(cuts) >= in_commit | in_checkpoint


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_without_syncs_the_simulation_finds_ruins_and_losses(tmp_path: Path, journal: str) -> None:
    cuts = cuts_of_a_run(tmp_path, journal, "off", transactions=25, rate=0.15)
    assert ruins(cuts)
    assert losses(cuts)


def test_wal_and_normal_lose_acknowledged_transactions_but_ruin_nothing(tmp_path: Path) -> None:
    cuts = cuts_of_a_run(tmp_path, "wal", "normal", transactions=25, rate=0.3)
    assert ruins(cuts) == []
    assert losses(cuts)


@pytest.mark.slow
@pytest.mark.parametrize(("sector", "powersafe"), MEDIA)
def test_wal_and_normal_ruin_nothing_in_a_long_run(
    tmp_path: Path, sector: int, powersafe: bool
) -> None:
    cuts = cuts_of_a_run(
        tmp_path, "wal", "normal", transactions=90, rate=0.2, sector=sector, powersafe=powersafe
    )
    assert len(cuts) > 200
    assert ruins(cuts) == []
    assert losses(cuts)


SAFE_ROLLBACK = [("truncate", "full"), ("persist", "full"), ("delete", "extra")]


@pytest.mark.parametrize(("journal", "synchronous"), SAFE_ROLLBACK)
def test_a_rollback_journal_keeps_every_acknowledged_transaction_in_a_short_run(
    tmp_path: Path, journal: str, synchronous: str
) -> None:
    cuts = cuts_of_a_run(tmp_path, journal, synchronous, transactions=15, rate=0.1)
    assert len(cuts) > 30
    assert ruins(cuts) == losses(cuts) == []


@pytest.mark.slow
@pytest.mark.parametrize(("sector", "powersafe"), MEDIA)
@pytest.mark.parametrize(("journal", "synchronous"), SAFE_ROLLBACK)
def test_a_rollback_journal_keeps_every_acknowledged_transaction(
    tmp_path: Path, journal: str, synchronous: str, sector: int, powersafe: bool
) -> None:
    cuts = cuts_of_a_run(
        tmp_path,
        journal,
        synchronous,
        transactions=60,
        rate=0.1,
        sector=sector,
        powersafe=powersafe,
    )
    assert len(cuts) > 150
    assert ruins(cuts) == losses(cuts) == []


def test_delete_and_full_can_lose_the_last_transaction_and_never_more(tmp_path: Path) -> None:
    """SQLite says so itself: FULL does not sync the deletion of the journal, EXTRA does."""
    cuts = cuts_of_a_run(tmp_path, "delete", "full", transactions=30, rate=0.2)
    assert ruins(cuts) == []
    assert {cut.lost for cut in losses(cuts)} == {1}


@pytest.mark.parametrize(("journal", "synchronous"), [("wal", "full"), *SAFE_ROLLBACK])
def test_a_fresh_database_is_there_once_its_first_transaction_was_acknowledged(
    tmp_path: Path, journal: str, synchronous: str
) -> None:
    folder = tmp_path / "disk"
    kept = Counter[int | None]()
    with PowerVFS(folder) as vfs:
        db = apsw.Connection(str(folder / "a.db"), vfs=vfs.name)
        configure(db, journal, synchronous)
        create(db)
        transact(db, 1)
        for seed in range(40):
            into = tmp_path / f"image-{seed}"
            vfs.image(into, random.Random(seed))
            assert not list(into.glob("*-shm"))
            kept[judge(into / "a.db")[0]] += 1
        db.close()
    assert kept == {1: 40}


@pytest.mark.parametrize(("journal", "synchronous"), [("wal", "full"), *SAFE_ROLLBACK])
def test_a_cut_during_recovery_loses_nothing_either(
    tmp_path: Path, journal: str, synchronous: str
) -> None:
    """The disk is cut inside a large transaction; each restart is cut again and again."""
    chance = random.Random(3)
    recoveries = Counter[str]()
    for restart in interrupted(tmp_path, journal, synchronous, chance):
        copy = tmp_path / "copy"
        shutil.copytree(restart, copy)
        found, _ = judge(copy / "a.db")
        shutil.rmtree(copy)
        assert found is not None
        with PowerVFS(restart) as vfs:
            camera = Camera(vfs, tmp_path / "again", chance, 0.3, acknowledged=found)
            vfs.on_operation = camera.watch
            assert judge(restart / "a.db", vfs.name) == (found, "")
            camera.take(vfs.operations + 1, None, "")
        assert {cut.kept for cut in camera.cuts} == {found}
        recoveries.update(cut.file for cut in camera.cuts)
    assert recoveries["a.db"] > 10


def interrupted(
    tmp_path: Path, journal: str, synchronous: str, chance: random.Random
) -> Iterator[Path]:
    """Images from the middle of a transaction that did not fit into the cache."""
    folder = tmp_path / "disk"
    images: list[Path] = []

    def watch(operation: int, kind: Kind, path: Path) -> None:
        if chance.random() < 0.1:
            images.append(tmp_path / f"image-{operation}")
            vfs.image(images[-1], chance)

    with PowerVFS(folder) as vfs:
        db = apsw.Connection(str(folder / "a.db"), vfs=vfs.name)
        configure(db, journal, synchronous)
        create(db)
        for k in range(1, 17):
            transact(db, k)
        vfs.on_operation = watch
        db.execute(
            "BEGIN; UPDATE scraps SET body = body || 'y';"
            "UPDATE scraps SET body = rtrim(body, 'y'); COMMIT"
        )
        db.close()
    assert images
    yield from images


# The model by itself, without SQLite's pager


def open_file(vfs: PowerVFS, name: str, kind: int = apsw.SQLITE_OPEN_MAIN_DB) -> apsw.VFSFile:
    flags = [kind | READ_WRITE | apsw.SQLITE_OPEN_CREATE, 0]
    return apsw.VFSFile(vfs.name, str(vfs.folder / name), flags)


def contents(vfs: PowerVFS, tmp_path: Path, name: str, images: int = 150) -> set[bytes | None]:
    """What the file may hold after a cut; None where it is missing."""
    found: set[bytes | None] = set()
    for seed in range(images):
        into = tmp_path / "image"
        vfs.image(into, random.Random(seed))
        found.add((into / name).read_bytes() if (into / name).exists() else None)
        shutil.rmtree(into)
    return found


def test_a_synced_file_keeps_its_content_and_not_yet_its_name(tmp_path: Path) -> None:
    with PowerVFS(tmp_path / "disk") as vfs:
        file = open_file(vfs, "a")
        file.xWrite(b"one", 0)
        file.xSync(apsw.SQLITE_SYNC_FULL)
        assert contents(vfs, tmp_path, "a") == {None, b"one"}
        journal = open_file(vfs, "a-journal", apsw.SQLITE_OPEN_MAIN_JOURNAL)
        journal.xSync(apsw.SQLITE_SYNC_FULL)
        assert contents(vfs, tmp_path, "a") == {b"one"}
        assert vfs.syncs == {"a": 1, "a-journal": 1}
        assert vfs.directory_syncs == 1
        file.xClose()
        journal.xClose()


@pytest.mark.parametrize(("syncdir", "left"), [(False, {None, b"one"}), (True, {None})])
def test_a_deleted_file_may_be_back_until_its_directory_is_synced(
    tmp_path: Path, syncdir: bool, left: set[bytes | None]
) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "a").write_bytes(b"one")
    with PowerVFS(folder) as vfs:
        vfs.xDelete(str(vfs.folder / "a"), syncdir)
        assert contents(vfs, tmp_path, "a") == left


def test_a_name_used_again_is_the_old_file_or_none_or_the_new_one(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "a").write_bytes(b"one")
    with PowerVFS(folder) as vfs:
        vfs.xDelete(str(vfs.folder / "a"), False)
        file = open_file(vfs, "a")
        file.xWrite(b"two", 0)
        file.xSync(apsw.SQLITE_SYNC_FULL)
        assert contents(vfs, tmp_path, "a") == {b"one", None, b"two"}
        file.xClose()


@pytest.mark.parametrize("powersafe", [True, False])
def test_an_unsynced_write_is_torn_by_sectors_and_spares_what_it_should(
    tmp_path: Path, powersafe: bool
) -> None:
    before = bytes(4 * 512)
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "a").write_bytes(before)
    with PowerVFS(folder, powersafe=powersafe) as vfs:
        file = open_file(vfs, "a")
        file.xWrite(b"n" * 1024, 256)  # half a sector, a whole one, half a sector
        seen = {content for content in contents(vfs, tmp_path, "a") if content is not None}
        after = before[:256] + b"n" * 1024 + before[1280:]
        assert {before, after} < seen
        assert {(content[256] == 110, content[600] == 110) for content in seen} == {
            (a, b) for a in (True, False) for b in (True, False)
        }
        beside = {content[:256] + content[1280:1536] for content in seen}
        assert (beside == {bytes(512)}) is powersafe
        assert {content[1536:] for content in seen} == {bytes(512)}
        file.xSync(apsw.SQLITE_SYNC_FULL)
        assert contents(vfs, tmp_path, "a") == {after}
        file.xClose()


def test_a_later_change_may_be_there_without_an_earlier_one(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "a").write_bytes(b"aabb")
    with PowerVFS(folder) as vfs:
        file = open_file(vfs, "a")
        file.xWrite(b"X", 0)
        file.xWrite(b"Y", 3)
        file.xTruncate(2)
        seen = contents(vfs, tmp_path, "a", 300)
        assert {b"aabb", b"Xabb", b"aabY", b"XabY", b"aa", b"Xa"} <= seen
        file.xClose()


def test_a_write_past_the_end_may_leave_only_its_length(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "a").touch()
    with PowerVFS(folder) as vfs:
        file = open_file(vfs, "a")
        file.xWrite(b"12", 0)
        assert {b"", b"12", b"\0\0", b"1", b"\0" + b"2"} <= contents(vfs, tmp_path, "a", 300)
        file.xClose()


def test_the_same_seed_gives_the_same_image(tmp_path: Path) -> None:
    with PowerVFS(tmp_path / "disk") as vfs:
        file = open_file(vfs, "a")
        file.xWrite(bytes(range(256)) * 40, 0)
        for into in ("one", "two"):
            vfs.image(tmp_path / into, random.Random(11))
        file.xClose()
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / into).iterdir()}
        for into in ("one", "two")
    )
    assert one == two
    with pytest.raises(FileExistsError):
        vfs.image(tmp_path / "disk", random.Random(1))


def test_an_exception_in_the_watcher_prevents_the_operation(tmp_path: Path) -> None:
    class PowerCut(Exception):
        pass

    def cut(operation: int, kind: Kind, path: Path) -> None:
        raise PowerCut

    with PowerVFS(tmp_path / "disk") as vfs:
        db = apsw.Connection(str(vfs.folder / "a.db"), vfs=vfs.name)
        db.pragma("journal_mode", "wal")
        create(db)
        vfs.on_operation = cut
        with pytest.raises(PowerCut):
            transact(db, 1)
        vfs.on_operation = None
        if db.in_transaction:
            db.execute("ROLLBACK")
        assert last_whole_transaction(db) == 0
        db.close()


@contextmanager
def counted_directory_syncs(calls: list[str]) -> Iterator[None]:
    """Stand between SQLite and the system call with which it begins to sync a directory."""
    unix = apsw.VFS("counting", "unix")
    prototype = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.POINTER(ctypes.c_int))
    address = unix.xGetSystemCall("openDirectory")
    assert address is not None
    original = prototype(address)

    def counting(path: bytes, handle: object) -> int:
        calls.append(Path(path.decode()).name)
        return int(original(path, handle))

    callback = prototype(counting)  # lives as long as SQLite may call it
    pointer = ctypes.cast(callback, ctypes.c_void_p).value
    assert pointer is not None
    unix.xSetSystemCall("openDirectory", pointer)
    try:
        yield
    finally:
        unix.xSetSystemCall("openDirectory", address)
        unix.unregister()


@pytest.mark.skipif(sys.platform == "win32", reason="the rule is that of SQLite's unix VFS")
@pytest.mark.parametrize("synchronous", ["off", "normal", "full", "extra"])
@pytest.mark.parametrize("journal", ["wal", "delete", "truncate", "persist"])
def test_directories_are_synced_in_the_model_when_sqlite_really_does_it(
    tmp_path: Path, journal: str, synchronous: str
) -> None:
    calls: list[str] = []
    with PowerVFS(tmp_path / "disk", fsync=True) as vfs, counted_directory_syncs(calls):
        db = apsw.Connection(str(vfs.folder / "a.db"), vfs=vfs.name)
        configure(db, journal, synchronous)
        create(db)
        for k in range(1, 9):
            transact(db, k)
            assert vfs.directory_syncs == len(calls)
        db.close()
        assert vfs.directory_syncs == len(calls)
    assert (len(calls) > 0) is (synchronous != "off")
    assert (vfs.syncs.total() > 0) is (synchronous != "off")
