"""Claude Code: its events. The acts use its field names, so no field is renamed."""

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
    "claude-code",
    "Claude Code",
    {
        "SessionStart": on_session_start,
        "UserPromptSubmit": on_prompt,
        "Stop": on_answer,
        "SubagentStop": on_sub_agent_answer,
        "PostToolUse": on_tool_use,
        "PostToolUseFailure": on_tool_use,
        "PreCompact": on_before_compaction,
        "PostCompact": on_compaction_summary,
        "SessionEnd": on_session_end,
    },
    context_answer,
    guarded=("PreToolUse",),
)
