"""Hooks are put into a host's settings and taken out again without a trace."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.interfaces.program import Program
from wakeline.interfaces.hook.claude_code import HOST
from wakeline.interfaces.hook.host_settings import CLAUDE_CODE, is_our_hook
from wakeline.interfaces.hook.mcp_servers import is_our_server
from wakeline.interfaces.mcp.table import TOOLS

SUBSCRIBED = {
    event: seconds
    for event, seconds in CLAUDE_CODE.seconds.items()
    if event not in CLAUDE_CODE.guarding
}

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "integrations" / "claude-code"
OTHERS = {
    "model": "opus",
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say done"}]}]},
    "env": {"Ä": "ö"},
}


def settings_of(program: Program, text: str | None) -> Path:
    path = Path(program.home).parent / "claude" / "settings.json"
    if text is not None:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, newline="")
    return path


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{}",
        '{"hooks": {}}\n',
        json.dumps(OTHERS),
        json.dumps(OTHERS, indent=4, ensure_ascii=False) + "\n\n",
        '{\r\n\t"model":   "opus"\r\n}\r\n',
    ],
)
def test_what_is_put_in_comes_out_without_a_trace(ash: Program, text: str | None) -> None:
    path = settings_of(ash, text)
    before = path.read_bytes() if path.exists() else None
    words = ("claude-code", "--settings", str(path), "--yes")
    ash.ok("install", *words)
    ash.ok("install", *words, "--agent", "ash")
    found = json.loads(path.read_text())["hooks"]
    ours = {
        event: [h for g in found[event] for h in g["hooks"] if is_our_hook(h, "claude-code")]
        for event in found
    }
    assert {event: len(hooks) for event, hooks in ours.items()} == dict.fromkeys(SUBSCRIBED, 1)
    hook = ours["Stop"][0]
    assert os.path.isabs(hook["command"])
    assert hook["args"][-6:-4] == ["hook", "claude-code"]
    assert hook["args"][-4:] == ["--agent", "ash", "--home", ash.home]
    ash.ok("uninstall", *words)
    assert (path.read_bytes() if path.exists() else None) == before
    assert not list((Path(ash.home) / "hooks").rglob("installed/*.json"))


@pytest.mark.parametrize("host", ["claude-code", "codex", "gemini", "cursor"])
def test_folders_that_were_made_for_a_host_go_again(program: Program, host: str) -> None:
    """Also where there was no home yet in which to remember them."""
    person = Path(program.home).parent
    program.ok("install", host, "--yes", "--json")
    program.ok("install", host, "--yes", "--json", "--agent", "ash")
    program.ok("uninstall", host, "--yes", "--json")
    assert [path.name for path in person.iterdir()] == ["home"]


def test_a_folder_that_the_host_uses_meanwhile_stays(ash: Program) -> None:
    person = Path(ash.home).parent
    ash.ok("install", "gemini", "--yes", "--json")
    (person / ".gemini" / "history").touch()
    ash.ok("uninstall", "gemini", "--yes", "--json")
    assert [path.name for path in (person / ".gemini").iterdir()] == ["history"]


def test_a_file_that_cannot_be_understood_is_named(ash: Program) -> None:
    path, servers = settings_of(ash, "{}"), Path(ash.home).parent / "servers.json"
    words = ("claude-code", "--settings", str(path), "--servers", str(servers), "--yes")
    for broken, whole in ((path, servers), (servers, path)):
        broken.write_text("{ // mine")
        whole.write_text("{}")
        ran = ash("install", *words)
        assert (ran.code, str(broken) in ran.err, str(whole) in ran.err) == (2, True, False)


def test_tools_are_not_said_to_be_gone_where_they_are_not(ash: Program) -> None:
    path, servers = settings_of(ash, "{}"), Path(ash.home).parent / "servers.json"
    words = ("claude-code", "--settings", str(path), "--servers", str(servers), "--yes")
    ash.ok("install", *words)
    whole = servers.read_text()
    servers.write_text(f"// mine\n{whole}")
    # A long path is broken where the line ends.
    said = "".join(ash.ok("uninstall", *words).out.split())
    assert "Hooksaregone." in said
    assert "servers.jsonstaysasitis:thelistofserversisnoJSON" in said
    servers.write_text(whole)
    assert "tools are gone" in ash.ok("uninstall", *words).out
    assert not servers.exists()


def test_hooks_go_to_the_home_that_the_environment_named(ash: Program) -> None:
    """A host that is started from a desktop does not have the environment of a terminal."""
    path, servers = settings_of(ash, "{}"), Path(ash.home).parent / "servers.json"
    words = ("install", "claude-code", "--settings", str(path), "--servers", str(servers), "--yes")
    for where, told in (({"WAKELINE_HOME": ash.home}, ["--home", ash.home]), ({}, [])):
        assert ash(*words, home=False, environment=where).code == 0
        entry = json.loads(path.read_text())["hooks"]["Stop"][0]["hooks"][0]
        assert entry["args"][-2 - len(told) :] == ["hook", "claude-code", *told]
        server = json.loads(servers.read_text())["mcpServers"]["wakeline"]
        assert server["args"][-1 - len(told) :] == ["mcp", *told]


def test_what_others_changed_meanwhile_stays(ash: Program) -> None:
    path = settings_of(ash, json.dumps(OTHERS, indent=2))
    words = ("claude-code", "--settings", str(path), "--yes")
    ash.ok("install", *words)
    changed = {**json.loads(path.read_text()), "theme": "dark"}
    path.write_text(json.dumps(changed, indent=2))
    ash.ok("uninstall", *words)
    assert json.loads(path.read_text()) == {**OTHERS, "theme": "dark"}


def test_the_change_is_shown_first_and_needs_a_yes(ash: Program) -> None:
    path = settings_of(ash, "{}")
    shown = ash.ok("install", "claude-code", "--settings", str(path), "--dry-run")
    assert '"SessionStart"' in shown.out
    assert "Nothing was changed." in shown.out
    assert ash("install", "claude-code", "--settings", str(path)).code == 2
    assert path.read_text() == "{}"


def test_settings_that_are_not_understood_are_left_alone(ash: Program) -> None:
    for text in ("{ torn", "[]", '{"hooks": []}', '{"hooks": {"Stop": {}}}'):
        path = settings_of(ash, text)
        assert ash("install", "claude-code", "--settings", str(path), "--yes").code == 2
        assert path.read_text() == text
    assert ash("install", "emacs", "--yes").code == 2


def test_installing_into_an_empty_home_makes_an_agent(program: Program) -> None:
    path = settings_of(program, None)
    program.ok("install", "claude-code", "--settings", str(path), "--yes")
    assert program.ok("agents", "list", "--json").json[0]["name"] == "claude"
    event = {"hook_event_name": "SessionStart", "session_id": "s1", "source": "startup"}
    ran = program("hook", "claude-code", stdin=json.dumps(event))
    assert "You are claude" in ran.json["hookSpecificOutput"]["additionalContext"]


def test_a_pause_from_before_there_was_a_home_ends_with_resume(program: Program) -> None:
    program.ok("pause")
    program.ok("install", "claude-code", "--yes")
    assert [program.ok("resume", "--json").json["changed"] for _ in "12"] == [True, False]
    asked = {"hook_event_name": "UserPromptSubmit", "session_id": "s1", "prompt": "After it."}
    program("hook", "claude-code", stdin=json.dumps(asked))
    assert '"After it."' in program.ok("export", "claude").out


def test_pause_and_resume_say_how_it_stands(ash: Program) -> None:
    assert ash.ok("pause", "--json").json["changed"] is True
    event = json.dumps({"hook_event_name": "SessionStart", "session_id": "s", "source": "startup"})
    assert ash("hook", "claude-code", stdin=event).json == {}
    assert "That was so before" in ash.ok("pause").out
    found = {f["topic"]: f["text"] for f in ash("doctor", "--json").json["findings"]}
    assert "paused" in found["hooks"]
    assert ash.ok("resume", "--json").json["paused"] is False
    assert ash("hook", "claude-code", stdin=event).json != {}


def test_last_shows_what_came_with_a_prompt(ash: Program) -> None:
    ash.ok(
        "record",
        "ash",
        "--user",
        "The boat is moored behind the lighthouse.",
        "--mode",
        "code",
        "--json",
    )
    for number in range(3):
        ash.ok(
            "record", "ash", "--user", f"Filler {number} about tulips.", "--mode", "code", "--json"
        )
    start = {"hook_event_name": "SessionStart", "session_id": "s1", "source": "startup"}
    ash("hook", "claude-code", stdin=json.dumps(start))
    asked = {"hook_event_name": "UserPromptSubmit", "session_id": "s1"}
    prompt = {**asked, "prompt": "Where is the boat moored?"}
    assert "lighthouse" in ash("hook", "claude-code", stdin=json.dumps(prompt)).out
    (brought,) = ash.ok("last", "--json").json["brought"]
    assert brought["text"] == "The boat is moored behind the lighthouse."
    assert (brought["reason"], brought["tokens"] > 5) == ("recall", True)
    assert "since the wake" in ash.ok("last").out


def test_the_plugin_subscribes_to_what_install_does_in_exec_form() -> None:
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text())["hooks"]
    assert list(hooks) == list(SUBSCRIBED)
    assert set(SUBSCRIBED) == set(HOST.events)
    for event, groups in hooks.items():
        ((hook,),) = [group["hooks"] for group in groups]
        assert is_our_hook(hook, "claude-code")
        assert (hook["type"], hook["timeout"]) == ("command", SUBSCRIBED[event])
    about = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text())
    assert about["name"] == "wakeline"
    skill = (PLUGIN / "skills" / "memory" / "SKILL.md").read_text()
    assert skill.startswith("---\nname: memory\ndescription: ")
    servers = json.loads((PLUGIN / ".mcp.json").read_text())["mcpServers"]
    assert is_our_server(servers["wakeline"])
    named = set(re.findall(r"`(\w+)`", skill))
    assert {name for name in named if "_" in name} <= TOOLS.keys()


@pytest.mark.parametrize(
    "text",
    [
        None,
        "{}",
        '{"mcpServers": {}}',
        '{"a": {"mcpServers": {"x": 1}}, "mcpServers":{ "other": {"command": "o"} }, "z": "}{"}',
        '{\r\n\t"oauth": "s3cret ö",\r\n\t"mcpServers": {\r\n\t}\r\n}\r\n',
        json.dumps({"projects": {"/x": {"mcpServers": {}}}, "n": 1}, indent=2) + "\n\n",
    ],
)
def test_the_server_is_listed_and_taken_out_without_a_trace(ash: Program, text: str | None) -> None:
    settings, servers = settings_of(ash, "{}"), Path(ash.home).parent / ".claude.json"
    if text is not None:
        servers.write_text(text, newline="")
    words = ("claude-code", "--settings", str(settings), "--yes")
    shown = ash.ok("install", *words).out
    assert '"wakeline": {' in shown
    assert "s3cret" not in shown
    ash.ok("install", *words, "--agent", "ash")
    listed = json.loads(servers.read_bytes())
    ours = listed["mcpServers"].pop("wakeline")
    assert is_our_server(ours)
    assert ours["args"][-4:] == ["--agent", "ash", "--home", ash.home]
    before = {} if text is None else json.loads(text)
    assert listed == {**before, "mcpServers": before.get("mcpServers", {})}
    ash.ok("uninstall", *words)
    assert (servers.read_bytes().decode() if servers.exists() else None) == text
    assert "s3cret" not in "".join(
        file.read_text() for file in (Path(ash.home) / "hooks").rglob("*.json")
    )


def test_a_list_of_servers_that_the_host_wrote_anew_keeps_what_the_host_wrote(ash: Program) -> None:
    settings, servers = settings_of(ash, "{}"), Path(ash.home).parent / ".claude.json"
    servers.write_text('{"mcpServers": {"other": {"command": "o"}}}')
    words = ("claude-code", "--settings", str(settings), "--yes")
    ash.ok("install", *words)
    found = json.loads(servers.read_text())
    servers.write_text(json.dumps({**found, "starts": 7}, indent=4))
    ash.ok("uninstall", *words)
    assert json.loads(servers.read_text()) == {
        "mcpServers": {"other": {"command": "o"}},
        "starts": 7,
    }
    for torn in ("{ torn", "[]", '{"mcpServers": []}', '{"mcpServers": {"wakeline": {}}}'):
        servers.write_text(torn)
        assert ash("install", *words).code == 2
        assert servers.read_text() == torn
