"""Who holds an open session, and whether that holder can still be alive.

Takes leases and moments; whether a process runs is asked through a function that is
handed in. It does not know how processes are found, nor what is done with a dead session.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from wakeline.model.session import Holder, Lease

UNKNOWN_PROCESS = 0


def new_lease(session_id: str, holder: Holder, at: datetime, minutes: float) -> Lease:
    """A lease on a session from now on."""
    return Lease(
        session_id=session_id,
        holder=holder.name,
        host=holder.host,
        boot_id=holder.boot_id,
        process=holder.process,
        process_start=holder.process_start,
        renewed_at=at,
        expires_at=at + timedelta(minutes=minutes),
    )


def renewed(lease: Lease, at: datetime, minutes: float) -> Lease:
    """The same lease, held longer."""
    return lease._replace(renewed_at=at, expires_at=at + timedelta(minutes=minutes))


def is_alive(
    lease: Lease | None,
    *,
    now: datetime,
    here: Holder | None,
    running: Callable[[int, str], bool],
) -> bool:
    """Whether an open session may go on. Dead only if its lease ran out or its process is gone.

    `here` is the process that asks: another host's process can only be judged by the lease.
    """
    if lease is None or now > lease.expires_at:
        return False
    if here is None or lease.host != here.host or lease.process == UNKNOWN_PROCESS:
        return True
    return not _restarted(lease, here) and running(lease.process, lease.process_start)


def _restarted(lease: Lease, here: Holder) -> bool:
    """Whether the machine was started again since; a boot that is not known says nothing."""
    return bool(lease.boot_id and here.boot_id) and lease.boot_id != here.boot_id
