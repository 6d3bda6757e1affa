"""Our server in a host's list of MCP servers: put in and taken out, every other byte left alone.

The host keeps that list in a file with much of its own in it, which it writes again and again.
So no copy of the file is kept: our entry is cut into the text and cut out of it again, and
only where the host has written the file anew is it taken out as a value.
"""

from __future__ import annotations

import json
import os
from typing import Any, Final, NamedTuple

from wakeline.base.errors import Invalid

SERVERS: Final = "mcpServers"
NAME: Final = "wakeline"
BLANK: Final = " \t\r\n"
_decode = json.JSONDecoder().raw_decode


class Entered(NamedTuple):
    """A file with our server in it, and what was put into it to get there."""

    text: str
    snippet: str


def with_server(text: str | None, command: str, args: list[str], *, snippet: str = "") -> Entered:
    """The file with our server in it, once. `snippet` is what was put into it before."""
    if text is not None and text.strip() and _entry(text) is not None:
        text = without_server(text, snippet)
    entry = {NAME: {"type": "stdio", "command": command, "args": args}}
    if text is None or not text.strip():
        whole = json.dumps({SERVERS: entry}, ensure_ascii=False, indent=2) + "\n"
        return Entered(whole, whole)
    _entry(text)  # whatever is not as it should be is said now
    step = _step(text)
    start = _value_at(text, SERVERS)
    member: dict[str, Any] = entry if start is not None else {SERVERS: entry}
    depth = 2 if start is not None else 1
    at = (start if start is not None else text.index("{")) + 1
    added = _snippet(member, step, depth, is_first=text[at:].lstrip(BLANK)[0] == "}")
    return Entered(text[:at] + added + text[at:], added)


def without_server(text: str, snippet: str) -> str:
    """The file without our server: as it was, if nobody has written it anew since."""
    if snippet and text.count(snippet) == 1:
        cut = text.replace(snippet, "")
        if not cut.strip() or _entry(cut) is None:
            return cut
    if _entry(text) is None:
        return text
    found = json.loads(text)
    del found[SERVERS][NAME]
    if not found[SERVERS]:
        del found[SERVERS]
    end = "\n" if text.endswith("\n") else ""
    return json.dumps(found, ensure_ascii=False, indent=_step(text)) + end


def is_our_server(entry: Any) -> bool:
    """Whether an entry runs this program's server."""
    if not isinstance(entry, dict) or not isinstance(entry.get("args"), list):
        return False
    args = entry["args"]
    is_program = os.path.basename(str(entry.get("command"))).split(".")[0] == "wakeline"
    words = args if is_program else args[2:] if args[:2] == ["-m", "wakeline"] else []
    return words[:1] == ["mcp"]


def _entry(text: str) -> Any:
    """Our entry; None if there is none. Anything that is not understood is left for the person."""
    try:
        found = json.loads(text)
    except ValueError as error:
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
