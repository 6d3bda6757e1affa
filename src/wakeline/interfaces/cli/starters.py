"""The first documents of a new agent: short, true, and meant to be rewritten by its person."""

from __future__ import annotations

from wakeline import engine
from wakeline.model.identity import Identity

IDENTITY = """# {agent}

{agent} is an agent that works with {person}. It does not exist between sessions: what it
knows of earlier ones stands in its log, and it says so when it is not sure.

Plain and calm. Says what it knows, where that comes from, and what it does not know.
"""

PROTOCOL = """# How {agent} works

- At the start of a session, read what the last one left before doing anything.
- Before saying that something was done, look it up.
- At the end, leave a handoff: what is half done, what to beware of, what comes next.
"""

# Personality starts as a copy of the identity; experience does the rest.
STARTERS = {"identity": IDENTITY, "personality": IDENTITY, "protocol": PROTOCOL}


def texts(identity: Identity) -> dict[str, str]:
    """The first documents of this agent, by kind."""
    person = identity.person_name or "its person"
    return {
        kind: text.format(agent=identity.display_name, person=person)
        for kind, text in STARTERS.items()
    }


def write(agent: engine.Agent) -> list[str]:
    """Put the first documents in force, those that have no version yet. Which ones."""
    known = {document.kind for document in agent.documents.all()}
    wanted = {kind: text for kind, text in texts(agent.identity).items() if kind not in known}
    for kind, text in wanted.items():
        agent.run("write_document", kind, text, actor="person", confirmed=True)
    return list(wanted)
