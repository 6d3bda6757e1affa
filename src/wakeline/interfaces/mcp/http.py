"""The same tools over HTTP, behind the door of the server: `/mcp`.

A request stands for itself: nothing is kept between two of them, so any worker can answer any
request, and one that dies takes nothing with it. The library is loaded when the first client
comes. Hosts and origins other than this machine's own are refused unless the settings name
them: a page in a browser must not reach a server on its machine by giving it another name.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final

import anyio
import anyio.to_thread
from starlette.requests import Request

from wakeline.base.clock import new_secret
from wakeline.base.config import Settings
from wakeline.base.errors import Invalid, WakelineError
from wakeline.interfaces.mcp.reach import Reached
from wakeline.interfaces.rest.problems import explain_error, problem
from wakeline.interfaces.rest.service import CALLER, Service, reached_agent
from wakeline.interfaces.rest.tokens import Caller

if TYPE_CHECKING:
    from anyio.abc import TaskGroup, TaskStatus
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from starlette.types import Receive, Scope, Send

PATH: Final = "/mcp"
OWN_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
SECRET_BYTES: Final = 32
PURPOSE: Final = b"wakeline mcp: confirmations and sealed states"


class Callers:
    """The agents that tokens reach."""

    def __init__(self, service: Service, agent: str | None = None) -> None:
        self._service = service
        self._agent = agent

    @contextmanager
    def using(self, request: Any) -> Iterator[Reached]:
        caller = _caller(request)
        name = self._name(request, caller)
        residents = self._service.residents
        with residents.using(caller.tenant, name) as agent:
            yield Reached(agent, lambda: residents.settle_soon(caller.tenant, name))

    def caller(self, request: Any) -> str:
        found = _caller(request)
        return json.dumps([found.tenant, found.token_id, request.query_params.get("agent")])

    def told(self, error: WakelineError) -> str:
        return " ".join(filter(None, explain_error(error, self._service.location)))

    def _name(self, request: Request, caller: Caller) -> str:
        """The agent that is meant: the one named, else the token's, else the only one."""
        named = request.query_params.get("agent") or self._agent
        if named is not None:
            return reached_agent(self._service, caller, named)
        if caller.agent is not None:
            return caller.agent
        with self._service.residents.tenant(caller.tenant) as home:
            names = home.port.agents()
            wanted = home.settings.text("agent")
        if wanted in names:
            return wanted
        if len(names) == 1:
            return names[0]
        raise Invalid(
            "no agent is named.",
            todo=f"Add `?agent=NAME` to {PATH}, or use a token for one agent.",
        )


class Endpoint:
    """What answers at `/mcp`."""

    def __init__(self, service: Service, agent: str | None = None) -> None:
        self._service = service
        self._agent = agent
        self._tasks: TaskGroup | None = None
        self._manager: StreamableHTTPSessionManager | None = None
        self._making = anyio.Lock()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """As long as the server runs."""
        async with anyio.create_task_group() as tasks:
            self._tasks = tasks
            yield
            self._tasks = None
            tasks.cancel_scope.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller: Caller = scope[CALLER]
        if caller.role != "agent":
            scope["app"].state.turned_away(scope, f"role {caller.role}", caller.subject)
            refused = problem(
                403,
                "these tools are the agent's.",
                kind="NotPermitted",
                todo="Use a token of role agent.",
            )
            await refused(scope, receive, send)
            return
        manager = await self._ready()
        await manager.handle_request(scope, receive, send)

    async def _ready(self) -> StreamableHTTPSessionManager:
        async with self._making:
            if self._manager is None:
                if self._tasks is None:
                    raise RuntimeError("the server is not running")
                made = await anyio.to_thread.run_sync(self._make)
                self._manager = await self._tasks.start(_run, made)
        found: StreamableHTTPSessionManager = self._manager
        return found

    def _make(self) -> StreamableHTTPSessionManager:
        from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
        from mcp.server.transport_security import TransportSecuritySettings

        from wakeline.interfaces.mcp.confirming import Confirmations
        from wakeline.interfaces.mcp.server import make_server

        service = self._service
        secret = _secret(service)
        confirmations = Confirmations(secret, service.home.clock.now)
        hosts, origins = allowed_hosts_and_origins(service.home.settings)
        return StreamableHTTPSessionManager(
            make_server(Callers(service, self._agent), confirmations, secret),
            json_response=True,
            stateless=True,
            max_request_body_size=service.most_body + 1,  # the door says when it is too long
            security_settings=TransportSecuritySettings(
                allowed_hosts=hosts, allowed_origins=origins
            ),
        )


def allowed_hosts_and_origins(settings: Settings) -> tuple[list[str], list[str]]:
    """The names by which the server may be called, and the pages that may call it."""
    others = [name.strip() for name in settings.text("mcp.hosts").split(",") if name.strip()]
    names = [*OWN_NAMES, *others]
    hosts = [form for name in names for form in (name, f"{name}:*")]
    return hosts, [f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts]


async def _run(
    manager: StreamableHTTPSessionManager,
    *,
    task_status: TaskStatus[StreamableHTTPSessionManager] = anyio.TASK_STATUS_IGNORED,
) -> None:
    async with manager.run():
        task_status.started(manager)
        await anyio.sleep_forever()


def _caller(request: Any) -> Caller:
    """Who calls. The door has let them in, or this fails."""
    found: Caller = request.scope[CALLER]
    return found


def _secret(service: Service) -> bytes:
    """What all workers of a server know and nobody else does, for one purpose."""
    known = service.secret() or new_secret(SECRET_BYTES)
    return hmac.new(known.encode(), PURPOSE, "sha256").digest()
