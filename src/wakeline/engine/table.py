"""Which flow does what, which store serves which home, which embedder: loaded at first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

FLOWS: dict[str, str] = {
    "wake": "wakeline.flows.wake:wake",
    "made_from_log": "wakeline.flows.cut_off:made_from_log",
    "end": "wakeline.flows.end:end",
    "own_session": "wakeline.flows.own_session:own_session",
    "compact_thread": "wakeline.flows.end:compact_thread",
    "record": "wakeline.flows.record:record",
    "observe": "wakeline.flows.record:observe",
    "observe_many": "wakeline.flows.record:observe_many",
    "recall": "wakeline.flows.recall:recall",
    "ranked": "wakeline.flows.ranked:ranked",
    "looked_at": "wakeline.flows.ranked:looked_at",
    "derive_readings": "wakeline.flows.readings:derive_readings",
    "seal_readings": "wakeline.flows.sealing:seal_readings",
    "drop_lost": "wakeline.flows.sealing:drop_lost",
    "mentions_since": "wakeline.flows.watch:mentions_since",
    "recalled_text": "wakeline.flows.recalled:recalled_text",
    "indexed": "wakeline.flows.embedders:indexed",
    "settle": "wakeline.flows.settle:settle",
    "derive_entities": "wakeline.flows.derive:derive_entities",
    "status": "wakeline.flows.status:status",
    "doctor": "wakeline.flows.doctor:doctor",
    "set_fact": "wakeline.flows.facts:set_fact",
    "get_fact": "wakeline.flows.facts:get_fact",
    "fact_history": "wakeline.flows.facts:fact_history",
    "current_facts": "wakeline.flows.facts:current_facts",
    "add_memory": "wakeline.flows.memories:add_memory",
    "pin_memory": "wakeline.flows.memories:pin_memory",
    "delete_memory": "wakeline.flows.memories:delete_memory",
    "list_memories": "wakeline.flows.memories:list_memories",
    "add_project": "wakeline.flows.agenda:add_project",
    "list_projects": "wakeline.flows.agenda:list_projects",
    "add_task": "wakeline.flows.agenda:add_task",
    "move_task": "wakeline.flows.agenda:move_task",
    "list_tasks": "wakeline.flows.agenda:list_tasks",
    "add_hint": "wakeline.flows.agenda:add_hint",
    "list_hints": "wakeline.flows.agenda:list_hints",
    "page": "wakeline.flows.pages:page",
    "row": "wakeline.flows.pages:row",
    "take_in_edits": "wakeline.flows.edits:take_in_edits",
    "documents": "wakeline.flows.documents:documents",
    "write_document": "wakeline.flows.documents:write_document",
    "take_in_edit": "wakeline.flows.documents:take_in_edit",
    "accept_document": "wakeline.flows.documents:accept_document",
    "reject_document": "wakeline.flows.documents:reject_document",
    "document_diff": "wakeline.flows.document_diff:document_diff",
    "agents": "wakeline.flows.agents:agents",
    "new_identity": "wakeline.flows.agents:new_identity",
    "update_identity": "wakeline.flows.agents:update_identity",
    "rename_agent": "wakeline.flows.agents:rename_agent",
    "copy_agent": "wakeline.flows.restore:copy_agent",
    "remove_agent": "wakeline.flows.backup:remove_agent",
    "backup": "wakeline.flows.backup:backup",
    "restore": "wakeline.flows.restore:restore",
    "household": "wakeline.flows.restore:Household",
    "archive": "wakeline.flows.archive:archive",
    "verify": "wakeline.flows.verify:verify",
    "rebuild": "wakeline.flows.rebuild:rebuild",
    "forget": "wakeline.flows.forget:forget",
    "scrub": "wakeline.flows.forget:scrub",
    "export": "wakeline.flows.export:export",
}
EMBEDDER = "wakeline.minds.embedders.table:load"
STORES = {
    "folder": "wakeline.store.folder:FolderHome",
    "postgres": "wakeline.store.postgres:PostgresHome",
}


@cache
def load_flow(name: str) -> Callable[..., Any]:
    """A flow by its name; its module is loaded now if it was not."""
    return load(FLOWS[name])


def load(path: str) -> Callable[..., Any]:
    module, _, name = path.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
