"""What tests ask for by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault of what is tested.
settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("any machine")


if TYPE_CHECKING:
    from tests.builders import Homes
    from tests.contract.model_server import Server


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests first: at the end, workers that have nothing left would wait for the last."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(scope="session")
def pg_server() -> Iterator[None]:
    """A PostgreSQL server, started at the first test that wants one."""
    from tests import postgres

    server = postgres.server()
    yield
    server.cleanup()


@pytest.fixture
def pg_url(pg_server: None) -> Iterator[str]:
    """The application's URL of a database that no other test has seen."""
    from tests import postgres

    with postgres.fresh_database() as name:
        yield postgres.app_url(name)


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a home can be: a folder and a database, so the test runs on both engines."""
    if request.param == "sqlite":
        return str(tmp_path / "home")
    url: str = request.getfixturevalue("pg_url")
    return url


@pytest.fixture
def open_home(location: str) -> Iterator[Homes]:
    """Opens one home on each engine, as often as the test likes, on a clock that stands still."""
    from tests.builders import Homes

    homes = Homes("postgres" if "://" in location else "sqlite", location)
    yield homes
    homes.close()


@pytest.fixture
def server() -> Iterator[Server]:
    """A language model's server over loopback, which says what the test tells it to say."""
    from tests.contract.model_server import serving

    with serving() as found:
        yield found
