"""Every statement that a recall runs on PostgreSQL is served by an index, behind the wall."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import Homes
from tests.contract.test_store import dummies
from wakeline.store.postgres.statements import with_driver_parameters
from wakeline.store.queries import Queries

# What the flows of recall name, and what sealed parts are read by.
ASKED = (
    "fulltext.search",
    "jobs.mark",
    "log.head",
    "log.episodes_at",
    "memory.at_seqs",
    "memory.facts_at_seqs",
    "memory.facts_as_of",
    "recall.versions_in_force",
    "recall.word_counts",
    "recall.segments",
    "recall.readings_after",
    "recall.neighbours_before",
    "recall.count_readings",
    "recall.standing",
    "recall.state",
    "recall.last_mentions",
    "recall.company",
    "recall.facts_ending",
    "recall.uses",
    "graph.names_at",
    "graph.names_of",
    "graph.from",
    "graph.to",
    "graph.ends",
    "graph.related_from",
    "graph.related_to",
    "graph.relationship",
    "graph.sources",
    "graph.company",
    "database.chunks",
    "database.some_chunks",
    "log.told_at",  # of no recall: an import asks for it a thousand turns at a time
)


@pytest.mark.parametrize("name", ASKED)
def test_no_statement_of_a_recall_reads_a_whole_table(name: str, pg_url: str) -> None:
    homes = Homes("postgres", pg_url)
    ash: Any = homes.agent()
    sql = with_driver_parameters(Queries("postgres")[name])
    given = dummies(sql, pg_url) | ash.place.store.scope._asdict()
    with ash.place.store.reading() as view:
        # A table of a few rows is read whole whatever indexes it has: so that way is closed.
        view._connection.execute("SET LOCAL enable_seqscan = off")
        plan = "\n".join(row[0] for row in view._connection.execute(f"EXPLAIN {sql}", given))
    homes.close()
    assert "Seq Scan" not in plan, plan
    assert "Index" in plan or "Function Scan" in plan, plan
