"""Procedures: how an agent does a kind of task."""

from datetime import datetime
from typing import NamedTuple

from wakeline.model.log import Origin
from wakeline.model.stored import stored


@stored("procedures", subject="procedure", goes="deleted")
class Procedure(NamedTuple):
    """One way of working, under the name of a kind of task: `code-review`.

    `success_signals` show that it worked; `failure_patterns` are what went wrong before.
    """

    id: str
    task_type: str
    content: str
    success_signals: tuple[str, ...]
    failure_patterns: tuple[str, ...]
    origin: Origin
    trust: float
    tokens: int
    created_at: datetime
    updated_at: datetime
    is_deleted: bool
