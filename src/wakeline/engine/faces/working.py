"""What an agent has in hand, as in `ash.working.hold`: the nearest of its memories."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.base.errors import Invalid
from wakeline.engine.faces.face import Face
from wakeline.flows.log.observe_many import observe_many
from wakeline.flows.session.working_memory import latest_session_turns, pending_work
from wakeline.sessions.working_memory import WorkingMemory

if TYPE_CHECKING:
    from wakeline.engine.faces.face import OpenAgent
    from wakeline.flows.session.working_memory import PendingWork
    from wakeline.model.log import Episode


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


class Working(Face):
    """Working memory of this process: small, quick, and in the log before it could be lost.

    A compaction, a checkpoint and the end of a session write down what is not in the log yet, and
    so does whatever makes room. A process that is killed in between loses what it held since.
    """

    def __init__(self, agent: OpenAgent) -> None:
        super().__init__(agent)
        self._memory = WorkingMemory()

    def hold(self, name: str, text: str) -> None:
        """Take something in hand, under a name."""
        if not (_is_text(name) and _is_text(text)):
            raise Invalid("a name and a text are held.", todo="Give two strings.")
        self._write(self._memory.hold(name, text))

    def get(self, name: str) -> str | None:
        """What is held under a name, or None."""
        return self._memory.get(name)

    def drop(self, name: str) -> None:
        """Let go of something without writing it down."""
        self._memory.drop(name)

    def all(self) -> dict[str, str]:
        """What is held, the latest used last."""
        return self._memory.held

    def flush(self) -> int:
        """Write down what is in no log yet. How many entries that were."""
        return self._write(self._memory.dirty)

    def turns(self, *, limit: int = 20) -> list[Episode]:
        """What was said last in the session that this agent's wake opened, oldest first."""
        return latest_session_turns(self._place, self._agent.session_id, limit=limit)

    def waiting(self) -> PendingWork:
        """What is in no log yet, and how many entries of the log recall has not indexed yet."""
        return pending_work(self._place, self._memory.dirty)

    def _write(self, entries: dict[str, str]) -> int:
        if entries:
            events: list[dict[str, object]] = [
                {
                    "text": f"{name}: {text}",
                    "kind": "observation",
                    "speaker": self._agent.identity.display_name,
                    "session": self._agent.session_id,
                    "metadata": {"in_hand": name},
                }
                for name, text in entries.items()
            ]
            observe_many(self._place, events)
            self._memory.mark_written(entries)
        return len(entries)
