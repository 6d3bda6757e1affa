"""What an agent knows and has to do, each kind behind its own name, as in `ash.facts.set`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from wakeline.base.values import Protocol
from wakeline.model.identity import Identity


class Runs(Protocol):
    """An agent, as far as a face needs it."""

    @property
    def identity(self) -> Identity: ...

    @property
    def session_id(self) -> str | None: ...

    def run(self, name: str, *args: Any, **options: Any) -> Any: ...


class Face:
    """One kind of thing that an agent has."""

    def __init__(self, agent: Runs) -> None:
        self._agent = agent


class Facts(Face):
    """What is true, and what was."""

    def set(self, key: str, value: str, **options: Any) -> Any:
        return self._agent.run("set_fact", key, value, **options)

    def get(self, key: str, *, at: datetime | None = None, known_at: datetime | None = None) -> Any:
        return self._agent.run("get_fact", key, at=at, known_at=known_at)

    def end(self, key: str, *, at: datetime | str | None = None, planned: bool = False) -> Any:
        """End what holds now; with `planned`, or where nothing does, what is set for later."""
        return self._agent.run("end_fact", key, at=at, planned=planned)

    def history(self, key: str) -> list[Any]:
        rows: list[Any] = self._agent.run("fact_history", key)
        return rows

    def all(self, *, thread: str | None = None) -> list[Any]:
        """All of them, or those that were written in one thread."""
        rows: list[Any] = self._agent.run("current_facts", thread=thread)
        return rows


class Jobs(Face):
    """The work that was asked for: what waits, runs or is parked."""

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_jobs")
        return rows

    def retry(self, name: str | None = None) -> list[Any]:
        """Let parked jobs run again, those of one name or all."""
        rows: list[Any] = self._agent.run("retry_jobs", name)
        return rows

    def drop(self, name: str | None = None) -> list[Any]:
        """Give up parked jobs, those of one name or all."""
        rows: list[Any] = self._agent.run("drop_jobs", name)
        return rows


class Personality(Face):
    """How the agent's identity has expressed itself. Resets are the person's acts."""

    def status(self) -> Any:
        return self._agent.run("personality_status")

    def show(self) -> Any:
        return self._agent.run("personality_text")

    def diff(self, against: str = "core") -> str:
        text: str = self._agent.run("personality_diff", against)
        return text

    def history(self, *, limit: int = 100, before: str | None = None) -> list[Any]:
        rows: list[Any] = self._agent.run("personality_history", limit=limit, before=before)
        return rows

    def reset_soft(self, *, actor: str | None = None) -> Any:
        return self._agent.run("reset_soft", actor=actor)

    def rollback(self, date: str, *, actor: str | None = None) -> Any:
        return self._agent.run("rollback", date, actor=actor)

    def reset_hard(self, *, actor: str | None = None) -> Any:
        return self._agent.run("reset_hard", actor=actor)

    def export(self, folder: str | os.PathLike[str]) -> Any:
        return self._agent.run("export_personality", folder)


class Memories(Face):
    """What is worth keeping."""

    def add(self, content: str, *, tags: Sequence[str] = (), **options: Any) -> Any:
        return self._agent.run("add_memory", content, tags=tags, **options)

    def get(self, memory_id: str) -> Any:
        return self._agent.run("get_memory", memory_id)

    def all(self, **filters: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_memories", **filters)
        return rows

    def update(self, memory_id: str, **changes: Any) -> Any:
        return self._agent.run("update_memory", memory_id, **changes)

    def edit(self, memory_id: str, content: str, **options: Any) -> Any:
        return self._agent.run("edit_memory", memory_id, content, **options)

    def lineage(self, memory_id: str) -> Any:
        return self._agent.run("memory_lineage", memory_id)

    def tag(self, memory_id: str, *tags: str) -> Any:
        return self._agent.run("tag_memory", memory_id, tags)

    def untag(self, memory_id: str, *tags: str) -> Any:
        return self._agent.run("tag_memory", memory_id, tags, remove=True)

    def pin(self, memory_id: str, *, pinned: bool = True) -> Any:
        return self._agent.run("pin_memory", memory_id, pinned=pinned)

    def archive(self, memory_id: str) -> Any:
        return self._agent.run("archive_memory", memory_id)

    def unarchive(self, memory_id: str) -> Any:
        return self._agent.run("archive_memory", memory_id, archived=False)

    def reflect(self, memory_id: str, text: str | None = None) -> Any:
        return self._agent.run("reflect", memory_id, text)

    def delete(self, memory_id: str) -> Any:
        return self._agent.run("delete_memory", memory_id)


class Summaries(Face):
    """Days, weeks and months, as consolidation summed them up."""

    def all(self, **filters: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_summaries", **filters)
        return rows

    def get(self, summary_id: str) -> Any:
        return self._agent.run("get_summary", summary_id)


class Knowledge(Face):
    """What was looked up or given to read."""

    def add(self, content: str, **options: Any) -> Any:
        return self._agent.run("add_knowledge", content, **options)

    def all(self, **options: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_knowledge", **options)
        return rows

    def get(self, entry_id: str) -> Any:
        return self._agent.run("get_knowledge", entry_id)

    def search(self, query: str, *, topic: str | None = None, k: int = 10, **filters: Any) -> Any:
        return self._agent.run("search_knowledge", query, topic=topic, k=k, **filters)

    def delete(self, entry_id: str) -> Any:
        return self._agent.run("delete_knowledge", entry_id)


class Procedures(Face):
    """How kinds of tasks are done, and how that went."""

    def write(self, task_type: str, content: str, **options: Any) -> Any:
        return self._agent.run("write_procedure", task_type, content, **options)

    def note(
        self,
        task_type: str,
        *,
        success: str | None = None,
        failure: str | None = None,
        **options: Any,
    ) -> Any:
        return self._agent.run(
            "note_outcome", task_type, success=success, failure=failure, **options
        )

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_procedures")
        return rows

    def get(self, task_type: str) -> Any:
        return self._agent.run("get_procedure", task_type)

    def detect(self, text: str) -> Any:
        return self._agent.run("detect_procedure", text)

    def delete(self, task_type: str) -> Any:
        return self._agent.run("delete_procedure", task_type)


class Attachments(Face):
    """Files that were shown to the agent, as receipts: where they are and what they hash to."""

    def add(self, path: str | bytes | os.PathLike[str], **options: Any) -> Any:
        (receipt,) = self._agent.run("add_attachments", [path], **options)
        return receipt

    def add_many(
        self, paths: Sequence[str | bytes | os.PathLike[str]], **options: Any
    ) -> list[Any]:
        receipts: list[Any] = self._agent.run("add_attachments", paths, **options)
        return receipts

    def receive(self, filename: str, **options: Any) -> Any:
        return self._agent.run("receive_attachment", filename, **options)

    def observe(self, receipt_id: str, observation: str) -> Any:
        return self._agent.run("observe_attachment", receipt_id, observation)

    def get(self, receipt_id: str) -> Any:
        return self._agent.run("get_attachment", receipt_id)

    def all(self, *, limit: int = 1000, after: str | None = None) -> list[Any]:
        rows: list[Any] = self._agent.run("list_attachments", limit=limit, after=after)
        return rows

    def verify(self, *ids: str) -> list[Any]:
        found: list[Any] = self._agent.run("verify_attachments", ids or None)
        return found


class Entities(Face):
    """Who and what the agent talks about, and how they relate."""

    def all(self, *, type: str | None = None, limit: int = 1000) -> list[Any]:
        rows: list[Any] = self._agent.run("list_entities", type=type, limit=limit)
        return rows

    def get(self, name: str) -> Any:
        return self._agent.run("get_entity", name)

    def relations(self, name: str) -> list[Any]:
        rows: list[Any] = self._agent.run("entity_relations", name)
        return rows

    def assign(self, name: str, relationship: str) -> Any:
        """Say what somebody is to the agent, as a fact: `teresa.relationship`."""
        return self._agent.run("assign_relationship", name, relationship)

    def deepen(
        self, *, limit: int | None = None, progress: Callable[[int], None] | None = None
    ) -> Any:
        """Let the language model of the settings read turns in which rules found nothing."""
        return self._agent.run("deepen", limit=limit, progress=progress)

    def patterns(self) -> list[Any]:
        rows: list[Any] = self._agent.run("graph_patterns")
        return rows


class Projects(Face):
    """Bodies of work."""

    def add(self, key: str, **options: Any) -> Any:
        return self._agent.run("add_project", key, **options)

    def update(self, project: str | int, **changes: Any) -> Any:
        return self._agent.run("update_project", project, **changes)

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("list_projects")
        return rows


class Tasks(Face):
    """Things to do."""

    def add(self, title: str, **options: Any) -> Any:
        return self._agent.run("add_task", title, **options)

    def move(self, task: str | int, status: str, **options: Any) -> Any:
        return self._agent.run("move_task", task, status, **options)

    def all(self, *, thread: str | None = None) -> list[Any]:
        """All of them, or those that were written in one thread."""
        rows: list[Any] = self._agent.run("list_tasks", thread=thread)
        return rows


class Hints(Face):
    """Reminders that surface at a wake."""

    def add(self, content: str, **options: Any) -> Any:
        return self._agent.run("add_hint", content, **options)

    def complete(self, hint_id: str) -> Any:
        return self._agent.run("complete_hint", hint_id)

    def dismiss(self, hint_id: str) -> Any:
        return self._agent.run("dismiss_hint", hint_id)

    def all(self, *, thread: str | None = None) -> list[Any]:
        """All of them, or those that were written in one thread."""
        rows: list[Any] = self._agent.run("list_hints", thread=thread)
        return rows


class Messages(Face):
    """What others left for the agent."""

    def send(self, text: str, **options: Any) -> Any:
        return self._agent.run("send_message", text, **options)

    def mail(self, to: str, text: str, **options: Any) -> Any:
        """Say something to another agent of the home. It arrives once, whatever happens."""
        return self._agent.run("send_mail", to, text, **options)

    def read(self, message_id: str) -> Any:
        return self._agent.run("read_message", message_id)

    def acknowledge(self, message_id: str) -> Any:
        return self._agent.run("read_message", message_id)

    def reply(self, message_id: str, text: str | None = None) -> Any:
        return self._agent.run("reply_to_message", message_id, text)

    def delete(self, message_id: str) -> Any:
        return self._agent.run("delete_message", message_id)

    def all(self, **filters: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_messages", **filters)
        return rows


class Wakes(Face):
    """What wakes delivered."""

    def all(self, *, limit: int = 100, before: str | None = None) -> list[Any]:
        rows: list[Any] = self._agent.run("list_wakes", limit=limit, before=before)
        return rows

    def get(self, wake_id: str) -> Any:
        return self._agent.run("get_wake", wake_id)

    def last(self) -> Any:
        return self._agent.run("last_wake")


class Liminal(Face):
    """Where the agent stands between being away and being there, and what it crossed."""

    def state(self) -> Any:
        return self._agent.run("liminal_state")

    def standing(self) -> Any:
        return self._agent.run("liminal_standing")

    def prompt(self) -> str | None:
        text: str | None = self._agent.run("liminal_prompt")
        return text

    def detect_drift(
        self, domain: str, subject: str, current: str, remembered: str | None, **options: Any
    ) -> Any:
        return self._agent.run("detect_drift", domain, subject, current, remembered, **options)

    def mark_threshold(
        self,
        type: str,
        from_state: str,
        to_state: str,
        significance: float = 0.5,
        **options: Any,
    ) -> Any:
        return self._agent.run(
            "mark_threshold", type, from_state, to_state, significance, **options
        )

    def gaps(self, **page: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_gaps", **page)
        return rows

    def drifts(self, **page: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_drifts", **page)
        return rows

    def thresholds(self, **page: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_thresholds", **page)
        return rows

    def wakes(self, **page: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_disorientations", **page)
        return rows

    def report(self, gap_id: str | None = None) -> Any:
        return self._agent.run("report_of_gap", gap_id)

    def trends(self) -> Any:
        return self._agent.run("liminal_trends")

    def export_files(self, folder: str | os.PathLike[str]) -> Any:
        return self._agent.run("export_liminal", folder)

    def import_files(self, folder: str | os.PathLike[str]) -> Any:
        return self._agent.run("import_liminal", folder)


class Documents(Face):
    """Identity documents, in versions. Deciding on them is the person's."""

    def all(self) -> list[Any]:
        rows: list[Any] = self._agent.run("documents")
        return rows

    def propose(self, kind: str, text: str, *, actor: str | None = None) -> Any:
        name = actor or self._agent.identity.name
        return self._agent.run("write_document", kind, text, actor=name, origin="agent_inferred")

    def propose_sections(self, *, actor: str | None = None) -> list[Any]:
        name = actor or self._agent.identity.name
        made: list[Any] = self._agent.run("propose_sections", actor=name)
        return made

    def import_folder(self, folder: Any, *, actor: str | None = None) -> list[Any]:
        """Propose what the identity files of a folder say: SOUL.md, AGENTS.md and so on."""
        name = actor or self._agent.identity.name
        taken: list[Any] = self._agent.run("import_identity", folder, actor=name)
        return taken

    def diff(self, kind: str, *, version: int | None = None) -> str:
        text: str = self._agent.run("document_diff", kind, version=version)
        return text


class Soul(Face):
    """What an agent holds to. Deciding on what it asks for is the person's."""

    def all(self, *, history: bool = False) -> list[Any]:
        rows: list[Any] = self._agent.run("list_soul", history=history)
        return rows

    def add(self, kind: str, text: str) -> Any:
        return self._agent.run("add_to_soul", kind, text)

    def remove(self, entry_id: str) -> Any:
        return self._agent.run("remove_from_soul", entry_id)


class Diary(Face):
    """One document a day."""

    def write(self, text: str, **options: Any) -> Any:
        return self._agent.run("write_diary", text, **options)

    def show(self, day: str | None = None) -> Any:
        return self._agent.run("show_diary", day)

    def all(self, **options: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_diary", **options)
        return rows

    def search(self, query: str, *, k: int = 10) -> list[Any]:
        hits: list[Any] = self._agent.run("search_diary", query, k=k)
        return hits
