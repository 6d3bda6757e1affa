"""One event of a host, parsed: what is not there, or not of its type, is empty."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.interfaces.hook.transcript import storable

LONGEST_ID = 128


class HostEvent(NamedTuple):
    """What happened in a host's session, and when the hook heard of it."""

    id: str
    at: datetime
    name: str
    fields: dict[str, Any]
    is_live: bool = True
    host: str = "claude-code"

    def text(self, name: str) -> str:
        """A field's text without what no text can hold; empty if it has none."""
        found = self.fields.get(name)
        return storable(found).strip() if isinstance(found, str) else ""

    @property
    def host_session(self) -> str:
        """The host's own id of its session, or a digest of one that is no id."""
        found = self.text("session_id")
        if not found:
            return ""
        is_plain = found.isascii() and found.isprintable() and len(found) <= LONGEST_ID
        return found if is_plain else sha256_hex(found.encode())

    @property
    def source(self) -> str:
        """What a session of ours is called that stands for the host's."""
        return self.named(self.host_session)

    @property
    def own_source(self) -> str:
        """What the turn of this event is called, so that it is kept once."""
        return self.named(f"event:{self.id}")

    def named(self, own: str) -> str:
        """A name of the host's own, told from those of other hosts."""
        return f"{self.host}:{own}"

    @property
    def is_of_sub_agent(self) -> bool:
        return bool(self.text("agent_id"))


def parsed(raw: bytes) -> dict[str, Any] | None:
    """An event's fields; None if the bytes are no JSON object that names what happened."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    is_event = isinstance(found, dict) and isinstance(found.get("hook_event_name"), str)
    return found if is_event else None
