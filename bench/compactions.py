"""What ten compactions leave of what was decided: here, and in a plain summary of a summary.

A coding agent works in one session whose context is compacted ten times, through the hooks of its
host. Twelve things are decided against in its first stretch, and twelve facts told; ordinary talk
follows. Beside it the same talk is kept as many tools do: what stands in the context is summarised
by its most telling sentences, and at the next compaction that summary with what came since.

The plain summary is SumBasic: sentences by how common their words are, each word counting less
once it was told. It is deterministic; a language model words things anew, and may keep more.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import wakeline
from bench.decisions import decided
from bench.texts import Writer
from wakeline.interfaces.hook.respond import respond
from wakeline.minds.state_distance import words_of

COMPACTIONS = 10
DECIDED = 12
A_STRETCH = 24  # exchanges between two compactions
BUDGETS = (150, 300, 600)  # words of the plain summary
SEED = 42


class Stretch(NamedTuple):
    """What was said between two compactions: what the person said, and the answers."""

    said: tuple[tuple[str, str], ...]

    @property
    def sentences(self) -> list[str]:
        return [text for exchange in self.said for text in exchange]


class Left(NamedTuple):
    """The shares that are left of what was decided against, and of what was told."""

    decisions: float
    facts: float


class Survived(NamedTuple):
    """Of what `check` caught before the compactions: how much, and how much of it after them.

    `told` is how many of the decisions stand in what the agent reads after the last one.
    """

    caught: int
    still: int
    told: int


def the_decided() -> list[dict[str, Any]]:
    return decided()[:DECIDED]


def told_decision(text: str) -> str:
    return f"We settled this: {text}."


def facts() -> list[str]:
    return [f"The port of service number {n} is {4000 + 7 * n}." for n in range(DECIDED)]


def session() -> list[Stretch]:
    """The talk, stretch by stretch; what matters is said in the first."""
    writer = Writer(SEED)
    stretches = []
    for number in range(COMPACTIONS):
        talk = [writer.exchange() for _ in range(A_STRETCH)]
        if number == 0:
            matters = [told_decision(row["decision"]) for row in the_decided()]
            both = zip(matters, facts(), strict=True)
            talk = [pair for mixed in zip(both, talk, strict=False) for pair in mixed]
        stretches.append(Stretch(tuple(talk)))
    return stretches


def summarised(sentences: Sequence[str], most_words: int) -> list[str]:
    """The most telling sentences within a bound, in the order in which they were said."""
    words = {text: words_of(text) for text in sentences}
    counts = Counter(word for found in words.values() for word in found)
    whole = sum(counts.values())
    weight = {word: count / whole for word, count in counts.items()}
    left = [text for text, found in words.items() if found]
    chosen: list[str] = []
    room = most_words
    while left:
        best = max(left, key=lambda text: sum(weight[w] for w in words[text]) / len(words[text]))
        left.remove(best)
        if len(best.split()) > room:
            continue
        room -= len(best.split())
        chosen.append(best)
        for word in words[best]:
            weight[word] **= 2
    return [text for text in words if text in chosen]


def left_in_summary(most_words: int) -> list[Left]:
    """What is left after each compaction."""
    kept: list[str] = []
    found = []
    matters = [told_decision(row["decision"]) for row in the_decided()]
    for stretch in session():
        kept = summarised([*kept, *stretch.sentences], most_words)
        found.append(Left(_share(matters, kept), _share(facts(), kept)))
    return found


def _share(wanted: Sequence[str], kept: Sequence[str]) -> float:
    return sum(text in kept for text in wanted) / len(wanted)


def survived(folder: Path) -> Survived:
    """The same session through the hooks of a host, its decisions written down as they are made."""
    home, cwd = folder / "home", folder / "shop"
    (cwd / ".git").mkdir(parents=True)
    (cwd / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    with wakeline.open(home, settings={"sqlite.synchronous": "OFF"}) as opened:
        agent = opened.agent("ash", person="Mel")
        for row in the_decided():
            agent.decisions.add(row["decision"], reason=row["reason"])
        before = _caught(agent)
    host = _Host(home, cwd)
    text = host.fire("SessionStart", source="startup")
    for stretch in session():
        for said, answer in stretch.said:
            host.fire("UserPromptSubmit", prompt=said)
            host.fire("Stop", last_assistant_message=answer)
        host.fire("PreCompact", trigger="auto")
        host.fire("PostCompact", trigger="auto", compact_summary="They worked on the shop.")
        text = host.fire("SessionStart", source="compact")
    with wakeline.open(home) as opened:
        after = _caught(opened.agent("ash"))
    told = sum(row["decision"] in text for row in the_decided())
    return Survived(len(before), len(before & after), told)


def _caught(agent: wakeline.Agent) -> set[str]:
    return {
        action
        for row in the_decided()
        for action in row["against"]
        if row["decision"] in {c.decision.decision for c in agent.decisions.check(action)}
    }


class _Host:
    """One session of a coding agent, as its hooks tell it."""

    def __init__(self, home: Path, cwd: Path) -> None:
        self._home = str(home)
        self._event = {"session_id": "compacted", "cwd": str(cwd), "transcript_path": ""}

    def fire(self, name: str, **fields: Any) -> str:
        event = {**self._event, "hook_event_name": name, **fields}
        answer = respond(json.dumps(event).encode(), home=self._home, agent="ash")
        told = (answer or {}).get("hookSpecificOutput", {})
        return str(told.get("additionalContext", ""))


def main() -> int:
    print("words  left of 12 decisions after 1, 5, 10 compactions    left of 12 facts")
    for budget in BUDGETS:
        found = left_in_summary(budget)
        picked = [found[number - 1] for number in (1, 5, 10)]
        shares = "  ".join(f"{left.decisions:.2f}" for left in picked)
        others = "  ".join(f"{left.facts:.2f}" for left in picked)
        print(f"{budget:5}  {shares}    {others}")
    with tempfile.TemporaryDirectory(prefix="wakeline-bench-") as folder:
        kept = survived(Path(folder))
    print(
        f"wakeline: {kept.still} of {kept.caught} actions that were caught before are caught after "
        f"ten; {kept.told} of {DECIDED} decisions stand in what the agent reads then"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
