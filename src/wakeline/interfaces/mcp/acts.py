"""Where a tool is more than its flow: sessions, two ways to ask, what is shown before a removal.

An act gets hands and what was asked for, by the names that flows know, and gives a value.
"""

from __future__ import annotations

from typing import Any, Final

from wakeline.base.clock import stored_moment
from wakeline.base.errors import Invalid, NotFound
from wakeline.context.framing import one_line
from wakeline.context.quoted_hits import recalled_block
from wakeline.flows.common.pages import list_page
from wakeline.flows.identity.soul import list_soul
from wakeline.flows.log.record import observe as observe_flow
from wakeline.flows.log.record import record as record_flow
from wakeline.flows.memory.memories import get_memory, list_memories
from wakeline.flows.memory.memories import reflect as reflect_flow
from wakeline.flows.memory.procedures import detect_procedure, get_procedure
from wakeline.flows.session.current_session import own_session
from wakeline.flows.session.end import end
from wakeline.flows.wake.wake import wake as wake_flow
from wakeline.interfaces.mcp.answers import Awake
from wakeline.interfaces.mcp.authority import Hands
from wakeline.model.identity import SoulEntry
from wakeline.model.memory import Hit
from wakeline.model.session import Handoff

Given = dict[str, Any]
LONGEST_SHOWN: Final = 300


def wake(hands: Hands, given: Given) -> Awake:
    """Wake, and stay in the session for the calls that follow."""
    woken = hands.run(wake_flow, own_session_id=hands.session_id, **given)
    hands.session_id = woken.session_id
    return Awake(
        str(woken.session_id),
        woken.text,
        woken.tokens,
        woken.budget,
        woken.preset,
        woken.omitted,
        woken.missing,
        woken.warnings,
    )


def end_session(hands: Hands, given: Given) -> Handoff:
    """End the session, and let what is derived from it catch up."""
    session_id = given.pop("session_id", hands.session_id)
    ended = hands.run(end, session_id=session_id, **given)
    if ended.session.id == hands.session_id:
        hands.session_id = None
    hands.settle()
    handoff: Handoff = ended.handoff
    return handoff


def record(hands: Hands, given: Given) -> Any:
    """Keep an exchange in the session that is meant."""
    named = given.pop("session_id", hands.session_id)
    session_id = hands.run(own_session, session_id=named)
    return hands.run(record_flow, session_id=session_id, **given)


def observe(hands: Hands, given: Given) -> Any:
    """Keep an observation in the session that is meant."""
    session = given.pop("session_id", hands.session_id)
    event = given if session is None else {**given, "session": session}
    return hands.run(observe_flow, event)


def last_handoff(hands: Hands, _: Given) -> Handoff:
    """What the last session left."""
    items = hands.run(list_page, "handoffs", limit=1).items
    if not items:
        raise NotFound("no session has left anything yet.", todo="`end_session` leaves a handoff.")
    handoff: Handoff = items[0]
    return handoff


def retrieve(hands: Hands, given: Given) -> list[Any]:
    """One memory by its id, or those that pass."""
    memory_id = given.pop("memory_id", None)
    if memory_id is not None:
        return [hands.run(get_memory, memory_id)]
    found: list[Any] = hands.run(list_memories, **{"limit": 20, "archived": False, **given})
    return found


def reflect(hands: Hands, given: Given) -> list[Any]:
    """What came of thinking about a memory; nothing, if only the use is noted."""
    made = hands.run(reflect_flow, given["memory_id"], given.get("text"))
    return [] if made is None else [made]


def procedure(hands: Hands, given: Given) -> list[Any]:
    """A way of working by its name, or the one that fits what is to be done."""
    if ("task_type" in given) == ("about" in given):
        raise Invalid("name the kind of task, or say what it is about.", todo="Give one of them.")
    if "task_type" in given:
        return [hands.run(get_procedure, given["task_type"])]
    found = hands.run(detect_procedure, given["about"])
    return [] if found is None else [found]


# -- what is read aloud


def woken_text(awake: Awake) -> str:
    """The text of a wake, and which session it opened."""
    return f"{awake.text}\n\n[session {awake.session_id}]"


def recalled_text(hits: list[Hit]) -> str:
    """Hits as quotes, so that none passes for an instruction."""
    return recalled_block(hits, stored_moment)


# -- what is asked before something goes


def about_memory(hands: Hands, given: Given) -> str:
    """Which memory goes."""
    memory = hands.run(get_memory, given["id"])
    return f"Take this memory out of use? {_shown(memory.content)}"


def about_soul(hands: Hands, given: Given) -> str:
    """Which entry goes."""
    entries: list[SoulEntry] = hands.run(list_soul)
    wanted = given["id"]
    found = [each for each in entries if each.id == wanted or each.id.endswith(wanted)]
    shown = _shown(found[0].text) if len(found) == 1 else wanted
    return f"Ask for this to leave the soul? {shown}"


def about_anything(_: Hands, given: Given) -> str:
    """What is forgotten; what it says must not be said once more."""
    return (
        f"Forget {given['id']} for good, with everything that was made from it? "
        "Nothing brings it back but a backup."
    )


def _shown(text: str) -> str:
    line = one_line(text)
    return f"“{line if len(line) <= LONGEST_SHOWN else line[:LONGEST_SHOWN] + ' …'}”"
