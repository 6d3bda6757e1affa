"""Names and values on the wire, and the query of a hydration."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from wakeline.interfaces.json_values import camel
from wakeline.interfaces.rest.bodies import Hydrate, Record
from wakeline.interfaces.schemas import answer_model, encode_wire, page_model, wire_value
from wakeline.model.log import Kept
from wakeline.model.memory import Hit
from wakeline.model.session import Session

AT = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)
HIT = Hit("i", None, "memory", "tëxt", AT, 0.5, {"words_own": 1.0}, None, None, "import", 0.3, {})


@pytest.mark.parametrize(
    ("name", "wire"),
    [("id", "id"), ("session_id", "sessionId"), ("core_values_json", "coreValuesJson")],
)
def test_names_are_camel_case(name: str, wire: str) -> None:
    assert camel(name) == wire


def test_fields_are_renamed_and_somebodys_own_words_are_not() -> None:
    found = wire_value({"my_key": [Kept(("a",), session_id="s")], "span": timedelta(minutes=1)})
    assert found == {
        "my_key": [{"ids": ["a"], "exchangeId": None, "sessionId": "s", "duplicateOf": None}],
        "span": 60.0,
    }
    assert wire_value(HIT)["why"] == {"words_own": 1.0}
    assert "tëxt".encode() in encode_wire(HIT)


@pytest.mark.parametrize("value", [HIT, Kept(("a",))], ids=lambda v: type(v).__name__)
def test_what_goes_out_is_what_is_described(value: Any) -> None:
    cls: Any = type(value)
    answer_model(cls).model_validate_json(encode_wire(value))


def test_a_page_is_described_with_its_rows() -> None:
    schema = page_model(Session).model_json_schema()
    assert schema["required"] == ["items", "next"]
    assert "startedAt" in schema["$defs"]["Session"]["properties"]


def test_a_request_takes_the_wires_names_only() -> None:
    assert Record.model_validate({"user": "hi", "sessionId": "s"}).given() == {
        "user": "hi",
        "session_id": "s",
    }
    bad: list[Any] = [{"session_id": "s"}, {"nothing": 1}, {"user": 1}, {"metadata": []}]
    for wrong in bad:
        with pytest.raises(ValidationError):
            Record.model_validate(wrong)


BESIDES = {"budget": None, "asOf": None}  # as a wake at the command line has them


def test_a_hydration_has_its_twelve_parameters_and_their_defaults() -> None:
    found = Hydrate.model_validate({})
    assert {camel(name): value for name, value in found.model_dump().items()} == {
        "aiName": None,
        "projectId": None,
        "generateSystemPrompt": True,
        "identityMemoryLimit": 20,
        "pinnedMemoryLimit": 20,
        "recentMemoryLimit": 10,
        "contentMaxLength": 500,
        "pendingReplyLimit": 5,
        "factLimit": 30,
        "minFactImportance": 0,
        "preset": None,
        "excludeSources": None,
        **BESIDES,
    }


def test_a_hydration_takes_its_parameters_as_a_query_writes_them() -> None:
    query = {"preset": "lean", "excludeSources": "SurfacedMemory, Welcome", "factLimit": "3"}
    found = Hydrate.model_validate({**query, "generateSystemPrompt": "false"})
    assert (found.preset, found.fact_limit, found.generate_system_prompt) == ("lean", 3, False)
    assert found.wanted().items() >= {"exclude": "SurfacedMemory, Welcome", "project": None}.items()


@pytest.mark.parametrize(
    "wrong", [{"factLimit": -1}, {"projectId": "x"}, {"fact_limit": 1}, {"limit": 1}], ids=str
)
def test_a_hydration_with_anything_else_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Hydrate.model_validate(wrong)
