"""docs/rest.md and the description of the running application say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.rest.serving import served as serving

PAGE = (Path(__file__).parents[2] / "docs" / "rest.md").read_text(encoding="utf-8")
ROUTE = re.compile(r"^\| `([A-Z]+ /\S*)` \|([^|]*)\|", re.MULTILINE)
WORD = re.compile(r"`([a-zA-Z0-9]+)`")


@pytest.fixture
def description(tmp_path: Path) -> Iterator[dict[str, Any]]:
    with serving(str(tmp_path / "home"), tmp_path) as served:
        yield served.client.get("/openapi.json").json()


def operations(description: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def fields(description: dict[str, Any], operation: dict[str, Any]) -> set[str]:
    """What a route takes, by the names on the wire: its query and its body, nested ones too."""
    found = {p["name"] for p in operation.get("parameters", []) if p["in"] == "query"}
    for content in operation.get("requestBody", {}).get("content", {}).values():
        found |= properties(description, content["schema"])
    return found


def properties(description: dict[str, Any], schema: dict[str, Any]) -> set[str]:
    schemas = description["components"]["schemas"]
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rsplit("/", 1)[1]]
    found = set(schema.get("properties", {}))
    for inner in schema.get("properties", {}).values():
        for part in inner.get("anyOf", [inner]):
            if "$ref" in part:
                found |= properties(description, part)
    return found


def test_every_route_is_on_the_page_and_no_other(description: dict[str, Any]) -> None:
    written = [route for route, _ in ROUTE.findall(PAGE)]
    assert sorted(written) == sorted(route for route, _ in operations(description))


def test_every_field_of_every_route_is_on_the_page_and_no_other(
    description: dict[str, Any],
) -> None:
    written = {route: set(WORD.findall(takes)) for route, takes in ROUTE.findall(PAGE)}
    for route, operation in operations(description):
        assert written[route] == fields(description, operation), route


def test_every_status_is_explained(description: dict[str, Any]) -> None:
    used = {status for _, operation in operations(description) for status in operation["responses"]}
    explained = set(re.findall(r"^\| (\d{3}) \|", PAGE, re.MULTILINE))
    assert used - {"200", "201"} == explained


def test_every_route_describes_its_answer_and_says_what_it_does(
    description: dict[str, Any],
) -> None:
    for route, operation in operations(description):
        assert operation["description"].endswith("."), route
        done = [answer for status, answer in operation["responses"].items() if status < "300"]
        assert done[0]["content"], route


def test_nothing_on_the_wire_has_an_underscore(description: dict[str, Any]) -> None:
    for name, schema in description["components"]["schemas"].items():
        assert not [field for field in schema.get("properties", {}) if "_" in field], name
