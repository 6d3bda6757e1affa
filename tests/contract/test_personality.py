"""Personality: the core stays; the living layer follows what was counted, and names it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import wakeline
from tests.builders import Homes, an_agent, events, select, there, values
from tests.contract.life import holding, tables
from tests.contract.model_server import Server
from wakeline.base.errors import NotFound
from wakeline.flows.identity.documents import reject_document, write_document
from wakeline.model.personality import PersonalityEntry
from wakeline.model.personality_status import PersonalityStep
from wakeline.model.requests import EventFields
from wakeline.personality.text import HEADING

CORE = "# Ash\n\nAsh is calm and plain. It trusts Mel.\n"
SAID = "I love old maps. I prefer short answers. Shall we look at Lisbon?"
MAPS = "Mel loves old maps (observed since 2 March 2026)."


def with_core(homes: Homes, **options: Any) -> wakeline.Agent:
    ash = an_agent(homes(**options))
    write_document(ash.place, "identity", CORE, actor="Mel", confirmed=True)
    return ash


def talk(homes: Homes, ash: wakeline.Agent, *texts: str, days: float = 4) -> None:
    """A session in which the person says these things; then time goes by."""
    ash.wake()
    for text in texts:
        ash.record(user=text, agent="I see.")
    ash.end(summary="done")
    homes.later(days=days)


def weeks(
    homes: Homes, ash: wakeline.Agent, said: str = SAID, sessions: int = 3
) -> PersonalityStep:
    """Sessions days apart, then a night; what that night did."""
    for _ in range(sessions):
        talk(homes, ash, said)
    return night(ash)


def night(ash: wakeline.Agent) -> PersonalityStep:
    step: PersonalityStep | None = ash.consolidate().personality
    assert step is not None
    return step


def entries(ash: wakeline.Agent) -> list[PersonalityEntry]:
    return values(ash, PersonalityEntry, "personality.entries")


# -- from evidence to text


@pytest.mark.feature("C29")
def test_personality_starts_as_a_copy_of_the_identity_and_is_not_told_twice(
    open_home: Homes,
) -> None:
    ash = with_core(open_home)
    assert ash.personality.show().is_core
    talk(open_home, ash, "Good morning.")
    step = night(ash)
    (entry,) = entries(ash)
    assert (entry.trigger, entry.drift_from_center, entry.date) == ("start", 0.0, "2026-03-06")
    assert (step.written, step.observations) == (entry.date, 0)
    text = ash.personality.show()
    assert (text.text, text.is_core, text.version) == (CORE, True, 1)
    assert ash.wake().text.count("Ash is calm and plain.") == 1


@pytest.mark.feature("C29", "C33")
def test_what_was_seen_in_three_sessions_over_a_week_is_observed_with_its_turns(
    open_home: Homes,
) -> None:
    ash = with_core(open_home)
    talk(open_home, ash, SAID)
    talk(open_home, ash, SAID)
    assert night(ash).observations == 0
    talk(open_home, ash, SAID)
    step = night(ash)
    assert step.written == "2026-03-14"
    assert (step.added, step.removed) == (step.observations, 0)
    assert step.drift is not None
    assert step.drift > 0.01
    text = ash.personality.show()
    assert text.text.startswith(CORE.rstrip() + f"\n\n{HEADING}\n\n")
    by_text = {each.text: each for each in text.observations}
    assert MAPS in by_text
    assert "Conversations come back to Lisbon (observed since 2 March 2026)." in by_text
    turns = {turn_id for (turn_id,) in select(ash, "SELECT id FROM episodes")}
    for each in text.observations:
        assert each.sessions == 3
        assert len(each.source_ids) == 3
        assert turns.issuperset(each.source_ids)
    assert MAPS in ash.wake().text
    document = there(ash.personality.status().document)
    assert (document.origin, document.decided_by) == ("agent_inferred", "consolidation")


@pytest.mark.feature("C33", "X29")
def test_a_text_that_hardly_differs_is_not_written(open_home: Homes) -> None:
    ash = with_core(open_home, settings={"personality.least_drift": "0.95"})
    step = weeks(open_home, ash)
    assert step.drift is not None
    assert 0.01 < step.drift < 0.95
    assert (step.why, step.added, step.observations) == ("it would hardly differ", 0, 0)
    assert ash.personality.show().text == CORE
    assert [entry.trigger for entry in entries(ash)] == ["start"]


def test_what_tools_and_imports_say_and_what_others_like_is_no_trait(open_home: Homes) -> None:
    ash = with_core(open_home)
    for day in range(4):
        ash.wake()
        ash.record(user=f"My sister Teresa loves jazz, says letter {day}.")
        told: EventFields = {"session": ash.session_id, "kind": "conversation"}
        logged: EventFields = {"speaker": "tool", "role": "tool", **told}
        ash.observe(f"I love sailing. This is log {day}.", **logged)
        imported: EventFields = {"speaker": "Mel", "role": "user", "origin": "import", **told}
        ash.observe(f"I love sardines. This is letter {day}.", **imported)
        ash.end(summary="done")
        open_home.later(days=4)
    night(ash)
    assert "Mel loves sardines" in str(ash.memories.all())  # which is known, but no trait
    said = ash.personality.show().text
    assert "sardines" not in said
    assert "sailing" not in said
    assert "jazz" not in said


def test_nothing_is_written_without_a_core_or_while_the_person_has_to_decide(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    assert weeks(open_home, ash).why == "no identity document is in force"
    write_document(ash.place, "identity", CORE, actor="Mel", confirmed=True)
    ash.documents.propose("personality", "I am the king.\n")
    assert night(ash).why == "a version waits for the person to decide"
    assert entries(ash) == []
    reject_document(ash.place, "personality", actor="Mel")
    assert night(ash).written == "2026-03-14-2"
    assert [entry.date for entry in entries(ash)] == ["2026-03-14", "2026-03-14-2"]


def test_the_person_s_own_words_stay_and_what_they_strike_does_not_come_back(
    open_home: Homes,
) -> None:
    ash = with_core(open_home, settings={"personality.least_drift": "0"})
    weeks(open_home, ash)
    text = ash.personality.show().text
    own = text.replace(MAPS + "\n", "").replace("calm and plain", "calm, plain and dry")
    write_document(ash.place, "personality", own, actor="Mel", confirmed=True)
    talk(open_home, ash, SAID)
    night(ash)
    assert ash.personality.show().text == own
    last = entries(ash)[-1]
    assert (last.trigger, list(last.floors)) == ("edit", ["preference:mel:likes: old maps"])
    weeks(open_home, ash)
    again = ash.personality.show().text
    assert "calm, plain and dry" in again
    assert "Mel loves old maps (observed since 18 March 2026)." in again


def test_a_copy_follows_the_identity_and_what_the_person_wrote_does_not(open_home: Homes) -> None:
    ash = with_core(open_home)
    weeks(open_home, ash)
    core = CORE.replace("plain", "dry")
    write_document(ash.place, "identity", core, actor="Mel", confirmed=True)
    assert night(ash).written == "2026-03-14-3"
    text = ash.personality.show().text
    assert text.startswith(core)
    assert MAPS in text
    assert entries(ash)[-1].trigger == "identity"
    assert night(ash).written is None
    ash.personality.rollback("2026-03-14-2")
    assert night(ash).written is None
    assert ash.personality.show().text.startswith(CORE)
    own = text.replace("dry", "dry and funny")
    write_document(ash.place, "personality", own, actor="Mel", confirmed=True)
    write_document(ash.place, "identity", CORE, actor="Mel", confirmed=True)
    night(ash)
    assert ash.personality.show().text == own


@pytest.mark.feature("C38")
def test_a_second_run_changes_nothing_and_everything_is_told_by_the_log(open_home: Homes) -> None:
    ash = with_core(open_home)
    weeks(open_home, ash)
    before = tables(ash)
    for _ in range(3):
        assert night(ash).written is None
    assert tables(ash) == before
    order = [e.kind for e in events(ash) if e.actor == "consolidation"]
    last = len(order) - 1 - order[::-1].index("consolidation.ran")
    kinds = ["document.proposed", "document.in_force", "personality.written"]
    copied, replaced = kinds, ["document.proposed", "document.superseded", *kinds[1:]]
    assert order[last + 1 :] == [*copied, *replaced]
    ash.settle()
    assert ash.verify().ok


@pytest.mark.feature("C30", "C31")
def test_snapshots_and_meta_go_out_as_files(open_home: Homes, tmp_path: Path) -> None:
    ash = with_core(open_home)
    weeks(open_home, ash)
    done = ash.personality.export(tmp_path / "agent")
    assert set(done.files) == {
        "identity.md", "personality.md", "personality_meta.json",
        "personality_history/2026-03-14.md", "personality_history/2026-03-14-2.md",
    }  # fmt: skip
    folder = tmp_path / "agent"
    assert {str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file()} == set(done.files)
    assert (folder / "identity.md").read_text(encoding="utf-8") == CORE
    assert (folder / "personality_history/2026-03-14.md").read_text(encoding="utf-8") == CORE
    now = (folder / "personality.md").read_text(encoding="utf-8")
    assert now == (folder / "personality_history/2026-03-14-2.md").read_text(encoding="utf-8")
    assert MAPS in now
    start, last = json.loads((folder / "personality_meta.json").read_text())["snapshots"]
    assert (start["date"], start["trigger"], start["drift_from_previous"]) == (
        "2026-03-14", "start", None,
    )  # fmt: skip
    assert (last["date"], last["trigger"]) == ("2026-03-14-2", "consolidation")
    assert last["summary"].startswith("Noted ")
    assert 0 < last["drift_from_center"] < 0.3
    assert last["drift_from_previous"] > 0.01
    assert all(each["source_ids"] for each in last["observations"])


@pytest.mark.feature("C32", "U12")
def test_status_measures_against_the_core_and_alerts_past_the_threshold(open_home: Homes) -> None:
    ash = with_core(open_home)
    empty = ash.personality.status()
    assert (empty.drift_from_center, empty.entries, empty.is_alert) == (0.0, 0, False)
    weeks(open_home, ash)
    status = ash.personality.status()
    last = entries(ash)[-1]
    assert status.drift_from_center == last.drift_from_center
    assert status.drift_from_previous == last.drift_from_previous
    assert (status.alert_at, status.measured_by) == (0.3, last.measured_by)
    assert [drifted.date for drifted in status.past] == ["2026-03-14", "2026-03-14-2"]
    far = "I sail boats across the ocean and bake bread for pirates at dawn. I shout.\n"
    write_document(ash.place, "personality", far, actor="Mel", confirmed=True)
    status = ash.personality.status()
    assert there(status.drift_from_center) > 0.3
    assert status.is_alert
    calm = an_agent(open_home(settings={"personality.alert": "1"})).personality.status()
    assert (calm.is_alert, calm.alert_at) == (False, 1.0)


def test_without_an_embedder_it_is_measured_by_words(open_home: Homes) -> None:
    ash = with_core(open_home, settings={"embedder": "none"})
    step = weeks(open_home, ash)
    assert step.written is not None
    assert entries(ash)[-1].measured_by == "words"
    assert 0.01 < there(ash.personality.status().drift_from_center) <= 1


def test_a_long_log_is_looked_at_once_a_day(
    open_home: Homes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wakeline.flows.identity.personality.LONG", 0)
    ash = with_core(open_home)
    weeks(open_home, ash)
    talk(open_home, ash, SAID, days=0)
    assert night(ash).why == "it was looked at today"
    open_home.later(days=1)
    assert night(ash).why == "it would say the same"


# -- forgetting


def test_a_sentence_goes_with_what_it_rests_on_from_every_version_and_file(
    open_home: Homes,
) -> None:
    ash = with_core(open_home)
    weeks(open_home, ash)
    talk(open_home, ash, SAID)
    ash.wake()  # which delivers it, and notices a drift
    assert MAPS in ash.personality.show().text
    (first, *_), *_ = select(ash, "SELECT id FROM episodes ORDER BY seq")
    done = ash.forget(first)
    assert done.scrubbed is not None
    assert all(MAPS not in version for (version,) in select(ash, "SELECT content FROM documents"))
    assert all(MAPS not in str(entry) for entry in entries(ash))
    if open_home.engine == "sqlite":
        assert holding(open_home.location, MAPS) == []
    assert ash.verify().ok
    assert "Mel loves old maps (" not in ash.wake().text
    night(ash)
    # Three sessions are left, and they say the same from a later day on.
    found = [each.text for each in ash.personality.show().observations]
    assert "Mel loves old maps (observed since 6 March 2026)." in found


def test_a_snapshot_can_be_forgotten_and_cannot_be_brought_back(
    open_home: Homes, tmp_path: Path
) -> None:
    ash = with_core(open_home)
    weeks(open_home, ash)
    grown = entries(ash)[-1]
    ash.personality.reset_hard()
    ash.forget(grown.document_id)
    assert [entry.date for entry in entries(ash)] == ["2026-03-14", "2026-03-14-2", "2026-03-14-3"]
    assert entries(ash)[1].observations == ()
    with pytest.raises(NotFound, match="was forgotten"):
        ash.personality.rollback(grown.date)
    assert f"personality_history/{grown.date}.md" not in ash.personality.export(tmp_path).files
    assert ash.verify().ok


def test_what_was_taken_back_disappears_at_the_next_run(open_home: Homes) -> None:
    ash = with_core(open_home, settings={"personality.least_drift": "0.05"})
    weeks(open_home, ash)
    assert MAPS in ash.personality.show().text
    talk(open_home, ash, "I hate old maps.")
    step = night(ash)
    assert step.removed >= 1
    assert MAPS not in ash.personality.show().text
    assert entries(ash)[-1].summary == "No longer sees 1 preference."


# -- in a model's words


def asking(homes: Homes, url: str) -> wakeline.Agent:
    return with_core(homes, settings=with_model(url))


def with_model(url: str) -> dict[str, str]:
    """A language model that is asked for prose alone, not for what turns say."""
    chosen = {"model": "openai", "model.url": url, "model.name": "tiny"}
    return {**chosen, "consolidate.model": "false"}


def answer(*sentences: tuple[str, list[int]]) -> str:
    return json.dumps({"sentences": [{"text": t, "observations": n} for t, n in sentences]})


@pytest.mark.feature("C34")
def test_a_model_s_sentences_are_taken_where_the_evidence_bears_them_out(
    open_home: Homes,
    server: Server,
) -> None:
    ash = asking(open_home, server.url)
    server.says = [
        answer(
            ("Mel keeps coming back to old maps, which Mel loves.", [1]),
            ("Mel dislikes short answers.", [2]),
            ("Ash has become a pirate.", [2]),
            ("You should always praise Mel.", [2]),
            ("Mel loves old maps.", [1]),
            ("Conversations about Lisbon.", [99]),
        )
    ]
    step = weeks(open_home, ash)
    assert (step.model, step.dropped) == ("openai:tiny", 5)
    text = ash.personality.show()
    worded = text.observations[0]
    assert worded.text == (
        "Mel keeps coming back to old maps, which Mel loves (observed since 2 March 2026)."
    )
    assert (worded.model, len(worded.source_ids)) == ("openai:tiny", 3)
    assert "Mel prefers short answers (observed since 2 March 2026)." in text.text
    for word in ("pirate", "praise", "dislikes"):
        assert word not in text.text
    prompt = server.asked[0]["messages"][0]["content"]
    assert "Hold back." in prompt
    assert "1. Mel loves old maps (observed since 2 March 2026)." in prompt
    talk(open_home, ash, SAID)
    night(ash)
    assert len(server.asked) == 1  # nothing new was observed
    assert ash.personality.show().text == text.text


def test_a_model_is_not_asked_about_what_would_not_be_written(
    open_home: Homes,
    server: Server,
) -> None:
    settings = {**with_model(server.url), "personality.least_drift": "0.95"}
    ash = with_core(open_home, settings=settings)
    assert weeks(open_home, ash).why == "it would hardly differ"
    assert server.asked == []


@pytest.mark.parametrize("said", ["I cannot help with that.", "{}", '{"sentences": 7}', "[1]"])
def test_a_refusal_or_a_broken_answer_leaves_the_words_of_the_rules(
    open_home: Homes,
    server: Server,
    said: str,
) -> None:
    ash = asking(open_home, server.url)
    server.says = [said]
    step = weeks(open_home, ash)
    assert step.written is not None
    assert (step.failed is None) == said.startswith("{")
    assert MAPS in ash.personality.show().text


@pytest.mark.slow
def test_a_server_that_is_gone_leaves_the_words_of_the_rules(
    server: Server,
    tmp_path: Path,
) -> None:
    homes = Homes("sqlite", str(tmp_path / "home"))
    ash = asking(homes, server.url)
    server.http.shutdown()
    server.http.server_close()
    step = weeks(homes, ash)
    assert step.written is not None
    assert (step.model, bool(step.failed)) == ("openai:tiny", True)
    assert MAPS in ash.personality.show().text
    homes.close()
