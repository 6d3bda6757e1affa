"""Letters: written by the agent, or drafted from the log of a session that wrote none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.pages import HIGHEST_ID
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.recall.searchable import indexed_words, save_searchable
from wakeline.flows.session.current_session import own_session
from wakeline.flows.session.cut_off import MOST_TURNS
from wakeline.flows.writings.markdown_files import write_markdown_file
from wakeline.log.admit import clean_text
from wakeline.log.redact import redact
from wakeline.model.log import ORIGINS, TRUST, Episode, Origin
from wakeline.model.memory import Fact
from wakeline.model.session import Session
from wakeline.model.writings import Letter
from wakeline.ports.store import Unit, View
from wakeline.reading.session_log import least_trust
from wakeline.writings.letters import (
    TEXTS,
    letter_from_log,
    parse_stream,
    session_stream,
    stated_facts,
)

JOB: Final = "letter"
LATEST: Final = "latest"
MOST_LISTED: Final = 1000
MOST_TITLE: Final = 200
MOST_DRAFTED_FACTS: Final = 12


def write_letter(
    place: Place,
    *,
    title: str | None = None,
    facts: object = None,
    intent: str | None = None,
    stream: object = None,
    whats_next: str | None = None,
    composting: str | None = None,
    unfinished: str | None = None,
    session_id: str | None = None,
    actor: str | None = None,
    origin: Origin = "agent_inferred",
) -> Letter:
    """Write a letter to later sessions. Without `stream`, the stream is read from the log.

    Each of `facts` is checked against the stored facts: `key`, `key = value`, or a sentence.
    """
    place.ask("write_letter")
    origin = parse.choice(origin, ORIGINS, field="origin")
    most = place.settings.number("text.most_bytes")
    given = {"intent": intent, "whats_next": whats_next, "composting": composting}
    texts = {
        name: _text(value, name, most)
        for name, value in {**given, "unfinished": unfinished}.items()
    }
    of = own_session(place, session_id=session_id or place.current.session_id)
    by = place.by(actor=actor, origin=origin, session_id=of)
    with place.writing(by) as unit:
        session = unit.one(Session, "sessions.by_id", id=of) if of is not None else None
        turns = _turns(unit, session)
        letter = Letter(
            id=unit.new_id(),
            session_id=of,
            thread_id=None if session is None else session.thread_id,
            author="agent",
            title=parse.label(title, field="title", most=MOST_TITLE),
            facts=_admitted(stated_facts(facts, _lookup(unit)), "facts", most),
            stream=session_stream(turns) if stream is None else _stream(place, unit, stream, most),
            source_ids=(),
            origin=origin,
            trust=TRUST[origin],
            tokens=0,
            created_at=by.at,
            is_deleted=False,
            **texts,
        )
        if not (letter.facts or stream or any(texts.values())):
            raise Invalid(
                "the letter says nothing.", todo=f"Fill at least one of facts, {', '.join(TEXTS)}."
            )
        kept = save_searchable(
            unit, "letter.written", _counted(place, _with_sources(letter, turns), most)
        )
    write_markdown_file(place, kept)
    return kept


def draft_letter(place: Place, session_id: str) -> Letter | None:
    """The job `letter`: draft the letter of a session that ended and wrote none itself."""
    with place.store.writing(place.by(session_id=session_id)) as unit:
        session = unit.one(Session, "sessions.by_id", id=session_id)
        written = unit.all(Letter, "letters.of_session", session_id=session_id, limit=1)
        made = None
        turns = _turns(unit, session)
        if session is not None and session.state != "open" and turns and not written:
            facts = unit.all(
                Fact,
                "letters.facts_of_stretch",
                since=session.started_at,
                until=session.ended_at or unit.by.at,
                limit=MOST_DRAFTED_FACTS,
            )
            made = letter_from_log(session, turns, facts, id=unit.new_id(), at=unit.by.at)
            made = save_searchable(unit, "letter.drafted", with_letter_tokens(place, made))
        unit.run("jobs.done", name=JOB, key=session_id)
    if made is not None:
        write_markdown_file(place, made)
    return made


def get_letter(place: Place, letter_id: str = LATEST) -> Letter:
    """One letter, the latest unless another is named."""
    place.ask("recall")
    with place.store.reading() as view:
        if letter_id == LATEST:
            found = view.one(Letter, "letters.latest", before=HIGHEST_ID, limit=1)
        else:
            found = view.one(Letter, "letters.by_id", id=letter_id)
    if found is None or found.is_deleted:
        what = "no letter yet" if letter_id == LATEST else f"no letter {letter_id}"
        raise NotFound(f"there is {what}.", todo="`wakeline letters` lists them.")
    return found


def list_letters(
    place: Place,
    *,
    limit: int = MOST_LISTED,
    before: str | None = None,
    session_id: str | None = None,
    thread: str | None = None,
) -> list[Letter]:
    """Letters, newest first: all, or those of a session or a thread. `before` is the last id."""
    place.ask("recall")
    most = parse.whole_number(limit, field="limit", least=1, most=MOST_LISTED)
    with place.store.reading() as view:
        if session_id is not None:
            rows = view.all(Letter, "letters.of_session", session_id=session_id, limit=most)
            return [row for row in rows if thread is None or row.thread_id == thread]
        behind = parse.label(before, field="before") or HIGHEST_ID
        of = {"after": behind, "thread_id": parse.label(thread, field="thread"), "limit": most}
        return view.all(Letter, "pages.letters", **of)


def with_letter_tokens(place: Place, letter: Letter) -> Letter:
    """The letter with the tokens that its words take."""
    return letter._replace(tokens=place.tokens.count(indexed_words(letter)))


def _counted(place: Place, letter: Letter, most: int) -> Letter:
    if len(indexed_words(letter).encode()) > most:
        raise Invalid(f"the letter would be longer than {most:,} bytes.", todo="Say less.")
    return with_letter_tokens(place, letter)


def _with_sources(letter: Letter, turns: Sequence[Episode]) -> Letter:
    """The letter with the sources of its stream and facts, and no more trust than its turns."""
    ids = {entry["source_id"] for entry in letter.stream if "source_id" in entry}
    trust = min(letter.trust, least_trust(turns, ids)) if ids else letter.trust
    ids |= {fact["fact_id"] for fact in letter.facts if "fact_id" in fact}
    return letter._replace(source_ids=tuple(sorted(ids)), trust=trust)


def _turns(view: View, session: Session | None) -> list[Episode]:
    if session is None:
        return []
    return view.all(Episode, "log.of_session", session_id=session.id, limit=MOST_TURNS)


def _lookup(unit: Unit) -> Any:
    def fact(key: str) -> Fact | None:
        return unit.one(Fact, "memory.fact", key=key, now=unit.by.at)

    return fact


def _stream(place: Place, unit: Unit, given: object, most: int) -> tuple[dict[str, Any], ...]:
    zone = time_zone(place.identity.person_time_zone)
    return _admitted(parse_stream(given, at=unit.by.at, zone=zone), "stream", most)


def _admitted(
    entries: tuple[dict[str, Any], ...], field: str, most: int
) -> tuple[dict[str, Any], ...]:
    """Entries with their texts checked and redacted."""
    return tuple(
        {name: _text(value, field, most) if name in _SAID else value for name, value in e.items()}
        for e in entries
    )


_SAID: Final = frozenset({"text", "value"})


def _text(value: str | None, field: str, most: int) -> str | None:
    if value is None or value == "" or str(value).isspace():
        return None
    return redact(clean_text(value, field=field, most_bytes=most)).strip()
