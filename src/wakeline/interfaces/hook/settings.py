"""Our hooks in a host's settings: added, recognised and taken out, everything else left alone.

Works on text and values; who may write which file is the command's. An entry is ours by what
it runs, wherever it stands.
"""

from __future__ import annotations

import json
import os
from typing import Any

from wakeline.base.errors import Invalid

HOOKS = "hooks"
# What is subscribed, and how many seconds the host waits for an answer.
SUBSCRIBED = {
    "SessionStart": 15,
    "UserPromptSubmit": 10,
    "PostToolUse": 10,
    "PostToolUseFailure": 10,
    "Stop": 15,
    "SubagentStop": 10,
    "PreCompact": 15,
    "PostCompact": 10,
    "SessionEnd": 15,
}
# Before every call of a tool, which costs each of them a process: only where it is asked for.
GUARDING = {"PreToolUse": 10}
HOST = "claude-code"


def with_hooks(
    text: str | None, command: str, args: list[str], *, guards: bool | None = None
) -> str:
    """The settings with our hooks in them, each once; what guards calls stays as it is on None."""
    settings = parsed_settings(text)
    if guards is None:
        guards = _is_guarding(settings)
    _taken_out(settings)
    hooks = settings.setdefault(HOOKS, {})
    for event, seconds in (SUBSCRIBED | (GUARDING if guards else {})).items():
        entry = {"type": "command", "command": command, "args": args, "timeout": seconds}
        hooks.setdefault(event, []).append({HOOKS: [entry]})
    return _written(settings, text)


def without_hooks(text: str) -> str:
    """The settings without our hooks, and without what only held them."""
    settings = parsed_settings(text)
    return _written(settings, text) if _taken_out(settings) else text


def parsed_settings(text: str | None) -> dict[str, Any]:
    """What a host's settings say. Anything that is not as it should be is left for the person."""
    if text is None or not text.strip():
        return {}
    try:
        found = json.loads(text)
    except ValueError as error:
        raise Invalid(f"the settings are no JSON ({error}).", todo="Mend them first.") from None
    hooks = found.get(HOOKS, {}) if isinstance(found, dict) else None
    if not isinstance(hooks, dict) or not all(isinstance(x, list) for x in hooks.values()):
        raise Invalid("the settings are not as Claude Code keeps them.", todo="Mend them first.")
    return dict(found)


def is_ours(hook: Any) -> bool:
    """Whether an entry runs this program's hook."""
    if not isinstance(hook, dict) or not isinstance(hook.get("args"), list):
        return False
    args = hook["args"]
    is_program = os.path.basename(str(hook.get("command"))).split(".")[0] == "wakeline"
    words = args if is_program else args[2:] if args[:2] == ["-m", "wakeline"] else []
    return words[:2] == ["hook", HOST]


def _is_guarding(settings: dict[str, Any]) -> bool:
    groups = [group for event in GUARDING for group in settings.get(HOOKS, {}).get(event, ())]
    inner = [group.get(HOOKS) for group in groups if isinstance(group, dict)]
    return any(is_ours(hook) for hooks in inner if isinstance(hooks, list) for hook in hooks)


def _taken_out(settings: dict[str, Any]) -> bool:
    """Take our entries out. Whether there were any."""
    hooks = settings.get(HOOKS, {})
    has_changed = False
    for event in list(hooks):
        kept = []
        for group in hooks[event]:
            inner = group.get(HOOKS) if isinstance(group, dict) else None
            others = [h for h in inner if not is_ours(h)] if isinstance(inner, list) else inner
            if others == inner:
                kept.append(group)
                continue
            has_changed = True
            if others:
                kept.append({**group, HOOKS: others})
        if len(kept) != len(hooks[event]) and not kept:
            del hooks[event]
        else:
            hooks[event] = kept
    if has_changed and not hooks:
        del settings[HOOKS]
    return has_changed


def _written(settings: dict[str, Any], before: str | None) -> str:
    """As the file was written before: its indentation, and whether its last line ends."""
    lines = (before or "").splitlines()
    indented = next((line for line in lines[1:] if line.strip() and line[0] in " \t"), "  ")
    blank = indented[: len(indented) - len(indented.lstrip())]
    end = "" if before and not before.endswith("\n") else "\n"
    return json.dumps(settings, ensure_ascii=False, indent=blank) + end
