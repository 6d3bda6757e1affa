"""Letters and the journal over HTTP."""

from __future__ import annotations

from tests.rest.serving import Caller

ASH = "/api/agents/ash"


def test_a_letter_is_written_listed_and_read(ash: Caller) -> None:
    session = ash.ok("POST", f"{ASH}/wake", {})["sessionId"]
    told = {
        "title": "Beds",
        "facts": ["It was hot."],
        "stream": ["09:40 watered", {"text": "rested", "at": "2026-03-01T10:00:00Z"}],
        "whatsNext": "Water again.",
        "sessionId": session,
    }
    letter = ash.ok("POST", f"{ASH}/letters", told)
    assert letter["whatsNext"] == "Water again."
    assert [entry["text"] for entry in letter["stream"]] == ["watered", "rested"]
    assert ash.ok("GET", f"{ASH}/letters/latest") == letter
    assert ash.ok("GET", f"{ASH}/letters/{letter['id']}") == letter
    assert ash.ok("GET", f"{ASH}/letters")["items"] == [letter]
    assert ash("POST", f"{ASH}/letters", {"sessionId": session}).status_code == 422
    assert ash("POST", f"{ASH}/letters", {"stream": [{"at": "x"}]}).status_code == 422
    assert ash("GET", f"{ASH}/letters/nobody").status_code == 404


def test_the_journal_is_written_listed_and_searched(ash: Caller) -> None:
    entry = ash.ok("POST", f"{ASH}/journal", {"text": "I like the heron.", "mood": "calm"})
    assert ash.ok("GET", f"{ASH}/journal")["items"] == [entry]
    assert ash.ok("GET", f"{ASH}/journal/{entry['id']}") == entry
    (hit,) = ash.ok("GET", f"{ASH}/journal/search?query=heron")
    assert (hit["kind"], hit["id"]) == ("journal", entry["id"])
    assert ash.ok("POST", f"{ASH}/recall", {"query": "heron"}) == []
    assert ash("GET", f"{ASH}/journal/nobody").status_code == 404


def test_what_was_written_down_is_searched(ash: Caller) -> None:
    ash.ok("POST", f"{ASH}/knowledge", {"content": "The heron eats frogs.", "category": "science"})
    entry = ash.ok("POST", f"{ASH}/journal", {"text": "I like the heron."})
    (found,) = ash.ok("POST", f"{ASH}/search", {"query": "heron"})
    assert (found["store"], found["hits"][0]["metadata"]["category"]) == ("knowledge", "science")
    (found,) = ash.ok("POST", f"{ASH}/search", {"query": "heron", "stores": ["journal"]})
    assert found["hits"][0]["id"] == entry["id"]
    for wrong in ({}, {"query": ""}, {"query": "x", "stores": ["turns"]}, {"query": "x", "k": 0}):
        assert ash("POST", f"{ASH}/search", wrong).status_code == 422
