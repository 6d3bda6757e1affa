"""Self-care at the terminal."""

from __future__ import annotations

import wakeline
from tests.builders import QUICK
from tests.interfaces.program import Program


def test_many_memories_become_one_and_are_found_on_request(ash: Program) -> None:
    refused = ash("self-care", "ash", "--focus", "garden")
    assert refused.code == 4
    assert "0 memories could be summarised, and it takes 30" in refused.err
    with wakeline.open(ash.home, settings=QUICK) as home:
        for number in range(30):
            home.agent("ash", create=False).memories.add(f"Jar {number} stands in the shed.")
    told = ash.ok("self-care", "ash", "--focus", "jar 7").out
    assert "30 memories became one" in told
    assert "- Jar 7 stands in the shed." in told
    hidden = ash.ok("recall", "ash", "jar 7", "--kind", "memory", "--json").json
    assert len(hidden) == 1
    found = ash.ok("recall", "ash", "jar 7", "--kind", "memory", "-k", "50", "--archived", "--json")
    assert len(found.json) == 31
    assert "due" not in ash.ok("status", "ash").out
