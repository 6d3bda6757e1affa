"""Rare work on an SQLite file: copy it, erase deleted rows, read and check its full-text index.

It never opens the file itself: that would drop SQLite's locks on it. Loaded only when it is
needed, so that a hook does not pay for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from heapq import merge
from itertools import groupby
from operator import itemgetter

import apsw

from wakeline.base.errors import Busy
from wakeline.ports.store import View
from wakeline.store.queries import Queries

QUERIES = Queries("sqlite")


def copy_database(connection: apsw.Connection, path: str) -> None:
    """Copy the database of a connection, as of now, to a new file."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    target = apsw.Connection(path)
    try:
        with target.backup("main", connection, "main") as copy:
            copy.step()
    finally:
        target.close()


def scrub(connection: apsw.Connection, path: str) -> None:
    """Leave no bytes of deleted rows in the database or its log.

    Deleted terms stay in full text until its segments are merged; pages keep stale
    bytes between their cells until they are written anew; the log keeps old pages
    until it is truncated, which readers of old snapshots prevent.
    """
    connection.execute(QUERIES["fulltext.compact"]).fetchall()
    connection.execute("VACUUM").fetchall()
    (busy, _, _) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0]
    if busy:
        raise Busy(
            f"{path} is being read, so old pages cannot be cleared away yet.",
            todo="They will be at the next `settle`; end long readers.",
        )


def indexed_terms(view: View) -> Iterator[tuple[int, list[str]]]:
    """The rows of the full-text index in order, each with its sorted terms."""
    list(view.tuples("integrity.open_terms"))
    rows = ((seq, None) for (seq,) in view.tuples("integrity.indexed_rows"))
    both = merge(rows, view.tuples("integrity.indexed_terms"), key=itemgetter(0))
    for seq, group in groupby(both, key=itemgetter(0)):
        yield int(seq), sorted(term for _, term in group if term is not None)


def index_faults(view: View) -> list[str]:
    """The faults that SQLite's own check finds, and wrong row lengths, which ranking uses."""
    found = [str(fault) for (fault,) in view.tuples("integrity.index_faults") if fault != "ok"]
    sizes = {int(seq): _numbers(size)[:1] for seq, size in view.tuples("integrity.indexed_sizes")}
    total = 0
    for seq, terms in indexed_terms(view):
        total += len(terms)
        if sizes.get(seq) != [len(terms)]:
            found.append(f"row {seq} has the wrong length")
    if _numbers(view.value("integrity.indexed_totals") or b"")[:2] not in ([len(sizes), total], []):
        found.append("the sums are wrong")
    return found


def _numbers(blob: bytes) -> list[int]:
    """The numbers that FTS5 packs: seven bits a byte, the highest bit says that more follow."""
    found, number = list[int](), 0
    for byte in blob:
        number = number << 7 | byte & 0x7F
        if not byte & 0x80:
            found.append(number)
            number = 0
    return found
