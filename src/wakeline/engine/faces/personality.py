"""How identity has expressed itself, as in `ash.personality.status`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face

if TYPE_CHECKING:
    import os

    from wakeline.flows.identity.personality_files import PersonalityExport
    from wakeline.model.personality import PersonalityEntry
    from wakeline.model.personality_status import (
        PersonalityReset,
        PersonalityStatus,
        PersonalityText,
    )


class Personality(Face):
    """How the agent's identity has expressed itself. Resets are the person's acts."""

    def status(self) -> PersonalityStatus:
        """How far personality is from its core and from what it was, measured now."""
        from wakeline.flows.identity.personality_status import personality_status

        return personality_status(self._place)

    def show(self) -> PersonalityText:
        """The living layer as it is in force, and what each observed sentence rests on."""
        from wakeline.flows.identity.personality_status import personality_text

        return personality_text(self._place)

    def diff(self, against: str = "core") -> str:
        """How personality differs from its core, or from a snapshot that is named by its date."""
        from wakeline.flows.identity.personality_status import personality_diff

        return personality_diff(self._place, against)

    def history(self, *, limit: int = 100, before: str | None = None) -> list[PersonalityEntry]:
        """The versions of the living layer, newest first, behind an id if one is given."""
        from wakeline.flows.identity.personality_status import personality_history

        return personality_history(self._place, limit=limit, before=before)

    def reset_soft(self, *, actor: str | None = None) -> PersonalityReset:
        """Take out what contradicts the core. Everything else stays."""
        from wakeline.flows.identity.personality_reset import reset_soft

        return reset_soft(self._place, actor=actor)

    def rollback(self, date: str, *, actor: str | None = None) -> PersonalityReset:
        """Bring back the snapshot of a date. What was noted since then counts no longer."""
        from wakeline.flows.identity.personality_reset import rollback

        return rollback(self._place, date, actor=actor)

    def reset_hard(self, *, actor: str | None = None) -> PersonalityReset:
        """Make personality a copy of the core again. What the agent knows stays."""
        from wakeline.flows.identity.personality_reset import reset_hard

        return reset_hard(self._place, actor=actor)

    def export(self, folder: str | os.PathLike[str]) -> PersonalityExport:
        """Write identity.md, personality.md, personality_history/ and personality_meta.json."""
        from wakeline.flows.identity.personality_files import export_personality

        return export_personality(self._place, folder)
