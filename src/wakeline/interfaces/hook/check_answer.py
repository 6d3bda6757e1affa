"""Tell an agent which claims of its answer the record contradicts. It blocks nothing."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from wakeline.base.errors import WakelineError
from wakeline.context.framing import one_line

if TYPE_CHECKING:
    from wakeline.engine import Agent

MOST_DOUBTS = 3
LONGEST = 120
HEAD = "[CHECK WHAT YOU SAID]  your last answer, held against the record"
FOOT = "Look it up and correct it where it matters."


def contradicted_claims(agent: Agent, answer: str, session_id: str | None) -> str:
    """The claims of an answer that the record contradicts, as a block; empty if there are none."""
    wrong: list[Any] = []
    with suppress(WakelineError):  # an answer that cannot be checked has been kept anyway
        checked = agent.check(answer, session_id=session_id)
        wrong = [each for each in checked.findings if each.verdict == "contradicted"]
    if not wrong:
        return ""
    return "\n".join([HEAD, *map(_line, wrong[:MOST_DOUBTS]), FOOT])


def _line(finding: Any) -> str:
    source = finding.source
    return (
        f"- you said: “{_short(finding.text)}”; recorded: “{_short(finding.true_value or '')}” "
        f"({source.kind} of {source.at:%d %b %Y}, {source.id})"
    )


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"
