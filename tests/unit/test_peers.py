"""The comparison with other memories: what is pure in it, and what happens where they are not."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from bench.peers import __main__ as peers
from bench.peers import report
from bench.peers.data import chosen, turns_of
from bench.peers.systems import chunks, fused


def a_dialogue(id: str = "tales-1") -> dict[str, Any]:
    said = ["I moved to Lisbon in May.", "The cat is called Pepper.", "It rained all day."]
    return {
        "id": id,
        "speakers": ["Ann", "Bo"],
        "turns": [
            {
                "id": f"t{n}",
                "session": 1,
                "speaker": "Ann",
                "at": f"2026-05-0{n + 1}T10:00:00Z",
                "text": text,
            }
            for n, text in enumerate(said)
        ],
        "questions": [
            {"question": "What is the cat called?", "category": 4, "evidence": ["t1"]},
            {"question": "Where did Bo move?", "category": 5, "evidence": ["t0"]},
        ],
    }


def a_file(folder: Path, *dialogues: dict[str, Any]) -> str:
    path = folder / "dialogues.json"
    path.write_text(json.dumps(dialogues), encoding="utf-8")
    return str(path)


def an_answer(category: str, recall: float, seconds: float) -> dict[str, Any]:
    found = {f"recall_{depth}": recall for depth in report.DEPTHS}
    return {"category": category, "seconds": seconds, **found}


def test_a_turn_that_two_lists_hold_stands_above_the_first_of_either() -> None:
    assert fused([["a", "b"], ["c", "b"]]) == ["b", "a", "c"]


def test_a_long_text_is_cut_into_pieces_and_nothing_of_it_is_lost() -> None:
    assert chunks("abcdefg", 3) == ["abc", "def", "g"]
    assert chunks("", 3) == [""]


def test_so_many_dialogues_are_taken_of_each_collection(tmp_path: Path) -> None:
    path = a_file(tmp_path, *(a_dialogue(name) for name in ("tales-1", "tales-2", "talks-1")))
    assert [dialogue.id for dialogue in chosen(path, 1)] == ["tales-1", "talks-1"]
    assert len(chosen(path, None)) == 3


def test_a_peer_is_given_the_bare_text_or_the_speaker_before_it(tmp_path: Path) -> None:
    (dialogue,) = chosen(a_file(tmp_path, a_dialogue()), None)
    assert turns_of(dialogue, speakers=False)[1] == ("t1", "The cat is called Pepper.")
    assert turns_of(dialogue, speakers=True)[1] == ("t1", "Ann: The cat is called Pepper.")


def test_adversarial_questions_are_counted_apart_and_embedding_is_part_of_ingest() -> None:
    answers = [an_answer("1", 1.0, 0.002), an_answer("4", 0.5, 0.004), an_answer("5", 0.0, 0.006)]
    found = {"collection": "tales", "turns": 30, "answers": answers}
    row = report.row("x", "1.0", [{**found, "storing_seconds": 1.0, "embedding_seconds": 2.0}])
    assert row.recall == {("tales", "all"): (75.0,) * 3, ("tales", "5"): (0.0,) * 3}
    assert (row.turns_per_second, row.turns_per_second_without_embedding) == (10.0, 30.0)
    assert row.query.p50 == pytest.approx(4.0)


@pytest.mark.skipif(find_spec("chromadb") is not None, reason="chromadb is installed here")
def test_a_peer_that_is_not_installed_is_skipped_in_one_line_beside_what_was_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--data", a_file(tmp_path, a_dialogue()), "--json"]
    assert peers.main([*asked, "--only", "wakeline fulltext", "--only", "chromadb"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [system["name"] for system in found["systems"]] == ["wakeline fulltext"]
    assert found["systems"][0]["recall"][1]["at_5"] == 100.0
    assert list(found["skipped"]) == ["chromadb"]
    assert "\n" not in found["skipped"]["chromadb"]
