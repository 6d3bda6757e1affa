"""Create, list, change and rename the agents of a home."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Unpack
from zoneinfo import available_timezones

from wakeline.base.clock import Clock, Ids
from wakeline.base.config import DEFAULT_TENANT, Settings, stored_settings
from wakeline.base.errors import Busy, Invalid, NotFound
from wakeline.flows.common import parse
from wakeline.flows.common.place import Place
from wakeline.flows.common.redaction import redact_json
from wakeline.flows.identity.first_documents import rename_in_first_documents
from wakeline.model.identity import POLICIES, Identity
from wakeline.model.log import By
from wakeline.model.requests import IdentityChanges
from wakeline.model.session import Lease
from wakeline.ports.store import HomeBackend, Store
from wakeline.sessions.leases import is_alive
from wakeline.store.folder import FolderHome, agent_key, is_name_of, unknown_agent
from wakeline.store.settings import store_settings

MOST_DISPLAY_NAME = 200
MOST_ORIGIN = 1000


def read_agents(home: HomeBackend) -> list[Identity]:
    """The identity of every agent, with the name under which its home knows it."""
    found = []
    for name in home.agents():
        store = home.store(name)
        if store is None:
            continue
        try:
            with store.reading() as view:
                identity = view.one(Identity, "identities.own")
        finally:
            store.close()
        if identity is not None:
            found.append(identity._replace(name=name))
    return found


def create_agent(
    home: HomeBackend,
    name: str,
    *,
    create: bool,
    person: str | None,
    time_zone: str | None,
    settings: Settings,
    clock: Clock,
    ids: Ids,
) -> Store:
    """Create an agent that does not exist yet; raises unless `create` is true."""
    key = agent_key(name)
    if not create:
        raise unknown_agent(key, home.location)
    now = clock.now()
    zone = time_zone or settings.text("person.time_zone")
    check_time_zone(zone)
    identity = Identity(
        id=ids.new(now),
        name=key,
        display_name=parse.label(name, field="name", most=MOST_DISPLAY_NAME) or key,
        model_key=None,
        model_display=None,
        origin=None,
        core_values_json=(),
        memory_config_json={},
        person_name=parse.label(person or settings.text("person.name"), field="person"),
        person_time_zone=zone,
        identity_policy="operator_gated",
        created_at=now,
        updated_at=now,
        is_deleted=False,
    )
    return home.create(identity, By(now, "person", "user_direct"))


def check_time_zone(name: str) -> None:
    """Raise unless this is a time zone that the tz database knows."""
    if name != "UTC" and name not in available_timezones():
        raise Invalid(
            f"{name!r} is not a time zone.", todo="Use a name such as Europe/Lisbon or UTC."
        )


def update_identity(
    place: Place, *, actor: str = "person", **changes: Unpack[IdentityChanges]
) -> Identity:
    """Change fields of the identity row. Only called for the person."""
    place.ask("update_identity")
    return _change(place, actor, _checked(changes))


def _change(place: Place, actor: str, given: Mapping[str, Any]) -> Identity:
    now = place.clock.now()
    with place.writing(place.by(actor=actor, origin="user_direct", at=now)) as unit:
        before = unit.one(Identity, "identities.own")
        if before is None:
            raise NotFound("the agent has no identity row.", todo="Run `wakeline doctor`.")
        after = before._replace(**given, updated_at=now)
        changed = unit.save("identity.changed", after, before)
        documents = rename_in_first_documents(place, unit, before, after)
    for document in documents:
        place.store.write_document_file(document.kind, document.content)
    return changed


def _display_name(value: object) -> str:
    found = parse.label(value, field="display_name", most=MOST_DISPLAY_NAME)
    if found is None:
        raise Invalid("an agent needs a display name.", todo="Give display_name=.")
    return found


def _time_zone(value: object) -> str:
    name = str(value)
    check_time_zone(name)
    return name


def _memory_config(value: object) -> dict[str, Any]:
    found = parse.mapping(value, field="memory_config_json")
    try:
        json.dumps(found, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError) as error:
        raise Invalid(
            f"memory_config_json is not plain JSON ({error}).", todo="Use texts and numbers."
        ) from None
    without_secrets: dict[str, Any] = redact_json(found)
    return without_secrets


# The fields of an identity that may change, and their checks. The home changes its name.
CHANGES: dict[str, Callable[[object], Any]] = {
    "display_name": _display_name,
    "person_name": lambda value: parse.label(value, field="person_name"),
    "person_time_zone": _time_zone,
    "model_key": lambda value: parse.label(value, field="model_key"),
    "model_display": lambda value: parse.label(value, field="model_display"),
    "origin": lambda value: parse.label(value, field="origin", most=MOST_ORIGIN),
    "core_values_json": lambda value: parse.labels(value, field="core_values_json"),
    "memory_config_json": _memory_config,
    "identity_policy": lambda value: parse.choice(value, POLICIES, field="identity_policy"),
}


def _checked(changes: Mapping[str, object]) -> dict[str, Any]:
    if not CHANGES.keys() >= changes.keys():
        unknown = ", ".join(sorted(changes.keys() - CHANGES.keys()))
        raise Invalid(
            f"an identity has no such field: {unknown}.", todo=f"Use {', '.join(CHANGES)}."
        )
    return {name: CHANGES[name](value) for name, value in changes.items()}


def rename_agent(place: Place, new_name: str) -> Identity:
    """Give an agent another name, unless it is awake somewhere."""
    place.ask("update_identity")
    key, shown = agent_key(new_name), _display_name(new_name)
    refuse_while_awake(place)
    if key != place.identity.name:
        place.home.rename(place.identity.name, key)
    place.store.close()
    replace_default_agent(place, key)
    # In a folder the agent has moved; in a database its name changes with its row.
    store = place.home.store(key) or place.store
    try:
        return _change(place._replace(store=store), "person", {"name": key, "display_name": shown})
    finally:
        store.close()


def replace_default_agent(place: Place, name: str | None) -> None:
    """If this agent is the default of commands and hooks, make another the default, or none."""
    home = place.home
    if not isinstance(home, FolderHome) or home.tenant_id != DEFAULT_TENANT:
        return
    if is_name_of(stored_settings(home.location).get("agent"), [place.identity.name]):
        store_settings(home.location, {"agent": name})


def refuse_while_awake(place: Place) -> None:
    """Raise if a session of this agent is alive."""
    now = place.clock.now()
    with place.store.reading() as view:
        leases = view.all(Lease, "sessions.leases")
    for lease in leases:
        if is_alive(lease, now=now, here=place.holder, running=place.running):
            raise Busy(
                f"{place.identity.name} is awake on {lease.host} (session {lease.session_id}).",
                todo="End that session first.",
            )
