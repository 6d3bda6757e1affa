"""Letters from one session to later ones: six sections, written by the agent or read from the log.

Values in, a letter or its page out. It does not know where facts are looked up or how a letter is
stored; whoever stores it counts its tokens. Composting (ideas kept for later) stays empty in a
letter from the log, because nobody wrote it down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any, Final

from wakeline.base.clock import read_moment, stored_moment
from wakeline.base.errors import Invalid
from wakeline.language.ages import moment_text
from wakeline.language.markdown import neutralise_markdown
from wakeline.language.sentences import SpokenTurn, clip, quote, spoken_turns
from wakeline.language.words import is_substantial
from wakeline.model.log import Episode
from wakeline.model.memory import Fact
from wakeline.model.session import Session
from wakeline.model.writings import MOST_FACTS, MOST_STREAM, Letter
from wakeline.reading.session_log import SessionReading, least_trust, read_log
from wakeline.reading.titles import is_request, substantial_sentence

STREAM_CHARACTERS: Final = 160
INTENT_CHARACTERS: Final = 300
EARLIEST, LATEST = 1000, 9998
TEXTS: Final = ("intent", "whats_next", "composting", "unfinished")
HEADINGS: Final = {
    "facts": "Facts",
    "intent": "Session Intent",
    "stream": "Stream",
    "whats_next": "What's Next",
    "composting": "Composting",
    "unfinished": "What's Unfinished",
}
BY_THE_LOG: Final = "Drafted from the log: the session wrote no letter of its own."

Lookup = Callable[[str], Fact | None]


# -- written by the agent


def stated_facts(given: object, lookup: Lookup) -> tuple[dict[str, Any], ...]:
    """The statements of a letter, each checked against the facts.

    A statement is `key`, `key = value`, or a sentence.
    """
    if given is None:
        return ()
    if isinstance(given, Mapping):
        given = [f"{key} = {value}" for key, value in given.items()]
    if isinstance(given, str):
        given = [line.removeprefix("- ") for line in given.splitlines() if line.strip()]
    if not isinstance(given, Sequence) or not all(isinstance(item, str) for item in given):
        raise Invalid(f"facts is {given!r}.", todo="Give a list of texts, or keys with values.")
    if len(given) > MOST_FACTS:
        raise Invalid(f"the letter states {len(given)} facts.", todo=f"Name at most {MOST_FACTS}.")
    return tuple(_stated(" ".join(text.split()), lookup) for text in given if text.strip())


def _stated(text: str, lookup: Lookup) -> dict[str, Any]:
    key, is_told, value = (part.strip() for part in text.partition("="))
    fact = lookup(key)
    if fact is None:
        return {"text": text, "standing": "unverified"}
    about = {"key": fact.key, "value": fact.value, "fact_id": fact.id}
    if is_told and _plain(value) != _plain(fact.value):
        return {
            "text": text,
            "standing": "contradicted",
            "key": fact.key,
            "value": value,
            "fact_id": fact.id,
            "holds": fact.value,
        }
    return {"text": f"{fact.key} = {fact.value}", "standing": "verified", **about}


def _plain(value: str) -> str:
    return " ".join(value.casefold().split())


def parse_stream(given: object, *, at: datetime, zone: tzinfo) -> tuple[dict[str, Any], ...]:
    """The entries of a given stream: texts, or objects with `at` and `text`.

    A text may begin with a time of the letter's day, as in `09:40 sent the invoice`.
    """
    if isinstance(given, str):
        given = [line.removeprefix("- ") for line in given.splitlines() if line.strip()]
    if isinstance(given, Mapping) or not isinstance(given, Sequence):
        raise Invalid(f"stream is {given!r}.", todo="Give a list of texts.")
    if len(given) > MOST_STREAM:
        raise Invalid(f"the stream has {len(given)} entries.", todo=f"Use at most {MOST_STREAM}.")
    return tuple(_told(item, at, zone) for item in given)


def _told(item: object, at: datetime, zone: tzinfo) -> dict[str, Any]:
    if isinstance(item, Mapping) and item.keys() <= {"at", "text"}:
        text, moment = item.get("text"), item.get("at")
        if isinstance(moment, datetime):
            moment = moment.isoformat()
        if isinstance(text, str) and text.strip() and isinstance(moment, str | None):
            return {
                "at": stored_moment(_moment(moment)) if moment else stored_moment(at),
                "text": text.strip(),
            }
    if isinstance(item, str) and item.strip():
        clock, _, rest = item.strip().partition(" ")
        local = _clock_time(clock, at.astimezone(zone))
        if local is not None and rest.strip():
            return {"at": stored_moment(local), "text": rest.strip()}
        return {"at": stored_moment(at), "text": item.strip()}
    raise Invalid(
        f"an entry of the stream is {item!r}.",
        todo="Give a text, or an object with text and at, a moment with its time zone.",
    )


def _moment(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    # A year at either end of the range could not be converted to another time zone.
    if found is None or found.utcoffset() is None or not EARLIEST <= found.year <= LATEST:
        raise Invalid(f"{text!r} is no moment.", todo="Write it as 2026-03-01T09:00:00Z.")
    return found


def _clock_time(word: str, day: datetime) -> datetime | None:
    """The moment of a word such as `09:40` on a day; None if it is no time."""
    hours, colon, minutes = word.partition(":")
    if not (colon and hours.isdecimal() and minutes.isdecimal() and len(minutes) == 2):
        return None
    if len(hours) > 2 or int(hours) > 23 or int(minutes) > 59:
        return None
    return day.replace(hour=int(hours), minute=int(minutes), second=0, microsecond=0)


# -- read from the log


def letter_from_log(
    session: Session, turns: Sequence[Episode], facts: Sequence[Fact], *, id: str, at: datetime
) -> Letter:
    """The letter of a session that wrote none: only what its log and the facts say."""
    read = read_log(turns)
    dialogue = spoken_turns(turns)
    stream = session_stream(turns)
    intent = next((said for said in dialogue if is_request(said)), None)
    sources = {entry["source_id"] for entry in stream} | {fact.id for fact in facts}
    sources |= {commitment.episode_id for commitment in read.commitments}
    sources |= {question.episode_id for question in read.questions}
    if intent is not None:
        sources.add(intent.episode.id)
    if read.last_request is not None and not read.last_request.is_answered:
        sources.add(read.last_request.quote.episode_id)
    title = read.title
    if title is not None and title.source_id is not None:
        sources.update((title.source_id, *title.topic_ids))
    source_ids = tuple(sorted(sources))
    return Letter(
        id=id,
        session_id=session.id,
        thread_id=session.thread_id,
        author="log",
        title=title.text if title else None,
        facts=tuple(verified_fact(fact) for fact in facts),
        intent=_intent(intent) if intent else None,
        stream=stream,
        whats_next=_lines(f"{c.speaker}: {c.text}" for c in read.commitments),
        composting=None,
        unfinished=_unfinished(read),
        source_ids=source_ids,
        origin="agent_inferred",
        trust=least_trust(turns, source_ids),
        tokens=0,
        created_at=at,
        is_deleted=False,
    )


def verified_fact(fact: Fact) -> dict[str, Any]:
    """A fact as a verified statement of a letter."""
    text = f"{fact.key} = {fact.value}"
    about = {"key": fact.key, "value": fact.value, "fact_id": fact.id}
    return {"text": text, "standing": "verified", **about}


def session_stream(turns: Sequence[Episode]) -> tuple[dict[str, Any], ...]:
    """What was done when: turns of the agent and results of tools; all turns if there are none.

    Of too many, the first, the last and the most important ones are kept, in their order.
    """
    alive = [turn for turn in turns if turn.forgotten_at is None and turn.text.strip()]
    done = [turn for turn in alive if turn.role == "agent" or turn.kind == "tool_result"] or alive
    if len(done) > MOST_STREAM:
        between = sorted(done[1:-1], key=lambda turn: (-turn.importance, turn.seq))
        done = sorted([done[0], done[-1], *between[: MOST_STREAM - 2]], key=lambda turn: turn.seq)
    return tuple(
        {"at": stored_moment(turn.at), "text": _action(turn), "source_id": turn.id} for turn in done
    )


def _action(turn: Episode) -> str:
    """The first substantial sentence of a turn."""
    for said in spoken_turns([turn]):
        found = next((s.text for s in said.sentences if is_substantial(s.surfaces)), None)
        text = clip(found or turn.text, STREAM_CHARACTERS)
        return text if turn.role == "agent" else f"{turn.speaker}: {text}"
    return f"{turn.speaker}: {clip(turn.text, STREAM_CHARACTERS)}"


def _intent(said: SpokenTurn) -> str:
    found = substantial_sentence(said)
    text = said.episode.text if found is None else found.text
    words = quote(said, text, INTENT_CHARACTERS)
    return f"{words.speaker}: {words.text}"


def _unfinished(read: SessionReading) -> str | None:
    said = []
    if read.last_request is not None and not read.last_request.is_answered:
        asked = read.last_request.quote
        said.append(f"not answered: {asked.speaker}: {clip(asked.text, STREAM_CHARACTERS)}")
    said += [f"asked last: {question.speaker}: {question.text}" for question in read.questions]
    if read.errors:
        said.append(f"errors that the log recorded: {read.errors}")
    return _lines(said)


def letter_without(
    letter: Letter, session: Session | None, turns: Sequence[Episode], gone: frozenset[str]
) -> Letter:
    """A letter without forgotten turns and facts; the agent's own words stay."""
    facts = tuple(fact for fact in letter.facts if fact.get("fact_id") not in gone)
    if letter.author == "log" and session is not None:
        made = letter_from_log(session, turns, (), id=letter.id, at=letter.created_at)
        known = {fact["fact_id"] for fact in facts}
        return made._replace(facts=facts, source_ids=tuple(sorted({*made.source_ids, *known})))
    stream = tuple(entry for entry in letter.stream if entry.get("source_id") not in gone)
    left = tuple(source for source in letter.source_ids if source not in gone)
    return letter._replace(facts=facts, stream=stream, source_ids=left)


# -- for people


def letter_sections(letter: Letter, zone: tzinfo) -> list[tuple[str, str]]:
    """The sections of a letter, name and text; empty ones are left out."""
    found = {
        "facts": _lines(map(fact_line, letter.facts)),
        "stream": _lines(stream_line(entry, zone) for entry in letter.stream),
        **{name: getattr(letter, name) for name in TEXTS},
    }
    return [(name, text) for name in HEADINGS if (text := found[name])]


def fact_line(fact: Mapping[str, Any]) -> str:
    """One statement, and whether the facts agreed when the letter was written."""
    standing = fact["standing"]
    if standing == "verified":
        return str(fact["text"])
    told = f": the facts say {fact['holds']}" if standing == "contradicted" else ""
    return f"{fact['text']} ({standing}{told})"


def stream_line(entry: Mapping[str, Any], zone: tzinfo) -> str:
    local = read_moment(entry["at"]).astimezone(zone)
    return f"{local:%H:%M} {entry['text']}"


def render_letter(letter: Letter, zone: tzinfo) -> str:
    """The letter as Markdown."""
    about = f"Written {moment_text(letter.created_at, zone)}"
    if letter.thread_id:
        about += f" in thread {letter.thread_id}"
    about += f". {BY_THE_LOG}" if letter.author == "log" else "."
    parts = [f"# {_one_line(letter.title or 'Letter')}\n\n{_one_line(about)}"]
    parts += [
        f"## {HEADINGS[name]}\n\n{neutralise_markdown(text)}"
        for name, text in letter_sections(letter, zone)
    ]
    return "\n\n".join(parts) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _lines(items: Iterable[str]) -> str | None:
    return "\n".join(f"- {_one_line(item)}" for item in items) or None
