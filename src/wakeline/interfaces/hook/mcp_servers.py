"""Add our server to a host's list of MCP servers, and remove it; every other byte stays.

The list is in a file with much other content, which the host rewrites often. So no copy of the
file is kept: our entry is inserted into the text and cut out again. Only if the host has
rewritten the file is the entry removed from the parsed value. In TOML it is a block between two
marks.
"""

from __future__ import annotations

import json
import os
import tomllib
from typing import Any, Final, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.base.process import program_arguments
from wakeline.interfaces.hook.toml_blocks import MEND, add_block, parse_toml, remove_block

SERVERS: Final = "mcpServers"
NAME: Final = "wakeline"
BLANK: Final = " \t\r\n"
TOML_SERVERS: Final = "mcp_servers"
TABLE: Final = f"{TOML_SERVERS}.{NAME}"
BEGIN: Final = "# >>> wakeline: tools, from here to the end mark >>>"
UndoNotes = dict[str, Any]  # kept for the removal: the inserted text, and what the file held before
_decode = json.JSONDecoder().raw_decode


class FileWithServer(NamedTuple):
    """A file with our server added, and what must be kept to remove it again."""

    text: str
    kept: UndoNotes


def add_server(
    text: str | None,
    command: str,
    args: list[str],
    *,
    kept: UndoNotes | None = None,
    is_typed: bool = True,
    is_toml: bool = False,
) -> FileWithServer:
    """The file with our server added once. `kept` is from the last time it was added."""
    if is_toml:
        return FileWithServer(_toml_with(text or "", command, args), {})
    if text is not None and text.strip() and _entry(text) is not None:
        text = remove_server(text, kept or {})
    # Some hosts infer the type of a server from its fields, and have no field for it.
    kind = {"type": "stdio"} if is_typed else {}
    entry = {NAME: {**kind, "command": command, "args": args}}
    if text is None or not text.strip():
        whole = json.dumps({SERVERS: entry}, ensure_ascii=False, indent=2) + "\n"
        return FileWithServer(whole, {"snippet": whole, "had_list": False, "blank": text})
    _entry(text)  # raises now if the file is not valid
    step = _step(text)
    start = _value_at(text, SERVERS)
    member: dict[str, Any] = entry if start is not None else {SERVERS: entry}
    depth = 2 if start is not None else 1
    at = (start if start is not None else text.index("{")) + 1
    added = _snippet(member, step, depth, is_first=text[at:].lstrip(BLANK)[0] == "}")
    had_list = start is not None
    return FileWithServer(text[:at] + added + text[at:], {"snippet": added, "had_list": had_list})


def remove_server(text: str, kept: UndoNotes, *, is_toml: bool = False) -> str | None:
    """The file without our server: exactly as before, if it was not rewritten since.

    None: there was no file. An empty list is removed only if we are known to have added it.
    """
    if is_toml:
        return _toml_without(text)
    snippet = kept.get("snippet")
    if snippet and text.count(snippet) == 1:
        cut = text.replace(snippet, "")
        if not cut.strip():
            return _blank(kept)
        if _entry(cut) is None:
            return cut
    if _entry(text) is None:
        return text
    found = json.loads(text)
    del found[SERVERS][NAME]
    if not found[SERVERS] and kept.get("had_list") is False:
        del found[SERVERS]
    if not found and "blank" in kept:
        return _blank(kept)
    end = "\n" if text.endswith("\n") else ""
    return json.dumps(found, ensure_ascii=False, indent=_step(text)) + end


def _blank(kept: UndoNotes) -> str | None:
    """The blank text that was in the file before; None if there was no file."""
    blank: str | None = kept.get("blank")
    return blank


def is_our_server(entry: Any) -> bool:
    """Whether an entry runs this program's server."""
    if not isinstance(entry, dict) or not isinstance(entry.get("args"), list):
        return False
    args = entry["args"]
    is_program = os.path.basename(str(entry.get("command"))).split(".")[0] == "wakeline"
    words = args if is_program else program_arguments(args)
    return words[:1] == ["mcp"]


def _entry(text: str) -> Any:
    """Our entry, or None. Raises if the file is not valid: the person must mend it."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"the list of servers is no JSON ({error}).", todo="Mend it first.") from None
    servers = found.get(SERVERS, {}) if isinstance(found, dict) else None
    if not isinstance(servers, dict):
        raise Invalid("the list of servers is not as hosts keep it.", todo="Mend it first.")
    entry = servers.get(NAME)
    if entry is not None and not is_our_server(entry):
        raise Invalid(
            f"there is a server {NAME!r} that is not ours.", todo="Give it another name first."
        )
    return entry


def _value_at(text: str, key: str) -> int | None:
    """The position of the value of a key in the outermost object, or None."""
    at = _past(text, text.index("{") + 1)
    while text[at] != "}":
        name, at = _decode(text, at)
        at = _past(text, _past(text, at) + 1)
        if name == key:
            return at
        _, at = _decode(text, at)
        at = _past(text, at)
        if text[at] == ",":
            at = _past(text, at + 1)
    return None


def _past(text: str, at: int) -> int:
    while text[at] in BLANK:
        at += 1
    return at


def _step(text: str) -> str:
    """The indentation of the file."""
    lines = text.splitlines()[1:]
    indented = next((line for line in lines if line.strip() and line[0] in " \t"), "  ")
    return indented[: len(indented) - len(indented.lstrip())]


def _snippet(member: dict[str, Any], step: str, depth: int, *, is_first: bool) -> str:
    """A member as text, with the comma before the next members."""
    inner = json.dumps(member, ensure_ascii=False, indent=step)[1:-1].strip()
    shifted = inner.replace("\n", "\n" + step * (depth - 1))
    return f"\n{step * depth}{shifted}{'' if is_first else ','}"


def _toml_with(text: str, command: str, args: list[str]) -> str:
    """The settings with our server at the end."""
    rest = _toml_without(text)
    before = parse_toml(rest, TOML_SERVERS)
    if NAME in before.get(TOML_SERVERS, {}):
        raise Invalid(
            f"there is a server {NAME!r} that is not ours.", todo="Give it another name first."
        )
    entry = {"command": command, "args": args}
    # JSON strings and lists of strings are also valid TOML.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items()]
    after = add_block(rest, BEGIN, [f"[{TABLE}]", *lines])
    try:
        found = tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        raise Invalid(
            "nothing can be added to the servers in these settings.",
            todo="Write them as tables: [mcp_servers.NAME].",
        ) from None
    if found[TOML_SERVERS].pop(NAME) != entry or _of_others(found) != _of_others(before):
        raise Invalid("the server would change what is there.", todo=MEND)
    return after


def _toml_without(text: str) -> str:
    """The text without our server; raises if something else would be removed too."""
    after = remove_block(text, BEGIN, lambda name: name == TABLE or name.startswith(f"{TABLE}."))
    if after != text:
        expected, found = parse_toml(text, TOML_SERVERS), parse_toml(after, TOML_SERVERS)
        expected.get(TOML_SERVERS, {}).pop(NAME, None)
        if _of_others(expected) != _of_others(found):
            raise Invalid("there is more than ours between our marks.", todo="Move it out first.")
    return after


def _of_others(found: dict[str, Any]) -> dict[str, Any]:
    """The settings without an empty list of servers, so that both sides can be compared."""
    return {name: value for name, value in found.items() if name != TOML_SERVERS or value}
