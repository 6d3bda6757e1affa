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
    from wakeline.model.fields import Label, Remark, Thousand
    from wakeline.model.restart import Restart


class Restarts(Face):
    """A restart within bounds. That a task may be tried once more is the person's to say."""

    def begin(
        self, task: Label, *, session_key: Label, message: Remark, budget: Thousand
    ) -> Restart:
        """Begin a restart of a task: from which session, with which message, in how many calls.

        One that is under way continues with the calls that it has spent. This is refused
        (`Conflict`, status 409, exit code 4) if the last one ended with the operator.
        """
        return begin_restart(
            self._place, task, session_key=session_key, message=message, budget=budget
        )

    def call(self, task: Label) -> Restart:
        """Count a call before it is made.

        This is refused (`Conflict`, status 409, exit code 4) where none may be made any more.
        """
        return call_in_restart(self._place, full_id(self._place, task))

    def reached(self, task: Label, key: Label) -> Restart:
        """Note that the host was reached, and what it calls the session."""
        return reach_host_in_restart(self._place, full_id(self._place, task), key)

    def identified(self, task: Label, key: Label) -> Restart:
        """Note which session continues. If it is not the one from before, the restart stops."""
        return identify_session_in_restart(self._place, full_id(self._place, task), key)

    def went_on(self, task: Label, *, finished: bool = False) -> Restart:
        """Note that a call of the continued session worked."""
        return continue_restart(self._place, full_id(self._place, task), finished=finished)

    def failed(self, task: Label, failure: Remark) -> Restart:
        """Note that a call failed. Look at the phase: the restart may be over.

        The same failure twice hands the task back to the operator.
        """
        return fail_call_in_restart(self._place, full_id(self._place, task), failure)

    def report(self, task: Label, issue: Remark) -> Restart:
        """Tell the operator of an issue that the restart does not repair."""
        return report_in_restart(self._place, full_id(self._place, task), issue)

    def hand_back(self, task: Label, *, reason: Remark) -> Restart:
        """Leave the rest to the operator."""
        return hand_back_restart(self._place, full_id(self._place, task), reason=reason)

    def get(self, task: Label) -> Restart:
        """The last restart of a task."""
        return get_restart(self._place, full_id(self._place, task))

    def all(self, *, limit: Thousand = 50) -> list[Restart]:
        """Every restart, the newest first."""
        return list_restarts(self._place, limit=limit)
