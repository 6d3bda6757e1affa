"""One statement that brings what six sources bring, on PostgreSQL."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wakeline
from tests import postgres
from tests.builders import START, Homes
from tests.contract.lives import LIVES, NOW, Life, at_every_edge, put
from tests.contract.test_gathering import LATE, lived_in
from tests.contract.test_hydration import Broken, Strict
from tests.contract.test_postgres_home import admin_of
from wakeline.base.clock import FixedClock
from wakeline.base.errors import Invalid, NotFound, WakelineError
from wakeline.hydration.presets import PRESETS
from wakeline.interfaces.json_values import encode_json, plain_value
from wakeline.liminal.grounding import RuleGuardian
from wakeline.model.hydration import HydrationContext
from wakeline.ports.guardian import Circumstances
from wakeline.store.postgres_admin import FUNCTION_FOLDER, initialise

MINIMAL = "agent-minimal"
LIMITS = st.fixed_dictionaries(
    {
        "project": st.sampled_from([None, "garden", "1", "ähre", 1, "3"]),
        "identity_memory_limit": st.integers(0, 6),
        "fact_limit": st.integers(0, 6),
        "task_limit": st.integers(0, 6),
        "project_limit": st.integers(0, 4),
        "hint_limit": st.integers(0, 6),
        "content_max_length": st.integers(1, 15),
        "min_fact_importance": st.sampled_from([0, 1, 5, 7.5]),
    }
)
numbers = count(1)


class Told(Strict):
    """The guardian that goes by rules, and notes what it was told."""

    def grounding(self, seen: Circumstances) -> Any:
        self.seen.append(seen)
        return RuleGuardian().grounding(seen)


@pytest.fixture
def homes(pg_url: str) -> Iterator[Homes]:
    found = Homes("postgres", pg_url)
    yield found
    found.close()


def both(ash: wakeline.Agent, **asked: Any) -> list[HydrationContext | str]:
    """The context by the fast path and by the sources, or that there is no such project."""
    found: list[HydrationContext | str] = []
    for fast in (True, False):
        try:
            found.append(ash.hydrate(preset=MINIMAL, fast=fast, **asked))
        except NotFound as error:
            found.append(str(error))
    return found


def at_once(ash: wakeline.Agent, **asked: Any) -> Any:
    """What the store's one statement brings; None if it was not taken."""
    from wakeline.flows.wake.hydrate import _at_once
    from wakeline.flows.wake.request import parse_context_request

    wanted = parse_context_request(ash.place, otherwise=MINIMAL, preset=MINIMAL, **asked)
    return _at_once(ash.place, wanted, ash.place.clock.now())


@pytest.mark.slow
@pytest.mark.feature("A35", "X7")
@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)
@given(life=LIVES, other=LIVES, asks=st.lists(LIMITS, min_size=1, max_size=3))
def test_the_fast_path_brings_what_the_sources_bring(
    pg_url: str, life: Life, other: Life, asks: list[dict[str, Any]]
) -> None:
    tenant = f"t{next(numbers)}"
    clock = FixedClock(NOW)
    guardian = Told()
    with (
        wakeline.open(pg_url, tenant=tenant, clock=clock, guardian=guardian) as home,
        wakeline.open(pg_url, tenant=f"{tenant}-other", clock=clock) as elsewhere,
    ):
        ash = home.agent("ash")
        put(ash.place.store, life)
        put(home.agent("birch").place.store, other, first_number=500)
        put(elsewhere.agent("ash").place.store, other)
        for asked in asks:
            guardian.seen.clear()
            fast, slow = both(ash, **asked)
            assert fast == slow
            assert len(set(map(repr, guardian.seen))) == (not isinstance(slow, str))
            assert (at_once(ash, **asked) is None) == isinstance(slow, str)
            # To the letter: no whole number for one with a point, every key in its place.
            assert encode_json(fast) == encode_json(slow)


@pytest.mark.feature("A35")
@pytest.mark.parametrize("limit", [1, 3, 1000])
def test_both_paths_draw_every_bound_alike(pg_url: str, limit: int) -> None:
    with wakeline.open(pg_url, clock=FixedClock(NOW)) as home:
        ash = home.agent("ash")
        put(ash.place.store, at_every_edge())
        limits = ("identity_memory", "fact", "task", "project", "hint")
        asked = {f"{name}_limit": limit for name in limits}
        for longest in (1, 2, 3, 5, 6, 7, 15):
            fast, slow = both(ash, project=1, content_max_length=longest, **asked)
            assert encode_json(fast) == encode_json(slow)
        assert at_once(ash, project=1, **asked) is not None


def shaped(connection: psycopg.Connection[Any], **asked: Any) -> Any:
    named = ", ".join(f"{name} => %({name})s" for name in asked)
    row = connection.execute(f"SELECT wakeline.hydrate_agent({named})", asked).fetchone()
    return row and row[0]


@pytest.mark.feature("A35")
def test_the_function_returns_the_shape_of_a_context(homes: Homes, pg_url: str) -> None:
    ash = lived_in(homes())
    whole = json.loads(encode_json(ash.hydrate(preset=MINIMAL, fast=False, project="garden")))
    with psycopg.connect(pg_url, autocommit=True, options="-c TimeZone=UTC") as bare:
        found = shaped(
            bare,
            name="ash",
            project=1,
            mem_limit=20,
            fact_limit=30,
            task_limit=20,
            content_max=500,
            tenant="default",
            moment=START,
        )
    later = {"withheld", "preset_rule"}  # of another moment, or of rules: never by this path
    fields = [name for name in HydrationContext._fields if name not in later]
    assert [*found] == [*fields, "circumstances"]
    unknown = {"hydrated_at_local", "warnings", "budget"}
    moment = re.compile(r'"(\d{4}-\d\d-\d\dT[\d:]+)(\.\d+)?\+00:00"')
    same = moment.sub(lambda m: f'"{m[1]}.{(m[2] or ".")[1:]:0<6}Z"', json.dumps(found))
    for name, value in json.loads(same).items():
        if name in unknown:
            assert value is None
        elif name != "circumstances":
            assert value == whole[name], name


def told(ash: wakeline.Agent, folder: Path, **asked: Any) -> str:
    """What went over the wire."""
    store: Any = ash.place.store
    ash.hydrate(**asked)  # says the time of a statement once for each connection
    with store.reading() as view:
        pgconn = view._connection.pgconn
    with open(folder / "trace", "w+b") as file:
        pgconn.trace(file.fileno())
        ash.hydrate(**asked)
        pgconn.untrace()
        file.seek(0)
        return file.read().decode(errors="replace")


@pytest.mark.feature("A35")
@pytest.mark.parametrize(
    "asked", [{"preset": MINIMAL}, {"fast": True}, {"mode": "robot"}, {"sources": PRESETS[MINIMAL]}]
)
def test_the_fast_path_is_one_statement_and_one_round_trip(
    homes: Homes, tmp_path: Path, asked: dict[str, Any]
) -> None:
    ash = lived_in(homes())
    wire = told(ash, tmp_path, project="garden", **asked)
    assert len(re.findall(r"\tF\t\d+\t(?:Execute|Query)\t", wire)) == 1
    assert len(re.findall(r"\tB\t\d+\tReadyForQuery", wire)) == 1


@pytest.mark.parametrize(
    "asked", [{"exclude": "Hints"}, {"preset": "lean"}, {"intent": "weed"}, {"sources": "Hints"}]
)
def test_whoever_asks_for_more_or_less_does_not_go_the_fast_way(
    open_home: Homes, asked: dict[str, Any]
) -> None:
    ash = lived_in(open_home())
    assert ash.hydrate(**{"preset": MINIMAL, **asked})
    with pytest.raises(Invalid, match="fast path"):
        ash.hydrate(fast=True, **asked)


def test_where_there_is_no_fast_path_the_sources_are_read(tmp_path: Path) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = lived_in(homes())
    assert ash.hydrate(fast=True) == ash.hydrate(preset=MINIMAL)
    assert ash.hydrate(fast=True).preset == MINIMAL
    homes.close()


@pytest.mark.feature("A36")
def test_the_fast_path_reads_nothing_of_the_gap(homes: Homes, pg_url: str) -> None:
    ash = lived_in(homes())
    whole = ash.hydrate(preset=MINIMAL, fast=False)
    gap = "sessions, handoffs, thread_handoffs, threads, leases, messages, episodes, events, marks"
    with postgres.administrator(admin_of(pg_url)) as other:
        for table in gap.split(", "):
            other.execute(f"REVOKE ALL ON wakeline.{table} FROM wakeline_app")
    assert at_once(ash) is not None
    assert ash.hydrate(fast=True) == whole


@pytest.mark.feature("X8")
def test_a_guardian_is_heard_of_on_the_fast_path(homes: Homes) -> None:
    ash = lived_in(homes())
    ash.facts.set("guest", "Anna", valid_to=START + timedelta(hours=5))
    assert ash.hydrate(fast=True).warnings == ()
    homes.later(hours=6)
    fast, slow = both(ash)
    assert fast == slow
    assert isinstance(fast, HydrationContext)
    assert fast.warnings == ("grounding_pending",)
    homes.close()
    with wakeline.open(homes.location, clock=homes.clock, guardian=Broken()) as home:
        fast, slow = both(home.agent("ash"))
    assert fast == slow
    assert isinstance(fast, HydrationContext)
    assert [item.source for item in fast.missing] == ["GroundingMessage"]


@pytest.mark.feature("X8", "B33")
def test_both_paths_tell_the_guardian_how_unsettled_the_agent_was(homes: Homes) -> None:
    ash = lived_in(homes())
    ash.record(user="No, that's wrong. I am furious!!", agent="It is blue.")
    ash.settle()
    homes.close()
    guardian = Told()
    with wakeline.open(homes.location, clock=homes.clock, guardian=guardian) as home:
        fast, slow = both(home.agent("ash"))
    assert fast == slow
    assert isinstance(fast, HydrationContext)
    assert fast.warnings == ("grounding_pending",)
    assert [seen.entropy for seen in guardian.seen] == [0.7, 0.7]


@pytest.mark.feature("A35")
def test_a_fast_path_that_is_late_or_broken_gives_way_to_the_sources(
    homes: Homes, pg_url: str
) -> None:
    home = homes(settings={"wake.source_milliseconds": "200"})
    ash = lived_in(home)
    whole = ash.hydrate(fast=True)
    with postgres.administrator(admin_of(pg_url)) as other:
        with other.transaction():
            other.execute(LATE)
            late = ash.hydrate(fast=True)
        other.execute("REVOKE EXECUTE ON FUNCTION wakeline.hydrate_agent FROM wakeline_app")
        refused = ash.hydrate(fast=True)
        other.execute("DROP FUNCTION wakeline.hydrate_agent")
        without = ash.hydrate(fast=True)
    assert [item.source for item in late.missing] == ["Hints"]
    assert late.current_tasks == whole.current_tasks
    assert refused == without == whole


def test_a_name_that_went_to_another_agent_does_not_open_its_rows(homes: Homes) -> None:
    home = homes()
    ash = lived_in(home)
    before = ash.hydrate(fast=True)
    elsewhere = homes()
    elsewhere.rename("ash", "oak")
    elsewhere.agent("ash").tasks.add("of another")
    fast, slow = both(ash)
    assert fast == slow
    assert isinstance(fast, HydrationContext)
    assert fast.ai_identity.name == "oak"
    assert fast.current_tasks == before.current_tasks


@pytest.mark.feature("A86")
def test_the_function_keeps_the_wall_between_tenants(homes: Homes, pg_url: str) -> None:
    lived_in(homes(tenant="theirs"))
    homes(tenant="ours").agent("birch").tasks.add("dig")
    with psycopg.connect(pg_url, autocommit=True) as bare:
        assert shaped(bare, name="ash") is None, "without a tenant there is nobody"
        assert shaped(bare, name="ash", tenant="ours") is None
        assert shaped(bare, name="ash", tenant="theirs")["current_tasks"]
        assert shaped(bare, name="ash") is None, "a tenant is there for one call"
        with bare.transaction():
            bare.execute("SELECT set_config('wakeline.tenant', 'ours', true)")
            assert shaped(bare, name="birch")["ai_identity"]["name"] == "birch"
            assert shaped(bare, name="ash", tenant="theirs") is not None
            assert shaped(bare, name="ash") is None
            assert shaped(bare, name="birch") is not None
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            bare.execute("CREATE OR REPLACE FUNCTION wakeline.f() RETURNS int RETURN 1")
    with postgres.administrator(admin_of(pg_url)) as other:
        row = other.execute(
            "SELECT prosecdef, provolatile, has_function_privilege('public', oid, 'EXECUTE') "
            "FROM pg_proc WHERE proname = 'hydrate_agent'"
        ).fetchone()
    assert row == (False, "s", False)


def test_making_a_home_again_puts_the_function_in_place(homes: Homes, pg_url: str) -> None:
    lived_in(homes())
    with postgres.administrator(admin_of(pg_url)) as other:
        other.execute("DROP FUNCTION wakeline.hydrate_agent")
        initialise(admin_of(pg_url))
        row = other.execute(
            "SELECT prosrc, has_function_privilege('public', oid, 'EXECUTE') "
            "FROM pg_proc WHERE proname = 'hydrate_agent'"
        ).fetchone()
    text = Path(FUNCTION_FOLDER, "hydrate_agent.sql").read_text(encoding="utf-8")
    assert row is not None
    assert str(row[0]) in text
    assert not row[1]
    with psycopg.connect(pg_url) as bare:
        assert shaped(bare, name="ash", tenant="default")["current_tasks"]


CALLS_UNTIL_A_PLAN_IS_KEPT = 6


def test_the_function_reads_no_table_whole(homes: Homes, pg_url: str) -> None:
    lived_in(homes())
    with psycopg.connect(pg_url) as bare:
        # A table of a few rows is read whole whatever indexes it has: so those ways are closed.
        for way in ("seqscan", "bitmapscan"):
            bare.execute(f"SET LOCAL enable_{way} = off")
        for _ in range(CALLS_UNTIL_A_PLAN_IS_KEPT):
            asked = {"tenant": "default", "project": 1, "project_key": "nowhere"}
            assert shaped(bare, name="ash", **asked)["project_facts"] == {"bed.count": "4"}
        read = bare.execute(
            "SELECT relname, seq_scan, idx_scan FROM pg_stat_xact_user_tables "
            "WHERE schemaname = 'wakeline' AND seq_scan + coalesce(idx_scan, 0) > 0"
        ).fetchall()
    once, twice = CALLS_UNTIL_A_PLAN_IS_KEPT, 2 * CALLS_UNTIL_A_PLAN_IS_KEPT
    assert {table: (whole, by_index) for table, whole, by_index in read} == {
        **dict.fromkeys(("identities", "documents", "log_heads"), (0, once)),
        **dict.fromkeys(("memories", "tasks", "hints", "entropies", "guards"), (0, once)),
        "projects": (0, once + twice),  # by its key, by its number, and those that are active
        "facts": (0, once + 2 * twice),  # without an end and with one, twice; those that ended
    }


@pytest.mark.parametrize(
    "project", ["nowhere", "a\0b", 10**30, True, "9" * 40, "'; DROP TABLE wakeline.tasks; --", "٣"]
)
def test_a_project_that_is_not_there_is_refused_alike(homes: Homes, project: Any) -> None:
    ash = lived_in(homes())
    said = []
    for fast in (True, False):
        with pytest.raises(WakelineError) as caught:
            ash.hydrate(preset=MINIMAL, fast=fast, project=project)
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert plain_value(ash.hydrate(fast=True))["current_tasks"]
