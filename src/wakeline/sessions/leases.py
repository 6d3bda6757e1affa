"""Leases on open sessions: who holds one, and whether that holder can still be alive.

Takes leases and moments; a function that is handed in says whether a process runs. It does
not know how processes are found, nor what is done with a dead session.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from wakeline.model.session import Holder, Lease

UNKNOWN_PROCESS = 0


def new_lease(session_id: str, holder: Holder, at: datetime, minutes: float) -> Lease:
    """A lease on a session, from `at` on."""
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


def renew_lease(lease: Lease, at: datetime, minutes: float) -> Lease:
    """The lease with a later end."""
    return lease._replace(renewed_at=at, expires_at=at + timedelta(minutes=minutes))


def is_alive(
    lease: Lease | None,
    *,
    now: datetime,
    here: Holder | None,
    running: Callable[[int, str], bool],
) -> bool:
    """Whether the holder may be alive: the lease has not expired and the process is not gone.

    `here` is the process that asks: a process on another host is judged by its lease alone.
    """
    if lease is None or now > lease.expires_at:
        return False
    if here is None or lease.host != here.host or lease.process == UNKNOWN_PROCESS:
        return True
    return not _restarted(lease, here) and running(lease.process, lease.process_start)


def _restarted(lease: Lease, here: Holder) -> bool:
    """Whether the machine was restarted since; False if either boot is unknown."""
    return bool(lease.boot_id and here.boot_id) and lease.boot_id != here.boot_id
