"""What an agent keeps because it is worth keeping."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from fastapi import Query, Request, Response

from wakeline.flows.memory.memories import add_memory as add_memory_flow
from wakeline.flows.memory.memories import archive_memory as archive_memory_flow
from wakeline.flows.memory.memories import delete_memory as delete_memory_flow
from wakeline.flows.memory.memories import pin_memory as pin_memory_flow
from wakeline.flows.memory.memories import reflect as reflect_flow
from wakeline.flows.memory.memories import tag_memory as tag_memory_flow
from wakeline.flows.memory.memories import update_memory as update_memory_flow
from wakeline.flows.memory.revisions import Lineage
from wakeline.flows.memory.revisions import edit_memory as edit_memory_flow
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.problems import documented
from wakeline.interfaces.rest.routes.shared import (
    USUAL,
    WRITING,
    AgentName,
    RowId,
    a_page,
    a_row,
    done,
    router,
)
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of
from wakeline.interfaces.rest.wire import answered, described, page_of
from wakeline.model.memory import Memory

routes = router("memories", prefix="/api/agents/{agent}/memories")


class Reflected(NamedTuple):
    """What came of thinking about a memory; null if only that it was thought about is noted."""

    memory: Memory | None


@routes.get("", response_model=page_of(Memory), responses=documented(*USUAL))
def list_memories(
    request: Request,
    agent: AgentName,
    wanted: Annotated[bodies.WantedMemories, Query()],
) -> Response:
    """Memories that are not deleted, newest first; or only those that are wanted."""
    given = wanted.model_dump()
    return a_page(request, agent, "memories", given.pop("limit"), given.pop("cursor"), **given)


@routes.post("", response_model=described(Memory), status_code=201, responses=documented(*WRITING))
def add_memory(request: Request, agent: AgentName, body: bodies.NewMemory) -> Response:
    """Keep something worth keeping."""
    given = body.given()
    return done(request, agent, add_memory_flow, given.pop("content"), created=True, **given)


@routes.get("/{id}", response_model=described(Memory), responses=documented(*USUAL))
def get_memory(request: Request, agent: AgentName, memory_id: RowId) -> Response:
    """One memory."""
    return a_row(request, agent, "memories", memory_id)


@routes.patch("/{id}", response_model=described(Memory), responses=documented(*WRITING))
def update_memory(
    request: Request, agent: AgentName, memory_id: RowId, body: bodies.ChangeMemory
) -> Response:
    """Say a memory better, or weigh it anew. What it said before stays in the log."""
    return done(request, agent, update_memory_flow, memory_id, **body.given())


@routes.post(
    "/{id}/versions",
    response_model=described(Memory),
    status_code=201,
    responses=documented(*WRITING),
)
def edit_memory(
    request: Request, agent: AgentName, memory_id: RowId, body: bodies.NewVersion
) -> Response:
    """Say a memory anew as a version of its own. The one before stays, superseded."""
    given = body.given()
    text = given.pop("content")
    return done(request, agent, edit_memory_flow, memory_id, text, created=True, **given)


@routes.get("/{id}/lineage", response_model=described(Lineage), responses=documented(*USUAL))
def get_lineage(request: Request, agent: AgentName, memory_id: RowId) -> Response:
    """Where a memory comes from, down to the turns, and what took whose place."""
    with agent_of(request, agent) as found:
        return answered(found.memories.lineage(memory_id))


@routes.post("/{id}/tags", response_model=described(Memory), responses=documented(*WRITING))
def tag_memory(request: Request, agent: AgentName, memory_id: RowId, body: bodies.Tags) -> Response:
    """Add tags to a memory, or take them off."""
    return done(request, agent, tag_memory_flow, memory_id, body.tags, remove=body.remove)


@routes.put("/{id}/pin", response_model=described(Memory), responses=documented(*WRITING))
def pin_memory(request: Request, agent: AgentName, memory_id: RowId, body: bodies.Pin) -> Response:
    """Pin a memory, or let it go."""
    return done(request, agent, pin_memory_flow, memory_id, pinned=body.pinned)


@routes.put("/{id}/archive", response_model=described(Memory), responses=documented(*WRITING))
def archive_memory(
    request: Request, agent: AgentName, memory_id: RowId, body: bodies.Archive
) -> Response:
    """Put a memory away: no wake shows it, recall still finds it. Or take it back."""
    return done(request, agent, archive_memory_flow, memory_id, archived=body.archived)


@routes.post("/{id}/reflect", response_model=described(Reflected), responses=documented(*WRITING))
def reflect(request: Request, agent: AgentName, memory_id: RowId, body: bodies.Reflect) -> Response:
    """Note that a memory was thought about, and keep what came of it."""
    with agent_of(request, agent) as found:
        made = reflect_flow(found.place, memory_id, body.text, actor=actor_of(caller_of(request)))
    return answered(Reflected(made))


@routes.delete("/{id}", response_model=described(Memory), responses=documented(*WRITING))
def delete_memory(request: Request, agent: AgentName, memory_id: RowId) -> Response:
    """Take a memory out of use. Its row stays."""
    return done(request, agent, delete_memory_flow, memory_id)
