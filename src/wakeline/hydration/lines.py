"""Rows as lines of a wake: each quoted or listed with its id, source, age and trust.

One function for each kind of row. It does not know the order of blocks, or what fits. Where a
row has its token count, its line is written only once it is known to fit: of a long life most
lines are never written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from wakeline.context.assembly import Block, LazyLines, Line
from wakeline.context.framing import one_line, quote_lines, visible_text
from wakeline.hydration.page import WakePage, local_moment, shorten
from wakeline.hydration.short_ids import short_id
from wakeline.hydration.sources import SurfacedRow
from wakeline.hydration.wording import heading
from wakeline.language.ages import age_text
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.attachment import VerifiedReceipt
from wakeline.model.decision import Decision, Principle
from wakeline.model.identity import Document
from wakeline.model.liminal import GapLine, GapReport
from wakeline.model.log import Episode
from wakeline.model.memory import Fact, Hit, Memory
from wakeline.model.message import Message
from wakeline.model.procedure import Procedure
from wakeline.model.session import Handoff, ThreadHandoff
from wakeline.sessions.warm_start import compactions_text, warm_start

# Ranks by value per byte: the lowest is filled first when not everything fits. After the identity
# come decisions, facts, principles, knowledge, letters and the journal.
# The agent's own words come last: most often they repeat what it heard.
CORE, DECISIONS, FACTS, PRINCIPLES, KNOWLEDGE, LETTERS, JOURNAL, OWN_WORDS = range(8)
# A fact below the middle of the importance scale is a detail: it comes after principles.
LEAST_OF_A_FACT = 0.5
# The most pressing ones rank like decisions; the others leave room for who the agent is.
FIRST_TASKS, FIRST_HINTS = 4, 3
MOST_SIGNALS = 5  # of a procedure, of each kind
LEAST_OF_A_TASK = 5
# From this importance on, a memory of a bond ranks like a fact.
LEAST_OF_A_BOND = 0.8
BONDS = frozenset({"identity", "relationship"})
KNOWN = frozenset({"semantic", "procedural"})

# How many tokens a line has around the text of its row, besides the label.
KIND = 4  # (relationship)
SINCE, UNTIL = 21, 18
A_MOMENT = timedelta(minutes=1)

Render = Callable[[str, Sequence[Any], WakePage], Block]


# The parts of a handoff that say where things stand; the others are its letter.
CHECKPOINT = frozenset({"working on", "key decisions", "warnings", "open threads"})
FIRST = CHECKPOINT | {"message to you"}  # what one session tells the next in its own words


def handoff_parts(handoff: Handoff) -> list[tuple[str, str]]:
    """What a handoff says, by name: the checkpoint, then the letter; empty parts left out."""
    # A handoff made from the log has its title in the summary.
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


def handoff_block(source: str, rows: Sequence[Handoff], page: WakePage) -> Block:
    handoff = rows[0]
    made = "" if handoff.author == "agent" else "made from its log "
    title = (
        f"{heading('SESSION HANDOFF', page.framing)}  {made}"
        f"{page.label(handoff.id, source, handoff.session_ended_at, handoff.trust)}"
    )
    lines = [
        Line(handoff.id, f"{name}:\n{quote_lines(text)}", DECISIONS if name in FIRST else LETTERS)
        for name, text in _untold(handoff_parts(handoff), page.listed_elsewhere)
    ]
    return Block(source, LETTERS, title, tuple(lines))


def quoted_title(title: str | None) -> str:
    """A session's title, quoted for use in a sentence; empty if it has none."""
    return f' "{one_line(title)}"' if title else ""


def _untold(parts: Sequence[tuple[str, str]], told: frozenset[str]) -> list[tuple[str, str]]:
    """The parts without the lines that have a block of their own further down."""
    found = []
    for name, text in parts:
        kept = [line for line in text.split("\n") if line not in told]
        if kept:
            found.append((name, "\n".join(kept)))
    return found


def thread_block(source: str, rows: Sequence[ThreadHandoff], page: WakePage) -> Block:
    standing = rows[0]
    told = "from its log" if standing.model is None else f"told by {one_line(standing.model)}"
    title = (
        f"[THREAD {one_line(standing.thread_id)} · {compactions_text(standing.compactions)}]  "
        f"where it stood, {told} "
        f"{page.label(standing.id, source, standing.updated_at, standing.trust)}"
    )
    is_spoken_to = page.framing == "first-person"
    prose = warm_start(standing, now=page.now, is_spoken_to=is_spoken_to)
    line = Line(standing.thread_id, quote_lines(prose))
    # If the last session was in this thread, its own handoff says most of it.
    rank = PRINCIPLES if page.handoff_thread == standing.thread_id else DECISIONS
    return Block(source, rank, title, (line,))


def _later(place: int, first: int) -> int | None:
    """The rank of a line: that of its block for the first of a kind, below facts for the rest."""
    return None if place < first else PRINCIPLES


def _is_pressing(task: Task) -> bool:
    """Whether a task is begun, has a due date, or has at least the middle priority."""
    return task.status != "todo" or task.due_at is not None or task.priority >= LEAST_OF_A_TASK


def tasks_block(source: str, rows: Sequence[Task], page: WakePage) -> Block:
    said, ranks = [], []
    for place, task in enumerate(rows):
        due = ""
        if task.due_at is not None:
            word = "overdue since" if task.due_at < page.now else "due"
            due = f", {word} {local_moment(task.due_at, page.zone, now=page.now)}"
        standing = f"{task.status}{due}" if task.status != "todo" else due.removeprefix(", ")
        stands = f" ({standing})" if standing else ""
        said.append(f"- #{task.number} {one_line(task.title)}{stands}")
        ranks.append(_later(place, FIRST_TASKS if _is_pressing(task) else 0))
    lines = page.list_rows(source, rows, [task.updated_at for task in rows], said, ranks)
    return Block(source, DECISIONS, "[OPEN TASKS]", lines)


def hints_block(source: str, rows: Sequence[Hint], page: WakePage) -> Block:
    said = []
    for hint in rows:
        due = ""
        if hint.trigger_at is not None:
            due = f" (for {local_moment(hint.trigger_at, page.zone, now=page.now)})"
        said.append(f"- {one_line(hint.content)}{due}")
    ranks = [_later(place, FIRST_HINTS) for place in range(len(rows))]
    lines = page.list_rows(source, rows, [hint.created_at for hint in rows], said, ranks)
    return Block(source, DECISIONS, "[HINTS]", lines)


def messages_block(source: str, rows: Sequence[Message], page: WakePage) -> Block:
    ids, tokens = page.label_costs(rows)
    for place, message in enumerate(rows):
        tokens[place] += page.count(_sender(message)) + page.tokens_when_cut(
            message.text, message.tokens
        )
    # Messages from the agent's own sessions have a lower rank.
    ranks = [None if message.session_id is None else LETTERS for message in rows]

    def write(message: Message) -> str:
        said = shorten(one_line(message.text), page.longest)
        label = page.label(message.id, source, message.created_at, message.trust)
        return f"{_sender(message)}: {said} {label}"

    lines = LazyLines(ids, ranks, tokens, rows, write)
    return Block(source, DECISIONS, heading("MESSAGES", page.framing), lines)


def _sender(message: Message) -> str:
    is_open = message.wants_reply and message.replied_at is None
    state = "waits for an answer" if is_open else message.kind
    return f"> {one_line(message.sender)} ({state})"


def facts_renderer(title: str) -> Render:
    def render(source: str, rows: Sequence[Fact], page: WakePage) -> Block:
        ids, tokens = page.label_costs(rows)
        for place, fact in enumerate(rows):
            tokens[place] += fact.tokens
            if not _holds_since_told(fact):
                tokens[place] += SINCE
            if fact.valid_to is not None:
                tokens[place] += UNTIL
        ranks = [KNOWLEDGE if fact.importance < LEAST_OF_A_FACT else None for fact in rows]

        def write(fact: Fact) -> str:
            label = page.label(fact.id, source, fact.created_at, fact.trust)
            held = _held(fact, page)
            return f"- {one_line(fact.key)} = {one_line(fact.value)}{held} {label}"

        return Block(source, FACTS, title, LazyLines(ids, ranks, tokens, rows, write))

    return render


def _holds_since_told(fact: Fact) -> bool:
    """Whether the age of the row already says since when the fact holds."""
    return abs(fact.created_at - fact.valid_from) < A_MOMENT


def _held(fact: Fact, page: WakePage) -> str:
    """Since when and until when a fact holds, unless the age of the row already says it."""
    bounds = []
    if not _holds_since_told(fact):
        bounds.append(f"since {local_moment(fact.valid_from, page.zone)}")
    if fact.valid_to is not None:
        bounds.append(f"until {local_moment(fact.valid_to, page.zone)}")
    return f" ({', '.join(bounds)})" if bounds else ""


def projects_block(source: str, rows: Sequence[Project], page: WakePage) -> Block:
    said = []
    for project in rows:
        about = f": {one_line(project.summary)}" if project.summary else ""
        said.append(f"- #{project.number} {one_line(project.title)}{about}")
    updated = [project.updated_at for project in rows]
    lines = page.list_rows(source, rows, updated, said, trusted=False)
    return Block(source, KNOWLEDGE, "[ACTIVE PROJECTS]", lines)


def team_block(source: str, rows: Sequence[Document], _page: WakePage) -> Block:
    document = rows[0]
    line = Line(document.id, f"{visible_text(document.content).strip()}\n</core_team>")
    return Block(source, KNOWLEDGE, "<core_team>", (line,))


def memories_renderer(title: str, rank: int) -> Render:
    def render(source: str, rows: Sequence[Memory], page: WakePage) -> Block:
        lines = _quoted(source, rows, [_worth(memory, rank) for memory in rows], page)
        return Block(source, rank, heading(title, page.framing), lines)

    return render


def _worth(memory: Memory, rank: int) -> int:
    """The rank of a memory in a block of this rank."""
    kind = memory.type
    # The person's instructions and the most important bonds rank like facts.
    if kind == "instruction" or (kind in BONDS and memory.importance >= LEAST_OF_A_BOND):
        return FACTS
    # Knowledge never ranks as low as the journal, whichever source found it.
    return min(rank, KNOWLEDGE) if kind in KNOWN else rank


def _quoted(
    source: str, rows: Sequence[Memory], ranks: Sequence[int | None], page: WakePage
) -> LazyLines:
    """Memories, each quoted on one line."""
    ids, tokens = page.label_costs(rows)
    kind = 0 if page.is_brief else KIND
    for place, memory in enumerate(rows):
        own = memory.tokens
        if len(memory.title) + len(memory.content) + 2 > page.longest:  # as few are
            own = page.tokens_when_cut(memory.told, own)
        tokens[place] += own + kind

    def write(memory: Memory) -> str:
        label = page.label(memory.id, source, memory.created_at, memory.trust)
        kind = "" if page.is_brief else f" ({memory.type})"
        return f"> {shorten(one_line(memory.told), page.longest)}{kind} {label}"

    return LazyLines(ids, ranks, tokens, rows, write)


def relevant_block(source: str, rows: Sequence[Memory | Hit], page: WakePage) -> Block:
    """The block of what is relevant to the intent: memories, and whatever else recall found."""
    found: list[Line] = []
    for row in rows:
        if isinstance(row, Memory):
            found += _quoted(source, (row,), (None,), page)
            continue
        speaker = f"{one_line(row.speaker)}: " if row.speaker else ""
        text = f"> {speaker}{shorten(one_line(row.text), page.longest)} ({row.kind})"
        found += page.list_rows(source, (row,), (row.at,), (text,))
    return Block(source, KNOWLEDGE, "[WHAT BEARS ON THIS]", tuple(found))


def procedure_block(source: str, rows: Sequence[Procedure], page: WakePage) -> Block:
    """The block of a procedure: how the task is done, and the signs of success and failure."""
    (row,) = rows
    label = page.label(row.id, source, row.updated_at, row.trust)
    said = [f"<procedure> {row.task_type} {label}", visible_text(row.content).strip()]
    if row.success_signals:
        said.append(f"Showed that it worked: {_signals(row.success_signals, page)}.")
    if row.failure_patterns:
        said.append(f"Went wrong before: {_signals(row.failure_patterns, page)}.")
    line = Line(row.id, "\n".join([*said[1:], "</procedure>"]))
    return Block(source, KNOWLEDGE, said[0], (line,))


def _signals(signals: Sequence[str], page: WakePage) -> str:
    """The newest first."""
    newest = reversed(signals[-MOST_SIGNALS:])
    return "; ".join(shorten(one_line(visible_text(signal)), page.longest) for signal in newest)


def decisions_block(source: str, rows: Sequence[Decision], page: WakePage) -> Block:
    """The block of decisions: what was decided against, and why."""
    said = []
    for row in rows:
        why = f", because {shorten(one_line(row.reason), page.longest)}" if row.reason else ""
        said.append(f"> {shorten(one_line(row.decision), page.longest)}{why}")
    lines = page.list_rows(source, rows, [row.decided_at for row in rows], said)
    return Block(source, DECISIONS, "[DECIDED AGAINST]", lines)


def principles_block(source: str, rows: Sequence[Principle], page: WakePage) -> Block:
    """The block of principles: what to do in this situation, and how often it worked."""
    said = []
    for row in rows:
        when, then = (
            shorten(one_line(text), page.longest) for text in (row.situation, row.response)
        )
        tries = row.successes + row.failures
        worked = f" (worked {row.successes} of {tries} times)" if tries else ""
        said.append(f"> WHEN {when} THEN {then}{worked}")
    lines = page.list_rows(source, rows, [row.updated_at for row in rows], said)
    return Block(source, PRINCIPLES, "[WHAT WORKED IN THIS SITUATION]", lines)


def turns_renderer(title: str) -> Render:
    def render(source: str, rows: Sequence[Episode], page: WakePage) -> Block:
        said = [
            f"> {one_line(turn.speaker)}: {shorten(one_line(turn.text), page.longest)}"
            for turn in rows
        ]
        ranks = [OWN_WORDS if turn.role == "agent" else None for turn in rows]
        lines = page.list_rows(source, rows, [turn.at for turn in rows], said, ranks)
        return Block(source, JOURNAL, title, lines)

    return render


def attachments_block(source: str, rows: Sequence[VerifiedReceipt], page: WakePage) -> Block:
    """The block of receipts: what was seen in each file and how it begins, not the file itself."""
    found = []
    for receipt, gap in rows:
        about = f"{receipt.mime}, {receipt.size:,} bytes, {one_line(receipt.source_path)}"
        said = [f"{one_line(receipt.filename)} ({about})"]
        if gap is not None:
            said.append(f"NOT VERIFIED, {one_line(gap)}; what follows is of the file as it was")
        if receipt.observation:
            said.append(f"seen in it: {shorten(one_line(receipt.observation), page.longest)}")
        if receipt.excerpt:
            said.append(f"it begins: {shorten(one_line(receipt.excerpt), page.longest)}")
        found.append(f"> {'; '.join(said)}")
    receipts = [row.receipt for row in rows]
    updated = [receipt.updated_at for receipt in receipts]
    lines = page.list_rows(source, receipts, updated, found)
    return Block(source, KNOWLEDGE, "[ATTACHMENTS]  receipts, not the files", lines)


# The concern from which a change ranks like a decision, or like a fact. Their number is bounded,
# so that news does not crowd out what the agent was doing.
PRESSING, NOTABLE = 0.5, 0.3
MOST_FIRST = 4  # changes among decisions, and as many again among facts
IN_FULL = ("message", "hint", "attachment")  # kinds whose own lines already say what is new
LONGEST_NAME = 60
# Typographic quotes cost a model two tokens each. No text inside can close the plain ones.
PLAIN_QUOTES = str.maketrans({'"': "'", "“": '"', "”": '"'})


def _is_due(line: GapLine) -> bool:
    """Whether a task only became overdue: its own line already says so."""
    return line.kind == "task.overdue" and not line.by


def changes_block(source: str, report: GapReport, page: WakePage, shown: frozenset[str]) -> Block:
    """The block of what happened while the agent was away, without rows shown in full elsewhere."""
    found: list[Line] = []
    for line in report.lines:
        if line.subject_id in shown and (line.subject_kind in IN_FULL or _is_due(line)):
            continue
        by = f", by {shorten(one_line(line.by), LONGEST_NAME)}" if line.by else ""
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


def surfaced_block(source: str, rows: Sequence[SurfacedRow], page: WakePage) -> Block:
    lines = _quoted(source, (rows[0].memory,), (None,), page)
    return Block(source, JOURNAL, heading("SURFACED MEMORY", page.framing), lines)
