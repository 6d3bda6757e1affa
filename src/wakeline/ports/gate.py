"""The gate that every flow asks before it acts. Governance implements it; the engine joins them."""

from typing import NamedTuple, Protocol


class Allowed(NamedTuple):
    """The action may go ahead."""


class Refused(NamedTuple):
    """The action may not go ahead, and why."""

    reason: str


class Gate(Protocol):
    """Decides whether an action may go ahead."""

    def decide(self, action: str, agent_id: str) -> Allowed | Refused: ...


class OpenGate:
    """Lets everything through: the gate of a home without governance."""

    def decide(self, action: str, agent_id: str) -> Allowed | Refused:  # noqa: ARG002
        return Allowed()
