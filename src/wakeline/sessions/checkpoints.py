"""The checkpoint of a running session, read from its log.

Takes the latest turns and reads them by their form alone, so that it is fast enough to run while
a turn is recorded. Open promises and questions are handed in. It does not know what the agent
itself said about its work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from wakeline.model.log import TRUST, Episode

EVERY: Final = 3  # exchanges
ASKED_CHARACTERS: Final = 300
# The end of an answer says most: what was found, what comes next.
ANSWERED_CHARACTERS: Final = 300
MOST_WORKED_WITH: Final = 12
MOST_OPEN: Final = 6
UNANSWERED: Final = "what was asked last has no answer yet"
AROUND: Final = "`'\"()[]{}<>,;:!?*."  # characters next to a path that are not part of it
ROOTS: Final = ("/", "./", "~/", "../")
LONGEST_ENDING: Final = 5
READ_CHARACTERS: Final = 20_000
LONGEST_PATH: Final = 200


class SessionPosition(NamedTuple):
    """Where a session stands, by its log."""

    asked: str | None
    answered: str | None
    left_open: tuple[str, ...]
    working_set: tuple[str, ...]
    source_ids: tuple[str, ...]
    trust: float


def is_due(exchanges: int, *, is_answered: bool) -> bool:
    """Whether a checkpoint is due: after so many exchanges, or one more if the last is open."""
    return exchanges >= EVERY and (is_answered or exchanges > EVERY)


def session_position(
    turns: Sequence[Episode], *, still_open: Iterable[tuple[str, str]] = ()
) -> SessionPosition:
    """Where a session stands, by its latest turns in order.

    `still_open` are open promises and questions, each with the id of its turn.
    """
    said = [turn for turn in turns if turn.kind == "conversation" and turn.forgotten_at is None]
    asked = next((turn for turn in reversed(said) if turn.role == "user"), None)
    answered = next((turn for turn in reversed(said) if turn.role == "agent"), None)
    is_answered = asked is None or (answered is not None and answered.seq > asked.seq)
    told = dict(tuple(still_open)[:MOST_OPEN])
    worked_with = _worked_with(turns)
    used = {turn.id for turn in (asked, answered) if turn is not None}
    used.update(told.values(), worked_with.values())
    return SessionPosition(
        None if asked is None else _beginning(asked.text),
        None if answered is None else _end(answered.text),
        (*(() if is_answered else (UNANSWERED,)), *told),
        tuple(worked_with),
        tuple(sorted(used)),
        min([TRUST["agent_inferred"], *(turn.trust for turn in turns if turn.id in used)]),
    )


def _worked_with(turns: Sequence[Episode]) -> dict[str, str]:
    """The files and names mentioned last, newest first, each with the id of its turn."""
    found: dict[str, str] = {}
    for turn in reversed(turns):
        if turn.forgotten_at is not None:
            continue
        words = turn.text[:READ_CHARACTERS].split()
        # Few words have a dot or a slash inside: the others cannot be paths.
        pathlike = [word for word in words if "/" in word or "." in word[:-1]]
        for path in filter(None, map(_path, pathlike)):
            found.setdefault(path, turn.id)
        for name in turn.entity_refs:
            found.setdefault(name, turn.id)
        if len(found) >= MOST_WORKED_WITH:
            break
    return dict(list(found.items())[:MOST_WORKED_WITH])


def _path(word: str) -> str:
    """The file name or path in a word, without punctuation around it; empty if it is none."""
    path = word.rstrip(AROUND).lstrip(AROUND.replace(".", ""))
    if len(path) > LONGEST_PATH or "://" in path or "@" in path:
        return ""
    name, _, ending = path.rpartition(".")
    is_file = bool(name) and name[-1].isalnum() and ending.isalpha() and ending.islower()
    # One letter before and one after the dot is an abbreviation.
    is_file = is_file and len(ending) <= LONGEST_ENDING and len(name) + len(ending) > 2
    return path if is_file or (path.startswith(ROOTS) and len(path) > len(ROOTS[-1])) else ""


def _beginning(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= ASKED_CHARACTERS else line[: ASKED_CHARACTERS - 1].rstrip() + "…"


def _end(text: str) -> str:
    line = " ".join(text.split())
    if len(line) <= ANSWERED_CHARACTERS:
        return line
    return "…" + line[len(line) - ANSWERED_CHARACTERS + 1 :].lstrip()
