"""One companion with everything and a swarm with almost nothing, by one route."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import wakeline
from bench.swarm import FACTS, MEMORIES, PRESET, TASKS, make, name_of
from tests.builders import QUICK
from tests.rest.serving import Caller, Served

SWARM = 271


@pytest.mark.feature("A90")
def test_a_swarm_of_271_and_one_companion_are_served_by_the_same_code(
    served: Served, operator: Caller
) -> None:
    with wakeline.open(served.location, settings=QUICK) as home:
        make(home, SWARM)
    operator.ok("POST", "/api/agents/ash/memories", {"content": "I garden.", "type": "identity"})
    anybody = served.caller()

    def hydrate(name: str) -> dict[str, Any]:
        query = {"aiName": name, "preset": "interactive" if name == "ash" else PRESET}
        answer = anybody("GET", "/api/hydrate", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        assert found["aiIdentity"]["name"] == name
        return found

    names = [name_of(number) for number in range(SWARM)]
    with ThreadPoolExecutor(8) as callers:
        ash, *bees = callers.map(hydrate, ["ash", *names])
    seen = [
        {one["id"] for one in bee["identityMemories"] + bee["currentTasks"] + bee["hints"]}
        for bee in bees
    ]
    assert {len(ids) for ids in seen} == {MEMORIES + TASKS + 1}
    assert len(set.union(*seen)) == sum(map(len, seen)), "nobody has what another one has"
    assert {len(bee["keyFacts"]) for bee in bees} == {FACTS}
    assert {bee["welcome"] for bee in bees} == {None}
    assert [one["content"] for one in ash["identityMemories"]] == ["I garden."]
    assert ash["welcome"]
    assert ash["systemPrompt"]
