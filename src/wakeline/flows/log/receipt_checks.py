"""Check whether the source file of a receipt has changed. Reads files, never rows.

A file that was not touched since is not read again; any other is read whole and hashed.
"""

from __future__ import annotations

from collections.abc import Sequence

from wakeline.base.digest import sha256_hex
from wakeline.base.errors import NotFound, WakelineError
from wakeline.base.files import file_mark, read_file
from wakeline.context.framing import one_line
from wakeline.model.attachment import MOST_BYTES, Receipt, VerifiedReceipt
from wakeline.model.context import Missing

SOURCE = "Attachments"  # its name in a wake
SHOWN_DIGITS = 12


def verify_receipt(receipt: Receipt) -> VerifiedReceipt:
    """The receipt with the current status of its source file, and the problem if there is one."""
    if receipt.is_elsewhere:  # a name that a caller gave: no file here may be opened by it
        return VerifiedReceipt(receipt, "it is on another machine")
    path = receipt.location
    if receipt.source_mark and file_mark(path) == receipt.source_mark:
        return VerifiedReceipt(receipt._replace(status="present"), None)
    try:
        content, mark = read_file(path, most=MOST_BYTES)
    except NotFound:
        return VerifiedReceipt(receipt._replace(status="missing"), "it is not there any more")
    except WakelineError as error:
        return VerifiedReceipt(receipt._replace(status="unreadable"), error.message.rstrip("."))
    digest = sha256_hex(content)
    if digest == receipt.sha256:
        return VerifiedReceipt(receipt._replace(status="present", source_mark=mark), None)
    told = (
        f"its content changed: SHA-256 was {receipt.sha256[:SHOWN_DIGITS]}… and is "
        f"{digest[:SHOWN_DIGITS]}…, {receipt.size:,} bytes then and {len(content):,} now"
    )
    return VerifiedReceipt(receipt._replace(status="changed"), told)


def verify_receipts(rows: Sequence[Receipt]) -> tuple[tuple[VerifiedReceipt, ...], list[Missing]]:
    """Receipts for the agent, checked and without their texts, and every problem by its path."""
    found = tuple(verify_receipt(row._replace(text=None)) for row in rows)
    gaps = [
        Missing(SOURCE, f"{one_line(item.receipt.source_path)}: {item.gap}")
        for item in found
        if item.gap is not None
    ]
    return found, gaps
