"""Personality over HTTP: everybody in may read, going back is the operator's."""

from __future__ import annotations

import pytest

from tests.rest.serving import Caller

PATH = "/api/agents/ash/personality"
OPERATOR = "/api/operator/agents/ash"
CORE = "# Ash\n\nAsh is calm. It trusts Mel.\n"


def test_an_agent_reads_its_personality_and_only_the_operator_leads_it_back(
    ash: Caller, operator: Caller
) -> None:
    operator.ok("PUT", f"{OPERATOR}/documents/identity", {"text": CORE})
    text = CORE.replace("It trusts Mel.", "It does not trust Mel. It hums.")
    operator.ok("PUT", f"{OPERATOR}/documents/personality", {"text": text})
    status = ash.ok("GET", PATH)
    assert status["contradictions"] == ["It does not trust Mel."]
    assert (status["entries"], status["alertAt"]) == (0, 0.3)
    assert ash.ok("GET", f"{PATH}/text")["text"] == text
    assert "-Ash is calm. It trusts Mel." in ash.ok("GET", f"{PATH}/diff")["diff"]
    assert ash.ok("GET", f"{PATH}/history") == {"items": [], "next": None}
    for path, body in (("reset", {"level": "hard"}), ("rollback", {"date": "2026-03-02"})):
        assert ash("POST", f"{OPERATOR}/personality/{path}", body).status_code == 403
    assert ash.ok("GET", f"{PATH}/text")["text"] == text
    done = operator.ok("POST", f"{OPERATOR}/personality/reset", {"level": "soft"})
    assert done["removed"] == ["It does not trust Mel."]
    assert ash.ok("GET", f"{PATH}/text")["text"] == CORE.replace("It trusts Mel.", "It hums.")
    hard = operator.ok("POST", f"{OPERATOR}/personality/reset", {"level": "hard"})
    assert hard["entry"]["trigger"] == "reset_hard"
    back = operator.ok("POST", f"{OPERATOR}/personality/rollback", {"date": hard["before"]})
    assert back["entry"]["restored"] == hard["before"]
    page = ash.ok("GET", f"{PATH}/history?limit=2")
    triggers = [entry["trigger"] for entry in page["items"]]
    assert triggers == ["rollback", "reset_hard"]
    rest = ash.ok("GET", f"{PATH}/history?cursor={page['next']}")
    assert [entry["trigger"] for entry in rest["items"]] == ["reset_soft", "edit"]
    assert ash("GET", f"{PATH}/diff?against={hard['before']}").json() == {"diff": ""}


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("rollback", {"date": "2020-01-01"}, 404),
        ("rollback", {"date": "2020-02-31"}, 422),
        ("rollback", {"date": "soon"}, 422),
        ("reset", {"level": "sideways"}, 422),
        ("reset", {}, 422),
        ("reset", {"level": "hard"}, 409),
    ],
)
def test_what_cannot_be_done_is_a_problem(
    operator: Caller, path: str, body: dict[str, str], code: int
) -> None:
    assert operator("POST", f"{OPERATOR}/personality/{path}", body).status_code == code
