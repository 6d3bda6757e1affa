"""Claude Code: its events. The names of its fields are those that acts read."""

from wakeline.interfaces.hook.events import (
    answered,
    before_compaction,
    compacted,
    ended,
    prompted,
    started,
    sub_agent_answered,
    tool_used,
)
from wakeline.interfaces.hook.hosts import Host, with_context

HOST = Host(
    "claude-code",
    "Claude Code",
    {
        "SessionStart": started,
        "UserPromptSubmit": prompted,
        "Stop": answered,
        "SubagentStop": sub_agent_answered,
        "PostToolUse": tool_used,
        "PostToolUseFailure": tool_used,
        "PreCompact": before_compaction,
        "PostCompact": compacted,
        "SessionEnd": ended,
    },
    with_context,
    guarded=("PreToolUse",),
)
