"""The first documents of a new agent: short, true, and meant to be rewritten by its person.

Until somebody edits them, they follow changes of the agent's and the person's names.
"""

from __future__ import annotations

from wakeline.flows.common.place import Place
from wakeline.flows.identity.documents import propose_version, put_in_force, write_document
from wakeline.flows.identity.hand_edits import current_documents
from wakeline.model.identity import Document, DocumentKind, Identity
from wakeline.ports.store import Unit

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
STARTERS: dict[DocumentKind, str] = {
    "identity": IDENTITY,
    "personality": IDENTITY,
    "protocol": PROTOCOL,
}


def write_first_documents(place: Place) -> list[DocumentKind]:
    """Put the first documents in force where a kind has no version yet. Returns the kinds."""
    known = {document.kind for document in current_documents(place)}
    wanted = {kind: text for kind, text in _texts(place.identity).items() if kind not in known}
    for kind, text in wanted.items():
        write_document(place, kind, text, actor="person", confirmed=True)
    return list(wanted)


def rename_in_first_documents(
    place: Place, unit: Unit, before: Identity, after: Identity
) -> list[Document]:
    """Put new versions of the unedited first documents in force, with the present names.

    The caller writes their files after the commit. A document that somebody has edited, or
    that is locked, stays.
    """
    was, now = _texts(before), _texts(after)
    files = place.store.document_files()
    waiting = {
        d.kind for d in unit.all(Document, "identities.documents_in_state", state="proposed")
    }
    return [
        put_in_force(unit, propose_version(place, unit, kind, now[kind], origin="user_direct"))
        for kind, content in _in_force(unit)
        if content == was.get(kind) != now.get(kind)
        and files.get(kind, content) == content
        and kind not in waiting
        and not (kind == "identity" and after.identity_policy == "locked")
    ]


def _in_force(unit: Unit) -> list[tuple[DocumentKind, str]]:
    found = unit.all(Document, "identities.documents_in_force")
    return [(document.kind, document.content) for document in found]


def _texts(identity: Identity) -> dict[DocumentKind, str]:
    """The first documents of this agent, by kind."""
    person = identity.person_name or "its person"
    return {
        kind: text.format(agent=identity.display_name, person=person)
        for kind, text in STARTERS.items()
    }
