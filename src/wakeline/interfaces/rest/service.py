"""What a worker serves from: the home, who is believed, what is open, what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fastapi import Request

from wakeline import engine
from wakeline.base.config import DEFAULT_TENANT
from wakeline.base.digest import sha256_hex
from wakeline.base.errors import Invalid, NotPermitted
from wakeline.interfaces.rest.audit import Audit
from wakeline.interfaces.rest.keys import KeyFile, key_file, local_token
from wakeline.interfaces.rest.metrics import Metrics
from wakeline.interfaces.rest.residents import Residents
from wakeline.interfaces.rest.tokens import MOST_LENGTH, Caller, TokenRefusal, read, read_local
from wakeline.model.log import Origin
from wakeline.store.folder import agent_key, tenant_key, unknown_agent

CALLER = "wakeline.caller"
# A body may hold a few texts of the greatest length; a batch of events has to share that.
TEXTS_IN_A_BODY = 4
BEARER = b"bearer "


class Service:
    """One home, served."""

    def __init__(
        self,
        home: engine.Home,
        *,
        most_agents: int | None = None,
        metrics_folder: str | None = None,
        only_tenant: str | None = None,
    ) -> None:
        settings = home.settings
        folder = None if engine.is_database_url(home.location) else home.location
        self.home = home
        self.location = home.location
        self.keys: KeyFile | None = key_file(home)
        self.folder = folder
        self.only_tenant = only_tenant and tenant_key(only_tenant)
        self.threads = settings.number("serve.threads")
        self.most_body = TEXTS_IN_A_BODY * settings.number("text.most_bytes")
        self.residents = Residents(home, most=most_agents or settings.number("serve.agents"))
        self.audit = Audit(folder, home.clock.now)
        self.metrics = Metrics(metrics_folder)
        # Made now, so that whoever is to use it finds it before the first request. A server that
        # began with keys never takes it: others than this machine may reach that one, and keys
        # that are lost must close its door, not open another.
        self._local = local_token(folder) if folder and not self.has_keys() else None

    def has_keys(self) -> bool:
        return self.keys is not None and bool(self.keys.ring().keys)

    def who(self, authorization: list[bytes]) -> Caller | TokenRefusal:
        """Whose request this is, by its header."""
        if len(authorization) != 1:
            return TokenRefusal("no token" if not authorization else "several tokens")
        value = authorization[0].strip()
        if value[: len(BEARER)].lower() != BEARER:
            return TokenRefusal("not a bearer token")
        token = value[len(BEARER) :].strip().decode("latin-1")
        if len(token) > MOST_LENGTH:
            return TokenRefusal("too long")
        found = self._read(token)
        if isinstance(found, Caller) and self.only_tenant not in (None, found.tenant):
            return TokenRefusal("foreign tenant")
        return found

    def _read(self, token: str) -> Caller | TokenRefusal:
        ring = self.keys.ring() if self.keys is not None else None
        if ring is not None and ring.keys:
            return read(token, ring)
        if self._local is None:
            return TokenRefusal("no keys")
        return read_local(token, self._local, tenant=self.only_tenant or DEFAULT_TENANT)

    def secret(self) -> str | None:
        """What this server's processes share and nobody else knows; None if nothing was made."""
        current = self.keys.ring().current if self.keys is not None else None
        return current.secret if current is not None else self._local

    def close(self) -> None:
        self.residents.close()
        self.home.close()


def home_mark(location: str) -> str:
    """By what a server says which home it serves, without saying where that is."""
    return sha256_hex(f"wakeline home {location}".encode())[:32]


def service_of(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


def caller_of(request: Request) -> Caller:
    """Who calls. The door has let them in, or this fails."""
    found: Caller = request.scope[CALLER]
    return found


@contextmanager
def agent_of(request: Request, name: str) -> Iterator[engine.Agent]:
    """The agent that a request names, if its token reaches it; else there is no such agent."""
    service, caller = service_of(request), caller_of(request)
    with service.residents.using(caller.tenant, reached_agent(service, caller, name)) as agent:
        yield agent


def reached_agent(service: Service, caller: Caller, name: str) -> str:
    """The name of an agent that a token reaches; else there is no such agent."""
    if caller.agent is not None and not _is(caller.agent, name):
        raise unknown_agent(name, service.location)
    return name


def _is(agent: str, name: str) -> bool:
    try:
        return agent_key(name) == agent
    except Invalid:
        return False


def origin_of(caller: Caller, given: Origin | None) -> Origin:
    """On whose word something is said. Only the operator speaks for the person."""
    if caller.role == "operator":
        return given or "user_direct"
    if given == "user_direct":
        raise NotPermitted(
            "a token of role agent cannot speak for the person.",
            todo="Leave origin out, or use a token of role operator.",
        )
    return given or "agent_inferred"


def sender_of(caller: Caller, given: str | None) -> str | None:
    """Who sends a message: for a token of role agent its own subject, and nobody else."""
    if caller.role == "operator":
        return given
    if given not in (None, "", caller.subject):
        raise NotPermitted(
            "a token of role agent sends in its own name only.",
            todo="Leave sender out, or use a token of role operator.",
        )
    return caller.subject


def actor_of(caller: Caller) -> str | None:
    """Who did it: the operator by the token's subject; an agent's token acts as the agent."""
    return caller.subject if caller.role == "operator" else None
