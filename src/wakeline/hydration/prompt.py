"""What an agent reads when it wakes: rows become headed blocks, each line with its source.

Only says what rows say. Recalled text is quoted; documents that the person put in
force stand verbatim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from typing import Any

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line, plain, quoted
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.context import Crossing, Piece
from wakeline.model.identity import Document, Identity
from wakeline.model.memory import Fact, Memory
from wakeline.model.session import Handoff, ThreadHandoff
from wakeline.sessions.age import age_text, span_text

# Tags of the documents, as agents know them; identity and personality have blocks of their own.
DOCUMENT_TAGS = {
    "soul": "soul",
    "anchor": "person",
    "protocol": "operating_instructions",
    "tools": "environment_knowledge",
}
SHORT_ID = 8


def blocks(
    identity: Identity,
    documents: Sequence[Document],
    crossing: Crossing,
    pieces: Mapping[str, Piece],
    *,
    zone: tzinfo,
) -> list[Block]:
    """The blocks of a wake, in reading order."""
    now = crossing.woke_at
    found = [
        _core(identity, documents),
        *_documents(documents),
        _personality(documents),
        _gap(identity, crossing, zone),
    ]
    shown: set[str] = set()
    for name, render in RENDER.items():
        piece = pieces.get(name)
        if piece is not None and piece.rows:
            # One row may come from several sources; it is read once.
            fresh = [row for row in piece.rows if row_id(row) not in shown]
            shown.update(row_id(row) for row in fresh)
            if fresh:
                found.append(render(name, fresh, now, zone))
    return [block for block in found if block.lines]


def row_id(row: Any) -> str:
    """What identifies a row of any source."""
    return str(row.thread_id if isinstance(row, ThreadHandoff) else row.id)


def _core(identity: Identity, documents: Sequence[Document]) -> Block:
    lines = [Line(identity.id, f"You are {identity.display_name}.{_partner(identity)}")]
    if identity.core_values_json:
        values = "; ".join(one_line(value).rstrip(".") for value in identity.core_values_json)
        lines.append(Line(identity.id, f"What you hold to: {values}."))
    by_kind = {document.kind: document for document in documents}
    if "identity" in by_kind:
        lines.append(Line(by_kind["identity"].id, plain(by_kind["identity"].content).strip()))
    return Block("Identity", 0, "[CORE IDENTITY]", tuple(lines))


def _documents(documents: Sequence[Document]) -> list[Block]:
    """The other documents, each in its own tag; who and why before how and with what."""
    by_kind: dict[str, Document] = {document.kind: document for document in documents}
    found = []
    for rank, (kind, tag) in enumerate(DOCUMENT_TAGS.items(), start=3):
        document = by_kind.get(kind)
        if document is not None and document.content.strip():
            text = f"{plain(document.content).strip()}\n</{tag}>"
            found.append(Block("Documents", rank, f"<{tag}>", (Line(document.id, text),)))
    return found


def _partner(identity: Identity) -> str:
    if not identity.person_name:
        return ""
    return f" Your person is {identity.person_name} (time zone {identity.person_time_zone})."


def _personality(documents: Sequence[Document]) -> Block:
    lines = [
        Line(d.id, plain(d.content).strip())
        for d in documents
        if d.kind == "personality" and d.content.strip()
    ]
    return Block("Personality", 5, "[CURRENT PERSONALITY]", tuple(lines))


def _gap(identity: Identity, crossing: Crossing, zone: tzinfo) -> Block:
    lines = [Line(identity.id, _away(crossing, zone))]
    for session in crossing.cut_off:
        when = moment(session.started_at, zone)
        lines.append(
            Line(
                session.id,
                f"The session that began {when} was cut off; what it left below was made "
                "from its log, not written by it.",
            )
        )
    for sibling in crossing.siblings:
        doing = f", working on: {one_line(sibling.working_on)}" if sibling.working_on else ""
        thread = f" in thread {sibling.thread_id}" if sibling.thread_id else ""
        lines.append(
            Line(
                sibling.session_id,
                f"Another session of yours is awake on {sibling.host}{thread} "
                f"since {moment(sibling.since, zone)}, "
                f"last heard of {moment(sibling.last_heard_at, zone)}{doing}.",
            )
        )
    return Block("Gap", 0, "[YOU WERE AWAY]", tuple(lines))


def _away(crossing: Crossing, zone: tzinfo) -> str:
    now = moment(crossing.woke_at, zone)
    if crossing.away is None or crossing.last_known_at is None:
        return f"It is {now}. This is your first wake: there is nothing before it."
    return (
        f"It is {now}. The last moment you took part in was "
        f"{moment(crossing.last_known_at, zone)}, {span_text(crossing.away)} ago. "
        "What follows was recorded before or by others; nothing of it was verified since."
    )


def moment(at: datetime, zone: tzinfo) -> str:
    """A moment as the person would write it: `15 Nov 2026 09:02`."""
    local = at.astimezone(zone)
    return f"{local.day} {local:%b %Y %H:%M}"


def _handoff(source: str, rows: Sequence[Handoff], now: datetime, zone: tzinfo) -> Block:
    handoff = rows[0]
    ended = moment(handoff.session_ended_at, zone)
    author = "by your predecessor" if handoff.author == "agent" else "from its log"
    heading = (
        f"[WHAT YOU REMEMBER FROM LAST SESSION]  ended {ended}, "
        f"{age_text(handoff.session_ended_at, now, humane=True)}; "
        f"written {author}, not verified since"
    )
    lines = [Line(handoff.id, f"{name}:\n{quoted(text)}") for name, text in handoff_parts(handoff)]
    return Block(source, 1, heading, tuple(lines))


def handoff_parts(handoff: Handoff) -> list[tuple[str, str]]:
    """What a handoff says, by name, most telling first; empty parts left out."""
    parts = [
        ("message to you", handoff.message_to_next),
        ("summary", handoff.summary),
        ("working on", handoff.working_on),
        ("warnings", handoff.warnings),
        ("open threads", handoff.open_threads),
        ("key decisions", handoff.key_decisions),
        ("recommendations", handoff.recommendations),
        ("surprises", handoff.surprises),
        ("relationship", handoff.relationship_notes),
        ("relational state", handoff.relational_state),
        ("internal state", handoff.internal_state),
        ("their mood", handoff.human_mood),
        ("their energy", handoff.human_energy),
        *(
            (name.replace("_", " "), "; ".join(map(str, items)))
            for name, items in handoff.cognition.items()
        ),
    ]
    return [(name, text) for name, text in parts if text]


def _thread(source: str, rows: Sequence[ThreadHandoff], now: datetime, _zone: tzinfo) -> Block:
    standing = rows[0]
    heading = (
        f"[THREAD {one_line(standing.thread_id)}]  where it stood "
        f"{age_text(standing.updated_at, now, humane=True)}; from its log"
    )
    return Block(source, 2, heading, (Line(standing.thread_id, quoted(standing.content)),))


def _tasks(source: str, rows: Sequence[Task], now: datetime, zone: tzinfo) -> Block:
    lines = []
    for task in rows:
        due = ""
        if task.due_at is not None:
            word = "overdue since" if task.due_at < now else "due"
            due = f", {word} {moment(task.due_at, zone)}"
        title = one_line(task.title)
        lines.append(Line(task.id, f"- #{task.number} {title} ({task.status}{due})"))
    return Block(source, 2, "[OPEN TASKS]", tuple(lines))


def _hints(source: str, rows: Sequence[Hint], _now: datetime, zone: tzinfo) -> Block:
    lines = [
        Line(
            hint.id,
            f"- {one_line(hint.content)}"
            + (f" (for {moment(hint.trigger_at, zone)})" if hint.trigger_at else ""),
        )
        for hint in rows
    ]
    return Block(source, 2, "[HINTS]", tuple(lines))


def _facts(source: str, rows: Sequence[Fact], _now: datetime, zone: tzinfo) -> Block:
    lines = [
        Line(
            fact.id,
            f"- {one_line(fact.key)} = {one_line(fact.value)} "
            f"(since {moment(fact.valid_from, zone)}, {fact.origin})",
        )
        for fact in rows
    ]
    return Block(source, 2, "[KEY FACTS]", tuple(lines))


def _projects(source: str, rows: Sequence[Project], _now: datetime, _zone: tzinfo) -> Block:
    lines = [
        Line(
            project.id,
            f"- #{project.number} {one_line(project.title)}"
            + (f": {one_line(project.summary)}" if project.summary else ""),
        )
        for project in rows
    ]
    return Block(source, 4, "[ACTIVE PROJECTS]", tuple(lines))


def _memories(heading: str, rank: int) -> Callable[..., Block]:
    def render(source: str, rows: Sequence[Memory], now: datetime, _zone: tzinfo) -> Block:
        lines = []
        for memory in rows:
            age = age_text(memory.created_at, now, humane=True)
            label = f"{memory.id[-SHORT_ID:]}, {memory.type}, {age}, {memory.origin}"
            text = memory.content
            if memory.title and not text.startswith(memory.title.rstrip("…")):
                text = f"{memory.title}: {text}"
            lines.append(Line(memory.id, f"> {one_line(text)} [{label}]"))
        return Block(source, rank, heading, tuple(lines))

    return render


RENDER: dict[str, Callable[..., Block]] = {
    "SessionHandoff": _handoff,
    "ThreadHandoff": _thread,
    "CurrentTasks": _tasks,
    "Hints": _hints,
    "KeyFacts": _facts,
    "ActiveProjects": _projects,
    "IdentityMemories": _memories("[WHO YOU ARE TO EACH OTHER]", 3),
    "PinnedMemories": _memories("[PINNED MEMORIES]", 3),
    "RecentMemories": _memories("[RECENT MEMORIES]", 6),
}


def away_words(away: timedelta | None) -> str:
    """The gap for people: `3 days 14 h`, or that this is the first wake."""
    return "first wake" if away is None else span_text(away)
