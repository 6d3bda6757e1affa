"""`GET /api/hydrate`: whose context, what of it, in which words; and that it only reads."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rest.serving import Caller, Served
from wakeline.hydration.presets import PRESETS, sources_of
from wakeline.interfaces.schemas import answer_model
from wakeline.model.hydration import HydrationContext

ASH = "/api/agents/ash"
HYDRATE = "/api/hydrate"
LONG = "The peas by the wall come up first, every year, whatever the winter was like." * 9


def hydrated(caller: Caller, **query: Any) -> dict[str, Any]:
    answer = caller("GET", HYDRATE, params=query)
    assert answer.status_code == 200, answer.text
    answer_model(HydrationContext).model_validate_json(answer.content)
    found: dict[str, Any] = answer.json()
    return found


def a_full_life(operator: Caller) -> dict[str, Any]:
    """Something for every source but what only time brings."""
    project = operator.ok("POST", f"{ASH}/projects", {"key": "garden", "summary": "peas"})
    operator.ok("POST", f"{ASH}/memories", {"content": "I garden.", "type": "identity"})
    operator.ok("POST", f"{ASH}/memories", {"content": LONG, "pinned": True, "project": "garden"})
    operator.ok("POST", f"{ASH}/tasks", {"title": "sow", "project": "garden"})
    operator.ok("POST", f"{ASH}/hints", {"content": "water"})
    operator.ok("PUT", f"{ASH}/facts", {"key": "bed_count", "value": "4", "project": "garden"})
    operator.ok("PUT", f"{ASH}/facts", {"key": "soil", "value": "loam", "importance": 9})
    for kind in ("core_team", "preferences", "privacy", "personality", "identity"):
        operator.ok("POST", f"{ASH}/documents", {"kind": kind, "text": f"The {kind}."})
        operator.ok("POST", f"/api/operator/agents/ash/documents/{kind}/accept", {})
    session = operator.ok("POST", f"{ASH}/wake", {})["sessionId"]
    operator.ok("POST", f"{ASH}/sessions/{session}/end", {"summary": "We sowed peas."})
    operator.ok("PATCH", "/api/operator/agents/ash", {"memoryConfigJson": {"keep_days": 90}})
    found: dict[str, Any] = project
    return found


@pytest.mark.feature("A37", "A38", "A39", "A40", "A41", "A42")
def test_a_context_has_every_part_of_the_agent_by_its_name(ash: Caller, operator: Caller) -> None:
    project = a_full_life(operator)
    found = hydrated(ash, projectId=project["number"])
    assert found["hydratedAt"].endswith("Z")
    assert found["hydratedAtLocal"].endswith("UTC")
    assert found["welcome"]
    assert found["identity"] == {"name": "Mel", "timeZone": "UTC", "about": None}
    assert (found["aiIdentity"]["name"], found["aiIdentity"]["about"]) == ("ash", "The identity.")
    assert found["preferences"] == "The preferences."
    assert found["aiPersonality"] == "The personality."
    assert found["privacy"] == "The privacy."
    assert [one["content"] for one in found["identityMemories"]] == ["I garden."]
    (pinned,) = found["pinnedMemories"]
    assert (pinned["isCut"], pinned["isPinned"]) == (True, True)
    assert len(found["recentMemories"]) == 2
    assert [one["id"] for one in found["projectMemories"]] == [pinned["id"]]
    assert found["surfacedMemory"] is None, "nothing is old yet"
    assert [one["key"] for one in found["activeProjects"]] == ["garden"]
    assert [one["title"] for one in found["currentTasks"]] == ["sow"]
    assert found["keyFacts"] == ["soil", "bed_count"]
    assert found["projectFacts"] == {"bed_count": "4"}, "somebody's own words stay"
    assert found["coreTeamDoc"] == "The core_team."
    assert found["notifications"] == {"unread": [], "pendingReplies": []}
    assert found["lastSession"]["summary"] == "We sowed peas."
    assert [one["content"] for one in found["hints"]] == ["water"]
    assert found["memoryConfig"] == {"keep_days": 90}
    assert "The identity." in found["systemPrompt"]
    assert found["groundingMessage"] is None, "the guardian has no cause"
    assert found["missing"] == []


@pytest.mark.feature("A9")
def test_a_preset_chooses_the_sources_and_none_means_all(ash: Caller, operator: Caller) -> None:
    a_full_life(operator)
    for preset in PRESETS:
        found = hydrated(ash, preset=preset)
        assert found["preset"] == preset
        assert found["sources"] == [source.name for source in sources_of(preset)]
    assert hydrated(ash)["preset"] == "all"
    minimal = hydrated(ash, preset="agent-minimal")
    assert minimal["welcome"] is minimal["systemPrompt"] is minimal["lastSession"] is None
    assert (len(minimal["identityMemories"]), minimal["recentMemories"]) == (1, [])


@pytest.mark.feature("A10")
def test_sources_are_taken_off_a_preset_by_their_names(ash: Caller, operator: Caller) -> None:
    a_full_life(operator)
    whole = hydrated(ash, preset="lean")
    found = hydrated(ash, preset="lean", excludeSources="SurfacedMemory,Welcome, Hints")
    gone = set(whole["sources"]) - set(found["sources"])
    assert gone == {"SurfacedMemory", "Welcome", "Hints"}
    assert (len(whole["hints"]), found["hints"]) == (1, [])
    assert whole["welcome"]
    assert found["welcome"] is None


@pytest.mark.feature("A9", "A10")
def test_what_there_is_not_is_a_problem_that_names_what_there_is(ash: Caller) -> None:
    answer = ash("GET", HYDRATE, params={"preset": "everything"})
    assert answer.status_code == 422
    assert all(name in answer.json()["todo"] for name in PRESETS)
    answer = ash("GET", HYDRATE, params={"excludeSources": "Welcome,Nothing"})
    assert answer.status_code == 422
    assert "'Nothing'" in answer.json()["detail"]
    assert "SurfacedMemory" in answer.json()["todo"]


@pytest.mark.feature("A85")
def test_every_limit_has_its_default_and_holds(ash: Caller, operator: Caller) -> None:
    for number in range(32):
        fact = {"key": f"k{number}", "value": "v", "importance": number % 10}
        operator.ok("PUT", f"{ASH}/facts", fact)
    for number in range(22):
        body = {"content": f"{number} " + "x" * 600, "type": "identity", "pinned": True}
        operator.ok("POST", f"{ASH}/memories", body)
    found = hydrated(ash)
    lists = ("identityMemories", "pinnedMemories", "recentMemories", "keyFacts")
    assert [len(found[name]) for name in lists] == [20, 20, 10, 30]
    assert {len(one["content"]) for one in found["pinnedMemories"]} <= {500, 501}, "500 and …"
    few = hydrated(
        ash,
        identityMemoryLimit=1,
        pinnedMemoryLimit=2,
        recentMemoryLimit=0,
        factLimit=4,
        contentMaxLength=10,
        generateSystemPrompt="false",
    )
    assert [len(few[name]) for name in lists] == [1, 2, 0, 4]
    assert len(few["identityMemories"][0]["content"]) <= 11
    assert few["systemPrompt"] is None
    weighty = hydrated(ash, minFactImportance=9)["keyFacts"]
    assert sorted(weighty) == ["k19", "k29", "k9"]


def test_a_context_is_of_the_agent_that_is_named(
    served: Served, ash: Caller, operator: Caller
) -> None:
    operator.ok("POST", "/api/operator/agents", {"name": "Birch"})
    assert hydrated(ash)["aiIdentity"]["name"] == "ash", "the token says whose"
    assert hydrated(ash, aiName="Ash")["aiIdentity"]["name"] == "ash"
    anybody = served.caller()
    assert hydrated(anybody, aiName="birch")["aiIdentity"]["name"] == "birch"
    assert anybody("GET", HYDRATE).status_code == 422
    there, nowhere = (ash("GET", HYDRATE, params={"aiName": n}) for n in ("birch", "nobody"))
    assert there.status_code == nowhere.status_code == 404
    assert there.text.replace("birch", "X") == nowhere.text.replace("nobody", "X")


@pytest.mark.feature("A86")
def test_a_context_holds_nothing_of_another_tenant(served: Served, operator: Caller) -> None:
    a_full_life(operator)
    south = served.caller(tenant="south", role="operator")
    assert south("GET", HYDRATE, params={"aiName": "ash"}).status_code == 404
    south.ok("POST", "/api/operator/agents", {"name": "ash"})
    found = hydrated(south, aiName="ash")
    assert found["identity"]["name"] is None
    assert not [
        name
        for name, value in found.items()
        if isinstance(value, list) and value
        if name not in ("sources", "shares", "omitted")
    ]
    for theirs in ("garden", "sow", "loam", "The core_team."):
        assert theirs not in str(found)
    assert south("GET", HYDRATE, params={"aiName": "ash", "projectId": 1}).status_code == 404


def test_a_hydration_writes_nothing(served: Served, ash: Caller, operator: Caller) -> None:
    a_full_life(operator)
    served.service.residents.idle()
    before = served.everything()
    for preset in PRESETS:
        hydrated(ash, preset=preset)
    assert served.everything() == before


BAD: list[dict[str, Any]] = [
    {"factLimit": -1},
    {"factLimit": "many"},
    {"projectId": 0},
    {"projectId": 10**30},
    {"minFactImportance": 11},
    {"contentMaxLength": 0},
    {"generateSystemPrompt": "perhaps"},
    {"fact_limit": 3},
    {"limit": 3},
    {"aiName": "a" * 201},
]


def test_a_query_that_does_not_fit_is_refused(ash: Caller) -> None:
    for query in BAD:
        answer = ash("GET", HYDRATE, params=query)
        assert answer.status_code == 422, query
        assert answer.headers["content-type"] == "application/problem+json"
    for nobody in ("a/b", "\x00", "..", "ä" * 200, " "):
        assert ash("GET", HYDRATE, params={"aiName": nobody}).status_code == 404, nobody


def test_a_wake_takes_what_a_wake_in_process_takes(ash: Caller, operator: Caller) -> None:
    a_full_life(operator)
    body = {
        "sources": ["KeyFacts", "Hints", "Welcome"],
        "exclude": ["Welcome"],
        "framing": "system",
        "intent": "what about the soil?",
        "factLimit": 1,
        "budget": 800,
    }
    woken = ash.ok("POST", f"{ASH}/wake", body)
    assert [fact["key"] for fact in woken["context"]["KeyFacts"]] == ["soil"]
    assert woken["budget"] == 800
    assert "Welcome" not in woken["context"]
    assert {"KeyFacts", "Hints"} <= woken["context"].keys()
    masked = ash.ok("POST", f"{ASH}/wake", {"sources": 64})
    assert masked["preset"] == "64"
    for wrong in (
        {"sources": ["Nothing"]},
        {"exclude": -1},
        {"framing": "loud"},
        {"factLimit": "3"},
    ):
        assert ash("POST", f"{ASH}/wake", wrong).status_code == 422, wrong


def test_a_context_can_be_asked_for_as_it_was_and_a_wake_read_again(
    ash: Caller, operator: Caller
) -> None:
    woken = ash.ok("POST", f"{ASH}/wake", {})
    before = hydrated(ash, preset="lean")
    operator.ok("POST", f"{ASH}/memories", {"content": "Said afterwards.", "pinned": True})
    again = hydrated(ash, preset="lean", asOf=before["hydratedAt"])
    assert again["pinnedMemories"] == before["pinnedMemories"]
    assert "Said afterwards." in str(hydrated(ash, preset="lean")["pinnedMemories"])
    assert hydrated(ash, preset="auto")["presetRule"] == "moment"
    kept = ash.ok("GET", f"{ASH}/wakes/{woken['sessionId']}")
    assert kept["text"] == woken["text"]
    assert ash.ok("GET", f"{ASH}/wakes")["items"] == [kept]
    assert ash("GET", "/api/hydrate", params={"asOf": "yesterday"}).status_code == 422
