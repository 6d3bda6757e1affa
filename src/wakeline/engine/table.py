"""Which flow does what, which store serves which home, which minds: loaded at first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

FLOWS: dict[str, str] = {
    "wake": "wakeline.flows.wake:wake",
    "wake_staged": "wakeline.flows.staged:wake_staged",
    "hydrate": "wakeline.flows.hydrate:hydrate",
    "by_rules": "wakeline.flows.adaptive:by_rules",
    "explain_preset": "wakeline.flows.adaptive:explain_preset",
    "with_relevant": "wakeline.flows.relevant:with_relevant",
    "with_last_turns": "wakeline.flows.last_turns:with_last_turns",
    "made_from_log": "wakeline.flows.cut_off:made_from_log",
    "keep": "wakeline.flows.searchable:keep",
    "file_the_past": "wakeline.flows.readings:file_the_past",
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
    "note_uses": "wakeline.flows.uses:note_uses",
    "gathered_as_of": "wakeline.flows.past:gathered_as_of",
    "wake_as_of": "wakeline.flows.past:wake_as_of",
    "remade_wake": "wakeline.flows.remake:remade_wake",
    "list_wakes": "wakeline.flows.wakes:list_wakes",
    "get_wake": "wakeline.flows.wakes:get_wake",
    "last_wake": "wakeline.flows.wakes:last_wake",
    "settle": "wakeline.flows.settle:settle",
    "reached": "wakeline.flows.reached:reached",
    "list_entities": "wakeline.flows.entities:list_entities",
    "entities_page": "wakeline.flows.entities:entities_page",
    "relations_page": "wakeline.flows.entities:relations_page",
    "get_entity": "wakeline.flows.entities:get_entity",
    "entity_relations": "wakeline.flows.entities:entity_relations",
    "deepen": "wakeline.flows.deepen:deepen",
    "deepen_some": "wakeline.flows.deepen:deepen_some",
    "graph_patterns": "wakeline.flows.entities:graph_patterns",
    "derive_entities": "wakeline.flows.derive:derive_entities",
    "status": "wakeline.flows.status:status",
    "orientation_cost": "wakeline.flows.orientation_cost:orientation_cost",
    "doctor": "wakeline.flows.doctor:doctor",
    "set_fact": "wakeline.flows.facts:set_fact",
    "get_fact": "wakeline.flows.facts:get_fact",
    "fact_history": "wakeline.flows.facts:fact_history",
    "current_facts": "wakeline.flows.facts:current_facts",
    "end_fact": "wakeline.flows.facts:end_fact",
    "add_memory": "wakeline.flows.memories:add_memory",
    "get_memory": "wakeline.flows.memories:get_memory",
    "update_memory": "wakeline.flows.memories:update_memory",
    "tag_memory": "wakeline.flows.memories:tag_memory",
    "archive_memory": "wakeline.flows.memories:archive_memory",
    "reflect": "wakeline.flows.memories:reflect",
    "pin_memory": "wakeline.flows.memories:pin_memory",
    "delete_memory": "wakeline.flows.memories:delete_memory",
    "list_memories": "wakeline.flows.memories:list_memories",
    "add_knowledge": "wakeline.flows.knowledge:add_knowledge",
    "get_knowledge": "wakeline.flows.knowledge:get_knowledge",
    "list_knowledge": "wakeline.flows.knowledge:list_knowledge",
    "search_knowledge": "wakeline.flows.knowledge:search_knowledge",
    "delete_knowledge": "wakeline.flows.knowledge:delete_knowledge",
    "add_attachments": "wakeline.flows.attachments:add_attachments",
    "observe_attachment": "wakeline.flows.attachments:observe_attachment",
    "get_attachment": "wakeline.flows.attachments:get_attachment",
    "list_attachments": "wakeline.flows.attachments:list_attachments",
    "verify_attachments": "wakeline.flows.attachments:verify_attachments",
    "verified_receipts": "wakeline.flows.verified:verified_receipts",
    "add_project": "wakeline.flows.agenda:add_project",
    "update_project": "wakeline.flows.agenda:update_project",
    "list_projects": "wakeline.flows.agenda:list_projects",
    "add_task": "wakeline.flows.agenda:add_task",
    "move_task": "wakeline.flows.agenda:move_task",
    "list_tasks": "wakeline.flows.agenda:list_tasks",
    "add_hint": "wakeline.flows.hints:add_hint",
    "complete_hint": "wakeline.flows.hints:complete_hint",
    "dismiss_hint": "wakeline.flows.hints:dismiss_hint",
    "list_hints": "wakeline.flows.hints:list_hints",
    "send_message": "wakeline.flows.messages:send_message",
    "read_message": "wakeline.flows.messages:read_message",
    "reply_to_message": "wakeline.flows.messages:reply_to_message",
    "delete_message": "wakeline.flows.messages:delete_message",
    "list_messages": "wakeline.flows.messages:list_messages",
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
MODEL = "wakeline.minds.models.table:load"
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
