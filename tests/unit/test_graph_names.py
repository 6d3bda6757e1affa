"""Which names are one, and what kind of thing each is."""

from __future__ import annotations

import random

import pytest

from tests.unit.graph_turns import a_turn
from wakeline.graph.ledger import Ledger
from wakeline.graph.log_mentions import mentions_of_turn
from wakeline.graph.names import first_and_last_word, is_project_like, is_real_name


def ledger(*texts: str) -> Ledger:
    made = Ledger()
    for seq, text in enumerate(texts, start=1):
        told = mentions_of_turn(a_turn(text, seq=seq), [])
        assert told is not None
        made.add(told)
    made.settle_names(made.names.values())
    made.close()
    return made


def belongs(made: Ledger) -> dict[str, str]:
    return {row.id: row.canonical_id for row in made.names.values()}


@pytest.mark.feature("C10")
def test_a_first_name_and_a_surname_join_the_only_full_name_that_fits() -> None:
    found = belongs(ledger("Dr. Mara Lindqvist said hello.", "I like Mara.", "So Lindqvist wrote."))
    assert found["mara"] == found["lindqvist"] == found["mara lindqvist"] == "mara lindqvist"


def test_a_first_name_that_fits_two_people_stays_its_own() -> None:
    found = belongs(ledger("I met Mara Lindqvist.", "I met Mara Silva.", "Mara said hello."))
    assert found["mara"] == "mara"


def test_a_city_is_nobodys_first_name() -> None:
    found = belongs(ledger("I met Paris Hilton.", "We live in Paris.", "It rained in Paris."))
    assert found["paris"] == "paris"


def test_an_initial_more_is_the_same_person() -> None:
    found = belongs(ledger("I met Mara Lindqvist.", "So Mara J. Lindqvist said no."))
    assert found["mara lindqvist"] == "mara j. lindqvist"


@pytest.mark.feature("C10")
def test_names_are_typed_by_what_is_said_of_them() -> None:
    made = ledger(
        "My sister Teresa called.",
        "The bug is in src/app/main.py again.",
        "It rained in Lisbon.",
        "I prefer tea without milk.",
    )
    assert {row.id: row.type for row in made.names.values()} == {
        "teresa": "person",
        "src/app/main.py": "project",
        "lisbon": "concept",
        "tea without milk": "preference",
        "mel": "person",
    }


def test_the_order_of_the_log_decides_nothing_about_who_is_who() -> None:
    texts = ["I met Mara Lindqvist.", "Mara said hello.", "I met Ana Lopes.", "I met Ana Sousa.",
             "Ana called.", "So Mara J. Lindqvist said no.", "We were in Oslo."]  # fmt: skip
    wanted = belongs(ledger(*texts))
    for seed in range(20):
        random.Random(seed).shuffle(texts)
        assert belongs(ledger(*texts)) == wanted


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("Mara Lindqvist", ("mara", "lindqvist")),
        ("Mara J. Lindqvist", ("mara", "lindqvist")),
        ("Mara", ("", "")),
        ("Bank of Lisbon", ("", "")),
        ("Windows 11", ("", "")),
        ("A B", ("", "")),
        ("Jean-Luc O'Neill", ("jean-luc", "o'neill")),
        ("", ("", "")),
    ],
)
def test_what_may_be_a_full_name(name: str, ends: tuple[str, str]) -> None:
    assert first_and_last_word(name) == ends


def test_files_and_repositories_look_like_projects_and_addresses_do_not() -> None:
    assert all(map(is_project_like, ("main.py", "acme/heron", "docs/graph.md", "home.git")))
    assert not any(map(is_project_like, ("mel@acme.org", "https://a.b/c", "staging.host", "Mara")))


def test_ids_of_machines_tell_nothing() -> None:
    assert is_real_name("invoices")
    assert not any(
        map(is_real_name, ("01KJPWD6M00007WGS8QG7QVYWA", "8f14e45f-ceea-467f", "12", "x"))
    )
