"""Projects, tasks and hints."""

from datetime import datetime
from typing import Literal, NamedTuple, get_args

from wakeline.model.log import Origin
from wakeline.model.stored import stored

ProjectStatus = Literal["active", "paused", "done", "archived"]
TaskStatus = Literal["todo", "in-progress", "blocked", "done", "dropped"]
Every = Literal["hour", "day", "week", "month", "year"]

PROJECT_STATUSES: tuple[ProjectStatus, ...] = get_args(ProjectStatus)
TASK_STATUSES: tuple[TaskStatus, ...] = get_args(TaskStatus)
EVERY: tuple[Every, ...] = get_args(Every)


@stored("projects", subject="project", goes="deleted")
class Project(NamedTuple):
    """A body of work. `number` is small and unique in its tenant, for people and URLs."""

    id: str
    number: int
    key: str
    title: str
    summary: str | None
    status: ProjectStatus
    created_at: datetime
    updated_at: datetime
    is_deleted: bool


@stored("tasks", subject="task", goes="deleted")
class Task(NamedTuple):
    """One thing to do. `number` is small and unique in its tenant."""

    id: str
    number: int
    project_id: str | None
    title: str
    description: str | None
    status: TaskStatus
    priority: int
    due_at: datetime | None
    origin: Origin
    trust: float
    created_at: datetime
    updated_at: datetime
    completed_at: datetime | None
    is_deleted: bool
    thread_id: str | None = None  # in which it was written


@stored("hints", subject="hint", goes="deleted", made_from=("source_memory_id",))
class Hint(NamedTuple):
    """A reminder that surfaces at a wake; nothing is pushed.

    A recurring hint never ends: completing it moves `trigger_at` to its next time.
    """

    id: str
    content: str
    category: str | None
    priority: int
    is_recurring: bool
    trigger_at: datetime | None
    completed_at: datetime | None
    dismissed_at: datetime | None
    source_memory_id: str | None
    origin: Origin
    trust: float
    created_at: datetime
    is_deleted: bool
    every: Every | None = None
    thread_id: str | None = None  # in which it was written
