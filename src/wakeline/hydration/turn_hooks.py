"""The built-in hooks that add to the context of one turn, in one table.

Each hook says only what rows say, with id and age; recalled words are quoted. What is unknown,
such as the entropy of a conversation that nobody measured, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line, quote_lines
from wakeline.context.hooks import LAST, PRIORITIES, ContextHook
from wakeline.hydration.page import local_moment
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.wording import Framing, heading
from wakeline.language.ages import age_text, span_text
from wakeline.model.cognition import UNSETTLED
from wakeline.model.log import Episode, Mode
from wakeline.model.memory import Fact
from wakeline.model.procedure import Procedure
from wakeline.model.session import Handoff, Session, ThreadHandoff

LATE_FROM, LATE_UNTIL = 22, 6  # hours of the person's night
A_PAUSE: Final = timedelta(minutes=30)  # a longer silence does not count as work
LONGEST: Final = 400
# Processes, files and settings: what was true of them yesterday may not be true today.
MUTABLE: Final = re.compile(
    r"\b(running|runs?|process(es)?|server|service|port|deploy(ed|ment)?|status|version|config"
    r"(uration)?|settings?|file|branch|installed|database|container|up to date|currently|right now"
    r"|läuft|prozess|dienst|datei|zweig|einstellung(en)?|derzeit|gerade)\b",
    re.IGNORECASE,
)
OBLIGATION: Final = (
    "This asks about something that may have changed since it was recorded: a process, a file, a "
    "setting. Say that it is so only after checking it now, and name the check. If you cannot "
    "check it, say which check is missing."
)


class Workday(NamedTuple):
    """The person's day so far: first sign of life, time at work, whether it is late there."""

    since: datetime
    at_work: timedelta
    is_late: bool


class HookTurn(NamedTuple):
    """What hooks may look at. What is unknown is None or empty."""

    now: datetime
    zone: tzinfo
    framing: Framing
    mode: Mode
    prompt: str
    person: str
    session: Session | None
    exchanges: int
    last_exchange_at: datetime | None
    is_resumed: bool
    handoff: Handoff | None
    thread: ThreadHandoff | None
    said_before: tuple[Episode, ...]  # in earlier sessions, oldest first
    workday: Workday | None
    facts: tuple[tuple[Fact, Fact | None], ...]  # what holds now, and what held before
    procedure: Procedure | None
    relations: tuple[Fact, ...]
    entropy: float | None
    anchors: tuple[tuple[str, str], ...]  # what the agent holds to, with the ids of the rows

    @property
    def is_first(self) -> bool:
        """Whether the session has just begun; a resumed one has not."""
        return self.exchanges == 0 and not self.is_resumed


def stability_block(turn: HookTurn) -> Block | None:
    """The entropy of the conversation, if it was measured; above 0.4 also the agent's anchors."""
    if turn.entropy is None or turn.session is None:
        return None
    said = f"Entropy {turn.entropy:.2f}" + (
        ", unsettled from 0.40 on." if turn.entropy > UNSETTLED else "."
    )
    anchors = turn.anchors if turn.entropy > UNSETTLED else ()
    held = [Line(row_id, f"- {one_line(text)}") for row_id, text in anchors]
    return _block("STABILITY CONTEXT", turn, [Line(turn.session.id, said), *held])


def truth_block(turn: HookTurn) -> Block | None:
    """The current facts about what the turn names, so that older words do not mislead."""
    lines = []
    for fact, before in turn.facts:
        said = f"- {one_line(fact.key)} = {one_line(fact.value)}"
        ids: tuple[str, ...] = ()
        if before is not None:
            said += f", no longer {one_line(before.value)}"
            ids = (before.id,)
        trust = "" if fact.trust >= 1 else f" · trust {fact.trust:g}"
        age = age_text(fact.valid_from, turn.now, humane=True)
        lines.append(Line(fact.id, f"{said} [{short_id(fact.id)} · {age}{trust}]", of=ids))
    return _block("CURRENT FACTS", turn, lines)


def continuity_block(turn: HookTurn) -> Block | None:
    """Where the agent is in time: its session, its handoff, how long the person has worked."""
    lines = [*_session(turn), *_left(turn), *_wellbeing(turn)]
    return _block("CONTINUITY CONTEXT", turn, lines)


def workflow_block(turn: HookTurn) -> Block | None:
    """The learned procedure for such work."""
    known = turn.procedure
    if known is None:
        return None
    age = age_text(known.updated_at, turn.now, humane=True)
    label = f"[{short_id(known.id)} · {age} · trust {known.trust:g}]"
    said = f"{one_line(known.task_type)} {label}\n{quote_lines(_cut(known.content))}"
    return _block("LEARNED WORKFLOW", turn, [Line(known.id, said)])


def proof_block(turn: HookTurn) -> Block | None:
    """The duty to check before answering, if the prompt asks about something that may change."""
    if turn.session is None or MUTABLE.search(turn.prompt) is None:
        return None
    return _block("CHECK BEFORE YOU SAY IT", turn, [Line(turn.session.id, OBLIGATION)])


def relations_block(turn: HookTurn) -> Block | None:
    """The relations of those that the turn names, if the conversation is unsettled."""
    if turn.entropy is None or turn.entropy <= UNSETTLED:
        return None
    lines = [
        Line(
            fact.id,
            f"- {one_line(fact.key)} = {one_line(fact.value)} "
            f"[{short_id(fact.id)} · {age_text(fact.valid_from, turn.now, humane=True)}]",
        )
        for fact in turn.relations
    ]
    return _block("WHO IS WHO", turn, lines)


HOOKS: Final[tuple[ContextHook, ...]] = (
    ContextHook("Stability", PRIORITIES["Stability"], stability_block),
    ContextHook("Truth", PRIORITIES["Truth"], truth_block),
    ContextHook("Continuity", PRIORITIES["Continuity"], continuity_block),
    ContextHook("CodeEvolution", PRIORITIES["CodeEvolution"], workflow_block, ("code",)),
    ContextHook("EpistemicProofLoop", PRIORITIES["EpistemicProofLoop"], proof_block),
    ContextHook("Graph", LAST, relations_block),
)


def workday(heard: Sequence[datetime], now: datetime, zone: tzinfo) -> Workday | None:
    """The person's day so far, from the moments of their turns; None if there are none today."""
    today = now.astimezone(zone).date()
    times = sorted(at for at in heard if at.astimezone(zone).date() == today and at <= now)
    if not times:
        return None
    ends = [*times[1:], now]
    spans = [after - before for before, after in zip(times, ends, strict=True)]
    at_work = sum((span for span in spans if span <= A_PAUSE), timedelta())
    hour = now.astimezone(zone).hour
    return Workday(times[0], at_work, hour >= LATE_FROM or hour < LATE_UNTIL)


def _session(turn: HookTurn) -> list[Line]:
    if turn.session is None:
        return []
    session = turn.session
    had = "1 exchange" if turn.exchanges == 1 else f"{turn.exchanges} exchanges"
    said = (
        f"It is {local_moment(turn.now, turn.zone)}. Session {short_id(session.id)}: "
        f"{had}, awake for {span_text(turn.now - session.started_at)}"
    )
    if turn.last_exchange_at is not None:
        said += f"; the last exchange was {span_text(turn.now - turn.last_exchange_at)} ago"
    return [Line(session.id, f"{said}.")]


def _left(turn: HookTurn) -> list[Line]:
    """What earlier sessions left: shown at the first turn only, and not in a resumed session."""
    if not turn.is_first:
        return []
    lines = []
    if turn.handoff is not None:
        left = turn.handoff
        age = age_text(left.session_ended_at, turn.now, humane=True)
        title = heading("SESSION HANDOFF", turn.framing)
        said = quote_lines(_cut(left.summary))
        label = f"[{short_id(left.id)} · {age} · not verified since]"
        lines.append(Line(left.id, f"{title} {label}\n{said}"))
    if turn.thread is not None:
        age = age_text(turn.thread.updated_at, turn.now, humane=True)
        name = one_line(turn.thread.thread_id)
        said = (
            f"Thread {name} [{age} · not verified since]\n{quote_lines(_cut(turn.thread.content))}"
        )
        lines.append(Line(turn.thread.thread_id, said, of=turn.thread.source_ids))
    for said_before in turn.said_before:
        age = age_text(said_before.at, turn.now, humane=True)
        label = f"[{short_id(said_before.id)} · {one_line(said_before.speaker)} · {age}]"
        lines.append(Line(said_before.id, f"{label}\n{quote_lines(_cut(said_before.text))}"))
    return lines


def _wellbeing(turn: HookTurn) -> list[Line]:
    """How long the person has been at work today, as a plain fact."""
    if turn.workday is None or turn.session is None:
        return []
    day = turn.workday
    local = day.since.astimezone(turn.zone)
    said = (
        f"{one_line(turn.person) or 'The person'} was first heard of today at "
        f"{local.hour:02}:{local.minute:02} and has been at work for {span_text(day.at_work)}"
    )
    late = turn.now.astimezone(turn.zone)
    said += f"; it is {late.hour:02}:{late.minute:02} there, late." if day.is_late else "."
    return [Line(turn.session.id, said)]


def _block(name: str, turn: HookTurn, lines: Sequence[Line]) -> Block | None:
    return Block("", 0, heading(name, turn.framing), tuple(lines)) if lines else None


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
