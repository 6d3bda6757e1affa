"""Our server in a host's list of MCP servers: put in and taken out, every other byte left alone.

The host keeps that list in a file with much of its own in it, which it writes again and again.
So no copy of the file is kept: our entry is cut into the text and cut out of it again, and
only where the host has written the file anew is it taken out as a value. In TOML it is a block
between two marks.
"""

from __future__ import annotations

import json
import os
import tomllib
from typing import Any, Final, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.base.process import given_to_program
from wakeline.interfaces.hook.toml_blocks import MEND, parsed_toml, with_block, without_block

SERVERS: Final = "mcpServers"
NAME: Final = "wakeline"
BLANK: Final = " \t\r\n"
TOML_SERVERS: Final = "mcp_servers"
TABLE: Final = f"{TOML_SERVERS}.{NAME}"
BEGIN: Final = "# >>> wakeline: tools, from here to the end mark >>>"
Kept = dict[str, Any]  # beside the file: what was put into it, and what it held there before
_decode = json.JSONDecoder().raw_decode


class Entered(NamedTuple):
    """A file with our server in it, and what has to be kept to take it out again."""

    text: str
    kept: Kept


def with_server(
    text: str | None,
    command: str,
    args: list[str],
    *,
    kept: Kept | None = None,
    is_typed: bool = True,
    is_toml: bool = False,
) -> Entered:
    """The file with our server in it, once. `kept` is of the time it was put in before."""
    if is_toml:
        return Entered(_toml_with(text or "", command, args), {})
    if text is not None and text.strip() and _entry(text) is not None:
        text = without_server(text, kept or {})
    # Some hosts know the kind of a server by what it has, and no word for it.
    kind = {"type": "stdio"} if is_typed else {}
    entry = {NAME: {**kind, "command": command, "args": args}}
    if text is None or not text.strip():
        whole = json.dumps({SERVERS: entry}, ensure_ascii=False, indent=2) + "\n"
        return Entered(whole, {"snippet": whole, "had_list": False, "blank": text})
    _entry(text)  # whatever is not as it should be is said now
    step = _step(text)
    start = _value_at(text, SERVERS)
    member: dict[str, Any] = entry if start is not None else {SERVERS: entry}
    depth = 2 if start is not None else 1
    at = (start if start is not None else text.index("{")) + 1
    added = _snippet(member, step, depth, is_first=text[at:].lstrip(BLANK)[0] == "}")
    had_list = start is not None
    return Entered(text[:at] + added + text[at:], {"snippet": added, "had_list": had_list})


def without_server(text: str, kept: Kept, *, is_toml: bool = False) -> str | None:
    """The file without our server: as it was, if nobody has written it anew since.

    None: there was no file. A list that is empty then goes only if it is known to be ours.
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


def _blank(kept: Kept) -> str | None:
    """What stood in a file that held nothing; None if there was no file."""
    blank: str | None = kept.get("blank")
    return blank


def is_our_server(entry: Any) -> bool:
    """Whether an entry runs this program's server."""
    if not isinstance(entry, dict) or not isinstance(entry.get("args"), list):
        return False
    args = entry["args"]
    is_program = os.path.basename(str(entry.get("command"))).split(".")[0] == "wakeline"
    words = args if is_program else given_to_program(args)
    return words[:1] == ["mcp"]


def _entry(text: str) -> Any:
    """Our entry; None if there is none. Anything that is not understood is left for the person."""
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
    """Where the value of a member of the outermost object begins."""
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
    """How the file is indented."""
    lines = text.splitlines()[1:]
    indented = next((line for line in lines if line.strip() and line[0] in " \t"), "  ")
    return indented[: len(indented) - len(indented.lstrip())]


def _snippet(member: dict[str, Any], step: str, depth: int, *, is_first: bool) -> str:
    """A member as text, with what joins it to the members behind it."""
    inner = json.dumps(member, ensure_ascii=False, indent=step)[1:-1].strip()
    shifted = inner.replace("\n", "\n" + step * (depth - 1))
    return f"\n{step * depth}{shifted}{'' if is_first else ','}"


def _toml_with(text: str, command: str, args: list[str]) -> str:
    """The settings with our server behind them."""
    rest = _toml_without(text)
    before = parsed_toml(rest, TOML_SERVERS)
    if NAME in before.get(TOML_SERVERS, {}):
        raise Invalid(
            f"there is a server {NAME!r} that is not ours.", todo="Give it another name first."
        )
    entry = {"command": command, "args": args}
    # Strings and lists of strings of JSON are such of TOML.
    lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in entry.items()]
    after = with_block(rest, BEGIN, [f"[{TABLE}]", *lines])
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
    """The text without our server, and nothing else gone with it."""
    after = without_block(text, BEGIN, lambda name: name == TABLE or name.startswith(f"{TABLE}."))
    if after != text:
        expected, found = parsed_toml(text, TOML_SERVERS), parsed_toml(after, TOML_SERVERS)
        expected.get(TOML_SERVERS, {}).pop(NAME, None)
        if _of_others(expected) != _of_others(found):
            raise Invalid("there is more than ours between our marks.", todo="Move it out first.")
    return after


def _of_others(found: dict[str, Any]) -> dict[str, Any]:
    """Without a list that holds nothing: in TOML there is none unless it is named."""
    return {name: value for name, value in found.items() if name != TOML_SERVERS or value}
