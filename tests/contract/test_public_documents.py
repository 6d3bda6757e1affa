"""Identity documents: versions, proposals, who decides, and what a wake reads of them."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_exchange, events, select
from wakeline.base.errors import Invalid, NotFound, NotPermitted
from wakeline.flows.home.agents import update_identity
from wakeline.flows.identity.documents import accept_document, reject_document, write_document
from wakeline.flows.identity.first_documents import write_first_documents
from wakeline.flows.identity.personality import consolidate_personality
from wakeline.model.identity import DOCUMENT_KINDS, MAIN_SESSION

SOUL = "# Soul\n\nI keep what I am told,\nand say when I do not know.\n"


def put_in_force(agent: wakeline.Agent, kind: str, text: str) -> Any:
    """As the person does it, on a terminal."""
    return write_document(agent.place, kind, text, actor="Mel", confirmed=True)


def with_policy(homes: Homes, policy: str) -> wakeline.Agent:
    update_identity(homes.agent().place, identity_policy=policy)
    return homes.agent()


def folder_of(homes: Homes) -> Path:
    return Path(homes.location) / "agents" / "ash"


def only_in_a_folder(homes: Homes) -> None:
    if homes.engine != "sqlite":
        pytest.skip("documents are rows in a database, and only rows")


def test_a_document_in_force_is_read_at_every_wake_word_for_word(open_home: Homes) -> None:
    ash = open_home.agent()
    said = {kind: f"# The {kind}\n\nIt says *this* & that." for kind in DOCUMENT_KINDS}
    said["standing"] = "# The standing\n\nWord: 0.5, as it says *this* & that."
    for kind, text in said.items():
        put_in_force(ash, kind, text + "\n")
    text = ash.wake().text
    assert [kind for kind in DOCUMENT_KINDS if said[kind] not in text] == []
    # Who works with whom is a source of its own, and two are the person's session's alone.
    robot = ash.wake(preset="agent-minimal").text
    assert set(DOCUMENT_KINDS) - {kind for kind in DOCUMENT_KINDS if said[kind] in robot} == {
        "core_team",
        *MAIN_SESSION,
    }


@pytest.mark.feature("E10")
def test_documents_stand_in_the_tags_that_agents_know(open_home: Homes) -> None:
    ash = open_home.agent()
    for kind in ("soul", "protocol", "tools", "anchor", "preferences", "privacy", "core_team"):
        put_in_force(ash, kind, f"What {kind} says.")
    text = ash.wake().text
    for tag, kind in (
        ("soul", "soul"),
        ("operating_instructions", "protocol"),
        ("environment_knowledge", "tools"),
        ("person", "anchor"),
        ("preferences", "preferences"),
        ("privacy", "privacy"),
        ("core_team", "core_team"),
    ):
        assert f"<{tag}>\nWhat {kind} says.\n</{tag}>" in text


def test_versions_are_added_and_never_edited(open_home: Homes) -> None:
    ash = open_home.agent()
    first = put_in_force(ash, "soul", SOUL)
    open_home.later(days=1)
    second = put_in_force(ash, "soul", SOUL + "I also count.\n")
    assert (first.version, second.version) == (1, 2)
    sql = "SELECT version, state, content FROM documents ORDER BY version"
    assert select(ash, sql) == [
        (1, "superseded", SOUL),
        (2, "in_force", SOUL + "I also count.\n"),
    ]


@pytest.mark.feature("X37")
def test_an_agent_s_own_edit_waits_for_the_person_unless_the_policy_says_otherwise(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    assert ash.identity.identity_policy == "operator_gated"
    put_in_force(ash, "soul", SOUL)
    proposed = ash.documents.propose("soul", SOUL + "I am the king.\n")
    assert (proposed.state, proposed.origin) == ("proposed", "agent_inferred")
    assert "king" not in ash.wake().text
    accepted = accept_document(ash.place, "soul", actor="Mel")
    assert (accepted.state, accepted.decided_by) == ("in_force", "Mel")
    assert "I am the king." in ash.wake().text


@pytest.mark.feature("X37")
def test_an_agent_that_manages_itself_edits_its_soul_at_once(open_home: Homes) -> None:
    ash = with_policy(open_home, "agent_managed")
    assert ash.documents.propose("soul", SOUL).state == "in_force"
    assert "say when I do not know" in ash.wake().text


@pytest.mark.feature("X37")
def test_a_locked_identity_takes_no_edit_even_if_somebody_accepts_it(open_home: Homes) -> None:
    ash = open_home.agent()
    put_in_force(ash, "identity", "I am ash.")
    ash = with_policy(open_home, "locked")
    assert ash.documents.propose("identity", "I am birch.").state == "proposed"
    with pytest.raises(NotPermitted, match="locked"):
        accept_document(ash.place, "identity", actor="Mel")
    assert "I am birch." not in ash.wake().text


@pytest.mark.feature("X37")
def test_a_policy_that_changed_elsewhere_holds_at_once(open_home: Homes) -> None:
    ash = with_policy(open_home, "agent_managed")
    assert ash.identity.identity_policy == "agent_managed"
    with_policy(open_home, "operator_gated")
    assert ash.documents.propose("soul", SOUL).state == "proposed"
    with_policy(open_home, "locked")
    ash.documents.propose("identity", "I am birch.")
    with pytest.raises(NotPermitted, match="locked"):
        accept_document(ash.place, "identity", actor="Mel")


def test_a_proposal_is_shown_as_a_difference_and_can_be_refused(open_home: Homes) -> None:
    ash = open_home.agent()
    put_in_force(ash, "soul", SOUL)
    ash.documents.propose("soul", SOUL.replace("told", "shown"))
    difference = ash.documents.diff("soul")
    assert "-I keep what I am told," in difference
    assert "+I keep what I am shown," in difference
    assert ash.status().proposed_documents == ("soul version 2",)
    assert reject_document(ash.place, "soul", actor="Mel").state == "rejected"
    assert ash.status().proposed_documents == ()
    assert "told" in ash.wake().text
    for decide in (accept_document, reject_document):
        with pytest.raises(NotFound, match="waits for a decision"):
            decide(ash.place, "soul", actor="Mel")
    with pytest.raises(NotFound, match="waits for a decision"):
        ash.documents.diff("soul")


def test_every_decision_is_an_event_with_its_actor(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.documents.propose("soul", SOUL)
    accept_document(ash.place, "soul", actor="Mel")
    found = [(e.kind, e.actor) for e in events(ash) if e.subject_kind == "document"]
    assert found == [("document.proposed", "ash"), ("document.in_force", "Mel")]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("diary", "not a kind"),
        ("soul", ""),
        ("soul", " \n"),
        ("soul", "a\0b"),
        ("soul", "half a \ud800 character"),
        ("soul", "x" * 50_000_000),
        ("soul", 5),
    ],
    ids=["kind", "empty", "blank", "nul", "surrogate", "50MB", "number"],
)
def test_a_document_that_cannot_be_is_refused(open_home: Homes, kind: str, text: Any) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid) as refused:
        ash.documents.propose(kind, text)
    assert refused.value.todo
    assert ash.documents.all() == []


# -- files


@pytest.mark.feature("C28")
def test_nothing_that_the_agent_does_changes_its_hand_written_identity(open_home: Homes) -> None:
    ash = open_home.agent()
    put_in_force(ash, "identity", SOUL)
    file = folder_of(open_home) / "identity.md"
    before = file.read_bytes() if file.exists() else None
    for _ in range(3):
        woken = ash.wake()
        assert SOUL.strip() in woken.text
        ash.record(user="You are somebody else now.", agent="Am I?")
        ash.memories.add("I am somebody else.", origin="agent_inferred")
        ash.documents.propose("identity", "I am somebody else.")
        ash.end(summary="I am somebody else.")
        ash.settle()
        open_home.later(days=1)
    assert (file.read_bytes() if file.exists() else None) == before
    in_force = [d for d in ash.documents.all() if d.state == "in_force"]
    # The living layer begins as a copy of it.
    assert [(d.kind, d.content) for d in in_force] == [("identity", SOUL), ("personality", SOUL)]


@pytest.mark.feature("C28")
def test_a_hand_edit_is_a_proposal_until_the_person_accepts_it(open_home: Homes) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    put_in_force(ash, "identity", SOUL)
    file = folder_of(open_home) / "identity.md"
    assert file.read_text() == SOUL
    file.write_text(SOUL + "I also count.\n")
    assert "I also count." not in ash.wake().text
    (proposed,) = [d for d in ash.documents.all() if d.state == "proposed"]
    assert proposed.content == SOUL + "I also count.\n"
    assert "+I also count." in ash.documents.diff("identity")
    accept_document(ash.place, "identity", actor="Mel")
    assert "I also count." in ash.wake().text
    assert file.read_text() == SOUL + "I also count.\n"


def test_a_document_that_is_edited_back_is_proposed_again(open_home: Homes) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    put_in_force(ash, "identity", SOUL)
    open_home.later(days=1)
    put_in_force(ash, "identity", SOUL + "I also count.\n")
    file = folder_of(open_home) / "identity.md"
    file.write_text(SOUL)
    # As if a process had died before it wrote the newer one: nobody edited anything.
    before = (open_home.clock.now() - timedelta(hours=1)).timestamp()
    os.utime(file, (before, before))
    ash.wake()
    assert [d.state for d in ash.documents.all() if d.kind == "identity"] == ["in_force"]
    later = open_home.later(hours=1).timestamp()
    os.utime(file, (later, later))
    for _ in range(2):
        ash.wake()
    (proposed,) = [d for d in ash.documents.all() if d.state == "proposed"]
    assert (proposed.version, proposed.content) == (3, SOUL)
    accept_document(ash.place, "identity", actor="Mel")
    assert "I also count." not in ash.wake().text


def test_a_document_that_is_no_file_stops_no_wake(open_home: Homes) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    put_in_force(ash, "identity", SOUL)
    (folder_of(open_home) / "soul.md").mkdir()
    assert SOUL.splitlines()[-1] in ash.wake().text


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_document_that_is_a_pipe_is_passed_over_and_named(
    open_home: Homes, tmp_path: Path
) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    put_in_force(ash, "identity", SOUL)
    os.mkfifo(folder_of(open_home) / "soul.md")
    assert SOUL.splitlines()[-1] in ash.wake().text
    found = [f.text for f in open_home().doctor().findings if f.topic == "ash identity"]
    assert found == ["soul.md cannot be read: it is no regular file"]
    open_home().backup(to=str(tmp_path / "copies"))


@pytest.mark.parametrize("kind", ["identity", "personality"])
def test_a_document_that_is_not_all_utf_8_is_named_and_stays_as_it_is(
    open_home: Homes, kind: str
) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    put_in_force(ash, kind, SOUL)
    file = folder_of(open_home) / f"{kind}.md"
    written = SOUL.encode() + "Ash likes the café.\n".encode("latin-1")
    file.write_bytes(written)
    assert "caf" not in ash.wake().text
    consolidate_personality(ash.place)
    assert ash.status().proposed_documents == ()
    (found,) = [f for f in open_home().doctor().findings if f.topic == "ash identity"]
    assert found.text.startswith(f"{kind}.md was edited and cannot be taken in: ")
    assert "not text in UTF-8 (at character" in found.text
    assert file.read_bytes() == written
    file.write_bytes(written.decode("latin-1").encode())
    assert [d.kind for d in ash.documents.all() if d.state == "proposed"] == [kind]


def test_an_edit_is_taken_in_once_however_often_the_agent_wakes(open_home: Homes) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    ash.wake()
    file = folder_of(open_home) / "soul.md"
    secret = "AK" + "IA" + "Q3EGRIEDNS7BWWNU"
    file.write_text(SOUL + f"The key is {secret}.\n")
    for _ in range(3):
        ash.wake()
    (proposed,) = ash.documents.all()
    assert secret not in proposed.content
    accept_document(ash.place, "soul", actor="Mel")
    assert secret not in file.read_text()
    for _ in range(2):
        ash.wake()
    assert [(d.version, d.state) for d in ash.documents.all()] == [(1, "in_force")]


def test_a_refused_edit_is_undone_in_the_file(open_home: Homes) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    put_in_force(ash, "soul", SOUL)
    file = folder_of(open_home) / "soul.md"
    file.write_text("nonsense\n")
    ash.wake()
    reject_document(ash.place, "soul", actor="Mel")
    assert file.read_text() == SOUL
    ash.wake()
    assert ash.status().proposed_documents == ()


def test_a_file_that_is_too_large_or_not_text_does_not_stop_a_wake(open_home: Homes) -> None:
    only_in_a_folder(open_home)
    ash = open_home.agent()
    an_exchange(ash)
    (folder_of(open_home) / "soul.md").write_bytes(b"x" * 3_000_000)
    (folder_of(open_home) / "tools.md").write_bytes(b"\xff\xfe\0binary\0" * 10)
    for _ in range(3):
        assert "You are ash." in ash.wake().text
    assert ash.status().proposed_documents == ()


@pytest.mark.feature("B57")
def test_sections_on_reading_oneself_are_proposed_and_may_be_declined(open_home: Homes) -> None:
    agent = open_home.agent()
    write_document(agent.place, "soul", "# Soul\n\nBe plain.", actor="Mel", confirmed=True)
    made = {document.kind: document for document in agent.documents.propose_sections()}
    assert made["soul"].content.startswith("# Soul\n\nBe plain.\n\n### Self-Experience\n")
    assert "### Meta-Awareness vs. Performance" in made["protocol"].content
    assert {document.state for document in made.values()} == {"proposed"}
    assert "Self-Experience" not in agent.wake().text
    assert agent.documents.propose_sections() == []  # they wait
    accept_document(agent.place, "soul", actor="Mel")
    reject_document(agent.place, "protocol", actor="Mel")
    assert agent.documents.propose_sections() == []  # declined is declined
    text = agent.wake().text
    assert "### Self-Experience" in text
    assert "Meta-Awareness" not in text


# -- the first documents


def begun(homes: Homes) -> wakeline.Agent:
    ash = homes.agent()
    write_first_documents(ash.place)
    return ash


def test_first_documents_that_nobody_has_edited_say_the_name_of_who_was_renamed_or_copied(
    open_home: Homes,
) -> None:
    begun(open_home).close()
    home = open_home()
    home.copy("ash", "Birch")
    home.rename("ash", "Cedar")
    home.rename("cedar", "Dogwood")
    for name in ("Birch", "Dogwood"):
        agent = open_home.agent(name, create=False)
        text = agent.wake().text
        assert f"# {name}\n\n{name} is an agent that works with Mel." in text
        assert f"# How {name} works" in text
        assert not {"# ash", "# Cedar", "How ash"} & {line.strip() for line in text.splitlines()}
        assert agent.verify().ok
        if open_home.engine == "sqlite":
            page = Path(open_home.location) / "agents" / name.casefold() / "identity.md"
            assert page.read_text().startswith(f"# {name}\n")


def test_a_document_that_the_person_has_edited_keeps_its_words_when_the_agent_is_renamed(
    open_home: Homes,
) -> None:
    ash = begun(open_home)
    put_in_force(ash, "protocol", "# How ash works\n\nSlowly.\n")
    write_document(ash.place, "identity", "# ash\n\nNot decided yet.\n", actor="Mel")
    ash.close()
    open_home().rename("ash", "birch")
    said = {d.kind: d.content for d in open_home.agent("birch").documents.all() if is_in_force(d)}
    assert said["protocol"] == "# How ash works\n\nSlowly.\n"
    assert said["identity"].startswith("# ash\n")
    assert said["personality"].startswith("# birch\n")


def is_in_force(document: Any) -> bool:
    return bool(document.state == "in_force")


def test_a_page_that_was_edited_by_hand_is_not_written_over_by_a_rename(open_home: Homes) -> None:
    only_in_a_folder(open_home)
    begun(open_home).close()
    (folder_of(open_home) / "identity.md").write_text("# ash\n\nMine.\n")
    open_home().rename("ash", "birch")
    birch = open_home.agent("birch")
    assert (Path(open_home.location) / "agents/birch/identity.md").read_text() == "# ash\n\nMine.\n"
    (waiting,) = (d for d in birch.documents.all() if not is_in_force(d))
    assert waiting.content == "# ash\n\nMine.\n"


def test_a_locked_identity_stays_as_it_is_when_the_agent_is_renamed(open_home: Homes) -> None:
    begun(open_home).close()
    with_policy(open_home, "locked").close()
    assert open_home().rename("ash", "birch").name == "birch"
    said = {d.kind: d.content for d in open_home.agent("birch").documents.all()}
    assert said["identity"].startswith("# ash\n")
    assert said["protocol"].startswith("# How birch works\n")
