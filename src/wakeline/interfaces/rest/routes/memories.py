"""What an agent keeps because it is worth keeping."""

from __future__ import annotations

from typing import NamedTuple

from fastapi import Request, Response

from wakeline.engine.operations.memories import MEMORIES
from wakeline.flows.memory.memories import reflect as reflect_flow
from wakeline.flows.memory.memories import tag_memory as tag_memory_flow
from wakeline.interfaces.rest import bodies
from wakeline.interfaces.rest.build import build_routes
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import WRITING, AgentName, RowId, run_flow
from wakeline.interfaces.rest.service import actor_of, agent_of, caller_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model
from wakeline.model.memory import Memory

routes = build_routes(MEMORIES)


class Reflected(NamedTuple):
    """What came of thinking about a memory; null if only that it was thought about is noted."""

    memory: Memory | None


@routes.post(
    "/memories/{id}/tags",
    response_model=answer_model(Memory),
    responses=problem_responses(*WRITING),
)
def tag_memory(request: Request, agent: AgentName, memory_id: RowId, body: bodies.Tags) -> Response:
    """Add tags to a memory, or take them off."""
    return run_flow(request, agent, tag_memory_flow, memory_id, body.tags, remove=body.remove)


@routes.post(
    "/memories/{id}/reflect",
    response_model=answer_model(Reflected),
    responses=problem_responses(*WRITING),
)
def reflect(request: Request, agent: AgentName, memory_id: RowId, body: bodies.Reflect) -> Response:
    """Note that a memory was thought about, and keep what came of it."""
    with agent_of(request, agent) as found:
        made = reflect_flow(found.place, memory_id, body.text, actor=actor_of(caller_of(request)))
    return json_answer(Reflected(made))
