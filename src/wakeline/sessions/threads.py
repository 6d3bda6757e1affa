"""A thread's standing handoff: prose made by rules, replaced as the thread goes on.

Takes the thread's turns and its previous handoff. It does not know which turns are worth
reading, when a session starts again, or whether a model will write better prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Final, NamedTuple

from wakeline.language.ages import day_text, moment_text
from wakeline.language.sentences import Quote, clip, is_spoken, speaker_name
from wakeline.model.log import Episode
from wakeline.model.session import ThreadHandoff
from wakeline.reading.commitments import Commitment
from wakeline.reading.session_log import SessionReading, least_trust, read_log
from wakeline.sessions.warm_start import compactions_text as compacted_words
from wakeline.sessions.warm_start import prose_of

RESTART_AFTER: Final = 5
MOST_TOLD: Final = 4
QUOTED_CHARACTERS: Final = 160
NOTHING_SAID: Final = "Nothing has been said in this thread yet."


class ThreadParts(NamedTuple):
    """The prose of a thread: its subject and last words, and the parts that must be kept."""

    about: tuple[str, ...]
    kept: tuple[str, ...]


def should_restart(compactions: int) -> bool:
    """Whether a thread was compacted so often that a new session must begin."""
    return compactions >= RESTART_AFTER


def thread_handoff(
    thread_id: str,
    episodes: Sequence[Episode],
    previous: ThreadHandoff | None,
    *,
    at: datetime,
    compacted: bool,
    time_zone: tzinfo = UTC,
) -> ThreadHandoff:
    """The handoff that replaces the previous one; only the count of compactions is carried on.

    The previous prose stays if nothing was said since, or if a model wrote it about the same
    turns. The count starts at 0 again after a session that ended because of its compactions.
    """
    compactions = (previous.compactions if previous else 0) + compacted
    if not compacted and should_restart(compactions):
        compactions = 0
    header = _header(thread_id, compactions, moment_text(at, time_zone))
    reading = read_log(episodes)
    if previous is not None and (reading.last_at is None or _is_told(previous, episodes)):
        content = f"{header}\n\n{prose_of(previous)}"
        return previous._replace(content=content, compactions=compactions, tokens=0, updated_at=at)
    source_ids = _used(reading)
    return ThreadHandoff(
        thread_id=thread_id,
        content=f"{header}\n\n{_prose(reading, time_zone)}",
        compactions=compactions,
        source_ids=source_ids,
        origin="agent_inferred",
        trust=least_trust(episodes, source_ids),
        tokens=0,
        updated_at=at,
    )


def _is_told(previous: ThreadHandoff, episodes: Sequence[Episode]) -> bool:
    """Whether a model's prose covers all these turns: its sources are all turns it was shown."""
    told = frozenset(previous.source_ids)
    return previous.model is not None and all(e.id in told for e in episodes if is_spoken(e))


def _header(thread_id: str, compactions: int, written: str) -> str:
    return f"# Thread {clip(thread_id, 80)} · {compacted_words(compactions)} · written {written}"


def thread_parts(reading: SessionReading, time_zone: tzinfo = UTC) -> ThreadParts:
    """The prose that rules make of a thread, in parts."""
    about = (_subject(reading), _last_words(reading, time_zone))
    kept = (_decided(reading), _left_open(reading, time_zone), _asked(reading))
    return ThreadParts(tuple(filter(None, about)), tuple(filter(None, kept)))


def _prose(reading: SessionReading, time_zone: tzinfo) -> str:
    about, kept = thread_parts(reading, time_zone)
    return " ".join((*about, *kept)) or NOTHING_SAID


def _subject(reading: SessionReading) -> str:
    topics = [topic.text for topic in reading.topics]
    return f"This thread is about {_joined(topics)}." if topics else ""


def _last_words(reading: SessionReading, time_zone: tzinfo) -> str:
    if reading.last_at is None:
        return ""
    last = moment_text(reading.last_at, time_zone)
    plural = "" if reading.exchanges == 1 else "s"
    read = f"The last of {reading.exchanges} exchange{plural} read for this was on {last}."
    if reading.last_request is None:
        return read
    request = reading.last_request
    outcome = "and no answer was recorded"
    if request.answer is not None:
        outcome = f"and was answered {_quoted(request.answer)}"
    name = speaker_name(request.quote.speaker)
    return f"{read} {name} last said {_quoted(request.quote)}, {outcome}."


def _decided(reading: SessionReading) -> str:
    told = [_quoted(decision) for decision in reading.decisions[-MOST_TOLD:]]
    return f"On decisions, the log has {_joined(told)}." if told else ""


def _left_open(reading: SessionReading, time_zone: tzinfo) -> str:
    told = [
        f"{c.speaker} on {day_text(c.at, time_zone)}: {_quoted(c)}"
        for c in reading.commitments[-MOST_TOLD:]
    ]
    return f"Still open, as far as the words tell: {'; '.join(told)}." if told else ""


def _asked(reading: SessionReading) -> str:
    """The questions that are open, without the last request, which is quoted already."""
    last = reading.last_request.quote.episode_id if reading.last_request else None
    asked = [question for question in reading.questions if question.episode_id != last]
    if not asked:
        return ""
    told = [_quoted(question) for question in asked[-MOST_TOLD:]]
    asker = speaker_name(reading.questions[-1].speaker)
    return f"{asker} was the last to speak and asked {_joined(told)}."


def _quoted(quote: Quote | Commitment) -> str:
    return f'"{clip(quote.text.rstrip("."), QUOTED_CHARACTERS)}"'


def _joined(items: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))


def _used(reading: SessionReading) -> tuple[str, ...]:
    """The ids of the turns that the prose quotes."""
    told = reading._replace(
        title=None,
        working_on=None,
        marks=(),
        anchors=(),
        decisions=reading.decisions[-MOST_TOLD:],
        commitments=reading.commitments[-MOST_TOLD:],
        questions=reading.questions[-MOST_TOLD:],
    )
    return told.source_ids
