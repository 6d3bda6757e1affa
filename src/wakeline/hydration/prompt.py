"""The text that an agent reads when it wakes, as blocks in reading order.

It says only what rows say. Recalled text is quoted; documents that the person put in
force are shown word for word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta, tzinfo
from typing import Any

from wakeline.context.assembly import Block, Count, Line
from wakeline.context.framing import one_line, visible_text
from wakeline.hydration import guard_lines, lines
from wakeline.hydration.letter_lines import letters_block
from wakeline.hydration.lines import (
    CORE,
    FACTS,
    FIRST_HINTS,
    FIRST_TASKS,
    JOURNAL,
    KNOWLEDGE,
    LETTERS,
    PRINCIPLES,
    Render,
    quoted_title,
)
from wakeline.hydration.page import WakePage, local_moment
from wakeline.hydration.wording import WORDINGS, Framing, WakeSentences, heading
from wakeline.language.ages import span_text
from wakeline.liminal.prompt import liminal_prompt
from wakeline.model.context import Crossing, Piece
from wakeline.model.identity import Document, Identity

# Tags of the documents, as agents know them; identity and personality have blocks of their own.
DOCUMENT_TAGS = {
    "soul": ("soul", PRINCIPLES),
    "anchor": ("person", PRINCIPLES),
    "preferences": ("preferences", PRINCIPLES),
    "privacy": ("privacy", PRINCIPLES),
    "protocol": ("operating_instructions", PRINCIPLES),
    "tools": ("environment_knowledge", KNOWLEDGE),
    "memory": ("memory", KNOWLEDGE),
}
RELEVANT = "[RELEVANT MEMORIES]"
MOST_DRIFTS = 5
MOST_SESSIONS = 5  # of those cut off and of those awake: a swarm would fill the whole text
TODAY = "[TODAY'S CONTEXT]"
# The function that writes the rows of each source, in reading order.
MEMORIES: dict[str, Render] = {
    "RelevantMemories": lines.relevant_block,
    "Procedure": lines.procedure_block,
    "Principles": lines.principles_block,
    "IdentityMemories": lines.memories_renderer("IDENTITY MEMORIES", PRINCIPLES),
    "PinnedMemories": lines.memories_renderer("PINNED MEMORIES", KNOWLEDGE),
    "ProjectMemories": lines.memories_renderer("PROJECT MEMORIES", KNOWLEDGE),
    "RecentMemories": lines.memories_renderer("RECENT MEMORIES", JOURNAL),
    "SurfacedMemory": lines.surfaced_block,
}
AT_HAND: dict[str, Render] = {
    "Guards": guard_lines.guards_block,
    "Checkpoint": guard_lines.checkpoint_block,
    "Decisions": lines.decisions_block,
    "SessionHandoff": lines.handoff_block,
    "Letters": letters_block,
    "ThreadHandoff": lines.thread_block,
    "CurrentTasks": lines.tasks_block,
    "Notifications": lines.messages_block,
    "Hints": lines.hints_block,
    "KeyFacts": lines.facts_renderer("[KEY FACTS]"),
    "ProjectFacts": lines.facts_renderer("[PROJECT FACTS]"),
    "ActiveProjects": lines.projects_block,
    "CoreTeamDoc": lines.team_block,
    "Attachments": lines.attachments_block,
    "LatestTurns": lines.turns_renderer("[SAID TODAY AND YESTERDAY]"),
    "LastTurns": lines.turns_renderer("[SAID LAST, THE NEWEST FIRST]"),
}


def wake_blocks(
    identity: Identity,
    documents: Sequence[Document],
    crossing: Crossing,
    pieces: Mapping[str, Piece],
    *,
    zone: tzinfo,
    count: Count,
    framing: Framing = "first-person",
    is_brief: bool = False,
    longest: int = 500,
    welcome: str | None = None,
    grounding: str | None = None,
    grounded_on: tuple[str, ...] = (),
    is_warned: bool = False,
) -> list[Block]:
    """The blocks of a wake, in reading order: identity, memories, how things stand.

    With `is_warned` the grounding already warns of a long gap, and the absence does not.
    """
    words = WORDINGS[framing]
    fresh, found_in = _read_once(pieces)
    page = WakePage(
        crossing.woke_at,
        zone,
        "system" if is_brief else framing,
        longest,
        found_in,
        count,
        is_brief,
        _listed(pieces),
        _handed_on(pieces),
    )
    found = [
        _said("Welcome", "[WELCOME]", identity, welcome, KNOWLEDGE),
        _core(identity, documents, words),
        *_documents(documents),
        _standing(documents, page.framing),
        _personality(documents),
        *_rows(MEMORIES, fresh, page, RELEVANT),
        _said("GroundingMessage", "[GROUNDING]", identity, grounding, CORE, grounded_on),
        _gap(identity, crossing, page, words, is_warned=is_warned),
        *_report(crossing, pieces, page),
        *_rows(AT_HAND, fresh, page, TODAY),
    ]
    return [block for block in found if block.lines]


def _handed_on(pieces: Mapping[str, Piece]) -> str | None:
    """The thread of the last session, if its handoff is among the pieces."""
    rows = pieces["SessionHandoff"].rows if "SessionHandoff" in pieces else ()
    return rows[0].thread_id if rows else None


def _listed(pieces: Mapping[str, Piece]) -> frozenset[str]:
    """The lines with which a handoff lists projects and hints."""
    projects = pieces["ActiveProjects"].rows if "ActiveProjects" in pieces else ()
    hints = pieces["Hints"].rows if "Hints" in pieces else ()
    return frozenset(
        [f"- Project {project.key}: {project.title}" for project in projects]
        + [f"- {hint.content}" for hint in hints[:FIRST_HINTS]]
    )


def _read_once(
    pieces: Mapping[str, Piece],
) -> tuple[dict[str, Sequence[Any]], dict[str, list[str]]]:
    """The rows of each source that no earlier source has, and the sources of shared rows.

    One row may come from several sources; it is shown once.
    """
    first: dict[str, str] = {}
    fresh: dict[str, Sequence[Any]] = {}
    found_in: dict[str, list[str]] = {}
    for name in (*MEMORIES, *AT_HAND):
        own = []
        for row in pieces[name].rows if name in pieces else ():
            row_id = row.id
            before = first.setdefault(row_id, name)
            if before is name:
                own.append(row)
            else:
                found_in.setdefault(row_id, [before]).append(name)
        if own:
            fresh[name] = own
    return fresh, found_in


def _rows(
    table: Mapping[str, Render], fresh: Mapping[str, Sequence[Any]], page: WakePage, group: str
) -> list[Block]:
    found = [render(name, fresh[name], page) for name, render in table.items() if name in fresh]
    return [Block(*block[:4], group) for block in found]


def _said(
    source: str,
    title: str,
    identity: Identity,
    text: str | None,
    rank: int,
    of: tuple[str, ...] = (),
) -> Block:
    said = () if text is None else (Line(identity.id, text, of=of),)
    return Block(source, rank, title, said, TODAY if source == "GroundingMessage" else "")


def _core(identity: Identity, documents: Sequence[Document], words: WakeSentences) -> Block:
    partner = ""
    if identity.person_name:
        partner = words.partner.format(
            name=one_line(identity.person_name), zone=identity.person_time_zone
        )
    said = [words.who.format(name=one_line(identity.display_name)) + partner]
    if identity.core_values_json:
        values = "; ".join(one_line(value).rstrip(".") for value in identity.core_values_json)
        said.append(words.values.format(values=values))
    found = [Line(identity.id, text) for text in said]
    own = [document for document in documents if document.kind == "identity"]
    found += [Line(document.id, visible_text(document.content).strip()) for document in own]
    held = (document for document in documents if document.is_soul_entry)
    found += [Line(entry.id, f"- {one_line(entry.content)}") for entry in held]
    found.append(Line(identity.id, words.core_wins))
    return Block("Identity", CORE, "[CORE IDENTITY]", tuple(found))


def _documents(documents: Sequence[Document]) -> list[Block]:
    """The other documents, each in its own tag, in the order of `DOCUMENT_TAGS`."""
    by_kind: dict[str, Document] = {document.kind: document for document in documents}
    found = []
    for kind, (tag, rank) in DOCUMENT_TAGS.items():
        document = by_kind.get(kind)
        if document is not None and document.content.strip():
            text = f"{visible_text(document.content).strip()}\n</{tag}>"
            found.append(Block("Documents", rank, f"<{tag}>", (Line(document.id, text),)))
    return found


def _standing(documents: Sequence[Document], framing: Framing) -> Block:
    """The standing document: where the person stands."""
    said = [Line(d.id, visible_text(d.content).strip()) for d in documents if d.kind == "standing"]
    return Block("Documents", KNOWLEDGE, heading("STANDING CONTEXT", framing), tuple(said))


def _personality(documents: Sequence[Document]) -> Block:
    """The personality document; nothing where it is still the core identity, word for word."""
    core = {d.content.strip() for d in documents if d.kind == "identity"}
    said = [
        Line(d.id, visible_text(d.content).strip())
        for d in documents
        if d.kind == "personality" and d.content.strip() and d.content.strip() not in core
    ]
    return Block("Personality", FACTS, "[CURRENT PERSONALITY]", tuple(said))


def _gap(
    identity: Identity, crossing: Crossing, page: WakePage, words: WakeSentences, *, is_warned: bool
) -> Block:
    zone = page.zone
    said = [Line(identity.id, _away(crossing, zone, words, is_warned=is_warned))]
    said += _crossing(crossing)
    cut_off = sorted(crossing.cut_off, key=lambda session: session.started_at)
    for session in cut_off[-MOST_SESSIONS:]:
        title = quoted_title(session.title)
        text = words.cut_off.format(title=title, when=local_moment(session.started_at, zone))
        said.append(Line(session.id, text))
    said += _more(identity, words.more_cut_off, len(cut_off))
    said += _awake(crossing, zone, words)
    said += _more(identity, words.more_siblings, len(crossing.siblings))
    return Block("Gap", CORE, heading("ABSENCE", page.framing), tuple(said), TODAY)


def _awake(crossing: Crossing, zone: tzinfo, words: WakeSentences) -> list[Line]:
    """The other sessions that are awake: those with the latest sign of life."""
    said: list[Line] = []
    siblings = sorted(crossing.siblings, key=lambda sibling: sibling.last_heard_at)
    for sibling in siblings[-MOST_SESSIONS:]:
        doing = f", working on: {one_line(sibling.working_on)}" if sibling.working_on else ""
        text = words.sibling.format(
            title=quoted_title(sibling.title),
            host=sibling.host,
            thread=f" in thread {sibling.thread_id}" if sibling.thread_id else "",
            since=local_moment(sibling.since, zone),
            heard=local_moment(sibling.last_heard_at, zone),
            doing=doing,
        )
        told = (sibling.working_on_id,) if sibling.working_on_id else ()
        said.append(Line(sibling.session_id, text, of=told))
    return said


def _more(identity: Identity, text: str, total: int) -> list[Line]:
    """A line with the number of sessions that are not listed one by one."""
    left = total - MOST_SESSIONS
    return [Line(identity.id, text.format(count=left))] if left > 0 else []


def _crossing(crossing: Crossing) -> list[Line]:
    """The lines on the wake, the gap and the drifts; they rank low, so they are cut first."""
    wake, gap, state = crossing.disorientation, crossing.gap, crossing.state
    if wake is None or gap is None or state is None:
        return []
    told = (
        f'Disorientation {wake.disorientation_intensity:.2f}, felt as "{wake.felt_gap_duration}". '
        f"{wake.return_experience} {gap.subjective_experience}"
    )
    said = [Line(gap.id, told, JOURNAL, of=(wake.id,))]
    standing = liminal_prompt(state, [drift.domain for drift in crossing.drifts])
    if standing is not None:
        ids = (wake.id, *(drift.id for drift in crossing.drifts))
        said.append(Line(gap.id, standing, LETTERS, of=ids))
    if crossing.drifts:
        shown = crossing.drifts[:MOST_DRIFTS]
        names = [
            f"{drift.domain}/{one_line(drift.subject)} {drift.magnitude:.2f} {drift.drift_valence}"
            for drift in shown
        ]
        ids = (*(drift.id for drift in shown), *(i for drift in shown for i in drift.source_ids))
        said.append(Line(gap.id, f"Drifted: {' · '.join(names)}", KNOWLEDGE, of=ids))
    if wake.fragments:
        text = f"Fragments, made up and never a source: {' '.join(wake.fragments)}"
        said.append(Line(wake.id, text, JOURNAL))
    return said


def _report(crossing: Crossing, pieces: Mapping[str, Piece], page: WakePage) -> list[Block]:
    if crossing.report is None:
        return []
    # A task further down may not fit, and then nothing would say that its day has come.
    most = {"CurrentTasks": FIRST_TASKS}
    shown = frozenset(
        row.id for name in AT_HAND if name in pieces for row in pieces[name].rows[: most.get(name)]
    )
    block = lines.changes_block("GapReport", crossing.report, page, shown)
    return [block._replace(group=TODAY)]


def _away(crossing: Crossing, zone: tzinfo, words: WakeSentences, *, is_warned: bool) -> str:
    now = local_moment(crossing.woke_at, zone)
    if crossing.away is None or crossing.last_known_at is None:
        return words.first_wake.format(now=now)
    then = local_moment(crossing.last_known_at, zone, now=crossing.woke_at)
    away = words.away.format(now=now, then=then, span=span_text(crossing.away))
    return away if is_warned else f"{away} {words.unverified}"


def away_words(away: timedelta | None) -> str:
    """The gap for people: `3 days 14 h`, or that this is the first wake."""
    return "first wake" if away is None else span_text(away)
