"""Note what each contact was told, list it, and compare a draft with it before it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any

from wakeline.base.clock import read_moment
from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.beliefs.comms import Clash, clash, sentences, vocabulary
from wakeline.beliefs.decisions import Similarity
from wakeline.flows.beliefs.check_decisions import word_similarity
from wakeline.flows.beliefs.decisions import text_to_keep
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.language.ages import day_text
from wakeline.liminal.reversal import reverses
from wakeline.log.admit import clean_text
from wakeline.model.decision import CommsWarning, Contact, Telling
from wakeline.model.log import ORIGINS, TRUST, Origin

MOST_BYTES = 16_384
MOST_DRAFT_BYTES = 65_536
MOST_LISTED = 1_000
MOST_COMPARED = 500  # tellings, the newest
MOST_WARNINGS = 20


def note_telling(
    place: Place,
    contact: str,
    text: str,
    *,
    topic: str | None = None,
    told_at: datetime | str | None = None,
    source_ids: Sequence[str] = (),
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Telling:
    """Note what a contact was told."""
    place.ask("note_telling")
    now = place.clock.now()
    name, key = _contact(contact)
    kept = text_to_keep(text, field="text", most=MOST_BYTES)
    if kept is None:
        raise Invalid("the telling has no text.", todo="Give what was said.")
    at = parse.moment(told_at, field="told_at", now=now)
    origin = parse.choice(origin, ORIGINS, field="origin")
    with place.writing(place.by(actor=actor, origin=origin, at=now)) as unit:
        made = Telling(
            id=unit.new_id(),
            contact=name,
            contact_key=key,
            topic=parse.label(topic, field="topic"),
            said=kept,
            told_at=at,
            withdrawn_at=None,
            source_ids=parse.labels(source_ids, field="source_ids"),
            origin=origin,
            trust=TRUST[origin],
            tokens=place.tokens.count(kept),
            created_at=now,
            thread_id=place.thread(unit),
        )
        return unit.save("telling.noted", made)


def tellings_to(
    place: Place, contact: str, *, topic: str | None = None, limit: int = MOST_LISTED
) -> list[Telling]:
    """What a contact was told, the newest first; on one topic if it is named."""
    _, key = _contact(contact)
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    on = parse.label(topic, field="topic")
    with place.store.reading() as view:
        return view.all(Telling, "comms.about", contact_key=key, topic=on, limit=most)


def list_tellings(
    place: Place, *, thread: str | None = None, limit: int = MOST_LISTED
) -> list[Telling]:
    """What anybody was told, the newest first; in one thread if it is named."""
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    within = parse.label(thread, field="thread")
    with place.store.reading() as view:
        return view.all(Telling, "comms.all", thread_id=within, limit=most)


def list_contacts(place: Place) -> list[Contact]:
    """The contacts that were told something, the most recently told first."""
    with place.store.reading() as view:
        rows = list(view.tuples("comms.contacts", limit=MOST_LISTED))
    return [Contact(name, int(number), _moment(at)) for name, number, at in rows]


def withdraw_telling(
    place: Place, telling_id: str, *, actor: str | None = None, origin: Origin = "user_direct"
) -> Telling:
    """Mark a telling as withdrawn: it was not said after all, or was taken back. Its row stays."""
    place.ask("withdraw_telling")
    with place.writing(place.by(actor=actor, origin=origin)) as unit:
        before = unit.one(Telling, "comms.by_id", id=telling_id)
        if before is None:
            raise NotFound(
                f"there is no telling {telling_id}.",
                todo="`wakeline comms about` shows them.",
            )
        if before.withdrawn_at is not None:
            raise Conflict(f"{telling_id} was taken back already.")
        after = before._replace(withdrawn_at=unit.by.at)
        return unit.save("telling.withdrawn", after, before)


def check_draft(place: Place, contact: str, draft: str) -> list[CommsWarning]:
    """Where a draft contradicts or repeats what its reader was told; contradictions first."""
    text = clean_text(draft, field="draft", most_bytes=MOST_DRAFT_BYTES)
    rows = tellings_to(place, contact, limit=MOST_COMPARED)
    drafted = sentences(text)
    before = [(row, sentence) for row in rows for sentence in sentences(row.said)]
    if not drafted or not before:
        return []
    alike = _both_ways(place, vocabulary(s for _, s in before), vocabulary(drafted))
    zone = time_zone(place.identity.person_time_zone)
    found = []
    for now in drafted:
        for row, then in before:
            seen = clash(then, now, alike, reverses)
            if seen is not None:
                found.append(_warning(seen, row, now.text, zone))
                break  # the newest telling on the matter is enough
    found.sort(key=lambda each: each.kind != "contradiction")
    return found[:MOST_WARNINGS]


def _warning(seen: Clash, row: Telling, sentence: str, zone: tzinfo) -> CommsWarning:
    day = day_text(row.told_at, zone)
    told = f"On {day} you told {row.contact}: {row.said.rstrip('.')}. Now {seen.why}."
    if seen.kind == "repetition":
        told = f"You told {row.contact} this on {day} already: {row.said.rstrip('.')}."
    return CommsWarning(seen.kind, sentence, row, seen.why, told)


def _both_ways(place: Place, *lists: list[str]) -> Similarity:
    """A function for how near in meaning any two words of all lists are."""
    words = list(dict.fromkeys(word for each in lists for word in each))
    return word_similarity(place, words, words)


def _contact(name: str) -> tuple[str, str]:
    given = parse.label(name, field="contact")
    if given is None:
        raise Invalid("the contact has no name.", todo="Say who it is.")
    return given, " ".join(given.casefold().split())


def _moment(value: Any) -> datetime:
    return read_moment(value) if isinstance(value, str) else value
