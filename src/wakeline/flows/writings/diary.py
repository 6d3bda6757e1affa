"""The agent's diary: one document a day, to which sections are added."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Final

from wakeline.base.clock import stored_moment
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.recall.recall import recall
from wakeline.flows.recall.searchable import save_searchable
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import TRUST, Origin
from wakeline.model.memory import DiaryPage, Hit

MOST_LISTED: Final = 1000


def write_diary(
    place: Place,
    text: str,
    *,
    day: str | None = None,
    mood: str | None = None,
    location: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
    session_id: str | None = None,
) -> DiaryPage:
    """Add a section to the page of a day, today's unless another is named."""
    place.ask("write_diary")
    now = place.clock.now()
    most = place.settings.number("text.most_bytes")
    section: dict[str, Any] = {
        "at": stored_moment(now),
        "text": redact(clean_text(text, field="text", most_bytes=most)),
    }
    for name, value in (("mood", mood), ("location", location)):
        label = parse.label(value, field=name)
        if label is not None:
            section[name] = label
    on = _day(place, day, now)
    by = place.by(actor=actor, origin=origin, session_id=session_id, at=now)
    with place.writing(by) as unit:
        before = unit.one(DiaryPage, "memory.diary_page", day=on)
        page = before or DiaryPage(
            unit.new_id(), on, (), origin, TRUST[origin], 0, now, now, is_deleted=False
        )
        sections = (*page.sections, section)
        words = "\n".join(each["text"] for each in sections)
        if len(words.encode()) > most:
            raise Invalid(
                f"the page of {on} would be longer than {most:,} bytes.", todo="Say less."
            )
        weaker = min(page.origin, origin, key=TRUST.__getitem__)
        after = page._replace(
            sections=sections,
            tokens=place.tokens.count(words),
            origin=weaker,
            trust=TRUST[weaker],
            updated_at=now,
        )
        return save_searchable(unit, "diary_page.written", after, before)


def show_diary(place: Place, day: str | None = None) -> DiaryPage:
    """The page of a day with all its sections, today's unless another is named."""
    place.ask("recall")
    on = _day(place, day, place.clock.now())
    with place.store.reading() as view:
        found = view.one(DiaryPage, "memory.diary_page", day=on)
    if found is None:
        raise NotFound(f"nothing was written on {on}.", todo="`wakeline diary list` shows days.")
    return found


def list_diary(
    place: Place, *, limit: int = MOST_LISTED, before: str | None = None
) -> list[DiaryPage]:
    """The pages, the latest day first; `before` is the last day that was listed already."""
    place.ask("recall")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        return view.all(
            DiaryPage,
            "memory.diary",
            limit=most,
            before=parse.label(before, field="before") or HIGHEST_ID,
        )


def search_diary(place: Place, query: str, *, k: int = 10) -> list[Hit]:
    """The pages that answer a question best."""
    return recall(place, query, k=k, kinds=["diary"])


def _day(place: Place, day: str | None, now: datetime) -> str:
    today = now.astimezone(time_zone(place.identity.person_time_zone)).date()
    given = parse.label(day, field="day")
    if given is None:
        return today.isoformat()
    try:
        found = date.fromisoformat(given)
    except ValueError:
        found = None
    if found is None or found.isoformat() != given:
        raise Invalid(f"day is {given!r}.", todo="Write it as 2026-03-01.")
    if found > today:
        raise Invalid(f"{given} is in the future.", todo="Give today or an earlier day.")
    return given
