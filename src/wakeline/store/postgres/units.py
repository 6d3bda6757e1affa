"""The reading view and the writing unit of one agent in PostgreSQL.

Writes are sent without waiting for their answers; a read, or the commit, collects
them. So the error of a write is raised at the next read or at the end of the block,
and rolls back the whole unit. It does not know connections or names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

import psycopg

from wakeline.base.clock import Ids
from wakeline.base.errors import Busy
from wakeline.model.log import By, Episode, Event, Head, Scope
from wakeline.model.memory import Match
from wakeline.model.stored import Table, table_of, table_of_class
from wakeline.ports.store import Change
from wakeline.store.log_lines import LoggedChange, change_of, event_of, seal_turn
from wakeline.store.postgres import statements
from wakeline.store.postgres.connections import Connection, Transaction
from wakeline.store.postgres.prefetch import (
    SAVEPOINT,
    PrefetchedRows,
    QueryCall,
    fetch_queries,
    first_queries,
    roll_back_to_savepoint,
    timeout_statement,
)
from wakeline.store.postgres.statements import plain_row
from wakeline.store.rows import read_row, read_rows

Row = TypeVar("Row", bound=NamedTuple)
NO_HEAD = Head(0, "", 0, None)
# A key of an index holds at most 2.7 kB; what is longer is no word anyway.
MOST_TERM = 200
MOST_ROWS_AT_ONCE = 1000


class PostgresView:
    """One snapshot of one agent's rows."""

    def __init__(self, connection: Connection, scope: Scope) -> None:
        self.scope = scope
        self._lent = connection
        self._at_hand: dict[tuple[str, str], PrefetchedRows] = {}
        self._has_savepoint = False
        self._seconds: float | None = None  # the time limit of the current block
        self._is_guarded = False

    @property
    def _connection(self) -> Connection:
        if self._seconds is not None and not self._is_guarded:
            self._guard(self._seconds)
        return self._lent

    def all(self, cls: type[Row], query: str, **params: Any) -> list[Row]:
        return read_rows(cls, self._rows(query, params))

    def one(self, cls: type[Row], query: str, **params: Any) -> Row | None:
        rows = self._rows(query, params)
        return read_row(cls, rows[0]) if rows else None

    def value(self, query: str, **params: Any) -> Any:
        rows = self._rows(query, params)
        return plain_row(rows[0][:1])[0] if rows else None

    def tuples(self, query: str, **params: Any) -> Iterator[tuple[Any, ...]]:
        return map(plain_row, self._rows(query, params))

    def row(self, cls: type[Row], row: Sequence[Any]) -> Row:
        return read_row(cls, row[: len(cls._fields)])

    def prefetch(
        self, reads: Sequence[Callable[..., object]], *given: Any, seconds: float | None = None
    ) -> None:
        asked = first_queries(reads, given, self.scope)
        if asked:
            self._at_hand |= fetch_queries(self._lent, asked, self.scope, seconds=seconds)
            self._has_savepoint |= seconds is not None

    @contextmanager
    def time_limit(self, seconds: float) -> Iterator[None]:
        # The limit is set at the first statement: a block with prefetched rows sends none.
        self._seconds, self._is_guarded = seconds, False
        try:
            yield
        except psycopg.Error as error:
            if self._is_guarded:
                roll_back_to_savepoint(self._lent)
            if isinstance(error, psycopg.errors.QueryCanceled):
                raise Busy(f"it took longer than {seconds:g} s.") from error
            raise
        finally:
            self._seconds = None

    def _guard(self, seconds: float) -> None:
        """Set the time limit and a savepoint before the first statement of a block.

        Without a savepoint an error would end the transaction, and with it the snapshot. The
        last savepoint is released in the same round trip.
        """
        self._is_guarded = True
        last = "RELEASE SAVEPOINT source; " if self._has_savepoint else ""
        self._lent.execute(f"{last}{timeout_statement(seconds)}; {SAVEPOINT}")
        self._has_savepoint = True

    def search(self, terms: Sequence[str], *, limit: int) -> list[Match]:
        if not terms:
            return []
        asked = {**self.scope._asdict(), "terms": [t[:MOST_TERM] for t in terms], "limit": limit}
        rows = self._connection.execute(statements.query("fulltext.search"), asked).fetchall()
        return [Match(seq, score) for seq, score in rows]

    def head(self) -> Head:
        return self.one(Head, "log.head") or NO_HEAD

    def indexed_terms(self) -> Iterator[tuple[int, list[str]]]:
        found = self._rows("integrity.indexed_terms", {})
        for seq, group in groupby(found, key=itemgetter(0)):
            yield seq, sorted(term for _, term, tf in group if term for _ in range(tf))

    def index_faults(self) -> list[str]:
        return [fault for (fault,) in self._rows("integrity.index_faults", {})]

    def chunks(self, name: str, part: str) -> list[tuple[int, bytes]]:
        """One array of a sealed part: its chunks in order, with their numbers."""
        asked = {**self.scope._asdict(), "name": name, "part": part}
        return self._chunks("database.chunks", asked)

    def some_chunks(
        self, name: str, wanted: Sequence[tuple[str, int]]
    ) -> list[tuple[str, int, bytes]]:
        """Some chunks of a sealed part, each by its array and its number."""
        parts, numbers = [part for part, _ in wanted], [number for _, number in wanted]
        asked = {**self.scope._asdict(), "name": name, "parts": parts, "numbers": numbers}
        return self._chunks("database.some_chunks", asked)

    def _chunks(self, statement: str, asked: dict[str, Any]) -> list[Any]:
        cursor = self._connection.cursor(binary=True)  # raw bytes, not hexadecimal text
        return cursor.execute(statements.query(statement), asked).fetchall()

    def _rows(self, name: str, fields: dict[str, Any]) -> list[tuple[Any, ...]]:
        if self._at_hand:
            found = self._at_hand.pop(QueryCall(name, fields).key, None)
            if isinstance(found, psycopg.Error):
                raise found
            if found is not None:
                return found
        return self._execute(statements.query(name), fields).fetchall()

    def _execute(self, sql: str, fields: dict[str, Any]) -> psycopg.Cursor[tuple[Any, ...]]:
        fields["tenant_id"], fields["agent_id"] = self.scope
        return self._connection.execute(sql, statements.driver_params(fields))


class PostgresUnit(PostgresView):
    """One transaction on one agent's rows."""

    def __init__(self, transaction: Transaction, scope: Scope, by: By, ids: Ids) -> None:
        super().__init__(transaction.connection, scope)
        self.by = by
        self._ids = ids
        self._pipeline = transaction.pipeline
        found = transaction.head
        self._head = self._found_head = NO_HEAD if found is None else read_row(Head, found)
        self._unsent: list[tuple[int, Sequence[str]]] = []

    def new_id(self) -> str:
        return self._ids.new(self.by.at)

    def head(self) -> Head:
        return self._head

    def next_exchange(self) -> int:
        today = self.by.at.date().isoformat()
        index = self._head.exchange_index + 1 if self._head.exchange_day == today else 1
        self._head = self._head._replace(exchange_day=today, exchange_index=index)
        return index

    def note_own_moment(self, at: datetime) -> None:
        self._head = self._head._replace(last_known_at=at)

    def append(self, episodes: Sequence[Episode], terms: Sequence[Sequence[str]]) -> list[Episode]:
        first = self._head.seq + 1
        kept = [seal_turn(episode, seq) for seq, episode in enumerate(episodes, first)]
        self._head = self._head._replace(seq=first + len(kept) - 1)
        table = table_of_class(Episode)
        for episode, words in zip(kept, terms, strict=True):
            self._write("insert", table, episode._asdict())
            self.index(episode.seq, words)
        return kept

    def save(self, kind: str, row: Row, before: NamedTuple | None = None) -> Row:
        if "seq" in row._fields:
            row = row._replace(seq=self._head.seq + 1)
        table = table_of(row)
        self._write("upsert", table, row._asdict())
        self._log(change_of(kind, row, before))
        return row

    def save_all(self, changes: Sequence[Change]) -> None:
        for change in changes:  # sent without waiting, so one by one is as fast as together
            self.save(*change)

    def remove(self, kind: str, row: NamedTuple) -> None:
        table = table_of(row)
        self._write("delete", table, {name: getattr(row, name) for name in table.key})
        self._log(LoggedChange(kind, row, None, None))

    def put(self, row: NamedTuple) -> None:
        self._write("upsert", table_of(row), row._asdict())

    def replay(self, entries: Sequence[Episode | Event], head: Head) -> None:
        for entry in entries:
            self._write("insert", table_of(entry), entry._asdict())
        self._head = head

    def run(self, query: str, **params: Any) -> int:
        self._send_terms()
        cursor = self._execute(statements.query(query), params)
        self._pipeline.sync()
        return cursor.rowcount

    def index(self, seq: int, terms: Sequence[str]) -> None:
        self._unsent.append((seq, terms))
        if len(self._unsent) >= MOST_ROWS_AT_ONCE:
            self._send_terms()

    def unindex(self, seq: int) -> None:
        self._send_terms()
        for query in ("fulltext.remove", "recall.drop_reading", "recall.drop_vectors"):
            self._execute(statements.query(query), {"seq": seq})

    def search(self, terms: Sequence[str], *, limit: int) -> list[Match]:
        self._send_terms()
        return super().search(terms, limit=limit)

    def indexed_terms(self) -> Iterator[tuple[int, list[str]]]:
        self._send_terms()
        return super().indexed_terms()

    def index_faults(self) -> list[str]:
        self._send_terms()
        return super().index_faults()

    def add_job(self, name: str, key: str = "") -> None:
        fields = {"name": name, "key": key, "at": self.by.at}
        self._execute(statements.query("jobs.add"), fields)

    def finish(self) -> None:
        """Send the remaining terms and the new end of the log; called once, before the commit."""
        self._send_terms()
        if self._head != self._found_head:
            self._write("upsert", table_of_class(Head), self._head._asdict())

    def _send_terms(self) -> None:
        """Add the waiting rows to full text, in one statement."""
        if not self._unsent:
            return
        terms: list[str] = []
        seqs: list[int] = []
        counts: list[int] = []
        for seq, words in self._unsent:
            found = Counter(word[:MOST_TERM] for word in words)
            terms += found
            seqs += [seq] * len(found)
            counts += found.values()
        fields = {
            **self.scope._asdict(),
            "terms": terms,
            "seqs": seqs,
            "tfs": counts,
            "rows": [seq for seq, _ in self._unsent],
            "lengths": [len(words) for _, words in self._unsent],
        }
        # Arrays, not JSON, so they are not converted as other parameters are.
        self._connection.execute(statements.query("fulltext.add"), fields)
        self._unsent = []

    def _log(self, changed: LoggedChange) -> None:
        event = event_of(changed, self.by, seq=self._head.seq + 1, id=self.new_id())
        self._write("insert", table_of_class(Event), event._asdict())
        self._head = self._head._replace(seq=event.seq)

    def _write(self, kind: str, table: Table, fields: dict[str, Any]) -> None:
        self._execute(statements.write_statement(kind, table), fields)
