"""Our hooks in a host's settings: added, recognised and taken out, everything else left alone.

Works on text and values; who may write which file is the command's. In JSON an entry is ours
by what it runs, wherever it stands; in TOML, which nobody likes to have rewritten, our entries
stand in one block between two marks, and every byte outside of it stays as it is.
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
from wakeline.base.process import given_to_program
from wakeline.interfaces.hook.toml_blocks import MEND, parsed_toml, with_block, without_block

HOOKS = "hooks"
BEGIN = "# >>> wakeline: hooks, from here to the end mark >>>"
NEVER_SENT = ("SessionStart",)  # Claude Code runs programs at it, and nothing else
TOKEN_VARIABLE = "WAKELINE_HOOK_TOKEN"  # noqa: S105 - the name of a variable


class Form(NamedTuple):
    """How a host keeps hooks: which events we subscribe, how long it waits, and the shape.

    `unit` is a second in what the host counts. `in_words` says that a program and its words are
    apart and run without a shell. `in_groups` says that entries stand in groups.
    """

    host: str
    seconds: dict[str, int]
    unit: int = 1
    in_words: bool = False
    in_groups: bool = True
    version: int | None = None  # that settings of our own making need
    # Before every call of a tool, which costs each of them a process: only where it is asked for.
    guarding: tuple[str, ...] = ()


CLAUDE_CODE = Form(
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
CODEX = Form(
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
GEMINI = Form(
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
CURSOR = Form(
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
FORMS = {form.host: form for form in (CLAUDE_CODE, CODEX, GEMINI, CURSOR)}


def with_hooks(
    text: str | None,
    form: Form,
    words: Sequence[str],
    *,
    is_toml: bool = False,
    url: str | None = None,
    guards: bool | None = None,
) -> str:
    """The settings with our hooks in them, once, behind those of others.

    With a `url`, events go there but for those that the host never sends anywhere. What guards
    calls of tools stays as it is unless `guards` says so.
    """
    if is_toml:
        return _toml_with(text or "", form, words)
    settings = parsed_settings(text)
    if not settings and form.version is not None:
        settings["version"] = form.version
    is_guarding = _is_guarding(settings, form) if guards is None else guards
    _taken_out(settings, form)
    hooks = settings.setdefault(HOOKS, {})
    for event in form.seconds:
        if event in form.guarding and not is_guarding:
            continue
        is_sent = url is not None and event not in NEVER_SENT
        entry = _sent(form, event, url) if is_sent else _entry(form, event, words)
        hooks.setdefault(event, []).append({HOOKS: [entry]} if form.in_groups else entry)
    return _written(settings, text)


def without_hooks(
    text: str, form: Form, *, is_toml: bool = False, before: str | None = None
) -> str:
    """The settings without our hooks, and without what only held them.

    What stood empty `before`, as far as that is known, stands empty again.
    """
    if is_toml:
        return _toml_without(text, form)
    settings = parsed_settings(text)
    if not _taken_out(settings, form):
        return text
    held = parsed_settings(before).get(HOOKS)
    if held is not None:
        empty = {event: entries for event, entries in held.items() if entries == []}
        settings[HOOKS] = {**empty, **settings.get(HOOKS, {})}
    return _written(settings, text)


def parsed_settings(text: str | None) -> dict[str, Any]:
    """What a host's settings say. Anything that is not as it should be is left for the person."""
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


def is_ours(hook: Any, host: str) -> bool:
    """Whether an entry runs this program's hook, or asks its server."""
    if not isinstance(hook, dict):
        return False
    url = hook.get("url")
    if isinstance(url, str) and hook.get("type") == "http":
        return "/api/agents/" in url and url.endswith(f"/hooks/{host}")
    words = _words(hook)
    if os.path.basename(words[0] if words else "").split(".")[0] == "wakeline":
        words = words[1:]
    else:
        words = given_to_program(words[1:])
    return words[:2] == ["hook", host]


def _is_guarding(settings: dict[str, Any], form: Form) -> bool:
    hooks = settings.get(HOOKS, {})
    return any(
        _others(hooks[event], form.host) != hooks[event]
        for event in form.guarding
        if isinstance(hooks.get(event), list)
    )


def _words(hook: dict[str, Any]) -> list[str]:
    """A program and its words, however the host keeps them."""
    command, args = hook.get("command"), hook.get("args")
    if not isinstance(command, str):
        return []
    if isinstance(args, list):
        return [command, *map(str, args)]
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError:
        return []


def _entry(form: Form, event: str, words: Sequence[str]) -> dict[str, Any]:
    timeout = form.seconds[event] * form.unit
    if form.in_words:
        run: dict[str, Any] = {"command": words[0], "args": list(words[1:])}
    else:
        run = {"command": _line(words)}
    return {"type": "command", **run, "timeout": timeout}


def _sent(form: Form, event: str, url: str | None) -> dict[str, Any]:
    """An event that the host sends to a server; the token comes from the environment."""
    return {
        "type": "http",
        "url": url,
        "headers": {"Authorization": f"Bearer ${{{TOKEN_VARIABLE}}}"},
        "allowedEnvVars": [TOKEN_VARIABLE],
        "timeout": form.seconds[event] * form.unit,
    }


def _line(words: Sequence[str]) -> str:
    """The words as a shell reads them: hosts but for Claude Code run a line."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _taken_out(settings: dict[str, Any], form: Form) -> bool:
    """Take our entries out. Whether there were any."""
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
    """Entries, alone or in groups, that are not ours; a group that held only ours is gone."""
    kept = []
    for entry in entries:
        inner = entry.get(HOOKS) if isinstance(entry, dict) else None
        if not isinstance(inner, list):
            if not is_ours(entry, host):
                kept.append(entry)
            continue
        others = [hook for hook in inner if not is_ours(hook, host)]
        if others == inner:
            kept.append(entry)
        elif others:
            kept.append({**entry, HOOKS: others})
    return kept


def _written(settings: dict[str, Any], before: str | None) -> str:
    """As the file was written before: its indentation, and whether its last line ends."""
    lines = (before or "").splitlines()
    indented = next((line for line in lines[1:] if line.strip() and line[0] in " \t"), "  ")
    blank = indented[: len(indented) - len(indented.lstrip())]
    end = "" if before and not before.endswith("\n") else "\n"
    return json.dumps(settings, ensure_ascii=False, indent=blank) + end


def _toml_with(text: str, form: Form, words: Sequence[str]) -> str:
    """The settings with our block behind them."""
    rest = _toml_without(text, form)
    before = parsed_toml(rest, HOOKS)
    lines: list[str] = []
    for event in form.seconds:
        entry = _entry(form, event, words)
        lines += [f"[[{HOOKS}.{event}]]", f"[[{HOOKS}.{event}.{HOOKS}]]"]
        # A string of JSON is one of TOML; what is not is seen below.
        lines += [f"{key} = {json.dumps(x, ensure_ascii=False)}" for key, x in entry.items()]
    after = with_block(rest, BEGIN, lines)
    try:
        found = tomllib.loads(after)
    except tomllib.TOMLDecodeError:
        # Such as hooks written as one value, which nothing can be added to.
        raise Invalid(
            "nothing can be added to the hooks in these settings.",
            todo="Write them as tables: [[hooks.Stop]].",
        ) from None
    _taken_out(found, form)
    if found.pop(HOOKS, {}) != before.pop(HOOKS, {}) or found != before:
        raise Invalid("the hooks would change what is there.", todo=MEND)
    return after


def _toml_without(text: str, form: Form) -> str:
    """The text without our block, byte for byte, and nothing else gone with it."""
    tables = {f"{HOOKS}.{event}{of}" for event in form.seconds for of in ("", f".{HOOKS}")}
    after = without_block(text, BEGIN, tables.__contains__)
    if after == text:
        return text
    expected, found = parsed_toml(text, HOOKS), parsed_toml(after, HOOKS)
    _taken_out(expected, form)
    if expected.pop(HOOKS, {}) != found.pop(HOOKS, {}) or expected != found:
        raise Invalid(
            "there are hooks of others between our marks.", todo="Move them out of there first."
        )
    return after
