"""The tools: one entry each, from which server, documentation and tests follow."""

from __future__ import annotations

from wakeline.engine.operations.agenda import HINTS, TASKS
from wakeline.engine.operations.entities import ENTITIES
from wakeline.engine.operations.facts import FACTS
from wakeline.engine.operations.knowledge import KNOWLEDGE
from wakeline.engine.operations.memories import MEMORIES
from wakeline.engine.operations.messages import MESSAGES
from wakeline.engine.operations.procedures import PROCEDURES
from wakeline.engine.operations.soul import DIARY, SOUL
from wakeline.flows.common.pages import list_page
from wakeline.flows.forget.forget import Forgotten, forget
from wakeline.flows.home.status import Status, status
from wakeline.flows.identity.soul import list_soul, remove_from_soul
from wakeline.flows.log.exchange import get_exchange
from wakeline.flows.log.record import observe, record
from wakeline.flows.memory.memories import (
    delete_memory,
    get_memory,
    list_memories,
    reflect,
)
from wakeline.flows.memory.procedures import (
    detect_procedure,
    get_procedure,
)
from wakeline.flows.memory.self_care import SelfCareResult, self_care
from wakeline.flows.recall.recall import recall
from wakeline.flows.session.current_session import own_session
from wakeline.flows.session.end import end
from wakeline.flows.wake.wake import wake
from wakeline.interfaces.mcp import acts, inputs
from wakeline.interfaces.mcp.answers import Awake
from wakeline.interfaces.mcp.build import build_tools
from wakeline.interfaces.mcp.disciplines import BELIEFS, GUARDS, WRITINGS
from wakeline.interfaces.mcp.tool import Tool
from wakeline.model.exchange import FullExchange
from wakeline.model.identity import SoulEntry
from wakeline.model.log import Kept
from wakeline.model.memory import Hit, Memory
from wakeline.model.procedure import Procedure
from wakeline.model.session import Handoff

SESSION = (
    Tool(
        "wake",
        wake,
        inputs.WakeInput,
        Awake,
        "adds",
        "Start a session and get your context back: who you are, how long you were away, what your "
        "last session left, what is open. Call it first, unless your host has woken you already.",
        act=acts.wake,
        says=acts.woken_text,
    ),
    Tool(
        "record",
        record,
        inputs.RecordInput,
        Kept,
        "adds",
        "Keep one exchange in your log, word for word. Needless where your host records by hooks.",
        act=acts.record,
        also=(own_session,),
    ),
    Tool(
        "observe",
        observe,
        inputs.ObserveInput,
        Kept,
        "adds",
        "Keep one thing that you saw or were told of outside of this conversation.",
        act=acts.observe,
    ),
    Tool(
        "end_session",
        end,
        inputs.EndInput,
        Handoff,
        "adds",
        "End your session and leave a handoff. Whatever you do not say here, your next session "
        "has to find by itself.",
        act=acts.end_session,
    ),
    Tool(
        "read_handoff",
        list_page,
        inputs.Nothing,
        Handoff,
        "reads",
        "Read what your last session left.",
        act=acts.last_handoff,
    ),
    Tool(
        "status",
        status,
        inputs.Nothing,
        Status,
        "reads",
        "See how you stand: sessions, open tasks, what waits for a decision of the person.",
    ),
    Tool(
        "show_exchange",
        get_exchange,
        inputs.Exchange,
        FullExchange,
        "reads",
        "See one exchange with all that hangs on it: turns, tool calls, what changed, files, what "
        "was made of it. Any id of these will do.",
        args=("id",),
    ),
)

MEMORY = (
    Tool(
        "recall",
        recall,
        inputs.RecallInput,
        list[Hit],
        "reads",
        "Find what was said, or what you know, by words and meaning. Quotes with their ids: state "
        "as fact only what a quote says.",
        args=("query",),
        says=acts.recalled_text,
    ),
    *build_tools(MEMORIES),
    Tool(
        "reflect",
        reflect,
        inputs.Reflection,
        list[Memory],
        "adds",
        "Note that you thought about a memory, and keep what came of it.",
        act=acts.reflect,
    ),
    Tool(
        "retrieve_specific_memories",
        list_memories,
        inputs.WantedMemoriesInput,
        list[Memory],
        "reads",
        "List memories by type, tag, thread, project or pin, or get one by its id.",
        act=acts.retrieve,
        also=(get_memory,),
    ),
    Tool(
        "remove_from_memory",
        delete_memory,
        inputs.Removal,
        Memory,
        "removes",
        "Take a memory out of use: no wake and no recall shows it any more. Asks first.",
        args=("id",),
        also=(get_memory,),
        asks=acts.about_memory,
    ),
    Tool(
        "forget",
        forget,
        inputs.Removal,
        Forgotten,
        "removes",
        "Remove a turn, exchange, memory, fact, task or handoff from everywhere, for good, with "
        "what was made from it. Only when the person wants it gone. Asks first.",
        args=("id",),
        asks=acts.about_anything,
    ),
)

AGENDA = (*build_tools(TASKS, HINTS, MESSAGES),)

SKILLS = (
    *build_tools(PROCEDURES, KNOWLEDGE),
    Tool(
        "get_procedure",
        get_procedure,
        inputs.TaskType,
        list[Procedure],
        "reads",
        "How a kind of task is done: by its name, or by what you are about to do.",
        act=acts.procedure,
        also=(detect_procedure,),
    ),
)

SELF = (
    Tool(
        "self_care",
        self_care,
        inputs.SelfCareInput,
        SelfCareResult,
        "adds",
        "Make one memory of many and fold old conversations into summaries, when you want to. Only "
        "while no other session of yours is open.",
    ),
    *build_tools(SOUL),
    Tool(
        "remove_from_soul",
        remove_from_soul,
        inputs.Removal,
        SoulEntry,
        "removes",
        "Ask for a part of your soul to leave you. The person may have to agree. Asks first.",
        args=("id",),
        also=(list_soul,),
        asks=acts.about_soul,
    ),
    *build_tools(DIARY, ENTITIES),
)

GROUPS: dict[str, tuple[Tool, ...]] = {
    "session": SESSION,
    "memory": MEMORY,
    "facts": build_tools(FACTS),
    "agenda": AGENDA,
    "skills": SKILLS,
    "self": SELF,
    "guards": GUARDS,
    "beliefs": BELIEFS,
    "writings": WRITINGS,
}
TOOLS: dict[str, Tool] = {tool.name: tool for group in GROUPS.values() for tool in group}
