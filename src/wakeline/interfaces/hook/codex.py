"""Codex: the events of Claude Code but for the end of a session, which it does not tell.

Its process holds the session's lease, so a session is seen to be over when that is gone. It puts
anything beyond 2,500 tokens, four bytes each, into a file of its own; a context stays below.
"""

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
    "codex",
    "Codex",
    {
        "SessionStart": started,
        "UserPromptSubmit": prompted,
        "Stop": answered,
        "SubagentStop": sub_agent_answered,
        "PostToolUse": tool_used,
        "PreCompact": before_compaction,
        "PostCompact": compacted,
        "SessionEnd": ended,  # not told today; it costs nothing to understand it
    },
    with_context,
)
