"""`record` against the bare SQL that it needs, on two files that begin and end alike."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw

from bench import bare
from bench.findings import Bench, Finding, Target, WentWrong
from bench.homes import AGENT, copied, database_of, open_home
from bench.texts import Writer
from bench.timing import side_by_side, spread

WARM_UP = 20
THREAD = "garden"
TARGETS = {
    "FULL": Target("difference", "most", 0.25, "at most 0.25 ms more"),
    "OFF": Target("ratio", "most", 4.0, "at most 4x"),
}
Exchange = tuple[str, str]


def measure(bench: Bench) -> list[Finding]:
    """Both ways of syncing, each on fresh copies."""
    size, count = bench.plan.record_size, bench.plan.exchanges + WARM_UP
    writer = Writer(3)
    exchanges = [writer.exchange() for _ in range(count)]
    found = []
    for synchronous, target in TARGETS.items():
        bench.say(f"record, {count:,} exchanges, synchronous={synchronous}")
        with copied(bench, size) as home:
            found.append(_beside(home, size, exchanges, synchronous, target))
    return found


def _beside(
    home: Path, size: int, exchanges: list[Exchange], synchronous: str, target: Target
) -> Finding:
    with open_home(home) as opened:
        session_id = opened.agent(AGENT).wake().session_id
    writings, statements = _tried(home, str(session_id), exchanges)
    differ = [
        each
        for each, writing in zip(statements[WARM_UP:], writings[WARM_UP:], strict=True)
        if each != (bare.EXCHANGE if writing.standing is None else bare.WITH_CHECKPOINT)
    ]
    twin = home.with_name(f"{home.name}-bare")
    shutil.copytree(home, twin, dirs_exist_ok=True)
    try:
        with open_home(home, synchronous) as opened:
            agent = opened.agent(AGENT)
            connection = bare.connected(database_of(twin), synchronous)

            def ours(i: int) -> None:
                user, answer = exchanges[i]
                agent.record(user=user, agent=answer, thread=THREAD, session_id=session_id)

            def other(i: int) -> None:
                bare.keep_exchange(connection, writings[i])

            mine, theirs = side_by_side(ours, other, runs=len(exchanges) - WARM_UP, warm_up=WARM_UP)
            connection.close()
        _same_content(database_of(home), database_of(twin))
    finally:
        shutil.rmtree(twin)
    return Finding(
        name=f"record.{synchronous.lower()}",
        title=f"record, sync {synchronous}",
        unit="ms",
        ours=spread(mine),
        against="bare SQL",
        other=spread(theirs),
        target=target,
        episodes=size,
        details={
            "exchanges": len(mine),
            "statements": statements[-1],
            "checkpoints": sum(writing.standing is not None for writing in writings[WARM_UP:]),
            "statements_of_the_script": not differ,
        },
    )


def _tried(
    home: Path, session_id: str, exchanges: list[Exchange]
) -> tuple[list[bare.Writing], list[list[str]]]:
    """All exchanges once on a copy: the rows that each becomes, and its statements."""
    trial = home.with_name(f"{home.name}-trial")
    shutil.copytree(home, trial, dirs_exist_ok=True)
    seen: list[str] = []
    statements: list[list[str]] = []
    writings: list[bare.Writing] = []

    def note(_cursor: apsw.Cursor, sql: str, _bindings: object) -> bool:
        seen.append(shape(sql))
        return True

    def listen(connection: apsw.Connection) -> None:
        connection.set_exec_trace(note)

    try:
        connection = bare.connected(database_of(trial), "OFF")
        bare.check_columns(connection)
        apsw.connection_hooks.append(listen)
        with open_home(trial, "OFF") as opened:
            agent = opened.agent(AGENT)
            for user, answer in exchanges:
                begun = bare.last_seq(connection)
                seen.clear()
                agent.record(user=user, agent=answer, thread=THREAD, session_id=session_id)
                statements.append(seen.copy())
                writings.append(bare.exchange_since(connection, begun))
        connection.close()
    finally:
        apsw.connection_hooks.remove(listen)
        shutil.rmtree(trial)
    return writings, statements


def shape(sql: str) -> str:
    """A statement as its verb and its table: `INSERT episodes`."""
    words = sql.replace("(", " ").split()
    verb = words[0].upper()
    before = {"INSERT": "INTO", "SELECT": "FROM", "DELETE": "FROM", "UPDATE": "UPDATE"}.get(verb)
    capitals = [word.upper() for word in words]
    if before is None or before not in capitals:
        return verb
    return f"{verb} {words[capitals.index(before) + 1]}"


def _same_content(ours: str, other: str) -> None:
    found = []
    for path in (ours, other):
        connection = bare.connected(path, "FULL")
        found.append(bare.content_of(connection))
        connection.close()
    if found[0] != found[1]:
        raise WentWrong(f"the bare script kept other rows than record did: {found}")
