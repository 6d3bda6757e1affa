"""Turn input from outside into values, or raise an error that says what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from wakeline.base.errors import Invalid, NotFound
from wakeline.model.agenda import Project
from wakeline.ports.store import View

Choice = TypeVar("Choice", bound=str)
Row = TypeVar("Row")
MOST_LABEL = 200
SHORTEST_SECRET = 12  # no secret that is redacted is shorter; most labels are
EARLIEST_YEAR = 1000
MOST_DIGITS = 18


def moment(value: object, *, field: str, now: datetime) -> datetime:
    """A moment with a time zone: an aware datetime, or ISO 8601 text with an offset."""
    if value is None:
        return now
    if type(value) is datetime and value.tzinfo is UTC and value.year >= EARLIEST_YEAR:
        return value  # the usual case
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            raise Invalid(
                f"{field} is {value!r}, which is not a date and time.",
                todo="Write it as 2026-03-01T09:00:00Z.",
            ) from None
    if not isinstance(value, datetime):
        raise Invalid(
            f"{field} is a {type(value).__name__}.", todo="Give a datetime with a time zone."
        )
    if value.tzinfo is None or value.utcoffset() is None:
        raise Invalid(
            f"{field} is {value.isoformat()}, which has no time zone.",
            todo="Add one, for example Z, +01:00, or tzinfo=UTC.",
        )
    return _within_range(value, field)


def _within_range(value: datetime, field: str) -> datetime:
    # Years of four digits keep the written form sortable as text.
    try:
        value = value.astimezone(UTC)
    except (OverflowError, ValueError):
        value = datetime.min.replace(tzinfo=UTC)
    if value.year < EARLIEST_YEAR:
        raise Invalid(f"{field} lies outside the years 1000 to 9999.", todo="Check the date.")
    return value


def label(value: object, *, field: str, most: int = MOST_LABEL) -> str | None:
    """A short name such as a thread's or a speaker's, without secrets; None if it is empty."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise Invalid(f"{field} must be text, not {type(value).__name__}.", todo="Give a string.")
    value = value.strip()
    if len(value) > most or not (value.isprintable() or _is_plain(value)):
        raise Invalid(
            f"{field} is too long or holds control characters.",
            todo=f"Use up to {most} printable characters.",
        )
    if len(value) < SHORTEST_SECRET:
        return value or None
    return _redacted(value)


@lru_cache(maxsize=1024)
def _redacted(name: str) -> str:
    # A few names repeat often. Imported on first use: most wakes have no name to redact.
    from wakeline.log.redact import redact

    return redact(name)


def labels(values: object, *, field: str) -> tuple[str, ...]:
    """Several short names, such as the ids of sources."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise Invalid(f"{field} is {values!r}.", todo="Give a list of texts.")
    found = (label(value, field=field) for value in values)
    return tuple(name for name in found if name is not None)


def _is_plain(value: str) -> bool:
    """Whether a text has no control characters or surrogates; other invisible ones may be in it."""
    return not any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF for c in value)


def choice(value: object, allowed: Sequence[Choice], *, field: str) -> Choice:
    """One of a list of words."""
    if value in allowed:
        return value  # type: ignore[return-value]  # not `cast`: a call, several times a turn
    raise Invalid(f"{field} is {value!r}.", todo=f"Use one of {', '.join(allowed)}.")


def whole_number(value: object, *, field: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Invalid(f"{field} is {value!r}.", todo=f"Use a whole number from {least} to {most}.")
    return value


def scaled_importance(value: object, *, field: str = "importance") -> float:
    """Importance as people give it, 1 to 10, turned into the stored scale, 0 to 1."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 10:
        return value / 10
    raise Invalid(f"{field} is {value!r}.", todo="Use a number from 1 to 10.")


def fraction(value: object, *, field: str) -> float:
    """A number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise Invalid(f"{field} is {value!r}.", todo="Give a number from 0 to 1.")
    return float(value)


def mapping(value: object, *, field: str) -> dict[str, Any]:
    """A dict with text keys, such as the extra fields of a turn; empty for None."""
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise Invalid(f"{field} must be an object with text keys.", todo="Give a dict.")
    return value


def is_number(text: str) -> bool:
    """Whether a text is a number that both engines can look up."""
    return text.isdecimal() and len(text) <= MOST_DIGITS


def project_id(value: object, view: View) -> str | None:
    """The id of a project named by its key, its number, or the id itself."""
    if value is None:
        return None
    found: Project | None = None
    if isinstance(value, int) and is_number(str(value)):
        found = view.one(Project, "agenda.project_by_number", number=value)
    elif isinstance(value, str):
        found = view.one(Project, "agenda.project_by_key", key=value)
        if found is None and is_number(value):
            found = view.one(Project, "agenda.project_by_number", number=int(value))
        if found is None:
            found = view.one(Project, "agenda.project", id=value)
    if found is None or found.is_deleted:
        raise NotFound(f"there is no project {value!r}.", todo="Add it first.")
    return found.id


def rows_of_thread(rows: list[Row], thread: str | None) -> list[Row]:
    """The rows that belong to a thread; all rows if no thread is named."""
    name = label(thread, field="thread")
    return [row for row in rows if name is None or getattr(row, "thread_id", None) == name]
