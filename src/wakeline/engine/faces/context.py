"""What is put before an agent at one turn, as in `ash.context.assemble`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.wake.turn_context import turn_context

if TYPE_CHECKING:
    from wakeline.flows.wake.turn_context import TurnContext


class Context(Face):
    """The context of one turn, beside what the agent woke with."""

    def assemble(
        self,
        prompt: str = "",
        *,
        session_id: str | None = None,
        mode: str | None = None,
        budget: int | None = None,
        framing: str | None = None,
        gateway_restarted: bool = False,
        entropy: float | None = None,
    ) -> TurnContext:
        """Ask every hook of the mode what it has to say to a prompt."""
        return turn_context(
            self._place,
            prompt,
            session_id=session_id,
            mode=mode,
            budget=budget,
            framing=framing,
            gateway_restarted=gateway_restarted,
            entropy=entropy,
        )
