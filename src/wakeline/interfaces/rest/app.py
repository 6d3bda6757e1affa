"""The application: routes behind the door, problems as answers, a page that needs no network."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from typing import Any, NamedTuple

import anyio.to_thread
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi
from starlette.routing import Route

from wakeline import __version__
from wakeline.engine.operations.agenda import HINTS, PROJECTS, TASKS
from wakeline.engine.operations.checkpoints import CHECKPOINTS
from wakeline.engine.operations.claims import CLAIMS
from wakeline.engine.operations.comms import COMMS
from wakeline.engine.operations.decisions import DECISIONS
from wakeline.engine.operations.entities import ENTITIES
from wakeline.engine.operations.facts import FACTS
from wakeline.engine.operations.guards import GUARDS
from wakeline.engine.operations.principles import PRINCIPLES
from wakeline.engine.operations.procedures import PROCEDURES
from wakeline.engine.operations.restarts import RESTARTS
from wakeline.engine.operations.soul import DIARY, SOUL
from wakeline.interfaces.mcp.http import PATH, Endpoint
from wakeline.interfaces.rest import page, problems
from wakeline.interfaces.rest.build import build_routes
from wakeline.interfaces.rest.door import Door
from wakeline.interfaces.rest.routes import (
    agents,
    attachments,
    cognition,
    documents,
    evals,
    exchanges,
    hooks,
    hydration,
    knowledge,
    liminal,
    memories,
    messages,
    operator,
    personality,
    sessions,
    summaries,
    threads,
    writings,
)
from wakeline.interfaces.rest.service import Service, home_mark
from wakeline.interfaces.rest.wire import json_answer
from wakeline.interfaces.schemas import answer_model

NAME = "wakeline"
ROUTERS = (
    agents.routes,
    hydration.routes,
    sessions.routes,
    memories.routes,
    exchanges.routes,
    build_routes(FACTS),
    build_routes(ENTITIES),
    build_routes(CLAIMS),
    knowledge.routes,
    build_routes(PROCEDURES),
    build_routes(DECISIONS),
    build_routes(PRINCIPLES),
    build_routes(COMMS),
    build_routes(PROJECTS, TASKS, HINTS),
    messages.routes,
    liminal.routes,
    cognition.routes,
    personality.routes,
    summaries.routes,
    threads.routes,
    build_routes(SOUL, DIARY),
    writings.routes,
    evals.routes,
    attachments.routes,
    build_routes(GUARDS),
    hooks.routes,
    build_routes(CHECKPOINTS),
    build_routes(RESTARTS),
    documents.routes,
    operator.routes,
    operator.measures,
)


class Health(NamedTuple):
    """That a Wakeline answers here, and for which home, by a mark that does not say where."""

    service: str
    version: str
    status: str
    home: str


def make_app(
    service: Service,
    *,
    only_tools: bool = False,
    agent: str | None = None,
    beside: AbstractContextManager[object] | None = None,
) -> Door:
    """The application of one home, and the door in front of it.

    With `only_tools` there are no routes but `/mcp`, whose callers mean `agent` if it is given.
    `beside` is entered when the application starts and left when it stops.
    """
    tools = Endpoint(service, agent)
    app = FastAPI(
        title="Wakeline",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,  # a path that is not there is a problem like others
        lifespan=_lifespan(service, tools, beside or nullcontext()),
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.service = service
    problems.join(app, service.location)
    for routes in () if only_tools else ROUTERS:
        app.include_router(routes)
    app.router.routes.append(Route(PATH, endpoint=tools))
    app.openapi = lambda: description(app)  # type: ignore[method-assign]
    _join_open_routes(app, service)
    door = Door(app, service)
    app.state.turned_away = door.turned_away
    return door


def _lifespan(service: Service, tools: Endpoint, beside: AbstractContextManager[object]) -> Any:
    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        # Each thread has connections of its own to each agent in a folder.
        anyio.to_thread.current_default_thread_limiter().total_tokens = service.threads
        with beside:
            async with tools.running():
                yield
        service.close()

    return life


def _join_open_routes(app: FastAPI, service: Service) -> None:
    health = Health(NAME, __version__, "ok", home_mark(service.location))

    @app.get("/health", response_model=answer_model(Health), tags=["service"])
    async def get_health() -> Response:
        """Whether the server answers. It needs no token and says nothing of who lives here."""
        return json_answer(health)

    @app.get("/openapi.json", include_in_schema=False)
    async def get_description() -> Response:
        return json_answer(app.openapi())

    @app.get("/docs", include_in_schema=False)
    async def get_page() -> Response:
        return Response(
            page.html(app.openapi()),
            media_type="text/html; charset=utf-8",
            headers={"Content-Security-Policy": page.POLICY},
        )


def description(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, made once."""
    if app.openapi_schema is None:
        found = get_openapi(
            title=app.title,
            version=app.version,
            description="A home of agents. Every list has pages; every error is a problem.",
            routes=app.routes,
        )
        schemas = found["components"]["schemas"]
        whole = problems.Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas.update(whole.pop("$defs", {}))
        schemas[problems.Problem.__name__] = whole
        app.openapi_schema = found
    return app.openapi_schema
