"""The handoff of a session to its successor: written by the agent, or read from the log.

Values in, a handoff out. It does not know when a session ended or how a handoff is
stored; whoever saves it counts its tokens. Rendering and threads have modules of their
own and are exported here too, so that all of a handoff is found in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from wakeline.base.errors import Invalid
from wakeline.language.ages import day_text, moment_text
from wakeline.language.sentences import Quote, clip, speaker_name
from wakeline.model.agenda import Project
from wakeline.model.log import Episode, Origin
from wakeline.model.session import PRESENCE_STATES, Author, Handoff, PresenceState, Session
from wakeline.reading.commitments import is_told_in
from wakeline.reading.relational import relational_state
from wakeline.reading.session_log import SessionReading, least_trust, read_log
from wakeline.reading.titles import Title
from wakeline.sessions.rendering import render_handoff
from wakeline.sessions.threads import should_restart, thread_handoff
from wakeline.sessions.warm_start import warm_start

__all__ = [
    "handoff_from_log",
    "new_handoff",
    "render_handoff",
    "should_restart",
    "thread_handoff",
    "warm_start",
    "with_reading",
]

SHORT_TEXT: Final = 100
LAST_CHARACTERS: Final = 160
ANSWER_CHARACTERS: Final = 240  # what was done stands in it, and must not be done again
SHORT_TEXTS: Final = ("human_mood", "human_energy")
TEXTS: Final = (
    "working_on", "internal_state", "relationship_notes", "message_to_next", "model_id",
    "session_source",
)  # fmt: skip
# Taken as text, or as a list of texts.
LISTABLE: Final = ("open_threads", "key_decisions", "surprises", "warnings", "recommendations")
NUMBERS: Final = {
    "emotional_valence": (-1.0, 1.0, 0.0),
    "emotional_arousal": (0.0, 1.0, 0.0),
    "coherence": (0.0, 1.0, 1.0),
}
COGNITION: Final = ("working_memory", "active_goals", "open_questions")
FIELDS: Final = (
    "summary", *TEXTS, *LISTABLE, "presence_state", *NUMBERS, *SHORT_TEXTS, "cognition",
)  # fmt: skip
DEFAULT_PRESENCE: Final[PresenceState] = "winding_down"


# -- written by the agent


def new_handoff(
    fields: Mapping[str, object],
    *,
    id: str,
    session: Session | None,
    at: datetime,
    author: Author,
    origin: Origin,
    trust: float,
    tokens: int,
) -> Handoff:
    """A handoff from the given fields, each checked. Raises Invalid with what to do."""
    _refuse_unknown(fields)
    given: dict[str, Any] = {name: _text(fields, name) for name in (*TEXTS, *SHORT_TEXTS)}
    given.update({name: _text_or_list(fields, name) for name in LISTABLE})
    given.update({name: _number(fields, name) for name in NUMBERS})
    blank = _blank(session, id=id, at=at, ended_at=_ended_at(session, at))
    given["model_id"] = given["model_id"] or blank.model_id
    given["session_source"] = given["session_source"] or blank.session_source
    given["summary"] = _summary(fields)
    given["presence_state"] = _presence(fields)
    given["cognition"] = _cognition(fields.get("cognition"))
    return blank._replace(author=author, origin=origin, trust=trust, tokens=tokens, **given)


def _refuse_unknown(fields: Mapping[str, object]) -> None:
    unknown = sorted(str(name) for name in fields if name not in FIELDS)
    if unknown:
        raise Invalid(
            f"a handoff has no field {', '.join(map(repr, unknown))}.",
            todo=f"Its fields are {', '.join(FIELDS)}.",
        )


def _summary(fields: Mapping[str, object]) -> str:
    summary = _text(fields, "summary")
    if summary is None:
        raise Invalid("a handoff needs a summary.", todo="Say in a sentence what happened.")
    return summary


def _text(fields: Mapping[str, object], name: str) -> str | None:
    """A field's text, stripped; None if it is missing or blank."""
    given = fields.get(name)
    if given is None:
        return None
    if not isinstance(given, str):
        raise Invalid(f"{name} is {_kind(given)}.", todo="Give it as text.")
    text = given.strip()
    if name in SHORT_TEXTS and len(text) > SHORT_TEXT:
        raise Invalid(f"{name} has {len(text)} characters.", todo=f"Use at most {SHORT_TEXT}.")
    return text or None


def _text_or_list(fields: Mapping[str, object], name: str) -> str | None:
    given = fields.get(name)
    if isinstance(given, list | tuple):
        return _lines(_texts(name, given))
    return _text(fields, name)


def _number(fields: Mapping[str, object], name: str) -> float:
    least, most, default = NUMBERS[name]
    given = fields.get(name)
    if given is None:
        return default
    todo = f"Use a number from {least:g} to {most:g}."
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise Invalid(f"{name} is {_kind(given)}.", todo=todo)
    if not least <= given <= most:
        raise Invalid(f"{name} is {given}.", todo=todo)
    return float(given)


def _presence(fields: Mapping[str, object]) -> PresenceState:
    given = fields.get("presence_state")
    if given is None:
        return DEFAULT_PRESENCE
    for state in PRESENCE_STATES:
        if given == state:
            return state
    raise Invalid(f"presence_state is {given!r}.", todo=f"Use one of {', '.join(PRESENCE_STATES)}.")


def _cognition(given: object) -> dict[str, list[str]]:
    """Working memory, active goals and open questions: lists of texts, empty ones too."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise Invalid(
            f"cognition is {_kind(given)}.", todo=f"Give an object with {', '.join(COGNITION)}."
        )
    unknown = sorted(str(name) for name in given if name not in COGNITION)
    if unknown:
        raise Invalid(
            f"cognition has no part {', '.join(map(repr, unknown))}.",
            todo=f"Its parts are {', '.join(COGNITION)}.",
        )
    return {name: _texts(f"cognition.{name}", given.get(name)) for name in COGNITION}


def _texts(name: str, given: object) -> list[str]:
    if given is None:
        return []
    if not isinstance(given, list | tuple) or not all(isinstance(item, str) for item in given):
        raise Invalid(f"{name} is {_kind(given)}.", todo="Give a list of texts.")
    return [item.strip() for item in given if item.strip()]


def _kind(given: object) -> str:
    if isinstance(given, list | tuple):
        return "a list with something else than texts"
    return f"{given!r}, a {type(given).__name__}"


# -- read from the log


def handoff_from_log(
    session: Session,
    episodes: Sequence[Episode],
    *,
    id: str,
    at: datetime,
    ended_at: datetime,
    projects: Sequence[Project] = (),
    time_zone: tzinfo = UTC,
) -> Handoff:
    """The handoff of a session that could not write one: only what its log says."""
    reading = read_log(episodes)
    title = _title(session, reading, episodes)
    read = reading._replace(title=title)
    blank = _blank(session, id=id, at=at, ended_at=ended_at)
    return blank._replace(
        title=title.text if title else None,
        summary=_told(session, read, ended_at, time_zone),
        working_on=read.working_on.text if read.working_on else None,
        open_threads=_open_threads(read, projects, time_zone),
        key_decisions=_lines(f"{d.speaker}: {d.text}" for d in read.decisions),
        warnings=_warnings(read),
        cognition=_read_cognition(_cognition(None), read, time_zone),
        relational_state=relational_state(read.anchors, read.exchanges),
        source_ids=read.source_ids,
        trust=least_trust(episodes, read.source_ids),
    )


def is_silent(handoff: Handoff) -> bool:
    """Whether a handoff was made from a log in which nothing was said or noted."""
    is_read = handoff.relational_state is not None or bool(handoff.source_ids)
    return handoff.author == "log" and not is_read and handoff.working_on is None


def with_reading(
    handoff: Handoff,
    episodes: Sequence[Episode],
    *,
    projects: Sequence[Project] = (),
    time_zone: tzinfo = UTC,
) -> Handoff:
    """An agent's own handoff, completed from the log: topics, times, relational state.

    Promises are added if the agent's own words do not mention them.
    """
    read = read_log(episodes)._replace(
        title=None,
        last_request=None,
        working_on=None,
        decisions=(),
    )
    own = " ".join(filter(None, (handoff.summary, handoff.working_on, handoff.open_threads)))
    untold = tuple(c for c in read.commitments if not is_told_in(c, own))
    read = read._replace(commitments=untold)
    threads = (handoff.open_threads, _open_threads(read, projects, time_zone))
    source_ids = tuple(sorted({*handoff.source_ids, *read.source_ids}))
    return handoff._replace(
        open_threads="\n".join(filter(None, threads)) or None,
        cognition=_read_cognition(handoff.cognition, read, time_zone),
        relational_state=relational_state(read.anchors, read.exchanges),
        source_ids=source_ids,
        trust=min(handoff.trust, least_trust(episodes, read.source_ids)),
    )


def _title(session: Session, reading: SessionReading, episodes: Iterable[Episode]) -> Title | None:
    """The session's own title, unless the turn that it came from was forgotten; else the log's."""
    standing: set[str | None] = {None}
    standing.update(e.id for e in episodes if e.forgotten_at is None)
    if session.title and session.title_source_id in standing:
        return Title(session.title, session.title_source_id)
    return reading.title


def _told(session: Session, reading: SessionReading, ended_at: datetime, time_zone: tzinfo) -> str:
    name = f'The session "{reading.title.text}"' if reading.title else "The session"
    how = "ended without a note" if session.state == "ended" else "was cut off"
    when = moment_text(ended_at, time_zone)
    if reading.last_at is None:
        return f"{name} {how} on {when}, before anything was said."
    plural = "" if reading.exchanges == 1 else "s"
    told = f"{name} {how} on {when} after {reading.exchanges} exchange{plural}."
    return f"{told} {_last_words(reading)}".rstrip()


def _last_words(reading: SessionReading) -> str:
    if reading.last_request is None:
        return ""
    words, answer, results = reading.last_request
    said = f'{speaker_name(words.speaker)} last said: "{clip(words.text, LAST_CHARACTERS)}"'
    if answer is not None:
        answered = clip(answer.text, ANSWER_CHARACTERS)
        return f'{said} {speaker_name(answer.speaker)} answered: "{answered}"'
    plural = "" if results == 1 else "s"
    came = f", though {results} tool result{plural} had come in" if results else ""
    return f"{said} It was not answered{came}."


def _warnings(reading: SessionReading) -> str | None:
    warnings = []
    if reading.last_request is not None and not reading.last_request.is_answered:
        warnings.append("What was said last was not answered.")
    if reading.errors:
        warnings.append(f"Errors that the log recorded: {reading.errors}.")
    return _lines(warnings)


def _open_threads(
    reading: SessionReading, projects: Sequence[Project], time_zone: tzinfo
) -> str | None:
    promised = [
        f"{c.speaker}: {c.text} (said {day_text(c.at, time_zone)})" for c in reading.commitments
    ]
    active = [p for p in projects if p.status == "active" and not p.is_deleted]
    return _lines([*promised, *(f"Project {p.key}: {p.title}" for p in active)])


def _read_cognition(
    cognition: Mapping[str, list[str]], reading: SessionReading, time_zone: tzinfo
) -> dict[str, list[str]]:
    """The cognition of a handoff, with the topics, times and questions of the log."""
    times = [f"{m.marker} (said {day_text(m.at, time_zone)}): {m.sentence}" for m in reading.marks]
    return {
        **cognition,
        "open_questions": [*cognition.get("open_questions", ()), *map(_spoken, reading.questions)],
        "key_topics": [topic.text for topic in reading.topics],
        "temporal_markers": times,
    }


def _spoken(quote: Quote) -> str:
    return f"{quote.speaker}: {quote.text}"


# -- both


def _blank(session: Session | None, *, id: str, at: datetime, ended_at: datetime) -> Handoff:
    """An empty handoff that only names its session."""
    return Handoff(
        id=id,
        session_id=session.id if session else None,
        thread_id=session.thread_id if session else None,
        author="log",
        summary="",
        working_on=None,
        open_threads=None,
        key_decisions=None,
        surprises=None,
        presence_state=DEFAULT_PRESENCE,
        emotional_valence=0.0,
        emotional_arousal=0.0,
        coherence=1.0,
        internal_state=None,
        human_mood=None,
        human_energy=None,
        relationship_notes=None,
        model_id=session.model_id if session else None,
        session_source=session.source if session else None,
        session_started_at=session.started_at if session else None,
        session_ended_at=ended_at,
        message_to_next=None,
        warnings=None,
        recommendations=None,
        cognition={},
        relational_state=None,
        source_ids=(),
        origin="agent_inferred",
        trust=0.0,
        tokens=0,
        created_at=at,
        consumed_at=None,
        consumed_by=None,
        is_deleted=False,
        title=session.title if session else None,
    )


def _ended_at(session: Session | None, at: datetime) -> datetime:
    return session.ended_at if session and session.ended_at else at


def _lines(items: Iterable[str]) -> str | None:
    return "\n".join(f"- {item}" for item in items) or None
