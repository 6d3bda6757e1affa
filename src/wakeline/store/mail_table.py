"""Messages on their way between the agents of a folder home, in its `home.db`.

A row exists from posting until its receiver has it. It does not know agents' files: nothing here
is in one transaction with them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wakeline.base.clock import read_moment, stored_moment
from wakeline.model.message import Mail

Run = Callable[[str, tuple[object, ...]], list[tuple[Any, ...]]]

COLUMNS = ", ".join(Mail._fields)


def post(run: Run, tenant_id: str, mail: Mail) -> None:
    """Store a message; one that is stored already stays as it is."""
    until = None if mail.expires_at is None else stored_moment(mail.expires_at)
    run(
        f"INSERT OR IGNORE INTO mail (tenant_id, {COLUMNS}) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (tenant_id, *mail[:8], until, stored_moment(mail.sent_at)),
    )


def mail_for(run: Run, tenant_id: str, agent_id: str) -> list[Mail]:
    """The messages that wait for one agent, oldest first."""
    rows = run(
        f"SELECT {COLUMNS} FROM mail WHERE tenant_id = ? AND to_id = ? ORDER BY id",
        (tenant_id, agent_id),
    )
    return [_mail(row) for row in rows]


def drop_mail(run: Run, tenant_id: str, ids: Sequence[str]) -> None:
    """Delete messages, and their text from the file."""
    for mail_id in ids:
        run("DELETE FROM mail WHERE tenant_id = ? AND id = ?", (tenant_id, mail_id))
    # Deleted rows are overwritten, but the write-ahead log keeps old pages until it is truncated.
    # While somebody reads, it is not; then the next delivery does it.
    run("PRAGMA wal_checkpoint(TRUNCATE)", ())


def _mail(row: Sequence[Any]) -> Mail:
    fields = dict(zip(Mail._fields, row, strict=True))
    until = fields["expires_at"]
    fields["wants_reply"] = bool(fields["wants_reply"])
    fields["expires_at"] = None if until is None else read_moment(until)
    fields["sent_at"] = read_moment(fields["sent_at"])
    return Mail(**fields)
