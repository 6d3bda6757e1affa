"""The settings of hosts other than Claude Code: put in, taken out, and otherwise left alone."""

from __future__ import annotations

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.interfaces.program import Program
from wakeline.interfaces.hook.settings import BEGIN, END, FORMS, is_ours

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
    "codex": ("config.toml", ("", CONFIG, CONFIG.replace("\n", "\r\n"), "a = 1", "[hooks]\n")),
    "gemini": ("settings.json", ("{}", SETTINGS)),
    "cursor": ("hooks.json", ("{}", SETTINGS)),
}
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
    for event in FORMS[host].seconds:
        entries = [x for e in hooks.get(event, ()) for x in e.get("hooks", [e])]
        found[event] = [entry for entry in entries if is_ours(entry, host)]
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
    ash.ok("uninstall", *words)
    assert (path.read_bytes().decode() if path.exists() else None) == text


def test_toml_that_others_changed_meanwhile_is_kept_byte_for_byte(ash: Program) -> None:
    path = put(ash, "config.toml", CONFIG)
    words = ("codex", "--settings", str(path), "--yes")
    ash.ok("install", *words)
    both = path.read_text().replace("# the usual", "# the new one") + '\n[projects."/x"]\na=1\n'
    path.write_text(both)
    ash.ok("install", *words, "--agent", "ash")
    assert path.read_text().count(BEGIN) == path.read_text().count(END) == 1
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


def test_the_transcripts_of_other_hosts_are_not_imported(ash: Program) -> None:
    ran = ash("import", "codex", str(Path(ash.home)), "--json")
    assert ran.code == 2
    assert "Codex" in ran.json["error"]["message"]
