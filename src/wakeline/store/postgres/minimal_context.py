"""Read the answer of the SQL function `hydrate_agent` into values.

Rows come as objects whose keys are in the order of their classes, so they are read like any
other row. It does not know how the function is called.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from wakeline.base.clock import read_moment
from wakeline.model.agenda import Hint, Project, Task
from wakeline.model.hydration import AiIdentity, HumanPartner, MemorySummary, MinimalContext
from wakeline.model.memory import Fact
from wakeline.store.rows import read_rows

Row = TypeVar("Row", bound=NamedTuple)


def read_minimal_context(found: dict[str, Any]) -> MinimalContext | None:
    """The minimal context; None if the requested project does not exist."""
    if found["project_facts"] is None:
        return None
    told = found["circumstances"]
    return MinimalContext(
        identity=_rows(HumanPartner, [found["identity"]])[0],
        ai_identity=_rows(AiIdentity, [found["ai_identity"]])[0],
        preferences=found["preferences"],
        ai_personality=found["ai_personality"],
        privacy=found["privacy"],
        identity_memories=_rows(MemorySummary, found["identity_memories"]),
        active_projects=_rows(Project, found["active_projects"]),
        current_tasks=_rows(Task, found["current_tasks"]),
        key_facts=tuple(found["key_facts"]),
        project_facts=found["project_facts"],
        hints=_rows(Hint, found["hints"]),
        last_known_at=told["last_known_at"] and read_moment(told["last_known_at"]),
        ended_facts=_rows(Fact, told["ended_facts"]),
        entropy=None if told["entropy"] is None else float(told["entropy"]),
        unfinished=tuple(told["unfinished"]),
    )


def _rows(cls: type[Row], found: list[dict[str, Any]]) -> tuple[Row, ...]:
    return tuple(read_rows(cls, map(dict.values, found)))
