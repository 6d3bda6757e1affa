"""The table of delivered features and the tests that show them say the same."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture import dotted
from tests.feature_ids import FEATURE_IDS

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\|\s*([A-Z]\d+)\s*\|\s*(.*?)\s*\|\s*$", re.MULTILINE)


def listed(text: str) -> list[tuple[str, str]]:
    """The rows of the table: id, and what shows it."""
    return [(row[1], row[2]) for row in ROW.finditer(text)]


def marked(source: str) -> set[str]:
    """The ids in every `pytest.mark.feature(...)` of one test file."""
    ids: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and dotted(node.func) == "pytest.mark.feature":
            ids.update(ast.literal_eval(argument) for argument in node.args)
    return ids


def delivered() -> list[tuple[str, str]]:
    return listed((ROOT / "docs" / "features.md").read_text(encoding="utf-8"))


@cache
def shown() -> set[str]:
    files = (ROOT / "tests").rglob("*.py")
    return {each for file in files for each in marked(file.read_text(encoding="utf-8"))}


def test_every_delivered_feature_has_a_test() -> None:
    assert sorted({each for each, _ in delivered()} - shown()) == []


def test_every_marker_names_a_delivered_feature() -> None:
    assert sorted(shown() - {each for each, _ in delivered()}) == []


def test_every_delivered_feature_is_a_real_one_listed_once_with_what_shows_it() -> None:
    ids = [each for each, _ in delivered()]
    assert sorted(set(ids) - FEATURE_IDS) == []
    assert sorted({each for each in ids if ids.count(each) > 1}) == []
    assert [each for each, line in delivered() if not line] == []


def test_every_row_of_the_table_is_understood() -> None:
    text = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) - 2 == len(delivered()), "one id a row: | A1 | what shows it |"


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.feature("A1", "B2")\ndef test_it(): ...',
        'pytestmark = [pytest.mark.feature("A1"), pytest.mark.feature("B2")]',
        'case = pytest.param(1, marks=pytest.mark.feature("A1", "B2"))',
    ],
)
def test_a_marker_is_found_wherever_it_stands(source: str) -> None:
    assert marked(source) == {"A1", "B2"}


def test_a_row_is_read_and_the_header_is_not() -> None:
    assert listed("| id | what shows it |\n|---|---|\n| A1 | flags |\n") == [("A1", "flags")]


def test_the_ids_are_323() -> None:
    assert len(FEATURE_IDS) == 323
    assert {"A96", "B84", "C41", "D18", "E22", "X48", "U14"} <= FEATURE_IDS
