"""Why a line is in a wake: the reason for its source, and the name of its rank.

For people who look at a wake afterwards; a wake itself does not need it.
"""

from __future__ import annotations

# The names of the ranks in `lines`, in their order.
RANK_NAMES = (
    "core",
    "decisions",
    "facts",
    "principles",
    "knowledge",
    "letters",
    "journal",
    "own words",
)
SOURCE_REASONS: dict[str, str] = {
    "Welcome": "said before anything else",
    "Identity": "stands in every wake",
    "Documents": "put in force by the person",
    "Personality": "put in force by the person, or through consolidation",
    "Procedure": "how a task is done that the intent names",
    "Principles": "the intent is the situation that it is for",
    "RelevantMemories": "bears on the intent, or matters more than 0.8",
    "IdentityMemories": "identity, relationship or instruction, most important first",
    "PinnedMemories": "pinned, most important first",
    "ProjectMemories": "of the project, most important first",
    "RecentMemories": "touched last",
    "SurfacedMemory": "old and seldom used; agent and moment chose it",
    "GroundingMessage": "the guardian had cause",
    "Gap": "stands in every wake",
    "GapReport": "others did it, or its time came, since the agent was last told",
    "Guards": "must not be done again, or nobody knows whether it was",
    "Checkpoint": "where the session stood that left no words of its own",
    "SessionHandoff": "the session that ended last left it",
    "Letters": "the agent wrote it last",
    "ThreadHandoff": "where the thread stood",
    "CurrentTasks": "to do, in progress or blocked, most pressing first",
    "Notifications": "not read, or not answered, most pressing first",
    "Hints": "its time has come, most pressing first",
    "Decisions": "decided against and not reversed, the newest first",
    "KeyFacts": "holds now, most important first",
    "ProjectFacts": "holds now in the project, most important first",
    "ActiveProjects": "worked on, touched last first",
    "CoreTeamDoc": "put in force by the person",
    "LatestTurns": "said today or yesterday",
    "LastTurns": "said in the session that ended last, newest first",
    "Attachments": "shown in this thread, or in the last session",
}
