"""The tools that keep an agent from repeating, contradicting and making things up."""

from __future__ import annotations

from wakeline.engine.operations.checkpoints import CHECKPOINTS
from wakeline.engine.operations.claims import CLAIMS
from wakeline.engine.operations.comms import COMMS
from wakeline.engine.operations.decisions import DECISIONS
from wakeline.engine.operations.evals import EVALS
from wakeline.engine.operations.guards import GUARDS as GUARD_AREA
from wakeline.engine.operations.principles import PRINCIPLES
from wakeline.engine.operations.writings import JOURNAL, LETTERS
from wakeline.flows.recall.search_stores import StoreHits, search
from wakeline.interfaces.mcp import discipline_inputs as inputs
from wakeline.interfaces.mcp.build import build_tools
from wakeline.interfaces.mcp.tool import Tool

GUARDS = (*build_tools(CHECKPOINTS, GUARD_AREA),)

BELIEFS = build_tools(DECISIONS, PRINCIPLES, CLAIMS, COMMS)

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
    *build_tools(EVALS),
)
