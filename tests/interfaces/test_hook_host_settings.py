"""The settings of hosts other than Claude Code: put in, taken out, and otherwise left alone."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.program import Program
from wakeline.interfaces.hook.host_settings import BEGIN, HOOK_FORMATS, is_our_hook
from wakeline.interfaces.hook.mcp_servers import BEGIN as TOOLS
from wakeline.interfaces.hook.mcp_servers import is_our_server
from wakeline.interfaces.hook.toml_blocks import END

CONFIG = """# mine
model = "gpt-5.6"   # the usual
[[hooks.Stop]]
[[hooks.Stop.hooks]]
type = "command"
command = 'say "done"'

[mcp_servers.x]
command = "x"
"""
SETTINGS = '{\n    "theme": "Ä",\n    "hooks": {"disabled": [], "Stop": [{"command": "say"}]}\n}'
FILES = {
    "codex": (
        "config.toml",
        ("", CONFIG, CONFIG.replace("\n", "\r\n"), "a = 1", "[hooks]\n", "[mcp_servers]\n"),
    ),
    "gemini": ("settings.json", ("", "{}", SETTINGS, '{"hooks": {}, "mcpServers": { }}\n')),
    "cursor": ("hooks.json", ("{}", SETTINGS)),
}
LISTS = {"codex": "mcp_servers", "gemini": "mcpServers"}  # in the same file
CASES = [(host, name, text) for host, (name, texts) in FILES.items() for text in (None, *texts)]


def put(ash: Program, name: str, text: str | None) -> Path:
    path = Path(ash.home).parent / "host" / name
    path.parent.mkdir(exist_ok=True)
    if text is not None:
        path.write_bytes(text.encode())
    return path


def read(path: Path) -> dict[str, Any]:
    text = path.read_bytes().decode()
    return tomllib.loads(text) if path.suffix == ".toml" else dict(json.loads(text))


def ours(host: str, hooks: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Our entries, by event."""
    found = {}
    for event in HOOK_FORMATS[host].seconds:
        entries = [x for e in hooks.get(event, ()) for x in e.get("hooks", [e])]
        found[event] = [entry for entry in entries if is_our_hook(entry, host)]
    return found


@pytest.mark.parametrize(("host", "name", "text"), CASES)
def test_what_is_put_in_comes_out_without_a_trace(
    ash: Program, host: str, name: str, text: str | None
) -> None:
    path = put(ash, name, text)
    words = (host, "--settings", str(path), "--yes")
    ash.ok("install", *words)
    found = ours(host, read(path)["hooks"])
    assert {event: len(entries) for event, entries in found.items()} == dict.fromkeys(found, 1)
    entry = next(iter(found.values()))[0]
    assert shlex.split(entry["command"])[-4:] == ["hook", host, "--home", ash.home]
    assert entry["timeout"] == (15_000 if host == "gemini" else 15)
    if host == "codex":
        assert path.read_bytes().decode().startswith(text or "")
    if host in LISTS:
        server = read(path)[LISTS[host]]["wakeline"]
        assert is_our_server(server)
        assert server["args"][-2:] == ["--home", ash.home]
        assert server.keys() == {"command", "args"}, "neither has a word for the kind of a server"
    ash.ok("install", *words, "--agent", "ash")
    assert "should be" in ash.ok("install", *words, "--agent", "ash").out
    ash.ok("uninstall", *words)
    assert (path.read_bytes().decode() if path.exists() else None) == text
    assert not list((Path(ash.home) / "hooks").rglob("installed/*.json"))


def test_what_a_host_writes_between_our_marks_is_the_hosts(ash: Program) -> None:
    """Codex puts a new table before the comment that ends the file, which is our mark."""
    path = put(ash, "config.toml", CONFIG)
    words = ("codex", "--settings", str(path), "--yes")
    ash.ok("install", *words)
    whole = path.read_text()
    trusted = '[projects."/x"]\ntrust_level = "trusted"\n'
    asked = '[mcp_servers.wakeline.tools.forget]\napproval_mode = "prompt"\n'
    path.write_text(whole.removesuffix(f"{END}\n") + asked + trusted + f"{END}\n")
    ash.ok("install", *words, "--agent", "ash")
    assert read(path)["projects"] == {"/x": {"trust_level": "trusted"}}
    ash.ok("uninstall", *words)
    assert path.read_text() == CONFIG + trusted


def test_a_hook_of_others_between_our_marks_is_not_taken_out_unseen(ash: Program) -> None:
    path = put(ash, "config.toml", CONFIG)
    words = ("codex", "--settings", str(path), "--yes")
    ash.ok("install", *words)
    theirs = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = "mine"\n'
    begin, end, rest = path.read_text().partition(END)
    path.write_text(begin + theirs + end + rest)
    assert ash("uninstall", *words).code == 2
    assert 'command = "mine"' in path.read_text()


@pytest.mark.parametrize("has_lists", [True, False])
def test_a_list_that_stood_empty_stands_empty_again_though_the_host_wrote_the_file_anew(
    ash: Program, has_lists: bool
) -> None:
    mine: dict[str, Any] = {"theme": "dark"}
    if has_lists:
        mine |= {"mcpServers": {}, "hooks": {"BeforeAgent": []}}
    path = put(ash, "settings.json", json.dumps(mine))
    words = ("gemini", "--settings", str(path), "--yes")
    ash.ok("install", *words)
    changed = {**read(path), "theme": "light"}
    path.write_text(json.dumps(changed, indent=4))
    ash.ok("uninstall", *words)
    assert read(path) == {**mine, "theme": "light"}


def test_a_list_of_servers_that_stood_empty_is_the_persons(ash: Program) -> None:
    hooks, servers = put(ash, "hooks.json", None), put(ash, "mcp.json", '{"mcpServers": {}}')
    words = ("cursor", "--settings", str(hooks), "--servers", str(servers), "--yes")
    ash.ok("install", *words)
    servers.write_text(json.dumps(read(servers), indent=4))
    ash.ok("uninstall", *words)
    assert read(servers) == {"mcpServers": {}}
    for text in ("", "\n"):
        servers.write_text(text)
        ash.ok("install", *words)
        ash.ok("uninstall", *words)
        assert servers.read_text() == text
    servers.unlink()
    ash.ok("install", *words)
    servers.write_text(json.dumps(read(servers), indent=4))
    ash.ok("uninstall", *words)
    assert not servers.exists(), "nobody but us made it, and nobody put anything in"


def test_codex_has_its_servers_in_its_config_wherever_its_hooks_are(ash: Program) -> None:
    hooks, config = put(ash, "hooks.json", "{}"), put(ash, "config.toml", CONFIG)
    at_home = {"CODEX_HOME": str(hooks.parent)}
    ran = ash("install", "codex", "--yes", "--json", environment=at_home)
    assert (ran.json["settings"], ran.json["servers"]) == (str(hooks), str(config))
    assert is_our_server(read(config)["mcp_servers"]["wakeline"])
    assert "hooks" not in read(config) or BEGIN not in config.read_text()
    ash("uninstall", "codex", "--yes", environment=at_home)
    assert (hooks.read_text(), config.read_text()) == ("{}", CONFIG)


def test_toml_that_others_changed_meanwhile_is_kept_byte_for_byte(ash: Program) -> None:
    path = put(ash, "config.toml", CONFIG)
    words = ("codex", "--settings", str(path), "--yes")
    ash.ok("install", *words)
    both = path.read_text().replace("# the usual", "# the new one") + '\n[projects."/x"]\na=1\n'
    path.write_text(both)
    ash.ok("install", *words, "--agent", "ash")
    marks = (BEGIN, TOOLS, END)
    assert [path.read_text().count(mark) for mark in marks] == [1, 1, 2]
    ash.ok("uninstall", *words)
    after = CONFIG.replace("# the usual", "# the new one") + '\n[projects."/x"]\na=1\n'
    assert path.read_text() == after


@pytest.mark.parametrize(
    ("host", "name", "text"),
    [
        ("codex", "config.toml", "torn = "),
        ("codex", "config.toml", "hooks = {}"),
        ("codex", "config.toml", "hooks = 7"),
        ("codex", "config.toml", f"{BEGIN}\n"),
        ("codex", "config.toml", "mcp_servers = {}"),
        ("codex", "config.toml", '[mcp_servers.wakeline]\ncommand = "mine"\n'),
        ("gemini", "settings.json", '{"mcpServers": {"wakeline": {"command": "mine"}}}'),
        ("gemini", "settings.json", '{"mcpServers": []}'),
        ("gemini", "settings.json", "// mine\n{}"),
        ("gemini", "settings.json", '{"hooks": {"BeforeAgent": {}}}'),
        ("cursor", "hooks.json", '{"hooks": []}'),
    ],
)
def test_settings_that_are_not_understood_are_left_alone(
    ash: Program, host: str, name: str, text: str
) -> None:
    path = put(ash, name, text)
    assert ash("install", host, "--settings", str(path), "--yes").code == 2
    assert path.read_bytes().decode() == text


def test_codex_has_our_hooks_where_others_are(ash: Program) -> None:
    folder = put(ash, "hooks.json", "{}").parent
    at_home = {"CODEX_HOME": str(folder)}
    for expected in ("hooks.json", "config.toml"):
        ran = ash("install", "codex", "--yes", "--json", environment=at_home)
        assert ran.json["settings"] == str(folder / expected)
        ash("uninstall", "codex", "--yes", environment=at_home)
        (folder / "hooks.json").unlink(missing_ok=True)
    ran = ash("install", "codex", "--yes", environment=at_home)
    assert "has the memory of ash. It asks first" in ran.out


def test_transcripts_that_are_not_understood_are_not_imported(ash: Program) -> None:
    ran = ash("import", "cursor", str(Path(ash.home)), "--json")
    assert ran.code == 2
    assert "Cursor" in ran.json["error"]["message"]
