"""The named statements: each is whole, stands once, and is bounded by tenant and agent."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from wakeline.store import queries
from wakeline.store.queries import Engine, Queries, parse_statements

FILES = sorted(Path(queries.FOLDER).glob("*.sql"))
# A file of SQLite holds one agent, and full text knows nothing but rows of it. `database.*` looks
# at the server, or takes the tenant alone: it is asked which agents a tenant has.
UNBOUNDED: dict[Engine, tuple[str, ...]] = {
    "sqlite": ("fulltext.", "identities.own_id", "integrity.index", "integrity.open_terms"),
    "postgres": ("database.", "fulltext.compact", "identities.own_id"),
}


@pytest.mark.feature("X10")
@pytest.mark.parametrize("engine", UNBOUNDED)
def test_every_statement_is_bounded_by_tenant_and_agent(engine: Engine) -> None:
    known = Queries(engine)
    free = [
        name
        for name in known.names()
        if not name.startswith(UNBOUNDED[engine])
        and not (":tenant_id" in known[name] and ":agent_id" in known[name])
    ]
    assert free == []
    assert len(known.names()) > 200


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_statement_stands_once_and_ends(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = Counter((name, engine) for name, engine, _ in parse_statements(text))
    assert [which for which, times in found.items() if times > 1] == []
    code = "\n".join(line for line in text.splitlines() if not line.startswith("--"))
    assert code.count(";") == len(list(parse_statements(text))), "a statement lost its end"
    assert code.rstrip().endswith(";")
