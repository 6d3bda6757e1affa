"""The SQL that keeping turns needs, and nothing else: fixed statements, ready parameters.

This is what our own writes stand beside. The statements are written out here on purpose:
they change only when the schema does. Parameters are the rows that Wakeline itself wrote
for the same texts, so both files end up with the same content.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import apsw

from bench.findings import WentWrong
from wakeline.recall.analyse import terms

Row = tuple[Any, ...]
COLUMNS = """
tenant_id agent_id seq id exchange_id exchange_index session_id thread_id project_id kind speaker
role mode text at recorded_at importance entity_refs source_id content_hash tokens origin trust
metadata line_hash forgotten_at
""".split()
CHECKPOINT_COLUMNS = """
tenant_id agent_id id session_id thread_id doing step next state said_at asked answered left_open
working_set guards through source_ids origin trust tokens created_at updated_at
""".split()
_AT = {name: position for position, name in enumerate(COLUMNS)}
# In the order of the table; a run fails if they no longer are.
LAST_HASH = """SELECT content_hash FROM episodes
                WHERE tenant_id = ? AND agent_id = ? AND session_id = ?
                ORDER BY seq DESC LIMIT 1"""
SINCE = "SELECT * FROM episodes WHERE seq > ? ORDER BY seq"
RENEW = """UPDATE leases SET renewed_at = ?, expires_at = ?
            WHERE tenant_id = ? AND agent_id = ? AND session_id = ?"""
HEAD = """SELECT seq, exchange_day, exchange_index, last_known_at FROM log_heads
           WHERE tenant_id = ? AND agent_id = ?"""
EPISODE = """INSERT INTO episodes VALUES
             (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
FULLTEXT = "INSERT INTO fulltext (rowid, terms) VALUES (?, ?)"
JOBS = """INSERT INTO jobs VALUES (?1, ?2, 'entities', '', 'waiting', 0, NULL, ?3, ?3),
                                 (?1, ?2, 'readings', '', 'waiting', 0, NULL, ?3, ?3)
          ON CONFLICT DO NOTHING"""
MOVE_HEAD = """INSERT INTO log_heads VALUES (?, ?, ?, ?, ?, ?)
               ON CONFLICT (agent_id) DO UPDATE SET seq = excluded.seq,
               exchange_day = excluded.exchange_day, exchange_index = excluded.exchange_index,
               last_known_at = excluded.last_known_at"""

# Every third exchange writes down where its session stands, by what was said last in it.
STANDING = """SELECT * FROM checkpoints
               WHERE tenant_id = ? AND agent_id = ? AND session_id = ?"""
TALK = """SELECT * FROM episodes
           WHERE tenant_id = ? AND agent_id = ? AND session_id = ? AND kind = 'conversation'
             AND forgotten_at IS NULL
           ORDER BY seq DESC LIMIT 8"""
SESSION = "SELECT * FROM sessions WHERE tenant_id = ? AND agent_id = ? AND id = ?"
CLAIMED = """SELECT id, key FROM guards
              WHERE tenant_id = ? AND agent_id = ? AND state = 'claimed' AND session_id = ?"""
CHECKPOINT = """INSERT INTO checkpoints VALUES
                (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET """ + ", ".join(
    f"{name} = excluded.{name}" for name in CHECKPOINT_COLUMNS[3:]
)
EVENT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

# What keeping one exchange comes to, by verb and table.
EXCHANGE = [
    "BEGIN",
    "SELECT episodes",
    "UPDATE leases",
    "SELECT log_heads",
    *["INSERT episodes"] * 2,
    *["INSERT fulltext"] * 2,
    "INSERT jobs",
    "INSERT log_heads",
    "COMMIT",
]
WITH_CHECKPOINT = [
    *EXCHANGE[:-2],
    *("SELECT checkpoints", "SELECT episodes", "SELECT sessions", "SELECT guards"),
    *("INSERT checkpoints", "INSERT events"),
    *EXCHANGE[-2:],
]

# The same text indexed by SQLite's own analyser, which is all that SQL alone has.
PLAIN = """CREATE VIRTUAL TABLE plain USING fts5(
               text, content='', contentless_delete=1, tokenize='porter unicode61')"""
PLAIN_TEXT = "INSERT INTO plain (rowid, text) VALUES (?, ?)"


class Standing(NamedTuple):
    """A checkpoint as it was written, and the event that says so."""

    row: Row
    event: Row


class Writing(NamedTuple):
    """The parameters of one transaction."""

    scope: Row
    at: str
    session_id: str
    episodes: list[Row]
    fulltext: list[Row]
    head: Row
    standing: Standing | None = None


def connected(path: str, synchronous: str) -> apsw.Connection:
    """A connection with the settings that ours has."""
    connection = apsw.Connection(path)
    connection.set_busy_timeout(10_000)
    connection.execute(f"PRAGMA synchronous={synchronous}").fetchall()
    return connection


def check_columns(connection: apsw.Connection) -> None:
    """Raise if a table is no longer the one that this script knows."""
    for table, known in (("episodes", COLUMNS), ("checkpoints", CHECKPOINT_COLUMNS)):
        found = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
        if found != known:
            raise WentWrong(f"{table} has other columns than the bare script knows: {found}")


def last_seq(connection: apsw.Connection) -> int:
    for (seq,) in connection.execute("SELECT seq FROM log_heads"):
        return int(seq)
    return 0


def written_since(connection: apsw.Connection, seq: int, *, group: int) -> list[Writing]:
    """What was kept behind a sequence, as parameters for keeping it again, `group` rows at once."""
    check_columns(connection)
    rows: list[Row] = list(connection.execute(SINCE, (seq,)))
    return [_writing(rows[i : i + group]) for i in range(0, len(rows), group)]


def exchange_since(connection: apsw.Connection, seq: int) -> Writing:
    """The one exchange that was kept behind a sequence, with the checkpoint that it wrote."""
    rows: list[Row] = list(connection.execute(SINCE, (seq,)))
    writing = _writing(rows)
    for event in connection.execute("SELECT * FROM events WHERE seq > ?", (seq,)):
        (row,) = connection.execute(STANDING, (*writing.scope, writing.session_id))
        tenant, agent, _, *rest = writing.head
        head = (tenant, agent, event[2], *rest)
        return writing._replace(head=head, standing=Standing(row, event))
    return writing


def _writing(rows: list[Row]) -> Writing:
    last = rows[-1]
    scope, moment = last[:2], last[_AT["recorded_at"]]
    return Writing(
        scope=scope,
        at=moment,
        session_id=last[_AT["session_id"]],
        episodes=rows,
        fulltext=[(row[_AT["seq"]], " ".join(terms(row[_AT["text"]]))) for row in rows],
        head=(*scope, last[_AT["seq"]], moment[:10], last[_AT["exchange_index"]] or 0, moment),
    )


def keep_exchange(connection: apsw.Connection, writing: Writing) -> None:
    """What `record` asks of the database."""
    run = connection.execute
    run("BEGIN IMMEDIATE")
    run(LAST_HASH, (*writing.scope, writing.session_id)).fetchall()
    run(RENEW, (writing.at, writing.at, *writing.scope, writing.session_id))
    run(HEAD, writing.scope).fetchall()
    connection.executemany(EPISODE, writing.episodes)
    connection.executemany(FULLTEXT, writing.fulltext)
    run(JOBS, (*writing.scope, writing.at))
    if writing.standing is not None:
        _keep_standing(connection, writing, writing.standing)
    run(MOVE_HEAD, writing.head)
    run("COMMIT")


def _keep_standing(connection: apsw.Connection, writing: Writing, standing: Standing) -> None:
    run = connection.execute
    of_session = (*writing.scope, writing.session_id)
    for read in (STANDING, TALK, SESSION, CLAIMED):
        run(read, of_session).fetchall()
    run(CHECKPOINT, standing.row)
    run(EVENT, standing.event)


def keep_batch(connection: apsw.Connection, writing: Writing) -> None:
    """What `observe_many` asks of the database for one batch: inserts alone, terms ready."""
    run = connection.execute
    run("BEGIN IMMEDIATE")
    connection.executemany(EPISODE, writing.episodes)
    connection.executemany(FULLTEXT, writing.fulltext)
    _end_batch(connection, writing)


def keep_batch_plainly(connection: apsw.Connection, writing: Writing) -> None:
    """The same batch as a script would keep it that has nothing but SQL: plain text goes in."""
    seq, text = _AT["seq"], _AT["text"]
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany(EPISODE, writing.episodes)
    connection.executemany(PLAIN_TEXT, [(row[seq], row[text]) for row in writing.episodes])
    _end_batch(connection, writing)


def _end_batch(connection: apsw.Connection, writing: Writing) -> None:
    run = connection.execute
    run(JOBS, (*writing.scope, writing.at))
    run(MOVE_HEAD, writing.head)
    run("COMMIT")


def content_of(connection: apsw.Connection) -> Row:
    """Enough of a file to tell whether another one holds the same turns, searchable."""
    found: list[Row] = connection.execute(
        "SELECT count(*), max(seq), total(length(text)), min(text), max(text), "
        "(SELECT count(*) FROM fulltext WHERE fulltext MATCH 'garden'), "
        "(SELECT seq FROM log_heads), (SELECT total(through) FROM checkpoints) FROM episodes"
    ).fetchall()
    return found[0]
