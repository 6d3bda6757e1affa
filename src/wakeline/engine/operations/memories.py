"""Memories: what is worth keeping."""

from __future__ import annotations

from wakeline.engine.faces.memories import Memories
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow
from wakeline.model.memory import MEMORY_KINDS, MEMORY_TYPES

TYPES = f"{', '.join(MEMORY_TYPES[:-1])} or {MEMORY_TYPES[-1]}."
KINDS = f"{', '.join(MEMORY_KINDS[:-1])} or {MEMORY_KINDS[-1]}."

MEMORIES = Area(
    "memories",
    "memory",
    "What is worth keeping.",
    lambda agent: agent.memories,
    (
        Operation(
            "add_memory",
            Memories.add,
            "adds",
            (
                "wakeline memory add 'Mara likes her tea without milk' --pinned --tag tea",
                'ash.memories.add("Mara likes her tea without milk", tags=["tea"])',
            ),
            Command(
                "memory add TEXT=content",
                "type kind title importance pinned tag=tags thread project",
            ),
            Route("POST /memories", body="NewMemory", status=201),
            ToolRow(
                "content type kind title importance pinned tags thread project source_ids",
                "Keep something worth keeping beyond this session, as one plain sentence. "
                "No secrets.",
                "remember",
            ),
            about={
                "type": f"{TYPES} Identity and instruction are the person's to add.",
                "kind": f"{KINDS} It is kept as a tag.",
                "title": "Else the first words.",
                "pinned": "Always part of a wake.",
                "tags": "Words to find it by.",
                "source_ids": "Ids of the turns that say so.",
                "reflects_on": "The memory that it reflects on, which counts as used.",
            },
        ),
        Operation(
            "list_memories",
            Memories.all,
            "reads",
            ("wakeline memory list --pinned", 'ash.memories.all(tag="tea")'),
            Command(
                "memory list",
                "type kind tag thread project pinned archived limit after",
                defaults={"limit": 1_000},
            ),
            Route(
                "GET /memories",
                "type kind tag project thread pinned archived",
                page="memories",
                defaults={"archived": None},
            ),
            about={
                "type": "Only of this type.",
                "kind": "Only of this kind.",
                "tag": "Only with this tag.",
                "thread": "Only what was written in this thread.",
                "pinned": "Only what is pinned.",
                "archived": "Only what is archived.",
                "after": "Continue after this id.",
            },
        ),
        Operation(
            "get_memory",
            Memories.get,
            "reads",
            ("wakeline memory get 7F3K", 'ash.memories.get("7F3K")'),
            Command("memory get ID=memory_id"),
            Route("GET /memories/{id}", "id=memory_id"),
        ),
        Operation(
            "update_memory",
            Memories.update,
            "sets",
            (
                "wakeline memory update 7F3K --importance 8",
                'ash.memories.update("7F3K", importance=8)',
            ),
            Command("memory update ID=memory_id", "content title importance"),
            Route(
                "PATCH /memories/{id}",
                "id=memory_id content title importance",
                body="ChangeMemory",
            ),
            about={"content": "What it says from now on.", "title": "What it is called."},
        ),
        Operation(
            "edit_memory",
            Memories.edit,
            "adds",
            (
                "wakeline memory edit 7F3K 'Mara likes green tea'",
                'ash.memories.edit("7F3K", "Mara likes green tea")',
            ),
            Command("memory edit ID=memory_id TEXT=content", "title"),
            Route(
                "POST /memories/{id}/versions",
                "id=memory_id content title",
                body="NewVersion",
                status=201,
            ),
            ToolRow(name="revise_memory"),
            about={"content": "What it says from now on.", "title": "What it is called."},
        ),
        Operation(
            "get_lineage",
            Memories.lineage,
            "reads",
            ("wakeline memory show 7F3K", 'ash.memories.lineage("7F3K")'),
            Command("memory show ID=memory_id"),
            Route("GET /memories/{id}/lineage", "id=memory_id"),
        ),
        Operation(
            "pin_memory",
            Memories.pin,
            "sets",
            ("wakeline memory pin 7F3K", 'ash.memories.pin("7F3K")'),
            None,
            Route("PUT /memories/{id}/pin", "id=memory_id pinned", body="Pin"),
        ),
        Operation(
            "archive_memory",
            Memories.archive,
            "sets",
            ("wakeline memory archive 7F3K", 'ash.memories.archive("7F3K")'),
            None,
            Route("PUT /memories/{id}/archive", "id=memory_id archived", body="Archive"),
        ),
        Operation(
            "restore_memory",
            Memories.unarchive,
            "sets",
            ("wakeline memory restore 7F3K", 'ash.memories.unarchive("7F3K")'),
            Command("memory restore ID=memory_id"),
        ),
        Operation(
            "reflect",
            Memories.reflect,
            "adds",
            (
                "wakeline memory reflect 7F3K 'Green, not black.'",
                'ash.memories.reflect("7F3K", "Green, not black.")',
            ),
            Command("memory reflect ID=memory_id TEXT"),
        ),
        Operation(
            "delete_memory",
            Memories.delete,
            "removes",
            ("wakeline memory delete 7F3K", 'ash.memories.delete("7F3K")'),
            Command("memory delete ID=memory_id"),
            Route("DELETE /memories/{id}", "id=memory_id"),
        ),
    ),
)
