"""What a person can say with one word: wake up, and leave a good handoff. One entry each.

A prompt only says what to do. What is done, tools do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from wakeline.base.errors import Invalid, NotFound

MOST_CHARACTERS: Final = 1000


class Prompt(NamedTuple):
    """One prompt: its parts are joined by blank lines; `{name}` is filled in where it was given."""

    name: str
    does: str
    takes: Mapping[str, str]  # what may be filled in, and what it is
    text: str
    with_given: Mapping[str, str]  # what is said besides, where it was


WAKE = Prompt(
    "wake",
    "Wake up with your context, and say where things stand.",
    {"intent": "What you are woken for.", "thread": "The thread to go on with."},
    "Call the tool `wake` and read all that it gives you before you do anything else. What it "
    "tells is older than now: look at the state of the world again before you act on it.\n\n"
    "Then tell me in a few sentences how long you were away, what your last session left for you, "
    "what changed meanwhile, and what is open. Say plainly what you do not know. Begin nothing.",
    {
        "intent": "You are woken for this: pass it as `intent`.\n> {intent}",
        "thread": "Go on with this thread: pass it as `thread`.\n> {thread}",
    },
)
END = Prompt(
    "end_session",
    "End the session with a handoff that your next session can go on from.",
    {"note": "Something that has to be in it."},
    "This session is over. Before you end it, look back and keep what will matter later: "
    "`set_fact` for values that changed, `remember` for what is worth keeping, `add_task` and "
    "`add_hint` for what must not be missed, `note_outcome` for what worked or failed.\n\n"
    "Then call `end_session`. Write for a reader who knows nothing of today: in `summary` "
    "what happened, in `workingOn` where you stopped, in `openThreads` what is not finished "
    "and what the next step is, in `keyDecisions` what was decided and why, also against "
    "what, in `warnings` what not to do, and in `messageToNext` what you want to say to "
    "yourself. State only what happened. If you are not sure, look it up with `recall`.",
    {"note": "This has to be in it:\n> {note}"},
)
PROMPTS: dict[str, Prompt] = {prompt.name: prompt for prompt in (WAKE, END)}


def prompt_text(name: str, given: Mapping[str, str]) -> str:
    """The text of a prompt."""
    prompt = PROMPTS.get(name)
    if prompt is None:
        raise NotFound(f"there is no prompt {name[:100]!r}.")
    unknown = sorted(given.keys() - prompt.takes.keys())
    if unknown:
        raise Invalid(f"the prompt {name} takes no {', '.join(unknown)[:200]}.")
    parts = [prompt.text]
    for field, words in prompt.with_given.items():
        line = " ".join(given.get(field, "").split())[:MOST_CHARACTERS]
        if line:
            parts.append(words.replace("{" + field + "}", line))
    return "\n\n".join(parts)
