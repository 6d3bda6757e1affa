"""Every error that Wakeline raises on purpose, as one tree.

    WakelineError
    ├── Invalid             input that cannot be accepted as it is
    ├── NotFound            an agent, row or file that is not there
    ├── Conflict            the request contradicts what is stored
    │   ├── IllegalMove     a state machine was asked for a move its table does not hold
    │   └── NotAgain        a guarded action that is done, being done, or of unknown outcome
    ├── Busy                somebody else holds what is needed
    ├── NotPermitted        the gate said no
    ├── HomeUnusable        the home cannot be opened or written
    │   ├── NewerSchema     written by a later version
    │   ├── AlteredSchema   its migrations are not the ones this version knows
    │   ├── DiskFull        no space left
    │   ├── Unreachable     a server does not answer: the database's, a model's
    │   └── UnsafeRole      a database role that would bypass the tenant's walls
    ├── Garbled             a model answered with something that cannot be used
    │   └── Declined        a model would not answer
    └── Damaged             what is stored does not agree with itself

Each carries what happened (the message) and what to do about it (`todo`).
Interfaces translate the tree once; this module knows no exit codes or status codes.
"""

from __future__ import annotations


class WakelineError(Exception):
    """What happened, and in `todo` what the reader can do about it."""

    def __init__(self, message: str, *, todo: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.todo = todo

    def __str__(self) -> str:
        return f"{self.message} {self.todo}".rstrip()


class Invalid(WakelineError):
    """Input that cannot be accepted as it is."""


class NotFound(WakelineError):
    """An agent, row or file that is not there."""


class Conflict(WakelineError):
    """The request contradicts what is stored."""


class IllegalMove(Conflict):
    """A state machine was asked for a move its table does not hold."""

    def __init__(self, subject: str, before: str, after: str, *, todo: str = "") -> None:
        super().__init__(f"{subject} cannot go from {before} to {after}.", todo=todo)
        self.subject, self.before, self.after = subject, before, after


class NotAgain(Conflict):
    """A guarded action that may not be done: it is done, being done, or of unknown outcome.

    `state` is the state of the guard.
    """

    def __init__(self, message: str, *, state: str, todo: str = "") -> None:
        super().__init__(message, todo=todo)
        self.state = state


class Busy(WakelineError):
    """Somebody else holds what is needed."""


class NotPermitted(WakelineError):
    """The gate said no."""


class HomeUnusable(WakelineError):
    """The home cannot be opened or written."""


class NewerSchema(HomeUnusable):
    """Written by a later version of Wakeline."""


class AlteredSchema(HomeUnusable):
    """Its migrations are not the ones this version knows."""


class DiskFull(HomeUnusable):
    """No space left where the home lives."""


class Unreachable(HomeUnusable):
    """A server, the database's or a model's, does not answer, or not to this user."""


class UnsafeRole(HomeUnusable):
    """A database role that would bypass the walls between tenants."""


class Garbled(WakelineError):
    """A model answered with something that cannot be used."""


class Declined(Garbled):
    """A model refused to answer, because of the prompt or of its own rules."""


class Damaged(WakelineError):
    """What is stored does not agree with itself."""
