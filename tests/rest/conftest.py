"""A served home on each engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rest.serving import Caller, Served
from tests.rest.serving import served as serving


@pytest.fixture
def served(location: str, tmp_path: Path) -> Iterator[Served]:
    """A home with keys, behind its application."""
    with serving(location, tmp_path) as found:
        yield found


@pytest.fixture
def operator(served: Served) -> Caller:
    """The operator of the tenant `default`, who has made an agent, ash."""
    operator = served.caller(role="operator", subject="mara")
    operator.ok("POST", "/api/operator/agents", {"name": "Ash", "person": "Mel"})
    return operator


@pytest.fixture
def ash(served: Served, operator: Caller) -> Caller:
    """Ash itself, with a token for ash alone."""
    return served.caller(agent="ash")
