"""One event of a host, parsed: fields that are missing or of a wrong type are empty."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple

from wakeline.base.digest import sha256_hex
from wakeline.interfaces.hook.transcript import storable_text

LONGEST_ID = 128


class HostEvent(NamedTuple):
    """One event of a host's session, and when the hook received it."""

    id: str
    at: datetime
    name: str
    fields: dict[str, Any]
    is_live: bool = True
    host: str = "claude-code"

    def text(self, name: str) -> str:
        """The text of a field without characters that no store takes; empty if it has none."""
        found = self.fields.get(name)
        return storable_text(found).strip() if isinstance(found, str) else ""

    @property
    def host_session(self) -> str:
        """The host's id of its session, or its digest if it is too long or not plain."""
        found = self.text("session_id")
        if not found:
            return ""
        is_plain = found.isascii() and found.isprintable() and len(found) <= LONGEST_ID
        return found if is_plain else sha256_hex(found.encode())

    @property
    def source(self) -> str:
        """The source name of our session for the host's session."""
        return self.with_host_prefix(self.host_session)

    @property
    def own_source(self) -> str:
        """The source name of this event's turn, so that it is kept once."""
        return self.with_host_prefix(f"event:{self.id}")

    def with_host_prefix(self, own: str) -> str:
        """A name with the prefix of the host, to distinguish it from other hosts' names."""
        return f"{self.host}:{own}"

    @property
    def is_of_sub_agent(self) -> bool:
        return bool(self.text("agent_id"))


def parse_event(raw: bytes) -> dict[str, Any] | None:
    """An event's fields; None if the bytes are not a JSON object with an event name."""
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    is_event = isinstance(found, dict) and isinstance(found.get("hook_event_name"), str)
    return found if is_event else None
