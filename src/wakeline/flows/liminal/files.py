"""Export and import the liminal state as five files: state, gaps, drifts, thresholds, wakes.

An export has the recent view, or everything. An import adds new entries only: an entry is
recognised by its time, so importing the same folder twice adds nothing.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NamedTuple

from wakeline.base.clock import Ulids, stored_moment
from wakeline.base.errors import HomeUnusable, Invalid, NotFound
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.liminal.crossing import liminal_config
from wakeline.flows.liminal.state import liminal_standing
from wakeline.liminal.export_files import (
    FILES,
    MOMENTS,
    READERS,
    STATE,
    UnreadableEntry,
    as_entry,
    parse_entry,
)
from wakeline.liminal.gap import discontinuity
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.liminal import (
    DriftObservation,
    GapExperience,
    LiminalConfig,
    ThresholdMoment,
    WakeDisorientation,
)
from wakeline.model.stored import table_of
from wakeline.ports.store import Change, Unit, View

MOST_ROWS = 1_000_000
MOST_FILE_BYTES = 67_108_864
MOST_TEXT_BYTES = 1_048_576


class LiminalExport(NamedTuple):
    """The folder of the files, and how many entries each file has."""

    folder: str
    entries: dict[str, int]


class LiminalImport(NamedTuple):
    """How many entries were new, by file, and how many existed already."""

    new: dict[str, int]
    known: int


def export_liminal(
    place: Place, folder: str | os.PathLike[str], *, everything: bool = False
) -> LiminalExport:
    """Write the five files: the recent view, or everything. Oldest entries first."""
    place.ask("export_liminal")
    config = liminal_config(place.settings)
    target = Path(folder)
    entries: dict[str, int] = {}
    found: dict[str, Any] = {STATE: as_entry(liminal_standing(place).state)}
    with place.store.reading() as view:
        for cls, file in FILES.items():
            most = MOST_ROWS if everything else _most(config, cls)
            rows = _rows(view, cls, most)
            found[file] = [as_entry(row) for row in reversed(rows)]
            entries[file] = len(rows)
    try:
        target.mkdir(parents=True, exist_ok=True)
        for file, content in found.items():
            beside = target / f"{file}.new"
            beside.write_text(json.dumps(content, ensure_ascii=False, indent=2), encoding="utf-8")
            beside.replace(target / file)
    except OSError as error:
        raise HomeUnusable(f"{target} cannot be written: {error.strerror}.") from error
    return LiminalExport(str(target), entries)


def _most(config: LiminalConfig, cls: type[Any]) -> int:
    if cls is DriftObservation:
        return config.max_drift_observations
    return config.max_threshold_moments if cls is ThresholdMoment else config.max_recent_gaps


def _rows(view: View, cls: type[Any], most: int) -> list[Any]:
    name = {
        WakeDisorientation: "disorientations",
        GapExperience: "gaps",
        DriftObservation: "drifts",
        ThresholdMoment: "thresholds",
    }[cls]
    return view.all(cls, f"pages.{name}", after=HIGHEST_ID, limit=most, thread_id=None)


def import_liminal(place: Place, folder: str | os.PathLike[str]) -> LiminalImport:
    """Import the files of a folder, all or none. The state is not read: it follows from them."""
    place.ask("import_liminal")
    read = {cls: _read(Path(folder), file, cls) for cls, file in FILES.items()}
    if all(rows is None for rows in read.values()):
        raise NotFound(
            f"there is none of {', '.join(FILES.values())} in {folder}.", todo="Name their folder."
        )
    new: dict[str, int] = {}
    known = 0
    with place.store.writing(place.by(actor="import", origin="import")) as unit:
        ids: dict[str, str] = {}  # from their id, or the time of a wake, to our id
        for cls in FILES:
            rows = read[cls] or []
            there = {_known_by(row) for row in _rows(unit, cls, MOST_ROWS)}
            fresh = [row for row in rows if _known_by(row) not in there]
            known += len(rows) - len(fresh)
            new[FILES[cls]] = len(fresh)
            unit.save_all(_changes(fresh, cls, ids))
        if new[FILES[GapExperience]]:
            _recompute_discontinuity(unit)
    return LiminalImport(new, known)


def _read(folder: Path, file: str, cls: type[Any]) -> list[Any] | None:
    path = folder / file
    try:
        if path.stat().st_size > MOST_FILE_BYTES:
            raise Invalid(f"{path} is larger than {MOST_FILE_BYTES:,} bytes.")
        raw = json.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Invalid(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise Invalid(f"{path} is not JSON.", todo="Nothing was taken in.") from error
    if not isinstance(raw, list):
        raise Invalid(f"{path} holds no list.", todo="Nothing was taken in.")
    rows = []
    for number, item in enumerate(raw, 1):
        try:
            rows.append(_admitted(READERS[cls](parse_entry(item))))
        except UnreadableEntry as error:
            raise Invalid(
                f"entry {number} of {path}: {error}.", todo="Nothing was taken in."
            ) from error
    return sorted(rows, key=lambda row: getattr(row, MOMENTS[cls]))


def _admitted(row: Any) -> Any:
    """The row with every text checked and redacted."""
    fields = {
        name: redact(clean_text(value, field=name, most_bytes=MOST_TEXT_BYTES))
        for name, value in row._asdict().items()
        if isinstance(value, str) and value.strip()
    }
    return row._replace(**fields)


def _known_by(row: Any) -> tuple[Any, ...]:
    """The key by which an entry is recognised in its file."""
    at = getattr(row, MOMENTS[type(row)])
    if isinstance(row, DriftObservation):
        return at, row.domain, row.subject
    return (at, row.type) if isinstance(row, ThresholdMoment) else (at,)


def _changes(rows: list[Any], cls: type[Any], ids: dict[str, str]) -> list[Change]:
    """The changes that save the rows, with new ids that sort by time."""
    made = Ulids()
    found = []
    for row in rows:
        at = getattr(row, MOMENTS[cls])
        own = row._replace(id=made.new(at))
        ids[row.id] = own.id
        if isinstance(row, WakeDisorientation):
            ids[stored_moment(at)] = own.id
        elif isinstance(row, GapExperience):  # the wake that ended it
            own = own._replace(session_id=ids.get(stored_moment(at), ""))
        elif isinstance(row, DriftObservation):
            own = own._replace(gap_id=ids.get(row.gap_id or ""))
        found.append(Change(f"{table_of(own).subject}.imported", own))
    return found


def _recompute_discontinuity(unit: Unit) -> None:
    """Compute the sense of discontinuity again: it depends on all gaps in their order."""
    gathered = 0.0
    changes = []
    for gap in sorted(_rows(unit, GapExperience, MOST_ROWS), key=lambda gap: gap.gap_end):
        gathered = discontinuity(gathered, gap.clock_duration, gap.felt_magnitude)
        if gathered != gap.discontinuity_sense:
            after = gap._replace(discontinuity_sense=gathered)
            changes.append(Change("gap.gathered", after, gap))
    unit.save_all(changes)
