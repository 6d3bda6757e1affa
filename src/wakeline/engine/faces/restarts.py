"""Ways back into a task after a restart, as in `ash.restarts.begin`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.session.restarts import (
    begin_restart,
    call_in_restart,
    continue_restart,
    fail_call_in_restart,
    get_restart,
    hand_back_restart,
    identify_session_in_restart,
    list_restarts,
    reach_host_in_restart,
    report_in_restart,
)

if TYPE_CHECKING:
    from wakeline.model.restart import Restart


class Restarts(Face):
    """A restart within bounds. That a task may be tried once more is the person's to say."""

    def begin(self, task: str, *, session_key: str, message: str, budget: int) -> Restart:
        """Declare a way back: from which session, to go on with what, in how many calls.

        One that is under way goes on as it stands, with what it has spent.
        """
        return begin_restart(
            self._place, task, session_key=session_key, message=message, budget=budget
        )

    def call(self, task: str) -> Restart:
        """Count a call, before it is made. Raises Conflict where none may be made any more."""
        return call_in_restart(self._place, full_id(self._place, task))

    def reached(self, task: str, key: str) -> Restart:
        """The host was reached; `key` is what it calls the session."""
        return reach_host_in_restart(self._place, full_id(self._place, task), key)

    def identified(self, task: str, key: str) -> Restart:
        """The session that goes on; where it is another than before, the restart stops."""
        return identify_session_in_restart(self._place, full_id(self._place, task), key)

    def went_on(self, task: str, *, finished: bool = False) -> Restart:
        """A call of the continuation worked."""
        return continue_restart(self._place, full_id(self._place, task), finished=finished)

    def failed(self, task: str, failure: str) -> Restart:
        """A call did not work. Look at the phase: the restart may be over."""
        return fail_call_in_restart(self._place, full_id(self._place, task), failure)

    def report(self, task: str, issue: str) -> Restart:
        """Tell the operator of something that is not mended on the way."""
        return report_in_restart(self._place, full_id(self._place, task), issue)

    def hand_back(self, task: str, *, reason: str) -> Restart:
        """Leave the rest to the operator."""
        return hand_back_restart(self._place, full_id(self._place, task), reason=reason)

    def get(self, task: str) -> Restart:
        """The last restart of a task."""
        return get_restart(self._place, full_id(self._place, task))

    def all(self, *, limit: int = 50) -> list[Restart]:
        """Every restart, the newest first."""
        return list_restarts(self._place, limit=limit)
