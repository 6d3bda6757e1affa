"""How kinds of tasks are done, as in `ash.procedures.write`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face
from wakeline.flows.memory.procedures import (
    delete_procedure,
    detect_procedure,
    get_procedure,
    list_procedures,
    note_outcome,
    write_procedure,
)

if TYPE_CHECKING:
    from wakeline.model.fields import TaskType, Words
    from wakeline.model.log import Origin
    from wakeline.model.procedure import Procedure


class Procedures(Face):
    """How kinds of tasks are done, and how that went."""

    def write(
        self,
        task_type: TaskType,
        content: str,
        *,
        actor: str | None = None,
        origin: Origin = "user_direct",
    ) -> Procedure:
        """Write down how a kind of task is done. It replaces what was written before."""
        return write_procedure(self._place, task_type, content, actor=actor, origin=origin)

    def note(
        self,
        task_type: TaskType,
        *,
        success: Words | None = None,
        failure: Words | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Procedure:
        """Note what worked or what went wrong. The newest 50 notes of each stay."""
        return note_outcome(
            self._place, task_type, success=success, failure=failure, actor=actor, origin=origin
        )

    def all(self) -> list[Procedure]:
        """Every procedure in use."""
        return list_procedures(self._place)

    def get(self, task_type: TaskType) -> Procedure:
        """How one kind of task is done, and what worked or went wrong."""
        return get_procedure(self._place, task_type)

    def detect(self, text: str) -> Procedure | None:
        """Find the procedure that a wake with this intent would bring.

        Its name, or a line such as `Also: pull request` in it, says what it is for.
        """
        return detect_procedure(self._place, text)

    def delete(
        self, task_type: TaskType, *, actor: str | None = None, origin: Origin = "user_direct"
    ) -> Procedure:
        """Take a procedure out of use. Its row stays; `forget` removes it for good."""
        return delete_procedure(self._place, task_type, actor=actor, origin=origin)
