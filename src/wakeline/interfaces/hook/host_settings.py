"""Add, recognise and remove our hooks in a host's settings; everything else stays as it is.

Works on text and values; the command decides which file is written. In JSON an entry is ours
by the program that it runs, wherever it is. In TOML our entries are one block between two
marks, and every byte outside of it stays, because people do not want such a file rewritten.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import tomllib
from collections.abc import Sequence
from typing import Any, NamedTuple

from wakeline.base.errors import Invalid
from wakeline.base.process import program_arguments
from wakeline.interfaces.hook.toml_blocks import MEND, add_block, parse_toml, remove_block

HOOKS = "hooks"
BEGIN = "# >>> wakeline: hooks, from here to the end mark >>>"
NEVER_SENT = ("SessionStart",)  # Claude Code only runs programs at this event
TOKEN_VARIABLE = "WAKELINE_HOOK_TOKEN"  # noqa: S105 - the name of a variable


class HookFormat(NamedTuple):
    """The format of a host's hooks: the events we use, their timeouts, and the shape of entries.

    `unit` is one second in the host's unit. `in_words` says that program and arguments are
    separate and run without a shell. `in_groups` says that entries are in groups.
    """

    host: str
    seconds: dict[str, int]
    unit: int = 1
    in_words: bool = False
    in_groups: bool = True
    version: int | None = None  # that a new settings file needs
    # Events before every tool call, each of which costs a process: only on request.
    guarding: tuple[str, ...] = ()


CLAUDE_CODE = HookFormat(
    "claude-code",
    {
        "SessionStart": 15,
        "UserPromptSubmit": 10,
        "PostToolUse": 10,
        "PostToolUseFailure": 10,
        "Stop": 15,
        "SubagentStop": 10,
        "PreCompact": 15,
        "PostCompact": 10,
        "SessionEnd": 15,
        "PreToolUse": 10,
    },
    in_words=True,
    guarding=("PreToolUse",),
)
CODEX = HookFormat(
    "codex",
    {
        "SessionStart": 15,
        "UserPromptSubmit": 10,
        "PostToolUse": 10,
        "Stop": 15,
        "SubagentStop": 10,
        "PreCompact": 15,
        "PostCompact": 10,
    },
)
GEMINI = HookFormat(
    "gemini",
    {
        "SessionStart": 15,
        "BeforeAgent": 10,
        "AfterAgent": 15,
        "AfterTool": 10,
        "PreCompress": 15,
        "SessionEnd": 15,
    },
    unit=1000,
)
CURSOR = HookFormat(
    "cursor",
    {
        "sessionStart": 15,
        "beforeSubmitPrompt": 10,
        "postToolUse": 10,
        "postToolUseFailure": 10,
        "afterAgentResponse": 10,
        "stop": 15,
        "subagentStop": 10,
        "preCompact": 15,
        "sessionEnd": 15,
    },
    in_groups=False,
    version=1,
)
HOOK_FORMATS = {form.host: form for form in (CLAUDE_CODE, CODEX, GEMINI, CURSOR)}


def add_hooks(
    text: str | None,
    form: HookFormat,
    words: Sequence[str],
    *,
    is_toml: bool = False,
    url: str | None = None,
    guards: bool | None = None,
) -> str:
    """The settings with our hooks added once, after those of others.

    With a `url`, events are sent there, except for those that the host never sends. Hooks that
    guard tool calls stay as they are unless `guards` is given.
    """
    if is_toml:
        return _toml_with(text or "", form, words)
    settings = parse_settings(text)
    if not settings and form.version is not None:
        settings["version"] = form.version
    is_guarding = _is_guarding(settings, form) if guards is None else guards
    _remove_our_entries(settings, form)
    hooks = settings.setdefault(HOOKS, {})
    for event in form.seconds:
        if event in form.guarding and not is_guarding:
            continue
        is_sent = url is not None and event not in NEVER_SENT
        entry = _sent(form, event, url) if is_sent else _entry(form, event, words)
        hooks.setdefault(event, []).append({HOOKS: [entry]} if form.in_groups else entry)
    return _written(settings, text)


def remove_hooks(
    text: str, form: HookFormat, *, is_toml: bool = False, before: str | None = None
) -> str:
    """The settings without our hooks, and without lists that held only them.

    Lists that were empty in `before`, if it is known, are empty again.
    """
    if is_toml:
        return _toml_without(text, form)
    settings = parse_settings(text)
    if not _remove_our_entries(settings, form):
        return text
    held = parse_settings(before).get(HOOKS)
    if held is not None:
        empty = {event: entries for event, entries in held.items() if entries == []}
        settings[HOOKS] = {**empty, **settings.get(HOOKS, {})}
    return _written(settings, text)


def parse_settings(text: str | None) -> dict[str, Any]:
    """A host's settings as a value. Raises if they are not valid: the person must mend them."""
    if text is None or not text.strip():
        return {}
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"the settings are no JSON ({error}).", todo=MEND) from None
    hooks = found.get(HOOKS, {}) if isinstance(found, dict) else None
    if not isinstance(hooks, dict):
        raise Invalid("the settings are not as the host keeps them.", todo=MEND)
    return dict(found)


def is_our_hook(hook: Any, host: str) -> bool:
    """Whether an entry runs this program's hook, or sends to its server."""
    if not isinstance(hook, dict):
        return False
    url = hook.get("url")
    if isinstance(url, str) and hook.get("type") == "http":
        return "/api/agents/" in url and url.endswith(f"/hooks/{host}")
    words = _words(hook)
    if os.path.basename(words[0] if words else "").split(".")[0] == "wakeline":
        words = words[1:]
    else:
        words = program_arguments(words[1:])
    return words[:2] == ["hook", host]


def _is_guarding(settings: dict[str, Any], form: HookFormat) -> bool:
    hooks = settings.get(HOOKS, {})
    return any(
        _others(hooks[event], form.host) != hooks[event]
        for event in form.guarding
        if isinstance(hooks.get(event), list)
    )


def _words(hook: dict[str, Any]) -> list[str]:
    """The program of an entry and its arguments, in either format."""
    command, args = hook.get("command"), hook.get("args")
    if not isinstance(command, str):
        return []
    if isinstance(args, list):
        return [command, *map(str, args)]
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError:
        return []


def _entry(form: HookFormat, event: str, words: Sequence[str]) -> dict[str, Any]:
    timeout = form.seconds[event] * form.unit
    if form.in_words:
        run: dict[str, Any] = {"command": words[0], "args": list(words[1:])}
    else:
        run = {"command": _line(words)}
    return {"type": "command", **run, "timeout": timeout}


def _sent(form: HookFormat, event: str, url: str | None) -> dict[str, Any]:
    """The entry for an event sent to a server; the token comes from the environment."""
    return {
        "type": "http",
        "url": url,
        "headers": {"Authorization": f"Bearer ${{{TOKEN_VARIABLE}}}"},
        "allowedEnvVars": [TOKEN_VARIABLE],
        "timeout": form.seconds[event] * form.unit,
    }


def _line(words: Sequence[str]) -> str:
    """The words as a line for a shell, which all hosts except Claude Code run."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _remove_our_entries(settings: dict[str, Any], form: HookFormat) -> bool:
    """Remove our entries. Returns whether there were any."""
    hooks = settings.get(HOOKS, {})
    has_changed = False
    for event in form.seconds:
        if event not in hooks:
            continue
        if not isinstance(hooks[event], list):
            raise Invalid("the settings are not as the host keeps them.", todo=MEND)
        kept = _others(hooks[event], form.host)
        if kept == hooks[event]:
            continue
        has_changed = True
        if kept:
            hooks[event] = kept
        else:
            del hooks[event]
    if has_changed and not hooks:
        del settings[HOOKS]
    return has_changed


def _others(entries: list[Any], host: str) -> list[Any]:
    """The entries, alone or in groups, that are not ours; groups of only ours are dropped."""
    kept = []
    for entry in entries:
        inner = entry.get(HOOKS) if isinstance(entry, dict) else None
        if not isinstance(inner, list):
            if not is_our_hook(entry, host):
                kept.append(entry)
            continue
        others = [hook for hook in inner if not is_our_hook(hook, host)]
        if others == inner:
            kept.append(entry)
        elif others:
            kept.append({**entry, HOOKS: others})
    return kept


def _written(settings: dict[str, Any], before: str | None) -> str:
    """The settings as JSON, with the indentation and the last newline of the old file."""
    lines = (before or "").splitlines()
    indented = next((line for line in lines[1:] if line.strip() and line[0] in " \t"), "  ")
    blank = indented[: len(indented) - len(indented.lstrip())]
    end = "" if before and not before.endswith("\n") else "\n"
    return json.dumps(settings, ensure_ascii=False, indent=blank) + end


def _toml_with(text: str, form: HookFormat, words: Sequence[str]) -> str:
    """The settings with our block at the end."""
    rest = _toml_without(text, form)
    before = parse_toml(rest, HOOKS)
    lines: list[str] = []
    for event in form.seconds:
        entry = _entry(form, event, words)
        lines += [f"[[{HOOKS}.{event}]]", f"[[{HOOKS}.{event}.{HOOKS}]]"]
        # A JSON string is a TOML string; exceptions are caught below.
        lines += [f"{key} = {json.dumps(x, ensure_ascii=False)}" for key, x in entry.items()]
    after = add_block(rest, BEGIN, lines)
    try:
        found = tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        # For example hooks written as one inline value, which cannot be extended.
        raise Invalid(
            "nothing can be added to the hooks in these settings.",
            todo="Write them as tables: [[hooks.Stop]].",
        ) from None
    _remove_our_entries(found, form)
    if found.pop(HOOKS, {}) != before.pop(HOOKS, {}) or found != before:
        raise Invalid("the hooks would change what is there.", todo=MEND)
    return after


def _toml_without(text: str, form: HookFormat) -> str:
    """The text without our block; raises if something else would be removed too."""
    tables = {f"{HOOKS}.{event}{of}" for event in form.seconds for of in ("", f".{HOOKS}")}
    after = remove_block(text, BEGIN, tables.__contains__)
    if after == text:
        return text
    expected, found = parse_toml(text, HOOKS), parse_toml(after, HOOKS)
    _remove_our_entries(expected, form)
    if expected.pop(HOOKS, {}) != found.pop(HOOKS, {}) or expected != found:
        raise Invalid(
            "there are hooks of others between our marks.", todo="Move them out of there first."
        )
    return after
