"""Power loss in the middle of real operations: nothing acknowledged is lost, nothing is corrupt.

An agent lives a random life on a disk whose power can go (`power_vfs`). At random
moments, inside commits and inside checkpoints, an image of what may be left is taken and
opened as a home: SQLite finds the file whole, the schema is the one that was made, every
event played again gives the tables, full text and entities are what the log says, and the
log is the one that was written, at least as far as it had been acknowledged.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import pytest

import wakeline
from tests.builders import PERSON, START, an_event, an_exchange, select
from tests.durability.power_vfs import Kind, PowerVFS
from tests.durability.replay import differences
from wakeline.base.clock import FixedClock, Ids, Ulids
from wakeline.base.config import load_settings
from wakeline.base.errors import WakelineError
from wakeline.engine import Home
from wakeline.ports.gate import OpenGate
from wakeline.store.file_cache import TextCache
from wakeline.store.folder import DATABASE, FolderHome, FolderStore
from wakeline.store.sqlite import SqliteStore

PAGES_UNTIL_CHECKPOINT = 60  # a thousand by default: too seldom to be caught in the act
SETTINGS = {"archive.files": "false"}  # those files do not pass the simulated disk
# What a file that was torn makes of its readers: rows may lack what they always have.
RUIN = (
    *(WakelineError, apsw.Error, AssertionError),
    *(ValueError, TypeError, KeyError, AttributeError),
)
MEDIA = [
    pytest.param(512, True, id="512-byte-sectors"),
    pytest.param(4096, True, id="4096-byte-sectors"),
    pytest.param(4096, False, id="4096-byte-sectors-that-harm-their-neighbours"),
]


class PoweredStore(FolderStore):
    """An agent's file on a disk whose power can go."""

    def __init__(self, folder: str, ids: Ids, *, vfs: str, synchronous: str) -> None:
        path = os.path.join(folder, DATABASE)
        SqliteStore.__init__(self, path, ids, synchronous=synchronous, vfs=vfs)
        self.folder = folder
        self._texts = TextCache()

    def _connection(self) -> apsw.Connection:
        connection = super()._connection()
        connection.execute(f"PRAGMA wal_autocheckpoint={PAGES_UNTIL_CHECKPOINT}").fetchall()
        return connection


class PoweredHome(FolderHome):
    """A home that opens its agents so."""

    def __init__(self, folder: str, vfs: PowerVFS, ids: Ids, synchronous: str) -> None:
        super().__init__(folder, tenant_id="default", clock=CLOCK, ids=ids)
        self._vfs = vfs
        self._power_ids = ids
        self._sync = synchronous

    def _store(self, folder: str) -> FolderStore:
        return PoweredStore(folder, self._power_ids, vfs=self._vfs.name, synchronous=self._sync)


CLOCK = FixedClock(START)


@dataclass(frozen=True)
class Cut:
    """One image: when it was taken, and what a program that starts after the cut finds."""

    operation: int
    kind: Kind | None
    file: str
    during: str
    acknowledged: int
    log: list[str]
    fault: str


@dataclass
class Camera:
    """Takes images at random operations of the disk, and judges each at once."""

    vfs: PowerVFS
    images: Path
    chance: random.Random
    rate: float
    schema: list[Any]
    during: str = ""
    acknowledged: int = 0
    cuts: list[Cut] = field(default_factory=list)

    def watch(self, operation: int, kind: Kind, path: Path) -> None:
        # A checkpoint writes little and seldom, and syncs are few; they are looked at more closely.
        closer = 20 if kind == "sync" else 1 if path.name.endswith("-wal") else 5
        if self.chance.random() < closer * self.rate:
            self.take(operation, kind, path.name)

    def take(self, operation: int, kind: Kind | None, file: str) -> None:
        home = self.images / f"home-{len(self.cuts)}"
        self.vfs.image(home / "agents" / "ash", self.chance)
        log, fault = judged(home, self.schema, goes_on=self.chance.random() < 0.1)
        self.cuts.append(Cut(operation, kind, file, self.during, self.acknowledged, log, fault))
        shutil.rmtree(home)


def judged(home: Path, schema: list[Any], *, goes_on: bool) -> tuple[list[str], str]:
    """The hashes of the log that is left, and what is wrong with it."""
    try:
        with wakeline.open(home, clock=CLOCK, settings=SETTINGS) as opened:
            ash = opened.agent("ash", create=False)
            found = [*_corruption(ash, schema), *differences(ash.place.store)]
            report = ash.verify()
            found += [str(check) for check in report.checks if not check.ok]
            log = log_of(ash)
            if goes_on and not found:
                ash.wake()
                kept = an_exchange(ash, 999_999)
                assert {
                    hit.id for hit in ash.recall("question999999 answer999999", strategy="fulltext")
                } == {*kept.ids}
            return log, "; ".join(found)
    except RUIN as ruin:
        return [], f"{type(ruin).__name__}: {ruin}"


def _corruption(ash: wakeline.Agent, schema: list[Any]) -> list[str]:
    found = [str(row[0]) for row in select(ash, "PRAGMA integrity_check") if row[0] != "ok"]
    return found if schema_of(ash) == schema else [*found, "the schema is another one"]


def schema_of(ash: wakeline.Agent) -> list[Any]:
    return select(ash, "SELECT type, name, sql FROM sqlite_schema ORDER BY name")


def log_of(ash: wakeline.Agent) -> list[str]:
    """The hash of every line of the log, in order."""
    return [
        row[0]
        for row in select(
            ash,
            "SELECT line_hash FROM (SELECT seq, line_hash FROM episodes UNION ALL "
            "SELECT seq, line_hash FROM events) ORDER BY seq",
        )
    ]


# -- a random life


class Life:
    """One operation after the other, each by chance."""

    def __init__(self, ash: wakeline.Agent, chance: random.Random) -> None:
        self.ash = ash
        self.chance = chance
        self.number = 0
        self.ids: list[str] = []
        self.memories: list[str] = []
        self.tasks: list[int] = []

    def do(self, name: str) -> None:
        self.number += 1
        getattr(self, name)()

    def next_thing(self) -> str:
        """The name of what is done next."""
        if self.ash.session_id is None:
            return "wake"
        return self.chance.choices(
            ["record", "observe", "import_", "fact", "memory", "change", "task", "end", "forget"],
            [8, 3, 3, 4, 2, 2, 2, 3, 1],
        )[0]

    def wake(self) -> None:
        self.ash.wake(thread=self.chance.choice([None, "garden"]))

    def record(self) -> None:
        words = "long " * self.chance.choice([1, 1, 1, 3000])
        kept = self.ash.record(user=f"{words}question{self.number}", agent=f"answer{self.number}")
        self.ids += kept.ids

    def observe(self) -> None:
        self.ids += self.ash.observe(**an_event(self.number), thread="garden").ids

    def import_(self) -> None:
        first = self.number * 1000
        events = [an_event(n, source_id=f"s{n}") for n in range(first, first + 40)]
        self.ids += self.ash.observe_many(events).ids

    def fact(self) -> None:
        self.ash.facts.set(f"key{self.chance.randrange(3)}", f"value{self.number}")

    def memory(self) -> None:
        memory = self.ash.memories.add(f"Memory number {self.number}.", pinned=True)
        self.memories.append(memory.id)

    def change(self) -> None:
        if self.memories:
            change: Callable[[str], Any] = self.chance.choice(
                [self.ash.memories.pin, self.ash.memories.delete]
            )
            change(self.memories.pop(self.chance.randrange(len(self.memories))))

    def task(self) -> None:
        if self.tasks and self.chance.random() < 0.5:
            self.ash.tasks.move(self.chance.choice(self.tasks), "done")
        else:
            self.tasks.append(self.ash.tasks.add(f"Task {self.number}").number)

    def end(self) -> None:
        self.ash.end(summary=f"summary{self.number}", message_to_next="go on")

    def forget(self) -> None:
        if self.ids:
            self.ash.forget(self.ids.pop(self.chance.randrange(len(self.ids))))


def cuts_of_a_life(
    tmp_path: Path,
    *,
    operations: int,
    rate: float,
    sector: int = 512,
    powersafe: bool = True,
    synchronous: str = "FULL",
    seed: int = 1,
) -> list[Cut]:
    """Live on a disk that is cut at about `rate` of its operations; what each cut leaves."""
    CLOCK.set(START)
    folder = tmp_path / "home"
    with wakeline.open(folder, clock=CLOCK, ids=Ulids(seed)) as home:
        first = home.agent("ash", person=PERSON)
        schema = schema_of(first)
        made = len(log_of(first))
    chance = random.Random(seed)
    with PowerVFS(folder / "agents" / "ash", sector=sector, powersafe=powersafe) as vfs:
        port = PoweredHome(str(folder), vfs, Ulids(seed + 1), synchronous)
        powered = Home(port, load_settings(None, {}, SETTINGS), CLOCK, Ulids(seed + 1), OpenGate())
        ash = powered.agent("ash", create=False)
        camera = Camera(vfs, tmp_path / "images", chance, rate, schema, acknowledged=made)
        life = Life(ash, chance)
        for _ in range(operations):
            camera.during = life.next_thing()
            vfs.on_operation = camera.watch
            life.do(camera.during)
            vfs.on_operation = None  # what follows only reads, and is not part of the life
            camera.acknowledged = len(log_of(ash))
        whole = log_of(ash)
        vfs.on_operation = camera.watch
        powered.close()
        vfs.on_operation = None
        for _ in range(3):
            camera.take(vfs.operations + 1, None, "")
    assert all(cut.log == whole[: len(cut.log)] for cut in camera.cuts if not cut.fault)
    return camera.cuts


def ruins(cuts: list[Cut]) -> list[Cut]:
    return [cut for cut in cuts if cut.fault]


def losses(cuts: list[Cut]) -> list[Cut]:
    return [cut for cut in cuts if not cut.fault and len(cut.log) < cut.acknowledged]


def moments(cuts: list[Cut]) -> Counter[tuple[Kind | None, str]]:
    return Counter((cut.kind, cut.file) for cut in cuts)


def test_no_cut_of_a_short_life_loses_or_ruins_anything(tmp_path: Path) -> None:
    cuts = cuts_of_a_life(tmp_path, operations=40, rate=0.01)
    assert len(cuts) >= 15
    assert ruins(cuts) == losses(cuts) == []


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("sector", "powersafe"), MEDIA)
def test_no_cut_of_a_long_life_loses_or_ruins_anything(
    tmp_path: Path, sector: int, powersafe: bool
) -> None:
    cuts = cuts_of_a_life(
        tmp_path, operations=60, rate=0.015, sector=sector, powersafe=powersafe, seed=sector
    )
    assert len(cuts) >= 100
    assert ruins(cuts) == losses(cuts) == []
    in_commit = {("write", "memory.db-wal"), ("sync", "memory.db-wal")}
    in_checkpoint = {("write", "memory.db"), ("sync", "memory.db")}
    assert moments(cuts).keys() >= in_commit | in_checkpoint


def test_without_syncs_the_same_life_is_lost_so_the_simulation_would_see_it(
    tmp_path: Path,
) -> None:
    cuts = cuts_of_a_life(tmp_path, operations=30, rate=0.01, synchronous="OFF")
    assert ruins(cuts) or losses(cuts)


def test_normal_synchronisation_may_lose_the_last_writes_but_ruins_nothing(tmp_path: Path) -> None:
    cuts = cuts_of_a_life(tmp_path, operations=30, rate=0.015, synchronous="NORMAL")
    assert len(cuts) >= 15
    assert ruins(cuts) == []
