"""The documentation knows what the program can do, and its links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.core import TyperGroup, TyperOption
from typer.main import get_command

from wakeline.base.config import SETTINGS
from wakeline.interfaces.cli import application
from wakeline.interfaces.mcp.prompts import PROMPTS
from wakeline.interfaces.mcp.resources import RESOURCES
from wakeline.interfaces.mcp.table import TOOLS

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
VARIABLE = re.compile(r"\bWAKELINE_[A-Z][A-Z0-9_]*")
# In backticks: something with a slash, or a file of code. `*` stands for any name.
PATH = re.compile(r"`([\w.*-]+(?:/[\w.*-]*)+|[\w*-]+\.(?:py|sql))`")
# Typer's own, the same in every program.
SHELL_OPTIONS = {"--install-completion", "--show-completion"}


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands(group: object, path: str = "wakeline") -> Iterator[tuple[str, set[str]]]:
    """Every visible command with its options, in order of their paths."""
    for name, command in sorted(getattr(group, "commands", {}).items()):
        if command.hidden:
            continue
        here = f"{path} {name}"
        if isinstance(command, TyperGroup):
            yield from commands(command, here)
        else:
            yield here, options(command.params)


def options(params: list[object]) -> set[str]:
    visible = [p for p in params if isinstance(p, TyperOption) and not p.hidden]
    return {name for p in visible for name in p.opts if name.startswith("--")} - SHELL_OPTIONS


def anchor(heading: str) -> str:
    """The fragment by which a heading is linked."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def broken_links(file: Path) -> list[str]:
    prose = FENCE.sub("", file.read_text(encoding="utf-8"))
    return [
        target
        for target in LINK.findall(prose)
        if not re.match(r"[a-z]+:", target) and not leads_somewhere(file, target)
    ]


def leads_somewhere(file: Path, target: str) -> bool:
    path, _, fragment = target.partition("#")
    found = (file.parent / path).resolve() if path else file
    if not found.exists():
        return False
    if not fragment:
        return True
    return fragment in {anchor(h) for h in HEADING.findall(found.read_text(encoding="utf-8"))}


def test_every_command_and_option_is_documented() -> None:
    text = page("docs/commands.md")
    found = dict(commands(get_command(application())))
    assert found, "the program has no commands"
    missing = [command for command in found if command not in text]
    missing += [
        f"{command} {option}"
        for command, names in found.items()
        for option in names
        if not re.search(rf"{re.escape(option)}(?![\w-])", text)
    ]
    assert sorted(missing) == []


def test_every_setting_is_documented() -> None:
    text = page("docs/settings.md")
    assert [setting.name for setting in SETTINGS if f"`{setting.name}`" not in text] == []


def test_every_tool_resource_and_prompt_is_documented_as_clients_see_it() -> None:
    text = page("docs/mcp.md")
    rows = {f"| `{tool.name}` | {tool.effect} | {tool.does} |" for tool in TOOLS.values()}
    rows |= {f"| `{each.address}` | {each.does} |" for each in RESOURCES}
    assert sorted(row for row in rows if row not in text) == []
    for prompt in PROMPTS.values():
        assert f"| `{prompt.name}` | {', '.join(f'`{x}`' for x in prompt.takes)} |" in text
    row = re.compile(r"^\| `(\w+)` \| (?:reads|adds|sets|removes) \|", re.MULTILINE)
    assert set(row.findall(text)) == TOOLS.keys()


def test_every_environment_variable_is_documented() -> None:
    sources = (ROOT / "src" / "wakeline").rglob("*.py")
    used = {name for file in sources for name in VARIABLE.findall(file.read_text(encoding="utf-8"))}
    used |= {setting.variable for setting in SETTINGS}
    documented = set(VARIABLE.findall(page("docs/settings.md")))
    assert sorted(used - documented) == []
    assert sorted(documented - used) == []


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(file: Path) -> None:
    assert broken_links(file) == []


def exists(path: str) -> bool:
    """Whether the repository or the package has such a file or folder."""
    return any(next(folder.glob(path), None) for folder in (ROOT, ROOT / "src" / "wakeline"))


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_path_that_leads_through_the_code_exists(name: str) -> None:
    found = PATH.findall(FENCE.sub("", page(name)))
    assert len(found) > 20
    assert sorted({path for path in found if not exists(path)}) == []


def test_a_path_that_leads_nowhere_is_found() -> None:
    text = "`flows/told_again.py`, `rooms.py` and `store/sql/*.sql`, not `--json`"
    assert PATH.findall(text) == [
        "flows/told_again.py",
        "rooms.py",
        "store/sql/*.sql",
    ]
    assert exists("rooms.py")
    assert exists("store/sql/*.sql")
    assert exists("flows/")
    assert not exists("flows/told_again.py")


def test_the_readme_shows_how_to_see_it_and_how_to_test_it() -> None:
    blocks = "\n".join(FENCE.findall(page("README.md")))
    assert "make demo" in blocks
    assert "make test" in blocks
