"""Letters and the journal, at the terminal."""

from __future__ import annotations

import pytest

from tests.interfaces.program import Program


def test_a_letter_is_written_shown_and_listed(ash: Program) -> None:
    ash.ok("wake", "ash", "--json")
    ash.ok("fact", "set", "can.litres", "9")
    told = ash.ok(
        *("letters", "write", "ash", "--title", "Watering", "--fact", "can.litres = 8"),
        *("--stream", "09:40 filled the can", "--next", "-"),
        stdin="Water again on Thursday.",
    ).out
    for said in ("Watering", "can.litres = 8 (contradicted: the facts say 9)", "09:40 filled"):
        assert said in told
    letter = ash.ok("letters", "show", "--json").json
    assert letter["whats_next"] == "Water again on Thursday."
    assert letter["id"] in ash.ok("letters").out
    assert ash.ok("letters", "list", "--before", letter["id"], "--json").json == []
    assert ash("letters", "show", "--id", "nobody").code == 3
    assert ash("letters", "write", "ash").code == 2


def test_the_journal_is_written_shown_and_found(ash: Program) -> None:
    ash.ok("journal", "write", "ash", "I like the heron.", "--title", "Herons", "--mood", "calm")
    (entry,) = ash.ok("journal", "--json").json
    assert "I like the heron." in ash.ok("journal", "show", "ash", entry["id"]).out
    (hit,) = ash.ok("journal", "search", "heron", "--json").json
    assert hit["id"] == entry["id"]
    unasked = ash.ok("recall", "ash", "heron", "--json").json
    assert "journal" not in {found["kind"] for found in unasked}
    (again,) = ash.ok("recall", "ash", "heron", "--kind", "journal", "--json").json
    assert again["id"] == hit["id"]
    assert ash("journal", "show", "nobody").code == 3
    piped = ash.ok("journal", "write", "ash", "-", "--json", stdin="I like the reeds.").json
    assert piped["text"] == "I like the reeds."


def test_a_session_is_judged_beside_what_the_log_says(ash: Program) -> None:
    ash.ok("wake", "ash", "--json")
    for number in range(3):
        ash.ok("record", "ash", "--user", f"question {number}?", "--agent", f"answer {number}")
    scores = [f"--{name}=5" for name in ("focus", "depth", "restraint", "learning", "honesty")]
    told = ash.ok("evals", "add", "ash", *scores, "--note", "Splendid.").out
    assert "5 / 1" in told  # nothing was learnt
    assert "5 / -" in told
    (listed,) = ash.ok("evals", "--json").json
    assert listed["differences"]["learning"] == 4
    assert listed["judged"]["session_id"] in told  # on one line, to be copied
    assert "1 session, mean 5.00" in ash.ok("evals", "means").out
    assert ash("evals", "add", "ash", *scores[1:]).code == 2


def test_a_fingerprint_says_how_the_agent_spoke(ash: Program) -> None:
    assert ash("fingerprint", "ash").code == 3
    ash.ok("record", "ash", "--user", "dry?", "--agent", "The west bed is dry, I think.")
    ash.ok("wake", "ash", "--json")
    ash.ok("record", "ash", "--user", "dry?", "--agent", "The west bed is dry, I think.")
    told = ash.ok("fingerprint", "ash").out
    assert "voice" in told
    assert "no other session" in told
    assert ash.ok("fingerprint", "--json").json["turns"] == 1


@pytest.mark.feature("E20")
def test_the_verbs_answer_at_the_terminal(ash: Program) -> None:
    ash.ok("wake", "ash", "--json")
    ash.ok("record", "ash", "--user", "dry?", "--agent", "The bed is dry.")
    ash.ok("knowledge", "add", "ash", "Legumes fix nitrogen.", "--category", "science")
    ash.ok("letters", "write", "ash", "--next", "Sow legumes.")
    found = ash.ok("search", "ash", "legumes", "--json").json
    assert {store["store"] for store in found} == {"knowledge", "letters"}
    assert "by meaning" in ash.ok("search", "legumes", "--store", "knowledge").out
    scores = [f"--{name}=3" for name in ("focus", "depth", "restraint", "learning", "honesty")]
    assert ash.ok("evals", "add", "ash", *scores, "--json").json["judged"]["depth"] == 3
    assert ash.ok("fingerprint", "--json").json["turns"] == 1
    assert ash("search", "ash", "legumes", "--store", "turns").code == 2
    assert ash("knowledge", "add", "ash", "x", "--category", "gardening").code == 2


def test_standard_input_is_given_to_one_section_of_a_letter(ash: Program) -> None:
    words = ("letters", "write", "--next", "-", "--unfinished", "-")
    ran = ash(*words, stdin="Said once.")
    assert (ran.code, "read once" in ran.err) == (2, True)
    assert "none yet" in ash.ok("letters", "list").out
