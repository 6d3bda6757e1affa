"""Codex: the events of Claude Code, except for the end of a session, which it does not report.

Its process holds the session's lease, so a session counts as over when that process is gone. It
moves any text beyond 2,500 tokens, four bytes each, into a file; our context stays below that.
"""

from wakeline.interfaces.hook.events import (
    on_answer,
    on_before_compaction,
    on_compaction_summary,
    on_prompt,
    on_session_end,
    on_session_start,
    on_sub_agent_answer,
    on_tool_use,
)
from wakeline.interfaces.hook.hosts import Host, context_answer

HOST = Host(
    "codex",
    "Codex",
    {
        "SessionStart": on_session_start,
        "UserPromptSubmit": on_prompt,
        "Stop": on_answer,
        "SubagentStop": on_sub_agent_answer,
        "PostToolUse": on_tool_use,
        "PreCompact": on_before_compaction,
        "PostCompact": on_compaction_summary,
        "SessionEnd": on_session_end,  # not sent today; it costs nothing to support it
    },
    context_answer,
)
