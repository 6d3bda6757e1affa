"""Forget one thing everywhere, with everything that was derived from it.

A turn keeps its place in the log and its hash, nothing else; a row of state is removed
and leaves one event without content. Rows that a rule made from them are made again from
what remains; rows that cannot be made again are removed too. Which is which, and what a row
was made from, each stored class declares (`model.stored`). Every earlier event about a row that
changed is emptied, so that the log still agrees with the tables. The job `scrub` then cleans
the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from wakeline.base.clock import stored_moment
from wakeline.base.digest import content_hash
from wakeline.base.errors import Busy, Conflict, NotFound
from wakeline.consolidation.self_care import SELF_CARE
from wakeline.flows.assessment.entropy import forget_entropy
from wakeline.flows.common.place import Place
from wakeline.flows.common.time_zones import time_zone
from wakeline.flows.forget.personality_evidence import (
    ObservationRemoval,
    drifts_quoting,
    plan_observation_removal,
    remove_from_file,
)
from wakeline.flows.forget.rederive import rederive_row
from wakeline.flows.forget.redo_self_care import conversation_without, memory_without
from wakeline.flows.forget.remake_rows import (
    handoff_without_projects,
    remade_checkpoint,
    remade_handoff,
    remade_letter,
    remade_session,
    remade_thread_handoff,
    remade_wake,
)
from wakeline.flows.forget.scrub_files import JOB, ScrubResult, scrub_files
from wakeline.flows.graph.graph_rows import INDEX, affected_entries, mentions_at, recount_graph
from wakeline.flows.identity.personality_files import sync_history_files
from wakeline.flows.memory.procedures import write_procedure_files
from wakeline.flows.memory.summaries import resummarise
from wakeline.flows.recall.index_rows import forget_readings
from wakeline.flows.recall.searchable import (
    FILED,
    index_saved_row,
    is_searchable,
    refile_row,
    unfile,
)
from wakeline.flows.writings.markdown_files import MARKDOWN_FOLDERS, refresh_markdown_files
from wakeline.log.archive import without_content
from wakeline.model.agenda import Project
from wakeline.model.attachment import Receipt, ReceiptTurn
from wakeline.model.checkpoint import Checkpoint
from wakeline.model.consolidation import ConversationSummary
from wakeline.model.guard import Guard
from wakeline.model.identity import Document
from wakeline.model.job import IndexMark
from wakeline.model.log import Episode, Event
from wakeline.model.memory import Extraction, Fact, Memory
from wakeline.model.message import Message
from wakeline.model.procedure import Procedure
from wakeline.model.session import Handoff, Session, ThreadHandoff, Wake
from wakeline.model.stored import Table, is_made_from, table_of
from wakeline.model.tables import state_tables, tables_forgotten_by_id
from wakeline.model.writings import Letter
from wakeline.ports.store import Unit, View
from wakeline.store.rows import subject_id

PERSONALITY = "personality"  # the mark of the last step of consolidation
# Made again from turns that still state them, else removed with their sources.
REDERIVED = (Memory, Fact)


class Forgotten(NamedTuple):
    """What was removed, what was made again without it, and the result of cleaning the files."""

    id: str
    turns: int
    removed: tuple[str, ...]
    remade: tuple[str, ...]
    scrubbed: ScrubResult | None


class ForgetTargets(NamedTuple):
    """What has to be forgotten: turns, rows of state, and the ids of all of them.

    `told` are rows that other turns support too, reworded from those turns alone.
    """

    turns: tuple[Episode, ...]
    rows: tuple[Any, ...]
    ids: frozenset[str]
    rewritten: tuple[Memory | Fact, ...] = ()


def forget(place: Place, id: str) -> Forgotten:
    """Forget a turn, an exchange, or a row that can be named (`tables_forgotten_by_id`)."""
    place.ask("forget")
    gone = forget_rows(place, id)
    try:
        return gone._replace(scrubbed=scrub(place))
    except Busy:  # another process reads an old snapshot; the job waits for the next settle
        return gone


def scrub(place: Place) -> ScrubResult:
    """The job: remove from the files what was forgotten."""
    return scrub_files(place, forget_rows)


def forget_rows(place: Place, id: str) -> Forgotten:
    """Forget in the tables, and add the job that cleans the files."""
    now = place.clock.now()
    with place.store.writing(place.by(actor="person", origin="user_direct", at=now)) as unit:
        doomed, observed = _with_derived_rows(place, unit, _find_targets(unit, id))
        # Read before anything is emptied: it shows what the log had added.
        remade = _remade(place, unit, doomed, observed)
        seqs = _graph_entries(unit, doomed.rows, doomed.turns) | _graph_entries(unit, remade)
        told = mentions_at(unit, seqs)
        for turn in doomed.turns:
            _empty_turn(unit, turn)
        if doomed.turns:
            forget_entropy(unit, doomed.turns, time_zone(place.identity.person_time_zone))
            resummarise(place, unit, doomed.turns)
            _empty_closed_checkpoints(unit, doomed.turns)
        for row in doomed.rows:
            _remove(unit, row)
        for row in remade:
            if isinstance(row, (Memory, Fact)):
                _keep_again(unit, row)
                continue
            _empty_events(unit, row)
            saved = unit.save(f"{table_of(row).subject}.remade", row)
            if type(row) in FILED:
                forget_readings(unit, [event.seq for event in _events_about(unit, row)])
                refile_row(unit, saved)
        recount_graph(unit, told, seqs)
        # The vectors of states are stored by text hash: they are made again from those that remain.
        unit.run("liminal.keep_state_vectors", hashes=[])
        unit.add_job("states")
        unit.add_job(JOB, f"{stored_moment(now)} {id}")
        if observed.sentences:
            unit.put(IndexMark(PERSONALITY, 0))  # the next consolidation reads the rest again
    _take_back_pages(place, doomed.rows)
    if any(type(row) in MARKDOWN_FOLDERS for row in (*doomed.rows, *remade)):
        refresh_markdown_files(place)
    remove_from_file(place, observed.sentences)
    sync_history_files(place.store)
    return Forgotten(
        id=id,
        turns=len(doomed.turns),
        removed=tuple(map(_named, doomed.rows)),
        remade=tuple(map(_named, remade)),
        scrubbed=None,
    )


# -- what to forget


def _find_targets(view: View, id: str) -> ForgetTargets:
    turn = view.one(Episode, "log.episode", id=id)
    turns = [turn] if turn else view.all(Episode, "log.episodes_of_exchange", exchange_id=id)
    if turns:
        fresh = tuple(turn for turn in turns if turn.forgotten_at is None)
        return ForgetTargets(fresh, (), frozenset(turn.id for turn in turns))
    past = view.all(Event, "log.events_of", subject_id=id)
    kinds = {event.subject_kind for event in past}
    # Several, if they share an id: the text of a wake and how disorienting it was.
    rows = tuple(
        row
        for table in tables_forgotten_by_id()
        if table.subject in kinds
        for row in _rows_of(view, table)
        if subject_id(row) == id
    )
    for row in rows:
        _refuse_in_force(row)
    if rows or any(event.forgotten_at is not None for event in past):
        return ForgetTargets((), rows, frozenset({id}))
    named = (table.subject.replace("_", " ") for table in tables_forgotten_by_id())
    raise NotFound(
        f"there is nothing to forget under {id}.",
        todo=f"Give the id of a turn, an exchange, or one of these: {', '.join(named)}.",
    )


def _rows_of(view: View, table: Table) -> list[Any]:
    return view.all(table.cls, f"integrity.{table.name}")


def _refuse_in_force(row: Any) -> None:
    if isinstance(row, Document) and row.state == "in_force":
        raise Conflict(
            f"version {row.version} of {row.kind} is in force.",
            todo="Put another version in force first.",
        )


def _with_derived_rows(
    place: Place, view: View, first: ForgetTargets
) -> tuple[ForgetTargets, ObservationRemoval]:
    """Add all rows that were derived from the first ones and that no rule can make again."""
    rows = {_named(row): row for row in first.rows}
    ids = set(first.ids)
    memories = view.all(Memory, "integrity.memories")
    others = [
        row
        for row in _derived_rows(view, ids)
        if not (isinstance(row, Memory) and row.written == SELF_CARE)
    ]
    again: dict[str, Memory | Fact] = {}
    size = -1
    while size < len(rows):
        size = len(rows)
        said = {(row.key, row.value) for row in rows.values() if isinstance(row, Fact)}
        edited = {row.id: row.source_ids for row in rows.values() if isinstance(row, Memory)}
        for row in others:
            is_version = isinstance(row, Memory) and row.id in edited.get(
                row.superseded_by or "", ()
            )
            # By kind and id: an extraction has the same id as its turn.
            if _named(row) in rows or not (is_version or _follows(row, ids, said)):
                continue
            if (
                isinstance(row, (Memory, Fact))
                and not is_version
                and (left := rederive_row(place, view, row, ids))
            ):
                again[row.id] = left
                continue
            rows[_named(row)] = row
            ids.add(row.id)
    rows |= {_named(row): row for row in _receipts_to_remove(view, ids, first.turns)}
    rows |= {_named(row): row for row in _handoff_messages(view, rows.values())}
    ids.update(row.id for row in rows.values())
    told = [row for row in again.values() if row.id not in ids]
    for row, left in _remade_care_memories(place, memories, ids, told):
        if left.content:
            told.append(left)
        else:
            rows[_named(row)] = row
            ids.add(row.id)
    # An observation is removed even if its memory stays: the memory has other words then.
    observed = plan_observation_removal(place, view, {*ids, *again})
    rows |= {_named(row): row for row in drifts_quoting(view, observed.sentences)}
    return ForgetTargets(first.turns, tuple(rows.values()), frozenset(ids), tuple(told)), observed


def _remade_care_memories(
    place: Place, memories: Sequence[Memory], ids: set[str], told: Sequence[Memory | Fact]
) -> list[tuple[Memory, Memory]]:
    """Memories that self-care made from removed or reworded ones: as they are and will be."""
    by_id = {memory.id: memory for memory in memories}
    gone = [by_id[each] for each in sorted(ids) if each in by_id]
    retold = [(by_id[row.id], row) for row in told if isinstance(row, Memory)]
    made = (
        (row, memory_without(place, row, gone, retold))
        for row in memories
        if row.written == SELF_CARE and row.id not in ids
    )
    return [(row, left) for row, left in made if left != row]


def _receipts_to_remove(
    view: View, ids: set[str], turns: Iterable[Episode]
) -> list[Receipt | ReceiptTurn]:
    """Links of receipts to what is removed, and receipts without any other link."""
    links = view.all(ReceiptTurn, "integrity.attachment_receipt_turns")
    if not links:
        return []
    # An exchange is gone when its last turn is.
    exchanges = {
        exchange_id
        for exchange_id in {turn.exchange_id for turn in turns} - {None}
        if all(
            turn.id in ids or turn.forgotten_at is not None
            for turn in view.all(Episode, "log.episodes_of_exchange", exchange_id=exchange_id)
        )
    }
    gone = [
        link
        for link in links
        if link.receipt_id in ids or link.turn_id in ids or link.exchange_id in exchanges
    ]
    left = {link.receipt_id for link in links} - {
        link.receipt_id for link in links if link not in gone
    }
    receipts = view.all(Receipt, "integrity.attachment_receipts") if left else []
    return [*gone, *(receipt for receipt in receipts if receipt.id in left)]


def _handoff_messages(view: View, rows: Iterable[Any]) -> list[Message]:
    """The messages to next sessions that repeat a removed handoff."""
    sessions = {row.session_id for row in rows if isinstance(row, Handoff)} - {None}
    if not sessions:
        return []
    messages = view.all(Message, "integrity.messages")
    return [row for row in messages if row.session_id in sessions and row.kind == "handoff"]


def _derived_rows(view: View, ids: set[str]) -> list[Any]:
    """The rows that may have to be removed with their sources, as their classes declare it."""
    tables = [
        table
        for table in state_tables()
        if table.made_from
        and (table.goes == "deleted" or table.cls in REDERIVED)
        and table.cls is not Extraction
    ]
    return [
        *view.all(Extraction, "graph.extractions_at", ids=sorted(ids)),  # one for each turn
        *(row for table in tables for row in _rows_of(view, table)),
        # Without a session there are no turns from which to make it again.
        *(row for row in view.all(Handoff, "integrity.handoffs") if row.session_id is None),
    ]


def _follows(row: Any, ids: set[str], said: set[tuple[str, str]]) -> bool:
    # A superseded fact has several rows with the same value.
    is_same = isinstance(row, Fact) and (row.key, row.value) in said
    return is_same or is_made_from(row, ids)


def _remade(
    place: Place, view: View, doomed: ForgetTargets, observed: ObservationRemoval
) -> list[Any]:
    """Rows that a rule made from what is removed, made again without it."""
    gone = doomed.ids
    sessions = {row.id: row for row in view.all(Session, "integrity.sessions")}
    retitled = _retitled(view, doomed, sessions)
    sessions.update(retitled)
    # A row names the turns that it quotes now. It may have read others of its session or thread,
    # and its earlier versions, which events and wakes still tell, quoted others.
    touched = {*retitled, *(turn.session_id for turn in doomed.turns)} - {None}
    threads = {turn.thread_id for turn in doomed.turns}
    removed = {row.id for row in doomed.rows if isinstance(row, Handoff)}
    unsaid = {row.session_id for row in doomed.rows if isinstance(row, Message)} - {None}
    silenced = [
        row._replace(message_to_next=None)
        for row in view.all(Handoff, "integrity.handoffs")
        if row.session_id in unsaid and row.id not in removed and row.message_to_next
    ]
    handoffs = [
        remade_handoff(place, view, row, sessions[row.session_id], gone)
        for row in view.all(Handoff, "integrity.handoffs")
        if row.session_id in sessions
        and row.id not in removed
        and (row.session_id in touched or is_made_from(row, gone))
    ]
    standing = [
        remade_thread_handoff(place, view, row, gone)
        for row in view.all(ThreadHandoff, "integrity.thread_handoffs")
        if row.thread_id in threads or is_made_from(row, gone)
    ]
    conversations = [
        conversation_without(place, row, gone)
        for row in view.all(ConversationSummary, "integrity.conversation_summaries")
        if row.id not in gone and is_made_from(row, gone)
    ]
    guards = {row.key for row in doomed.rows if isinstance(row, Guard)}
    checkpoints = [
        remade_checkpoint(row, gone, guards)
        for row in view.all(Checkpoint, "integrity.checkpoints")
        if row.id not in gone and (row.session_id in touched or is_made_from(row, gone | guards))
    ]
    closed = [row for row in doomed.rows if isinstance(row, Project)]
    unlisted = [
        left
        for row in (view.all(Handoff, "integrity.handoffs") if closed else ())
        if row.id not in removed and (left := handoff_without_projects(place, row, closed)) != row
    ]
    made = {row.id: row for row in (*silenced, *unlisted, *handoffs)}
    handoffs = [
        row._replace(message_to_next=None) if row.session_id in unsaid else row
        for row in made.values()
    ]
    letters = [
        remade_letter(place, view, row, sessions.get(row.session_id or ""), gone)
        for row in view.all(Letter, "integrity.letters_telling", ids=sorted(gone))
        if row.id not in gone
    ]
    documents = [row for row in observed.documents if row.id not in gone]
    told = [*checkpoints, *conversations, *letters, *doomed.rewritten]
    made_again = [*handoffs, *standing, *told, *documents]
    wakes = _remade_wakes(view, gone | {row.id for row in made_again} | retitled.keys())
    return [*retitled.values(), *made_again, *observed.entries, *wakes]


def _retitled(
    view: View, doomed: ForgetTargets, sessions: Mapping[str, Session]
) -> dict[str, Session]:
    """Sessions whose title came from a removed turn, with their new titles."""
    told = {turn.session_id for turn in doomed.turns}
    made = {
        row.id: remade_session(view, row, doomed.ids)
        for row in sessions.values()
        if row.title_source_id is not None and row.id in told
    }
    return {row_id: row for row_id, row in made.items() if row != sessions[row_id]}


def _remade_wakes(view: View, gone: frozenset[str]) -> list[Wake]:
    """The texts of wakes without what is removed; only those that change."""
    kept = view.all(Wake, "integrity.wakes_telling", ids=sorted(gone))
    made = ((wake, remade_wake(wake, gone)) for wake in kept if wake.id not in gone)
    return [after for before, after in made if after.text != before.text]


def _graph_entries(view: View, rows: Iterable[Any], turns: Sequence[Episode] = ()) -> set[int]:
    """The entries of the log whose contribution to the graph will change."""
    mark = int(view.value("jobs.mark", name=INDEX) or 0)
    events = (event.seq for row in rows for event in _events_about(view, row))
    return affected_entries(turns, mark) | {seq for seq in events if seq <= mark}


# -- removing and making again


def _empty_turn(unit: Unit, turn: Episode) -> None:
    unit.unindex(turn.seq)
    forget_readings(unit, [turn.seq])
    unit.put(without_content(turn, unit.by.at))
    unit.run("integrity.drop_marks", subject_id=turn.id)


def _remove(unit: Unit, row: Any) -> None:
    if isinstance(row, (Memory, Fact)) and not row.is_deleted:
        unit.unindex(row.seq)
    elif type(row) in FILED:
        unfile(unit, row)
    if isinstance(row, Memory):
        unit.run("memory.drop_idle", id=row.id)
        unit.run("consolidation.drop_links", id=row.id)
    # Sealed parts may hold its earlier versions under these entries.
    forget_readings(unit, [event.seq for event in _events_about(unit, row)])
    _empty_events(unit, row)
    unit.remove(f"{table_of(row).subject}.forgotten", row)
    unit.run("integrity.drop_marks", subject_id=subject_id(row))


def _keep_again(unit: Unit, row: Memory | Fact) -> None:
    """Save a row as other turns support it, and empty its earlier events."""
    if is_searchable(row):
        unit.unindex(row.seq)
    forget_readings(unit, [event.seq for event in _events_about(unit, row)])
    _empty_events(unit, row)
    index_saved_row(unit, unit.save(f"{table_of(row).subject}.remade", row))


def _empty_events(unit: Unit, row: Any) -> None:
    # A message from outside names its sender, who is the actor of its events.
    sender = row.sender if isinstance(row, Message) and row.session_id is None else None
    for event in _events_about(unit, row):
        if event.forgotten_at is None:
            by = "" if event.actor == sender else event.actor
            unit.put(without_content(event._replace(actor=by), unit.by.at))


def _empty_closed_checkpoints(unit: Unit, turns: Iterable[Episode]) -> None:
    """Empty the events of closed checkpoints of these turns' sessions: their rows are gone.

    A checkpoint quotes turns, is replaced every three exchanges, and ends with its session.
    """
    sessions = sorted({turn.session_id for turn in turns if turn.session_id is not None})
    for event in unit.all(Event, "integrity.closed_checkpoints", session_ids=sessions):
        unit.put(without_content(event, unit.by.at))


def _events_about(view: View, row: Any) -> list[Event]:
    about = {"subject_id": subject_id(row), "subject_kind": table_of(row).subject}
    return view.all(Event, "integrity.events_about", **about)


def _take_back_pages(place: Place, rows: Iterable[Any]) -> None:
    """Update the files of removed procedures; show the version in force for removed documents."""
    procedures = [row.task_type for row in rows if isinstance(row, Procedure)]
    if procedures:
        write_procedure_files(place.store, *procedures)
    gone = {(row.kind, row.content_hash) for row in rows if isinstance(row, Document)}
    if not gone:
        return
    with place.store.reading() as view:
        documents = view.all(Document, "identities.documents_in_force")
    in_force: dict[str, str] = {document.kind: document.content for document in documents}
    for kind, text in place.store.document_files().items():
        if (kind, content_hash(text)) in gone:
            place.store.write_document_file(kind, in_force.get(kind, ""))


def _named(row: Any) -> str:
    return f"{table_of(row).subject} {subject_id(row)}"
