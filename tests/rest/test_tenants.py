"""No tenant reaches another one's rows: by route, by table, by statement."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

import wakeline
from tests.builders import QUICK, values
from tests.rest.serving import Served
from tests.rest.serving import served as serving
from tests.rest.walking import Ids, visits
from wakeline.base.digest import sha256_hex
from wakeline.base.errors import HomeUnusable, WakelineError
from wakeline.flows.identity.documents import write_document
from wakeline.flows.recall.searchable import save_searchable
from wakeline.model.consolidation import ConversationSummary
from wakeline.model.decision import Trial
from wakeline.model.log import Episode, Scope
from wakeline.model.memory import Extraction
from wakeline.model.tables import all_tables
from wakeline.store.postgres import PostgresHome
from wakeline.store.postgres.statements import with_driver_parameters
from wakeline.store.queries import Queries

ASH = "/api/agents/ash"
FILTER = re.compile(r"(\w+\.)?(tenant_id|agent_id) = :(tenant_id|agent_id)")
# They look at the server and at no row of ours.
ABOUT_THE_SERVER = {
    "database.applied",
    "database.enter",
    "database.schema",
    "database.tables_of_agents",
    "database.unsafe_role",
    "database.unwalled",
    # The queue of workers has no walls, and ids alone in it; none of these gives one out.
    "database.hurry",
    "database.is_called",
    "database.queue_scripts",
    "database.take_over",
}


def a_life(served: Served, tenant: str) -> Ids:
    """An agent with a row of every kind that a route can ask for."""
    operator = served.caller(tenant=tenant, role="operator")
    operator.ok("POST", "/api/operator/agents", {"name": "ash", "person": "Mel"})
    session = operator.ok("POST", f"{ASH}/wake", {"thread": "garden"})["sessionId"]
    kept = operator.ok(
        "POST",
        f"{ASH}/record",
        {"user": "staging is Kestrel", "agent": "noted", "sessionId": session, "thread": "garden"},
    )
    ended = operator.ok("POST", f"{ASH}/sessions/{session}/end", {"summary": "staging"})
    woken = operator.ok("POST", f"{ASH}/wake", {"thread": "garden"})
    open_one = woken["sessionId"]
    operator.ok("PUT", f"{ASH}/facts", {"key": "staging.host", "value": "kestrel"})
    memory = operator.ok(
        "POST", f"{ASH}/memories", {"content": "staging is Kestrel", "thread": "garden"}
    )
    operator.ok("POST", f"{ASH}/recall", {"query": "staging", "injected": True})
    project = operator.ok("POST", f"{ASH}/projects", {"key": "garden"})
    task = operator.ok("POST", f"{ASH}/tasks", {"title": "sow"})
    hint = operator.ok("POST", f"{ASH}/hints", {"content": "water"})
    message = operator.ok("POST", f"{ASH}/messages", {"text": "peas?", "wantsReply": True})
    read = operator.ok(
        "POST", f"{ASH}/knowledge", {"content": "Peas want lime.", "thread": "garden"}
    )
    operator.ok("PUT", f"{ASH}/procedures/staging", {"content": "Read it twice."})
    file = {"filename": "beds.txt", "sha256": sha256_hex(tenant.encode()), "size": 5}
    receipt = operator.ok("POST", f"{ASH}/attachments", file)
    operator.ok("POST", f"{ASH}/documents", {"kind": "identity", "text": "I am Ash."})
    states = {"current": "staging is down", "remembered": "staging is up"}
    operator.ok(
        "POST", f"{ASH}/liminal/drifts", {"domain": "key_fact", "subject": "staging", **states}
    )
    decided = operator.ok("POST", f"{ASH}/decisions", {"decision": "no Kestrel on Fridays"})
    rule = {"when": "staging is asked for", "then": "look", "check": "Kestrel"}
    principle = operator.ok("POST", f"{ASH}/principles", rule)
    told = operator.ok("POST", f"{ASH}/comms", {"contact": "Ana", "text": "Kestrel is up."})
    entry = operator.ok("POST", f"{ASH}/soul", {"kind": "belief", "text": "Kestrel stays."})
    operator.ok("POST", f"{ASH}/diary", {"text": "Kestrel went down."})
    operator.ok("POST", f"{ASH}/guards/claim", {"key": "kestrel", "what": "restart Kestrel"})
    letter = operator.ok(
        "POST", f"{ASH}/letters", {"whatsNext": "Kestrel again.", "sessionId": open_one}
    )
    thought = operator.ok("POST", f"{ASH}/journal", {"text": "Kestrel wears me out."})
    scores = {"focus": 4, "depth": 4, "restraint": 4, "learning": 4, "honesty": 4}
    operator.ok("POST", f"{ASH}/evals", {**scores, "note": "Kestrel", "sessionId": open_one})
    noted = operator.ok("POST", f"{ASH}/checkpoints", {"doing": "watching Kestrel"})
    what_no_route_makes(served, tenant)
    summary = operator.ok("GET", f"{ASH}/summaries?level=day")["items"][0]
    return Ids(
        "ash",
        sessions=open_one,
        wakes=open_one,
        handoffs=ended["handoff"]["id"],
        memories=memory["id"],
        hints=hint["id"],
        messages=message["id"],
        knowledge=read["entries"][0]["id"],
        attachments=receipt["id"],
        gaps=woken["liminal"]["gap"]["id"],
        summaries=summary["id"],
        soul=entry["id"],
        letters=letter["id"],
        journal=thought["id"],
        decisions=decided["id"],
        principles=principle["id"],
        comms=told["id"],
        checkpoints=noted["id"],
        exchanges=kept["exchangeId"],
        project=project["id"],
        task=task["id"],
    )


def a_conversation(id: str, at: datetime) -> ConversationSummary:
    return ConversationSummary(
        id, "garden", None, 0, 0, 0, 1, "Staging is Kestrel.", (), (), None, None,
        "agent_inferred", 0.7, 4, at, is_deleted=False,
    )  # fmt: skip


def what_no_route_makes(served: Served, tenant: str) -> None:
    """What a model leaves, and receipts of files, put into the store behind the server's back."""
    with wakeline.open(served.location, tenant=tenant, settings=QUICK) as home:
        agent = home.agent("ash", create=False)
        turn = values(agent, Episode, "log.latest", limit=1)[0].id
        agent.attachments.add(__file__)
        write_document(agent.place, "personality", "Ash is calm.\n", actor="Mel", confirmed=True)
        agent.consolidate(everything=True)
        agent.restarts.begin("kestrel", session_key="s1", message="Go on.", budget=2)
        with agent.place.writing(agent.place.by()) as unit:
            read = ({"subject": "staging", "relation": "is", "object": "Kestrel"},)
            unit.save("trial.made", Trial(turn, turn, turn, "success", (turn,), unit.by.at))
            save_searchable(
                unit, "conversation_summary.made", a_conversation(unit.new_id(), unit.by.at)
            )
            unit.save(
                "extraction.made",
                Extraction(0, turn, (turn,), "tiny", read, "agent_inferred", 0.7, unit.by.at),
            )


def description(served: Served) -> dict[str, Any]:
    found: dict[str, Any] = served.client.get("/openapi.json").json()
    return found


@pytest.mark.feature("A86")
def test_every_route_answers_another_tenants_token_as_if_nothing_were_there(
    served: Served,
) -> None:
    ids = a_life(served, "north")
    nowhere = ids._replace(agent="elm")
    before = served.everything()
    for role in ("agent", "operator"):
        south = served.caller(tenant="south", role=role)
        walk = visits(description(served), ids)
        other = visits(description(served), nowhere)
        for there, nobody in zip(walk, other, strict=True):
            if not there.names_agent or (there.is_operators and role == "agent"):
                continue
            found = south(there.method, there.path, there.body, params=there.query)
            empty = south(nobody.method, nobody.path, nobody.body, params=nobody.query)
            assert found.status_code == 404, (there, found.text)
            assert found.text == empty.text.replace("elm", "ash"), there
    assert served.everything() == before


@pytest.mark.feature("A86")
def test_ids_of_another_tenant_are_unknown_where_an_agent_has_the_same_name(
    served: Served,
) -> None:
    """Both tenants have an ash; the ids of one, asked for at the other's, are not there."""
    north = a_life(served, "north")
    a_life(served, "south")
    before = served.everything()
    south = served.caller(tenant="south", role="operator")
    asked = 0
    for visit in visits(description(served), north):
        if not any(theirs in visit.path for theirs in north.rows):
            continue
        found = south(visit.method, visit.path, visit.body)
        empty = south(visit.method, _unknown(visit.path, north), visit.body)
        assert found.status_code == 404, (visit, found.text)
        assert _unknown(found.text, north) == empty.text
        asked += 1
    assert asked >= 20
    turn = {"user": "mine", "sessionId": north.sessions}
    assert south("POST", f"{ASH}/record", turn).status_code == 404
    assert served.everything() == before


def _unknown(text: str, ids: Ids) -> str:
    """The same with an id that nothing has."""
    for theirs in ids.rows:
        text = text.replace(theirs, "01" + "Z" * 24)
    return text


def test_a_tenants_lists_hold_its_own_rows_only(served: Served) -> None:
    a_life(served, "north")
    south = served.caller(tenant="south", role="operator")
    assert south.ok("GET", "/api/agents") == {"items": [], "next": None}
    south.ok("POST", "/api/operator/agents", {"name": "ash"})
    lists = list_paths(description(served))
    assert len(lists) >= 11
    for name in lists:
        assert south.ok("GET", f"{ASH}/{name}") == {"items": [], "next": None}, name
    assert south.ok("POST", f"{ASH}/recall", {"query": "staging Kestrel"}) == []


def list_paths(description: dict[str, Any]) -> list[str]:
    """Every list of an agent that needs nothing but the agent's name."""
    found = []
    for path, methods in description["paths"].items():
        parameters = methods.get("get", {}).get("parameters", [])
        needed = [one["name"] for one in parameters if one["required"]]
        if needed == ["agent"] and any(one["name"] == "cursor" for one in parameters):
            found.append(path.removeprefix("/api/agents/{agent}/"))
    return found


def test_a_server_for_one_tenant_turns_every_other_away(location: str, tmp_path: Path) -> None:
    with serving(location, tmp_path, only_tenant="north") as served:
        a_life(served, "north")
        assert served.caller(tenant="south")("GET", "/api/agents").status_code == 401


@pytest.mark.feature("A86", "X10")
def test_no_table_shows_a_tenant_anothers_rows(served: Served) -> None:
    """Every table that is told of in the store, hints and their tenant included."""
    a_life(served, "north")
    a_life(served, "south")
    for caller in ("north", "south"):
        with wakeline.open(served.location, tenant=caller) as home:
            agent = home.agent("ash", create=False)
            agent.settle()
            for table in all_tables():
                columns = _columns(agent, table.name)
                assert {"tenant_id", "agent_id"} <= columns, table.name
                tenants = {row[0] for row in _rows(agent, f"SELECT tenant_id FROM {table.name}")}
                assert tenants <= {caller}, table.name
    filled = {name.rpartition(".")[2] for name, rows in served.everything().items() if rows}
    state = {table.name for table in all_tables() if table.subject}
    assert state <= filled, "the walk must find something to hide"


def _rows(agent: wakeline.Agent, sql: str) -> list[tuple[Any, ...]]:
    from tests.builders import select

    return select(agent, sql)


def _columns(agent: wakeline.Agent, table: str) -> set[str]:
    if agent.place.home.engine == "sqlite":
        return {row[1] for row in _rows(agent, f"PRAGMA table_info({table})")}
    sql = f"SELECT column_name FROM information_schema.columns WHERE table_name = '{table}'"
    return {row[0] for row in _rows(agent, sql)}


@pytest.mark.feature("A86")
def test_with_the_filter_switched_off_the_walls_of_the_database_still_hold(
    pg_url: str, tmp_path: Path
) -> None:
    """Every named statement without its `tenant_id = …` and `agent_id = …`, as another tenant.

    The same statements as the owner of the rows find something, so what hides them is the
    policy of the table and nothing else.
    """
    with serving(pg_url, tmp_path) as served:
        a_life(served, "north")
        before = served.everything()
        ours, theirs = (_found_without_filter(pg_url, tenant) for tenant in ("north", "south"))
        assert served.everything() == before
    assert theirs == dict.fromkeys(theirs, 0)
    seen = {name for name, count in ours.items() if count}
    assert len(seen) > 60, sorted(seen)
    assert {
        "agenda.hints",
        "agenda.messages",
        "knowledge.all",
        "log.latest",
        "memory.page",
        "sessions.latest_handoff",
    } <= seen


def _found_without_filter(url: str, tenant: str) -> dict[str, int]:
    """How many rows each statement reads or changes when it is bounded by nothing."""
    queries = Queries("postgres")
    found: dict[str, int] = {}
    with wakeline.open(url, tenant=tenant) as home:
        assert isinstance(home.port, PostgresHome)
        for name in queries.names():
            if name in ABOUT_THE_SERVER:
                continue
            sql = FILTER.sub("TRUE", queries[name])
            if sql.startswith("INSERT") or ":tenant_id" in sql:
                continue  # a row of one's own; the next test writes for another
            count = _run(home.port, tenant, sql)
            if count is not None:
                found[name] = count
    return found


PARAMETERS: dict[str, Any] = {
    "limit": 1000,
    "after": 0,
    "through": 1 << 40,
    "since": 0,
    "seq": 1,
    "seqs": list(range(1, 100)),
    "number": 1,
    "reach": 10,
    "skipped": 0,
    "version": 1,
    "key": "staging.host",
    "kind": "identity",
    "state": "proposed",
    "name": "ash",
    "terms": ["stage", "staging", "kestrel"],
    "thread_id": "garden",
    "known": [],
    "known::text[]": [],
    "parts": [],
    "numbers": [],
    "streams": [],
    "source_ids": [],
    "subject_kind": "hint",
    "before": "~",
    "replies": 5,
    "type": None,
    "category": None,
    "tag": None,
    "pinned": None,
    "archived": None,
    "project_id": None,
}
# A list goes on behind a number, behind an id from the newest, or from the oldest.
GUESSES: tuple[dict[str, Any], ...] = ({}, {"after": "~"}, {"after": ""})
LATER = "9999-01-01T00:00:00Z"


def _run(home: PostgresHome, tenant: str, sql: str) -> int | None:
    """Run it in a transaction that is taken back; None if our guesses for parameters fail."""
    values: dict[str, Any] = {
        match: PARAMETERS.get(match, LATER if match in MOMENTS else "x")
        for match in re.findall(r"(?<!:):(\w+)", sql)
    }
    counts: list[int] = []
    for guess in GUESSES:
        try:
            with home._connections.filling(tenant) as connection:
                cursor = connection.execute(with_driver_parameters(sql), {**values, **guess})
                rows = cursor.fetchall() if cursor.description else []
                is_changing = not sql.lstrip().startswith(("SELECT", "WITH"))
                count = cursor.rowcount if is_changing else _meaningful(rows)
                raise _TakenBack(count)
        except _TakenBack as back:
            counts.append(back.count)
        except (psycopg.Error, WakelineError):
            continue
    return max(counts, default=None)


MOMENTS = {"now", "at", "moment", "known_at", "valid_at", "renewed_at", "expires_at"}


class _TakenBack(Exception):
    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def _meaningful(rows: list[tuple[Any, ...]]) -> int:
    """Rows that say something: an aggregate over nothing is one row of zeros."""
    return sum(1 for row in rows if any(value not in (None, 0, "", []) for value in row))


@pytest.mark.feature("A86")
def test_no_row_can_be_written_or_removed_for_another_tenant(pg_url: str, tmp_path: Path) -> None:
    """Plain statements with another tenant's name in them, under the caller's own setting."""
    with serving(pg_url, tmp_path) as served:
        a_life(served, "north")
        before = served.everything()
        with wakeline.open(pg_url, tenant="north") as north:
            victim = north.agent("ash", create=False).place.store.scope
        with wakeline.open(pg_url, tenant="south") as south:
            assert isinstance(south.port, PostgresHome)
            for table in all_tables():
                _break_in(south.port, table.name, victim)
        assert served.everything() == before


def _break_in(home: PostgresHome, table: str, victim: Scope) -> None:
    theirs = " WHERE tenant_id = %s AND agent_id = %s"
    with home._connections.filling("south") as connection:
        gone = connection.execute(f"DELETE FROM {table}{theirs}".encode(), tuple(victim))
        assert gone.rowcount == 0, table
    added = f"INSERT INTO {table} (tenant_id, agent_id) VALUES (%s, %s)".encode()
    with (
        pytest.raises(HomeUnusable, match="row-level security"),
        home._connections.filling("south") as connection,
    ):
        connection.execute(added, tuple(victim))
