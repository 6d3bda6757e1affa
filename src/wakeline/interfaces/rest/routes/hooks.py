"""Hooks of coding agents over HTTP: the event that a host sends, the answer that it understands.

A host that is told where the server is needs no process for each event, and no connection to
the database. What the server cannot take in now waits beside the home, apart for each agent. Files
that an event names are the host's, on whatever machine that is: none of them is read here.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Annotated, Any, Literal

from fastapi import Body, Request, Response

from wakeline.base.process import boot_id, host_name
from wakeline.interfaces.hook.events import on_session_end
from wakeline.interfaces.hook.respond import HOSTS, ResponderSetup, respond_with
from wakeline.interfaces.rest.problems import problem_responses
from wakeline.interfaces.rest.routes.shared import WRITING, AgentName, router
from wakeline.interfaces.rest.service import agent_of, caller_of, service_of
from wakeline.interfaces.rest.wire import json_answer
from wakeline.model.session import Holder
from wakeline.sessions.leases import UNKNOWN_PROCESS
from wakeline.store.hook_state import HookState

routes = router("hooks", prefix="/api/agents/{agent}")
HostName = Literal["claude-code", "codex", "gemini", "cursor"]
Event = Annotated[
    dict[str, Any],
    Body(
        description="The event as the host tells it.",
        examples=[{"hook_event_name": "Stop", "session_id": "s1"}],
    ),
]


@routes.post("/hooks/{host}", response_model=dict[str, Any], responses=problem_responses(*WRITING))
def answer_hook(request: Request, agent: AgentName, host: HostName, event: Event) -> Response:
    """Answer one event. An event that says nothing to us is answered with nothing."""
    service, caller = service_of(request), caller_of(request)
    with agent_of(request, agent) as found:
        name, location = found.identity.name, service.location
    if HookState(location, is_database=service.folder is None).pauses()[0] is not None:
        return json_answer({})
    with service.residents.tenant(caller.tenant) as home:
        post = ResponderSetup(
            HookState(f"{location} {caller.tenant} {name}", is_database=True),
            lambda: nullcontext(home),
            caller.tenant,
            name,
            Holder("host", host_name(), boot_id(), UNKNOWN_PROCESS, ""),
            home.clock,
            home.ids,
            is_here=False,
            settles=False,  # the server does it itself
        )
        told = respond_with(post, json.dumps(event).encode(), host)
    if HOSTS[host].events.get(str(event.get("hook_event_name"))) is on_session_end:
        service.residents.settle_soon(caller.tenant, name)
    return json_answer(told)
