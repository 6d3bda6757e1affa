"""What was read is kept once per content, replaced when its source changes, and found."""

from __future__ import annotations

import pytest

from tests.builders import Homes, events
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.recall.recall import recall
from wakeline.model.memory import KNOWLEDGE_CATEGORIES, KnowledgeCategory

GUIDE = "# Watering\n\nTomatoes want water at the root.\n\n# Pruning\n\nPrune the roses in March."
CHANGED = "# Watering\n\nTomatoes want water at the root.\n\n# Pruning\n\nPrune the roses in April."


@pytest.mark.feature("B5")
def test_the_same_content_is_kept_once_whatever_it_came_from(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.knowledge.add(GUIDE, source="guide.md", source_type="document")
    again = ash.knowledge.add(GUIDE, source="guide.md", source_type="document")
    copied = ash.knowledge.add("Prune the roses in March.", source="https://example.org/roses")
    assert (first.added, first.known, first.replaced) == (2, 0, 0)
    assert (again.added, again.known, again.replaced) == (0, 2, 0)
    assert [entry.id for entry in again.entries] == [entry.id for entry in first.entries]
    assert copied.entries == first.entries[1:]
    assert len(ash.knowledge.all()) == 2
    entry = first.entries[0]
    assert (entry.source_type, entry.source, entry.title) == ("document", "guide.md", "Watering")
    assert len(entry.source_hash) == 64
    assert len(events(ash, "knowledge.added")) == 2


@pytest.mark.feature("B5", "B28")
def test_a_changed_source_supersedes_what_changed_and_keeps_the_rest(open_home: Homes) -> None:
    ash = open_home.agent()
    first = ash.knowledge.add(GUIDE, source="guide.md")
    second = ash.knowledge.add(CHANGED, source="guide.md")
    third = ash.knowledge.add(CHANGED.replace("April", "May"), source="guide.md")
    assert (second.added, second.known, second.replaced) == (1, 1, 1)
    assert second.entries[0] == first.entries[0]
    current = ash.knowledge.get(first.entries[1].id)
    assert current.entry == third.entries[1]
    assert current.replaces == (first.entries[1].id, second.entries[1].id)
    for strategy in ("default", "rrf", "fulltext"):
        found = ash.recall("when are the roses pruned?", kinds=["knowledge"], strategy=strategy)
        assert found[0].id == third.entries[1].id
        assert not {hit.id for hit in found} & {first.entries[1].id, second.entries[1].id}
    shorter = ash.knowledge.add("# Watering\n\nTomatoes want water at the root.", source="guide.md")
    assert (shorter.added, shorter.known, shorter.replaced) == (0, 1, 0)
    assert [entry.id for entry in ash.knowledge.all()] == [first.entries[0].id]


@pytest.mark.feature("B28")
def test_a_search_is_bounded_by_a_topic_however_many_others_match_better(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    for number in range(30):
        ash.knowledge.add(f"Frost harms the seedlings, note {number}.", topics=["weather"])
    kept = ash.knowledge.add("After frost, wait with the harbour ropes.", topics=["boats", "frost"])
    ash.settle()
    for found in (
        ash.knowledge.search("frost harms seedlings", topic="boats"),
        ash.knowledge.search("frost harms seedlings", topic="boats", strategy="fulltext"),
        ash.recall("frost harms seedlings", kinds=["knowledge"], topic="boats"),
    ):
        assert [hit.id for hit in found] == [kept.entries[0].id]
    assert ash.knowledge.search("frost", topic="nothing") == []
    assert len(ash.knowledge.search("frost harms seedlings", k=20)) == 20


@pytest.mark.feature("B28")
def test_of_two_that_say_the_same_the_newer_ranks_first(open_home: Homes) -> None:
    ash = open_home.agent()
    old = ash.knowledge.add("The ferry to Almada leaves at nine.", source="a").entries[0]
    open_home.later(days=40)
    new = ash.knowledge.add("The ferry to Almada leaves at ten.", source="b").entries[0]
    found = ash.knowledge.search("when does the ferry to Almada leave?")
    assert [hit.id for hit in found] == [new.id, old.id]
    assert found[0].why["recency"] > found[1].why["recency"]


@pytest.mark.feature("B5")
def test_how_often_an_entry_surfaced_is_counted(open_home: Homes) -> None:
    ash = open_home.agent()
    entry = ash.knowledge.add("The boiler is serviced in October.").entries[0]
    assert ash.knowledge.get(entry.id).times_surfaced == 0
    ash.recall_text("when is the boiler serviced?")
    ash.knowledge.search("boiler")
    recall(ash.place, "boiler", injected=True)
    assert ash.knowledge.get(entry.id).times_surfaced == 2


def test_what_was_deleted_or_forgotten_is_not_found(open_home: Homes) -> None:
    ash = open_home.agent()
    one = ash.knowledge.add("The gate code hangs behind the clock.").entries[0]
    two = ash.knowledge.add("The spare key lies under the fern.").entries[0]
    ash.settle()
    ash.knowledge.delete(one.id)
    ash.forget(two.id)
    assert ash.knowledge.all() == []
    assert ash.recall("gate code clock spare key fern", strategy="fulltext") == []
    assert ash.recall("gate code clock spare key fern") == []
    for gone in (one, two):
        with pytest.raises(NotFound):
            ash.knowledge.get(gone.id)
    assert ash.verify().ok


def test_what_was_learned_from_a_turn_goes_with_it(open_home: Homes) -> None:
    ash = open_home.agent()
    said = ash.record(user="The alarm is set at ten.").ids[0]
    ash.knowledge.add("The alarm is set at ten.", source_type="conversation", source_ids=[said])
    ash.forget(said)
    assert ash.knowledge.all() == []
    assert ash.verify().ok


def test_secrets_are_redacted_and_bad_input_is_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    entry = ash.knowledge.add(f"Deploy with {token} please.").entries[0]
    assert token not in entry.content
    assert "[secret:" in entry.content
    for bad in ("", " ", 7, None):
        with pytest.raises(Invalid):
            ash.knowledge.add(bad)  # type: ignore[arg-type]
    with pytest.raises(Invalid):
        ash.knowledge.add("x", source_type="rumour")  # type: ignore[arg-type]
    with pytest.raises(Invalid):
        ash.knowledge.all(limit=0)


def test_pages_of_the_list_meet_without_a_gap(open_home: Homes) -> None:
    ash = open_home.agent()
    wanted = [ash.knowledge.add(f"Entry number {n}.").entries[0].id for n in range(7)]
    found: list[str] = []
    while page := ash.knowledge.all(limit=3, before=found[-1] if found else None):
        found += [entry.id for entry in page]
    assert found == wanted[::-1]


def test_the_entries_of_one_thread_are_listed(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.knowledge.add("Beans climb.", thread="garden")
    ash.knowledge.add("The ferry leaves at ten.")
    assert [entry.content for entry in ash.knowledge.all(thread="garden")] == ["Beans climb."]


@pytest.mark.feature("E4")
def test_entries_are_of_seven_categories_and_found_by_meaning_within_one(open_home: Homes) -> None:
    ash = open_home.agent()
    said: dict[KnowledgeCategory, str] = {
        "science": "Legumes fix nitrogen with bacteria in their roots.",
        "infrastructure": "The message broker drops connections that are idle for a minute.",
        "meta": "I answer too quickly when a question sounds familiar.",
        "people": "Lucas prefers short mails before noon.",
        "craft": "A failing test written first shows what a repair must do.",
        "domain": "An invoice counts from the day on which it was received.",
        "world": "The ferry to Cacilhas runs every twenty minutes.",
    }
    assert tuple(said) == KNOWLEDGE_CATEGORIES
    ids = {c: ash.knowledge.add(text, category=c).entries[0].id for c, text in said.items()}
    for category, entry_id in ids.items():
        assert [entry.id for entry in ash.knowledge.all(category=category)] == [entry_id]
        # However much better another category answers.
        hits = ash.knowledge.search("nitrogen in the roots of peas", category=category)
        assert {hit.id for hit in hits} <= {entry_id}
    # None of these words stands in the entry.
    (hit, *_) = ash.knowledge.search("plants that enrich soil as fertilizer")
    assert (hit.id, hit.metadata["category"]) == (ids["science"], "science")
    for wrong in ("gardening", "Science", 5):
        with pytest.raises(Invalid):
            ash.knowledge.add("Something.", category=wrong)  # type: ignore[arg-type]
    with pytest.raises(Invalid):
        ash.knowledge.search("peas", category="gardening")  # type: ignore[arg-type]
