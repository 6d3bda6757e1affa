"""Identity files as other programs keep them: taken in by their names, told in their tags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes
from tests.contract.test_public_documents import put_in_force
from wakeline.assessment.standing import SCORES, read_standing
from wakeline.base.errors import Invalid, NotFound
from wakeline.flows.identity.documents import accept_document

FILES = {
    "SOUL.md": "I keep what I am told.",
    "AGENTS.md": "Ask before you spend.",
    "ANCHOR.md": "Mel grows pears and is up early.",
    "TOOLS.md": "The press stands in the shed.",
    "MEMORY.md": "It is Ines with one s.",
    "STANDING.md": "# Standing\n\n- Word: 0.7, kept what was promised\n- Brand: 0.5\n",
}
TOLD = {
    "soul": "<soul>\nI keep what I am told.\n</soul>",
    "protocol": "<operating_instructions>\nAsk before you spend.\n</operating_instructions>",
    "anchor": "<person>\nMel grows pears and is up early.\n</person>",
    "tools": "<environment_knowledge>\nThe press stands in the shed.\n</environment_knowledge>",
    "memory": "<memory>\nIt is Ines with one s.\n</memory>",
    "standing": "[WHERE THEY STAND - YOUR ASSESSMENT]\n# Standing\n\n- Word: 0.7, kept what was",
}


def a_folder(path: Path, files: dict[str, str] | None = None) -> Path:
    folder = path / "elsewhere"
    folder.mkdir(exist_ok=True)
    for name, text in (files or FILES).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def accepted(agent: wakeline.Agent) -> None:
    for document in agent.documents.all():
        if document.state == "proposed":
            accept_document(agent.place, document.kind, actor="Mel")


@pytest.mark.feature("B16")
def test_identity_files_are_proposed_by_their_names_and_told_in_their_tags(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = open_home.agent()
    folder = a_folder(tmp_path)
    (folder / "NOTES.md").write_text("nobody's identity")
    taken = ash.documents.import_folder(folder)
    assert [(each.file, each.document.kind) for each in taken] == list(
        zip(FILES, TOLD, strict=True)
    )
    assert {each.document.state for each in taken} == {"proposed"}
    assert {each.document.origin for each in taken} == {"import"}
    before = ash.wake().text
    assert not any(told in before for told in TOLD.values())
    accepted(ash)
    text = ash.wake().text
    assert [kind for kind, told in TOLD.items() if told not in text] == []
    assert "nobody's identity" not in text


@pytest.mark.feature("B16")
def test_what_was_learned_and_where_the_person_stands_is_told_in_the_main_session_alone(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = open_home.agent()
    ash.documents.import_folder(a_folder(tmp_path))
    accepted(ash)
    own = ("memory", "standing")
    mains: list[dict[str, Any]] = [{}, {"mode": "booth"}, {"mode": "code"}, {"preset": "lean"}]
    for main in mains:
        text = ash.wake(**main).text
        assert all(TOLD[kind] in text for kind in own), main
    others: list[dict[str, Any]] = [{"mode": "robot"}, {"preset": "agent-minimal"}]
    for other in others:
        woken = ash.wake(**other)
        assert TOLD["soul"] in woken.text
        assert not any(TOLD[kind] in woken.text for kind in own), other
        assert not woken.context["documents"].keys() & set(own)


@pytest.mark.feature("B16")
def test_files_that_say_nothing_new_add_no_version(open_home: Homes, tmp_path: Path) -> None:
    ash = open_home.agent()
    folder = a_folder(tmp_path)
    first = ash.documents.import_folder(folder)
    accepted(ash)
    (folder / "SOUL.md").write_text("I keep what I am told, and more.")
    again = ash.documents.import_folder(folder)
    assert [each.is_new for each in again] == [True, False, False, False, False, False]
    assert [each.document.version for each in again] == [2, 1, 1, 1, 1, 1]
    assert all(each.is_new for each in first)


def test_other_spellings_are_known_and_two_of_one_document_are_refused(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = open_home.agent()
    folder = a_folder(tmp_path, {"soul.md": "Quiet.", "USER.md": "Mel."})
    assert [each.document.kind for each in ash.documents.import_folder(folder)] == [
        "soul",
        "anchor",
    ]
    (folder / "ANCHOR.md").write_text("Mel, again.")
    with pytest.raises(Invalid, match="both the document anchor"):
        ash.documents.import_folder(folder)


def test_nothing_is_taken_in_where_one_file_cannot_be(open_home: Homes, tmp_path: Path) -> None:
    ash = open_home.agent()
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(NotFound, match="no identity file"):
        ash.documents.import_folder(empty)
    with pytest.raises(NotFound, match="as a folder"):
        ash.documents.import_folder(tmp_path / "nowhere")
    folder = a_folder(tmp_path)
    (folder / "TOOLS.md").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Invalid, match="UTF-8"):
        ash.documents.import_folder(folder)
    assert ash.documents.all() == []


def test_scores_are_the_four_from_nought_to_one(open_home: Homes) -> None:
    ash = open_home.agent()
    page = "\n".join(f"- {name}: 0.{n}, because {n}" for n, name in enumerate(SCORES))
    put_in_force(ash, "standing", page)
    read = read_standing(page)
    assert [(score.name, score.value) for score in read] == [
        (name, n / 10) for n, name in enumerate(SCORES)
    ]
    assert read[3].why == "because 3"
    for wrong in ("Word: 7", "Word: high", "Charm: 0.5", "no score", "Word: 0.1\nWord: 0.2", "# -"):
        with pytest.raises(Invalid, match="standing cannot be read"):
            ash.documents.propose("standing", wrong)


def test_a_hand_edit_that_is_no_standing_is_left_alone(open_home: Homes) -> None:
    if open_home.engine != "sqlite":
        pytest.skip("documents are rows in a database, and only rows")
    ash = open_home.agent()
    put_in_force(ash, "standing", "Word: 0.5")
    file = Path(open_home.location, "agents", "ash", "standing.md")
    file.write_text("Word: splendid")
    assert [d.state for d in ash.documents.all()] == ["in_force"]
    file.write_text("Word: 0.6")
    assert [d.state for d in ash.documents.all()] == ["in_force", "proposed"]
