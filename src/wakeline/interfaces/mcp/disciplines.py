"""The tools that keep an agent from repeating, contradicting and making things up."""

from __future__ import annotations

from wakeline.engine.operations.checkpoints import CHECKPOINTS
from wakeline.engine.operations.comms import COMMS
from wakeline.engine.operations.guards import GUARDS as GUARD_AREA
from wakeline.engine.operations.principles import PRINCIPLES
from wakeline.engine.operations.writings import JOURNAL, LETTERS
from wakeline.flows.assessment.evals import EvalComparison, add_eval
from wakeline.flows.beliefs.check_draft import check
from wakeline.flows.beliefs.decisions import add_decision, list_decisions
from wakeline.flows.beliefs.weigh_decisions import weigh_action
from wakeline.flows.recall.search_stores import StoreHits, search
from wakeline.interfaces.mcp import discipline_inputs as inputs
from wakeline.interfaces.mcp.build import build_tools
from wakeline.interfaces.mcp.tool import Tool
from wakeline.model.belief import DraftCheck
from wakeline.model.decision import (
    Decision,
    DecisionCheck,
)

GUARDS = (*build_tools(CHECKPOINTS, GUARD_AREA),)

BELIEFS = (
    Tool(
        "decide_against",
        add_decision,
        inputs.NewDecision,
        Decision,
        "adds",
        "Keep what was decided not to do, and why, so that nobody does it anyway.",
        args=("decision",),
    ),
    Tool(
        "check_decisions",
        weigh_action,
        inputs.Action,
        DecisionCheck,
        "reads",
        "Before you do something: which decisions it would go against, and which are near to it. "
        "Read those too and judge them yourself: most that is put in other words is only near.",
        args=("action",),
    ),
    Tool(
        "list_decisions",
        list_decisions,
        inputs.WantedDecisions,
        list[Decision],
        "reads",
        "What was decided against.",
    ),
    *build_tools(PRINCIPLES),
    Tool(
        "check_answer",
        check,
        inputs.Answer,
        DraftCheck,
        "reads",
        "Before you say it: which numbers, attributions, deeds and states of a draft the record "
        "carries, and which it contradicts.",
        args=("draft",),
    ),
    *build_tools(COMMS),
)

WRITINGS = (
    *build_tools(LETTERS, JOURNAL),
    Tool(
        "memory_search",
        search,
        inputs.Asked,
        list[StoreHits],
        "reads",
        "Search everything that you wrote down on purpose, each store in its own way.",
        args=("query",),
    ),
    Tool(
        "session_eval",
        add_eval,
        inputs.Judgement,
        EvalComparison,
        "adds",
        "Judge this session. What the log says stands beside it.",
    ),
)
