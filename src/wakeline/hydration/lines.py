"""Rows as lines of a wake: each quoted or listed with its id, source, age and trust.

One function a kind of row. It does not know in which order blocks stand or what fits. Where a
row brings the tokens of its text, its line is written when it is known to fit: of a long life
most lines are not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from wakeline.context.assembly import Block, Line
from wakeline.context.framing import one_line, plain, quoted
from wakeline.hydration.page import Page, moment, shortened
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.sources import Surfaced
from wakeline.hydration.wording import heading
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.attachment import Verified
from wakeline.model.decision import Decision, Principle
from wakeline.model.identity import Document
from wakeline.model.liminal import GapLine, GapReport
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.model.message import Message
from wakeline.model.procedure import Procedure
from wakeline.model.session import Handoff, ThreadHandoff
from wakeline.sessions.age import age_text
from wakeline.sessions.warm_start import compacted, warm_start

# Value per byte, what is taken first when not everything fits: after who the agent is come
# decisions, facts, principles, knowledge, letters and the journal.
# Behind all of it stands what the agent said itself, which most often says again what it heard.
CORE, DECISIONS, FACTS, PRINCIPLES, KNOWLEDGE, LETTERS, JOURNAL, OWN_WORDS = range(8)
# A fact that was given less than the middle of its scale is a detail: it waits for principles.
LEAST_OF_A_FACT = 0.5
# The most pressing ones stand among decisions; those behind them leave room for who the agent is.
FIRST_TASKS, FIRST_HINTS = 4, 3
MOST_SIGNALS = 5  # of a procedure, of each kind
LEAST_OF_A_TASK = 5
# Who somebody is counts like a fact from here on.
LEAST_OF_A_BOND = 0.8
KNOWN = frozenset({"semantic", "procedural"})

# How many tokens stand around the text of a row besides its label.
KIND = 4  # (relationship)
SINCE, UNTIL = 21, 18
A_MOMENT = timedelta(minutes=1)

Render = Callable[[str, Sequence[Any], Page], Block]


# Which parts of a handoff say where things stand; the others are its letter.
CHECKPOINT = frozenset({"working on", "key decisions", "warnings", "open threads"})
FIRST = CHECKPOINT | {"message to you"}  # what one session tells the next in its own words


def handoff_parts(handoff: Handoff) -> list[tuple[str, str]]:
    """What a handoff says, by name: the checkpoint, then the letter; empty parts left out."""
    # What is read from the log tells its title in the summary.
    title = handoff.title if handoff.author == "agent" else None
    parts = [
        ("session", title),
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
    made = "" if handoff.author == "agent" else "made from its log "
    title = (
        f"{heading('SESSION HANDOFF', page.framing)}  {made}"
        f"{page.label(handoff, source, handoff.session_ended_at, handoff.trust)}"
    )
    lines = [
        Line(handoff.id, f"{name}:\n{quoted(text)}", DECISIONS if name in FIRST else LETTERS)
        for name, text in _untold(handoff_parts(handoff), page.listed_elsewhere)
    ]
    return Block(source, LETTERS, title, tuple(lines))


def titled(title: str | None) -> str:
    """A session's title in a sentence of ours, quoted; nothing where it has none."""
    return f' "{one_line(title)}"' if title else ""


def _untold(parts: Sequence[tuple[str, str]], told: frozenset[str]) -> list[tuple[str, str]]:
    """The parts without what a session listed as open and what stands below anyway."""
    found = []
    for name, text in parts:
        kept = [line for line in text.split("\n") if line not in told]
        if kept:
            found.append((name, "\n".join(kept)))
    return found


def threads(source: str, rows: Sequence[ThreadHandoff], page: Page) -> Block:
    standing = rows[0]
    told = "from its log" if standing.model is None else f"told by {one_line(standing.model)}"
    title = (
        f"[THREAD {one_line(standing.thread_id)} · {compacted(standing.compactions)}]  "
        f"where it stood, {told} "
        f"{page.label(standing, source, standing.updated_at, standing.trust)}"
    )
    is_spoken_to = page.framing == "first-person"
    prose = warm_start(standing, now=page.now, is_spoken_to=is_spoken_to)
    line = Line(standing.thread_id, quoted(prose))
    # Where the session that ended last was in this thread, its own handoff says most of it.
    rank = PRINCIPLES if page.handed_on == standing.thread_id else DECISIONS
    return Block(source, rank, title, (line,))


def _later(place: int, first: int) -> int | None:
    """The rank of a line that waits for facts where it is not among the first of its kind."""
    return None if place < first else PRINCIPLES


def _is_pressing(task: Task) -> bool:
    """One that is begun, has a day, or was given at least the middle of its scale."""
    return task.status != "todo" or task.due_at is not None or task.priority >= LEAST_OF_A_TASK


def tasks(source: str, rows: Sequence[Task], page: Page) -> Block:
    lines: list[Line] = []
    for task in rows:
        due = ""
        if task.due_at is not None:
            word = "overdue since" if task.due_at < page.now else "due"
            due = f", {word} {moment(task.due_at, page.zone, now=page.now)}"
        standing = f"{task.status}{due}" if task.status != "todo" else due.removeprefix(", ")
        stands = f" ({standing})" if standing else ""
        text = f"- #{task.number} {one_line(task.title)}{stands}"
        rank = _later(len(lines), FIRST_TASKS if _is_pressing(task) else 0)
        lines.append(page.listed(task, source, task.updated_at, task.trust, text, rank))
    return Block(source, DECISIONS, "[OPEN TASKS]", tuple(lines))


def hints(source: str, rows: Sequence[Hint], page: Page) -> Block:
    lines: list[Line] = []
    for hint in rows:
        due = ""
        if hint.trigger_at is not None:
            due = f" (for {moment(hint.trigger_at, page.zone, now=page.now)})"
        text = f"- {one_line(hint.content)}{due}"
        rank = _later(len(lines), FIRST_HINTS)
        lines.append(page.listed(hint, source, hint.created_at, hint.trust, text, rank))
    return Block(source, DECISIONS, "[HINTS]", tuple(lines))


def messages(source: str, rows: Sequence[Message], page: Page) -> Block:
    lines = []
    for message in rows:
        said = page.count(_sender(message)) + page.cut(message.text, message.tokens)
        write = partial(_message, message, source, page)
        rank = None if message.session_id is None else LETTERS  # of the agent itself
        lines.append(
            Line(message.id, write, rank, tokens=said + page.around(message.id, message.trust))
        )
    return Block(source, DECISIONS, heading("MESSAGES", page.framing), tuple(lines))


def _message(message: Message, source: str, page: Page) -> str:
    label = page.label(message, source, message.created_at, message.trust)
    return f"{_sender(message)}: {shortened(one_line(message.text), page.longest)} {label}"


def _sender(message: Message) -> str:
    is_open = message.wants_reply and message.replied_at is None
    state = "waits for an answer" if is_open else message.kind
    return f"> {one_line(message.sender)} ({state})"


def facts(title: str) -> Render:
    def render(source: str, rows: Sequence[Fact], page: Page) -> Block:
        lines = []
        for fact in rows:
            tokens = fact.tokens + page.around(fact.id, fact.trust)
            if not _holds_since_told(fact):
                tokens += SINCE
            if fact.valid_to is not None:
                tokens += UNTIL
            rank = KNOWLEDGE if fact.importance < LEAST_OF_A_FACT else None
            lines.append(Line(fact.id, partial(_fact, fact, source, page), rank, (), tokens))
        return Block(source, FACTS, title, tuple(lines))

    return render


def _holds_since_told(fact: Fact) -> bool:
    """Whether the age of the row says since when it holds."""
    return abs(fact.created_at - fact.valid_from) < A_MOMENT


def _fact(fact: Fact, source: str, page: Page) -> str:
    label = page.label(fact, source, fact.created_at, fact.trust)
    bounds = []
    if not _holds_since_told(fact):
        bounds.append(f"since {moment(fact.valid_from, page.zone)}")
    if fact.valid_to is not None:
        bounds.append(f"until {moment(fact.valid_to, page.zone)}")
    held = f" ({', '.join(bounds)})" if bounds else ""
    return f"- {one_line(fact.key)} = {one_line(fact.value)}{held} {label}"


def projects(source: str, rows: Sequence[Project], page: Page) -> Block:
    lines = []
    for project in rows:
        about = f": {one_line(project.summary)}" if project.summary else ""
        text = f"- #{project.number} {one_line(project.title)}{about}"
        lines.append(page.listed(project, source, project.updated_at, None, text))
    return Block(source, KNOWLEDGE, "[ACTIVE PROJECTS]", tuple(lines))


def team(source: str, rows: Sequence[Document], _page: Page) -> Block:
    document = rows[0]
    line = Line(document.id, f"{plain(document.content).strip()}\n</core_team>")
    return Block(source, KNOWLEDGE, "<core_team>", (line,))


def memories(title: str, rank: int) -> Render:
    def render(source: str, rows: Sequence[Memory], page: Page) -> Block:
        lines = [memory_line(memory, source, page, _worth(memory, rank)) for memory in rows]
        return Block(source, rank, heading(title, page.framing), tuple(lines))

    return render


def _worth(memory: Memory, rank: int) -> int:
    """The rank of a memory in a block of this rank."""
    if _holds_like_a_fact(memory):
        return FACTS
    # What is known is no journal, however it was found.
    return min(rank, KNOWLEDGE) if memory.type in KNOWN else rank


def _holds_like_a_fact(memory: Memory) -> bool:
    """What the person ruled, and what matters most of who somebody is."""
    if memory.type == "instruction":
        return True
    return memory.type in ("identity", "relationship") and memory.importance >= LEAST_OF_A_BOND


def memory_line(memory: Memory, source: str, page: Page, rank: int | None = None) -> Line:
    """One memory, quoted on one line."""
    tokens = memory.tokens
    if len(said := memory.told) > page.longest:  # as few are
        tokens = page.cut(said, tokens)
    tokens += page.around(memory.id, memory.trust)
    if not page.is_brief:
        tokens += KIND
    return Line(memory.id, partial(_memory, memory, source, page), rank, (), tokens)


def _memory(memory: Memory, source: str, page: Page) -> str:
    label = page.label(memory, source, memory.created_at, memory.trust)
    kind = "" if page.is_brief else f" ({memory.type})"
    return f"> {shortened(one_line(memory.told), page.longest)}{kind} {label}"


def relevant(source: str, rows: Sequence[Memory | Hit], page: Page) -> Block:
    """What bears on the intent: memories, and whatever else recall found."""
    found = []
    for row in rows:
        if isinstance(row, Memory):
            found.append(memory_line(row, source, page))
            continue
        speaker = f"{one_line(row.speaker)}: " if row.speaker else ""
        text = f"> {speaker}{shortened(one_line(row.text), page.longest)} ({row.kind})"
        found.append(page.listed(row, source, row.at, row.trust, text))
    return Block(source, KNOWLEDGE, "[WHAT BEARS ON THIS]", tuple(found))


def procedure(source: str, rows: Sequence[Procedure], page: Page) -> Block:
    """How such a task is done, and what showed that it worked or did not."""
    (row,) = rows
    label = page.label(row, source, row.updated_at, row.trust)
    said = [f"<procedure> {row.task_type} {label}", plain(row.content).strip()]
    if row.success_signals:
        said.append(f"Showed that it worked: {_signals(row.success_signals, page)}.")
    if row.failure_patterns:
        said.append(f"Went wrong before: {_signals(row.failure_patterns, page)}.")
    line = Line(row.id, "\n".join([*said[1:], "</procedure>"]))
    return Block(source, KNOWLEDGE, said[0], (line,))


def _signals(signals: Sequence[str], page: Page) -> str:
    """The newest first."""
    newest = reversed(signals[-MOST_SIGNALS:])
    return "; ".join(shortened(one_line(plain(signal)), page.longest) for signal in newest)


def decisions(source: str, rows: Sequence[Decision], page: Page) -> Block:
    """What was decided against, and why."""
    found = []
    for row in rows:
        why = f", because {shortened(one_line(row.reason), page.longest)}" if row.reason else ""
        text = f"> {shortened(one_line(row.decision), page.longest)}{why}"
        found.append(page.listed(row, source, row.decided_at, row.trust, text))
    return Block(source, DECISIONS, "[DECIDED AGAINST]", tuple(found))


def principles(source: str, rows: Sequence[Principle], page: Page) -> Block:
    """What to do in this situation, and how often it worked."""
    found = []
    for row in rows:
        when, then = (
            shortened(one_line(text), page.longest) for text in (row.situation, row.response)
        )
        tries = row.successes + row.failures
        worked = f" (worked {row.successes} of {tries} times)" if tries else ""
        text = f"> WHEN {when} THEN {then}{worked}"
        found.append(page.listed(row, source, row.updated_at, row.trust, text))
    return Block(source, PRINCIPLES, "[WHAT WORKED IN THIS SITUATION]", tuple(found))


def turns(title: str) -> Render:
    def render(source: str, rows: Sequence[Episode], page: Page) -> Block:
        found = []
        for turn in rows:
            text = f"> {one_line(turn.speaker)}: {shortened(one_line(turn.text), page.longest)}"
            rank = OWN_WORDS if turn.role == "agent" else None
            found.append(page.listed(turn, source, turn.at, turn.trust, text, rank))
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
        text = f"> {'; '.join(said)}"
        found.append(page.listed(row, source, receipt.updated_at, receipt.trust, text))
    return Block(source, KNOWLEDGE, "[ATTACHMENTS]  receipts, not the files", tuple(found))


# From which concern on a change is worth as much as a decision, and as a fact; and how many are,
# so that what happened does not crowd out what the agent was doing.
PRESSING, NOTABLE = 0.5, 0.3
MOST_FIRST = 4  # changes among decisions, and as many again among facts
IN_FULL = ("message", "hint", "attachment")  # whose own lines say what is new of them
LONGEST_NAME = 60
# A report's quotes are for people; a model pays two tokens for each. Nothing inside closes these.
PLAIN_QUOTES = str.maketrans({'"': "'", "“": '"', "”": '"'})


def _is_due(line: GapLine) -> bool:
    """A day that came, and nothing else: the task's own line says that it is overdue."""
    return line.kind == "task.overdue" and not line.by


def changes(source: str, report: GapReport, page: Page, shown: frozenset[str]) -> Block:
    """What happened while the agent was away, without what stands in full elsewhere."""
    found: list[Line] = []
    for line in report.lines:
        if line.subject_id in shown and (line.subject_kind in IN_FULL or _is_due(line)):
            continue
        by = f", by {shortened(one_line(line.by), LONGEST_NAME)}" if line.by else ""
        age = age_text(line.at, page.now, humane=True)
        is_first = line.concern >= PRESSING and len(found) < MOST_FIRST
        rank = DECISIONS if is_first else FACTS
        if line.concern < NOTABLE or len(found) >= 2 * MOST_FIRST:
            rank = JOURNAL
        text = f"- {line.text.translate(PLAIN_QUOTES)}{by} [{short_id(line.source_id)} · {age}]"
        of = (*line.subject_ids, line.source_id)
        found.append(Line(line.subject_id, text, rank, of=of))
    more = f"  {report.left_out:,} more are not listed" if report.left_out else ""
    title = f"{heading('CHANGED MEANWHILE', page.framing)}{more}"
    return Block(source, DECISIONS, title, tuple(found))


def surfaced(source: str, rows: Sequence[Surfaced], page: Page) -> Block:
    line = memory_line(rows[0].memory, source, page)
    return Block(source, JOURNAL, heading("SURFACED MEMORY", page.framing), (line,))
