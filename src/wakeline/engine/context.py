"""What is put before an agent at one turn, as in `ash.context.assemble(prompt)`."""

from __future__ import annotations

from typing import Any

from wakeline.engine.faces import Face


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
    ) -> Any:
        return self._agent.run(
            "turn_context",
            prompt,
            session_id=session_id,
            mode=mode,
            budget=budget,
            framing=framing,
            gateway_restarted=gateway_restarted,
            entropy=entropy,
        )
