"""Every other command, as a person and as a program would call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.core import TyperGroup, TyperOption
from typer.main import get_command

from tests.interfaces.program import Program
from wakeline import __version__
from wakeline.flows.recall.recall import HIT_KINDS
from wakeline.interfaces.cli import PARTS, Part, application

LISTS = [
    ("agents",),
    ("agents", "list"),
    ("agents", "show"),
    ("identity",),
    ("identity", "show", "--full"),
    ("fact", "list"),
    ("memory", "list"),
    ("memory", "list", "ash"),
    ("task",),
    ("hint",),
    ("project", "list"),
    ("config",),
    ("config", "get", "wake.budget"),
    ("status",),
    ("settle",),
    ("doctor",),
    ("verify",),
    ("rebuild",),
    ("backup",),
]


@pytest.mark.parametrize("words", LISTS, ids=" ".join)
def test_every_reading_command_answers_in_both_forms(ash: Program, words: tuple[str, ...]) -> None:
    assert ash.ok(*words).out.strip()
    assert ash.ok(*words, "--json").json is not None


def test_facts_keep_their_history(ash: Program) -> None:
    ash.ok("fact", "set", "staging.host", "kestrel")
    ash.ok("fact", "set", "ash", "staging.host", "heron", "--category", "project")
    assert ash.ok("fact", "get", "staging.host", "--json").json["value"] == "heron"
    history = ash.ok("fact", "history", "staging.host", "--json").json
    assert {fact["value"] for fact in history} == {"kestrel", "heron"}
    assert "heron" in ash.ok("fact", "list").out
    assert ash("fact", "get", "nothing").code == 3
    assert ash("fact", "history", "nothing").code == 3


def test_a_fact_of_a_later_day_is_taken_back(ash: Program) -> None:
    ash.ok("fact", "set", "staging.host", "heron")
    ash.ok("fact", "set", "staging.host", "kestrel", "--since", "2099-01-01T00:00:00Z")
    assert ash.ok("fact", "get", "staging.host", "--json").json["valid_to"] is not None
    taken = ash.ok("fact", "end", "staging.host", "--planned", "--json").json
    assert taken["value"] == "kestrel"
    assert ash.ok("fact", "get", "staging.host", "--json").json["valid_to"] is None
    assert ash("fact", "end", "staging.host", "--planned").code == 3


def test_tasks_move(ash: Program) -> None:
    ash.ok("project", "add", "garden", "--title", "The garden")
    task = ash.ok(
        "task", "add", "sow peas", "--project", "garden", "--due", "2026-03-01T18:00:00Z", "--json"
    ).json
    assert task["due_at"].startswith("2026-03-01T18:00:00")
    moved = ash.ok("task", "move", f"#{task['number']}", "done", "--json").json
    assert moved["status"] == "done"
    assert ash("task", "move", "99", "done").code == 3
    assert ash("task", "move", str(task["number"]), "perhaps").code == 2
    assert ash("task", "add", "x", "--due", "2026-03-01").code == 2


def test_a_project_is_forgotten_by_its_key_its_number_or_its_id(ash: Program) -> None:
    keys = ("one", "two", "three")
    first, second, third = (ash.ok("project", "add", key, "--json").json for key in keys)
    ash.ok("project", "forget", "one", "--yes")
    ash.ok("project", "forget", "ash", f"#{second['number']}", "--yes")
    ash.ok("forget", "ash", third["id"], "--yes")
    assert ash.ok("project", "list", "--json").json == []
    assert ash("project", "forget", "one", "--yes").code == 3
    assert ash("project", "update", first["id"], "--title", "One").code == 3


def test_hints_and_memories(ash: Program) -> None:
    ash.ok("hint", "add", "ask about the piano", "--priority", "7")
    assert "piano" in ash.ok("hint").out
    memory = ash.ok("memory", "add", "Mara likes tea", "--tag", "tea", "--json").json
    assert ash.ok("memory", "pin", memory["id"], "--json").json["is_pinned"] is True
    assert ash.ok("memory", "pin", memory["id"], "--off", "--json").json["is_pinned"] is False
    assert ash("memory", "pin", "nope").code == 3
    assert "tea" in ash.ok("wake").out + ash.ok("wake", "--text").out


def test_settings_are_changed_and_taken_back(ash: Program) -> None:
    ash.ok("config", "set", "wake.budget", "900")
    found = ash.ok("config", "get", "wake.budget", "--json").json
    assert (found["value"], found["source"]) == (900, "config.json")
    assert ash.ok("wake", "--json").json["budget"] == 900
    assert ash("config", "set", "wake.budget", "lots").code == 2
    assert ash("config", "set", "no.such", "1").code == 2
    assert "not a time zone" in ash("config", "set", "person.time_zone", "Nowhere/X").err
    assert ash.ok("config", "get", "person.time_zone", "--json").json["value"] == "Europe/Lisbon"
    assert ash("config", "set", "person.time_zone", "Asia/Tokyo").code == 0
    assert ash("config", "get", "no.such").code == 2
    assert ash.ok("config", "unset", "wake.budget", "--json").json["source"] == "default"
    by_environment = ash(
        "config", "get", "wake.budget", "--json", environment={"WAKELINE_WAKE_BUDGET": "700"}
    )
    assert by_environment.json["source"] == "environment"


@pytest.mark.parametrize("words", [("set", "wake.budget", "900"), ("unset", "wake.budget")])
def test_a_stored_setting_that_has_no_meaning_can_be_mended(
    ash: Program, words: tuple[str, ...]
) -> None:
    """Also beside another one, which still keeps the home from being opened."""
    file = Path(ash.home) / "config.json"
    file.write_text('{"wake.budget": "lots", "wake.preset": "everything"}')
    assert ash("wake").code == 2
    ash.ok("config", *words)
    refused = ash("wake")
    assert refused.code == 2
    assert "wake.preset" in refused.err
    assert ash.ok("config", "unset", "wake.preset", "--json").json["value"] == "all"
    ash.ok("wake")


def test_agents_come_and_go(ash: Program) -> None:
    ash.ok("agents", "add", "Birch", "--person", "Ida", "--time-zone", "UTC")
    assert ash.ok("agents", "rename", "birch", "Rowan", "--json").json["name"] == "rowan"
    ash.ok("record", "rowan", "--user", "the well is dry")
    assert ash.ok("agents", "copy", "rowan", "elder", "--json").json["name"] == "elder"
    assert "well" in ash.ok("recall", "elder", "well").out
    assert ash("agents", "remove", "elder").code == 2
    removed = ash.ok("agents", "remove", "elder", "--yes", "--json").json
    assert Path(removed["backup"]).is_dir()
    names = [agent["name"] for agent in ash.ok("agents", "--json").json]
    assert names == ["ash", "rowan"]
    assert ash("agents", "add", "no/slash").code == 2
    assert ash("agents", "rename", "rowan", "ash").code == 4


def test_an_agent_that_is_awake_is_not_renamed(ash: Program) -> None:
    ash.ok("wake")
    ran = ash("agents", "rename", "ash", "oak")
    assert ran.code == 4
    assert "awake" in ran.err


def test_commands_that_name_nobody_mean_the_agent_by_its_new_name(ash: Program) -> None:
    ash.ok("agents", "add", "Birch", "--person", "Ida", "--time-zone", "UTC")
    ash.ok("agents", "rename", "birch", "rowan")
    ash.ok("agents", "add", "ash", "--tenant", "north", "--time-zone", "UTC")
    ash.ok("agents", "rename", "ash", "elm", "--tenant", "north")
    assert ash.ok("config", "get", "agent", "--json").json["value"] == "ash"
    ash.ok("agents", "rename", "ash", "oak")
    ash.ok("record", "--user", "the key is under the stone")
    assert "stone" in ash.ok("recall", "oak", "stone").out
    start = {"hook_event_name": "SessionStart", "session_id": "s1", "source": "startup"}
    woken = ash.ok("hook", "claude-code", stdin=json.dumps(start)).json
    assert "You are oak" in woken["hookSpecificOutput"]["additionalContext"]
    ash.ok("hook", "claude-code", stdin=json.dumps({**start, "hook_event_name": "SessionEnd"}))
    ash.ok("agents", "remove", "oak", "--yes")
    assert ash.ok("config", "get", "agent", "--json").json["source"] == "default"


def test_a_backup_brings_an_agent_back(ash: Program, tmp_path: Path) -> None:
    ash.ok("record", "--user", "the key is under the stone")
    made = ash.ok("backup", "ash", "--to", str(tmp_path / "copy"), "--json").json
    ash.ok("record", "--user", "this came later")
    assert ash("restore", made["path"]).code == 4
    ash.ok("restore", made["path"], "--replace")
    assert "stone" in ash.ok("recall", "stone").out
    assert ash.ok("recall", "later", "--json").json == []
    twin = ash.ok("restore", made["path"], "--name", "twin", "--json").json
    assert twin[0]["name"] == "twin"
    assert ash("restore", str(tmp_path / "nowhere")).code == 3


def test_an_archive_alone_brings_an_agent_back(ash: Program) -> None:
    ash.ok("wake")
    ash.ok("record", "--user", "the key is under the stone")
    ash.ok("end")
    found = ash.ok("restore", "ash", "--from-archive", "--name", "ash2", "--json").json
    assert found[0]["name"] == "ash2"
    assert "stone" in ash.ok("recall", "ash2", "stone").out


def test_an_export_is_lines_and_is_never_written_over(ash: Program, tmp_path: Path) -> None:
    ash.ok("record", "--user", "line by line")
    lines = [json.loads(line) for line in ash.ok("export", "--json").out.splitlines()]
    assert sum("line by line" in json.dumps(line) for line in lines) == 1
    target = tmp_path / "log.jsonl"
    ash.ok("export", "--to", str(target))
    assert target.stat().st_mode & 0o077 == 0
    assert len(target.read_text().splitlines()) == len(lines)
    assert ash("export", "--to", str(target)).code == 4


def test_what_is_forgotten_is_gone(ash: Program) -> None:
    kept = ash.ok("record", "--user", "my secret is marzipan", "--json").json
    assert ash("forget", kept["ids"][0]).code == 2
    ash.ok("forget", kept["ids"][0], "--yes")
    assert ash.ok("recall", "marzipan", "--json").json == []
    assert "marzipan" not in ash.ok("export").out
    assert ash("forget", "nope", "--yes").code == 3


def test_a_planted_defect_fails_verify_with_5(ash: Program) -> None:
    import apsw

    ash.ok("record", "--user", "true words")
    path = Path(ash.home) / "agents" / "ash" / "memory.db"
    connection = apsw.Connection(str(path))
    connection.execute("UPDATE episodes SET text = 'false words'").fetchall()
    connection.close()
    ran = ash("verify")
    assert ran.code == 5
    assert "fail" in ran.out
    assert "`wakeline restore ash --from-archive --replace`" in ran.out
    assert ash("verify", "--json").json["ok"] is False


def test_the_version(program: Program) -> None:
    assert program("--version", home=False).out == f"wakeline {__version__}\n"
    assert json.loads(program("version", "--json", home=False).out)["wakeline"] == __version__


def test_help_is_shown_at_every_level(program: Program) -> None:
    assert "Usage" in program(home=False).out
    assert "Usage" in program("agents", "--help", home=False).out
    assert "--explain" in program("recall", "--help", home=False).out


def test_the_completion_script_is_printed(program: Program) -> None:
    environment = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    for shell in ("bash", "zsh", "fish"):
        ran = program("--show-completion", shell, home=False, environment=environment)
        assert ran.code == 0
        assert "_WAKELINE_COMPLETE" in ran.out


def test_the_shell_completes_commands_and_agents(ash: Program, tmp_path: Path) -> None:
    def completed(line: str) -> list[str]:
        environment = {
            "_WAKELINE_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(line.split(" ")) - 1),
            "WAKELINE_HOME": ash.home,
        }
        return ash(home=False, environment=environment).out.split()

    assert "recall" in completed("wakeline rec")
    assert completed("wakeline wake a") == ["ash"]
    assert "--explain" in completed("wakeline recall --ex")
    assert completed("wakeline decisions we") == ["weigh"]
    assert {"list", "show", "add"} <= set(completed("wakeline agents "))
    assert completed("wakeline decisions list --js") == ["--json"]
    other = Program(tmp_path / "other", tmp_path)
    other.ok("agents", "add", "alder")
    other.ok("agents", "add", "aspen", "--tenant", "north")
    for home in (f"--home {other.home}", f"--home={other.home}"):
        assert completed(f"wakeline wake {home} a") == ["alder"]
        assert completed(f"wakeline decisions list {home} --tenant north a") == ["aspen"]
        assert completed(f"wakeline agents show {home} a") == ["alder"]


def test_the_home_may_come_from_the_environment(ash: Program) -> None:
    ran = ash("agents", "--json", home=False, environment={"WAKELINE_HOME": ash.home})
    assert [agent["name"] for agent in json.loads(ran.out)] == ["ash"]


def test_tenants_do_not_see_each_other(ash: Program) -> None:
    ash.ok("agents", "add", "Ash", "--tenant", "acme")
    ash.ok("record", "ash", "--user", "only acme knows", "--tenant", "acme")
    assert ash.ok("recall", "ash", "acme", "--json").json == []
    found = ash.ok("recall", "ash", "acme", "--tenant", "acme", "--json").json
    assert found[0]["text"] == "only acme knows"


def commands(group: object, path: str = "") -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for name, command in getattr(group, "commands", {}).items():
        here = f"{path} {name}".strip()
        is_group = isinstance(command, TyperGroup)
        found += commands(command, here) if is_group else [(here, command)]
    return found


def test_every_option_says_what_it_is_for() -> None:
    silent = [
        f"{name} {param.opts[0]}"
        for name, command in commands(get_command(application()))
        for param in command.params  # type: ignore[attr-defined]
        if isinstance(param, TyperOption) and not param.help
    ]
    assert silent == []


def test_every_command_takes_json_and_those_on_a_home_take_its_place() -> None:
    on_no_home = ("version",)
    for name, command in commands(get_command(application())):
        options = {name for p in command.params for name in p.opts}  # type: ignore[attr-defined]
        assert "--json" in options, name
        assert name in on_no_home or {"--home", "--tenant"} <= options, name


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.commands[0])
def test_a_command_is_found_in_its_module_alone(part: Part) -> None:
    alone = get_command(application([part]))
    assert isinstance(alone, TyperGroup)
    assert tuple(alone.commands) == part.commands


def test_a_command_that_is_not_there_is_answered_with_those_that_are(ash: Program) -> None:
    assert "Did you mean" in ash("hints").err
    assert "doctor" in ash("--help", home=False).out


def test_an_agent_s_one_file_is_adopted_by_another_home(ash: Program, tmp_path: Path) -> None:
    there = Program(tmp_path / "there", tmp_path)
    file = str(Path(ash.home, "agents", "ash", "memory.db"))
    adopted = there.ok("agents", "adopt", file, "--json").json
    assert adopted["id"] == ash.ok("agents", "show", "ash", "--json").json["id"]
    assert there("agents", "adopt", file).code == 4
    assert "birch" in there.ok("agents", "adopt", file, "--name", "birch").out
    assert there("agents", "adopt", str(tmp_path / "nothing")).code == 3


def test_one_agent_writes_to_another(ash: Program) -> None:
    ash.ok("agents", "add", "Birch")
    sent = ash.ok("message", "mail", "ash", "birch", "The press is free.", "--reply", "--json").json
    (message,) = ash.ok("message", "list", "birch", "--json").json
    assert (message["id"], message["sender"]) == (sent["id"], "ash")
    assert "ash wrote to birch" in ash.ok("message", "mail", "ash", "birch", "Soon.").out
    assert ash("message", "mail", "ash", "elder", "Hello?").code == 3


def test_help_names_every_kind_that_recall_takes(program: Program) -> None:
    told = program("recall", "--help", home=False, environment={"COLUMNS": "400"}).out
    assert [kind for kind in HIT_KINDS if kind not in told] == []


def test_a_group_that_shows_nothing_by_itself_says_that_a_command_is_missing(
    program: Program,
) -> None:
    for group in ("context", "token"):
        ran = program(group, home=False)
        assert (ran.code, ran.out, "missing command" in ran.err) == (2, "", True)


def test_an_agents_name_may_stand_before_the_command_of_a_group(ash: Program) -> None:
    ash.ok("decisions", "ash", "add", "no Redis for the queue")
    assert "no Redis for the queue" in ash.ok("decisions", "Ash").out
    assert ash.ok("decisions", "ash", f"--home={ash.home}", "--json").json != []
    assert "Redis" in ash.ok("decisions", "ash", "check", "add a Redis worker").out
    assert ash.ok("identity", "ash").out == ash.ok("identity", "show", "ash").out
    misspelt = ash("decisions", "chek", "ash")
    assert (misspelt.code, "no such command 'chek'" in misspelt.err) == (2, True)
    assert "no such command 'ash'" in ash("config", "ash").err
