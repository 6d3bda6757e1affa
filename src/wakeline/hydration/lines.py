"""Rows as lines of a wake: each quoted or listed with its id, source, age and trust.

One function a kind of row. It does not know in which order blocks stand or what fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import Any, NamedTuple

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line, plain, quoted
from wakeline.hydration.sources import Surfaced
from wakeline.hydration.wording import Framing, heading
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.attachment import Verified
from wakeline.model.identity import Document
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.model.message import Message
from wakeline.model.session import Handoff, ThreadHandoff
from wakeline.sessions.age import MONTHS, age_text

# Value per byte, what is taken first when not everything fits: after who the agent is come
# decisions, facts, principles, knowledge, letters and the journal.
CORE, DECISIONS, FACTS, PRINCIPLES, KNOWLEDGE, LETTERS, JOURNAL = range(7)
# A fact that was given less than the middle of its scale is a detail: it waits for principles.
LEAST_OF_A_FACT = 0.5
# Who somebody is counts like a fact from here on.
LEAST_OF_A_BOND = 0.8


class Page(NamedTuple):
    """What a row needs to be written down: when, for whom, and where else it was found."""

    now: datetime
    zone: tzinfo
    framing: Framing
    by_agent: str
    longest: int
    # The sources of a row that stands in several, by its id. It is written once.
    found_in: dict[str, list[str]]
    # Projects that have lines of their own; a handoff that names them need not be repeated.
    projects: Sequence[Project] = ()
    # Of which thread the handoff is that is written here, if any.
    handed_on: str | None = None

    def label(self, row: Any, source: str, at: datetime | None, trust: float | None) -> str:
        """What fences a recalled text: id, sources, age, trust."""
        found_in = self.found_in.get(row.id)
        sources = source if found_in is None else ", ".join(found_in)
        age = "" if at is None else f" · {age_text(at, self.now, humane=True)}"
        trusted = "" if trust is None else f" · trust {trust:g}"
        return f"[{row.id} · {sources}{age}{trusted}]"


Render = Callable[[str, Sequence[Any], Page], Block]


def moment(at: datetime, zone: tzinfo) -> str:
    """A moment as the person would write it: `15 Nov 2026 09:02`."""
    local = at.astimezone(zone)
    # Not by `strftime`: it is slow, and names months in whatever language the process speaks.
    month = MONTHS[local.month - 1]
    return f"{local.day} {month} {local.year} {local.hour:02}:{local.minute:02}"


def shortened(text: str, longest: int) -> str:
    """A text of at most so many characters; the last says that there was more."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


# Which parts of a handoff say where things stand; the others are its letter.
CHECKPOINT = frozenset({"working on", "key decisions", "warnings", "open threads"})


def handoff_parts(handoff: Handoff) -> list[tuple[str, str]]:
    """What a handoff says, by name: the checkpoint, then the letter; empty parts left out."""
    parts = [
        ("working on", handoff.working_on),
        ("key decisions", handoff.key_decisions),
        ("warnings", handoff.warnings),
        ("open threads", handoff.open_threads),
        ("message to you", handoff.message_to_next),
        ("summary", handoff.summary),
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


def handoffs(source: str, rows: Sequence[Handoff], page: Page) -> Block:
    handoff = rows[0]
    author = page.by_agent if handoff.author == "agent" else "from its log"
    title = (
        f"{heading('SESSION HANDOFF', page.framing)}  "
        f"ended {moment(handoff.session_ended_at, page.zone)}, "
        f"{age_text(handoff.session_ended_at, page.now, humane=True)}; "
        f"written {author}, not verified since {page.label(handoff, source, None, handoff.trust)}"
    )
    lines = [
        Line(handoff.id, f"{name}:\n{quoted(text)}", DECISIONS if name in CHECKPOINT else LETTERS)
        for name, text in _untold(handoff_parts(handoff), page.projects)
    ]
    return Block(source, LETTERS, title, tuple(lines))


def _untold(parts: Sequence[tuple[str, str]], projects: Sequence[Project]) -> list[tuple[str, str]]:
    """The parts without the projects that a session listed as open and that stand below anyway."""
    told = {f"- Project {project.key}: {project.title}" for project in projects}
    found = []
    for name, text in parts:
        kept = [line for line in text.split("\n") if line not in told]
        if kept:
            found.append((name, "\n".join(kept)))
    return found


def threads(source: str, rows: Sequence[ThreadHandoff], page: Page) -> Block:
    standing = rows[0]
    title = (
        f"[THREAD {one_line(standing.thread_id)}]  where it stood, from its log "
        f"{page.label(standing, source, standing.updated_at, standing.trust)}"
    )
    line = Line(standing.thread_id, quoted(standing.content))
    # Where the session that ended last was in this thread, its own handoff says most of it.
    rank = PRINCIPLES if page.handed_on == standing.thread_id else DECISIONS
    return Block(source, rank, title, (line,))


def tasks(source: str, rows: Sequence[Task], page: Page) -> Block:
    lines = []
    for task in rows:
        due = ""
        if task.due_at is not None:
            word = "overdue since" if task.due_at < page.now else "due"
            due = f", {word} {moment(task.due_at, page.zone)}"
        label = page.label(task, source, task.updated_at, task.trust)
        text = f"- #{task.number} {one_line(task.title)} ({task.status}{due}) {label}"
        lines.append(Line(task.id, text))
    return Block(source, DECISIONS, "[OPEN TASKS]", tuple(lines))


def hints(source: str, rows: Sequence[Hint], page: Page) -> Block:
    lines = []
    for hint in rows:
        due = f" (for {moment(hint.trigger_at, page.zone)})" if hint.trigger_at else ""
        label = page.label(hint, source, hint.created_at, hint.trust)
        lines.append(Line(hint.id, f"- {one_line(hint.content)}{due} {label}"))
    return Block(source, DECISIONS, "[HINTS]", tuple(lines))


def messages(source: str, rows: Sequence[Message], page: Page) -> Block:
    lines = []
    for message in rows:
        state = "waits for an answer" if _is_open(message) else message.kind
        label = page.label(message, source, message.created_at, message.trust)
        text = shortened(one_line(message.text), page.longest)
        lines.append(Line(message.id, f"> {one_line(message.sender)} ({state}): {text} {label}"))
    return Block(source, DECISIONS, heading("MESSAGES", page.framing), tuple(lines))


def _is_open(message: Message) -> bool:
    return message.wants_reply and message.replied_at is None


def facts(title: str) -> Render:
    def render(source: str, rows: Sequence[Fact], page: Page) -> Block:
        lines = []
        for fact in rows:
            label = page.label(fact, source, fact.created_at, fact.trust)
            since = moment(fact.valid_from, page.zone)
            until = f", until {moment(fact.valid_to, page.zone)}" if fact.valid_to else ""
            text = f"- {one_line(fact.key)} = {one_line(fact.value)} (since {since}{until}) {label}"
            rank = KNOWLEDGE if fact.importance < LEAST_OF_A_FACT else None
            lines.append(Line(fact.id, text, rank))
        return Block(source, FACTS, title, tuple(lines))

    return render


def projects(source: str, rows: Sequence[Project], page: Page) -> Block:
    lines = []
    for project in rows:
        about = f": {one_line(project.summary)}" if project.summary else ""
        label = page.label(project, source, project.updated_at, None)
        lines.append(
            Line(project.id, f"- #{project.number} {one_line(project.title)}{about} {label}")
        )
    return Block(source, KNOWLEDGE, "[ACTIVE PROJECTS]", tuple(lines))


def team(source: str, rows: Sequence[Document], _page: Page) -> Block:
    document = rows[0]
    line = Line(document.id, f"{plain(document.content).strip()}\n</core_team>")
    return Block(source, KNOWLEDGE, "<core_team>", (line,))


def memories(title: str, rank: int) -> Render:
    def render(source: str, rows: Sequence[Memory], page: Page) -> Block:
        lines = [
            Line(
                memory.id,
                memory_line(memory, source, page),
                FACTS if _holds_like_a_fact(memory) else None,
            )
            for memory in rows
        ]
        return Block(source, rank, heading(title, page.framing), tuple(lines))

    return render


def _holds_like_a_fact(memory: Memory) -> bool:
    """What the person ruled, and what matters most of who somebody is."""
    if memory.type == "instruction":
        return True
    return memory.type in ("identity", "relationship") and memory.importance >= LEAST_OF_A_BOND


def memory_line(memory: Memory, source: str, page: Page) -> str:
    """One memory, quoted on one line."""
    text = memory.content
    if memory.title and not text.startswith(memory.title.rstrip("…")):
        text = f"{memory.title}: {text}"
    label = page.label(memory, source, memory.created_at, memory.trust)
    return f"> {shortened(one_line(text), page.longest)} ({memory.type}) {label}"


def relevant(source: str, rows: Sequence[Memory | Hit], page: Page) -> Block:
    """What bears on the intent: memories, and whatever else recall found."""
    found = []
    for row in rows:
        if isinstance(row, Memory):
            found.append(Line(row.id, memory_line(row, source, page)))
            continue
        label = page.label(row, source, row.at, row.trust)
        speaker = f"{one_line(row.speaker)}: " if row.speaker else ""
        text = f"> {speaker}{shortened(one_line(row.text), page.longest)} ({row.kind}) {label}"
        found.append(Line(row.id, text))
    return Block(source, KNOWLEDGE, "[WHAT BEARS ON THIS]", tuple(found))


def turns(title: str) -> Render:
    def render(source: str, rows: Sequence[Episode], page: Page) -> Block:
        found = []
        for turn in rows:
            label = page.label(turn, source, turn.at, turn.trust)
            text = shortened(one_line(turn.text), page.longest)
            found.append(Line(turn.id, f"> {one_line(turn.speaker)}: {text} {label}"))
        return Block(source, JOURNAL, title, tuple(found))

    return render


def attachments(source: str, rows: Sequence[Verified], page: Page) -> Block:
    """Receipts: what was seen and what the file began with. The file itself is not here."""
    found = []
    for row in rows:
        receipt = row.receipt
        about = f"{receipt.mime}, {receipt.size:,} bytes, {one_line(receipt.source_path)}"
        said = [f"{one_line(receipt.filename)} ({about})"]
        if row.gap is not None:
            said.append(f"NOT VERIFIED, {one_line(row.gap)}; what follows is of the file as it was")
        if receipt.observation:
            said.append(f"seen in it: {shortened(one_line(receipt.observation), page.longest)}")
        if receipt.excerpt:
            said.append(f"it begins: {shortened(one_line(receipt.excerpt), page.longest)}")
        label = page.label(row, source, receipt.updated_at, receipt.trust)
        found.append(Line(receipt.id, f"> {'; '.join(said)} {label}"))
    return Block(source, KNOWLEDGE, "[ATTACHMENTS]  receipts, not the files", tuple(found))


def surfaced(source: str, rows: Sequence[Surfaced], page: Page) -> Block:
    line = Line(rows[0].id, memory_line(rows[0].memory, source, page))
    return Block(source, JOURNAL, heading("SURFACED MEMORY", page.framing), (line,))
