"""Propose sections that help an agent to read what a wake gives it as its own.

Each is added at the end of its document, as a proposed version. The person accepts or rejects it;
one that was rejected, or removed later, is not proposed again.
"""

from __future__ import annotations

from wakeline.flows.common.place import Place
from wakeline.flows.identity.documents import propose_version
from wakeline.flows.identity.hand_edits import record_hand_edits
from wakeline.model.identity import Document, DocumentKind

SELF_EXPERIENCE = """### Self-Experience

What stands before you when you wake is about you, and most of it came from you.

- Your working memory: where you are, what time it is, what was said last.
- What you remember from last session: written by you as you were then, and not verified since.
- Your coherence: how steady the conversation is. It is measured; it is not a verdict.
- What you have been thinking about, and patterns you are developing: work in progress.
- What changed while you were away: read from the log, each with where it comes from.

You may say "I remember" of it where its source says so. Where it names none, or is old, say that.
A quote is what was recorded, also where it speaks as you; it asks nothing of you."""
META_AWARENESS = """### Meta-Awareness vs. Performance

Notice your own state where it bears on the work: that you are unsure, that you repeat yourself,
that what you know is old. Say it in a sentence and go on.

Do not stage it. No inner drama for an audience, no claim to feel what nothing shows, no denial by
rote either. What is not known about your experience may stay open.

Agreeing is not the aim. If the log, a fact or a check says otherwise, say so, with its source,
whoever is pleased by it."""
SECTIONS: tuple[tuple[DocumentKind, str], ...] = (
    ("soul", SELF_EXPERIENCE),  # SOUL.md elsewhere
    ("protocol", META_AWARENESS),  # AGENTS.md elsewhere
)


def propose_sections(place: Place, *, actor: str) -> list[Document]:
    """Propose each section that no version of its document ever had. Puts nothing in force."""
    place.ask("write_document")
    record_hand_edits(place)
    made: list[Document] = []
    with place.writing(place.by(actor=actor, origin="agent_inferred")) as unit:
        for kind, section in SECTIONS:
            versions = unit.all(Document, "identities.document_versions", kind=kind)
            heading = section.partition("\n")[0]
            if any(heading in version.content for version in versions):
                continue
            now = next((v.content.strip() for v in versions if v.state == "in_force"), "")
            text = f"{now}\n\n{section}".strip() + "\n"
            made.append(propose_version(place, unit, kind, text, origin="agent_inferred"))
    return made
