"""What an agent writes of its own accord: `ash.letters`, `ash.journal` and `ash.diary`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wakeline.engine.faces.face import Face, full_id
from wakeline.flows.writings.diary import list_diary, search_diary, show_diary, write_diary
from wakeline.flows.writings.journal import get_journal, list_journal, search_journal, write_journal
from wakeline.flows.writings.letters import get_letter, list_letters, write_letter

if TYPE_CHECKING:
    from wakeline.model.fields import Day, Hits, Name, Question, RowId, Thousand
    from wakeline.model.log import Origin
    from wakeline.model.memory import DiaryPage, Hit
    from wakeline.model.writings import JournalEntry, Letter, LetterFacts, LetterStream


class Letters(Face):
    """What sessions write to those after them."""

    def write(
        self,
        *,
        title: Name | None = None,
        facts: LetterFacts | None = None,
        intent: str | None = None,
        stream: LetterStream | None = None,
        whats_next: str | None = None,
        composting: str | None = None,
        unfinished: str | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> Letter:
        """Write a letter to later sessions. A stream that is not given is read from the log."""
        return write_letter(
            self._place,
            title=title,
            facts=facts,
            intent=intent,
            stream=stream,
            whats_next=whats_next,
            composting=composting,
            unfinished=unfinished,
            session_id=session_id,
            actor=actor,
            origin=origin,
        )

    def get(self, letter_id: RowId = "latest") -> Letter:
        """One letter, the latest unless another is named."""
        return get_letter(self._place, full_id(self._place, letter_id))

    def all(
        self,
        *,
        limit: Thousand = 1_000,
        before: RowId | None = None,
        session_id: RowId | None = None,
        thread: Name | None = None,
    ) -> list[Letter]:
        """Letters, newest first."""
        return list_letters(
            self._place, limit=limit, before=before, session_id=session_id, thread=thread
        )


class Journal(Face):
    """What an agent thought about itself. Read on request only."""

    def write(
        self,
        text: str,
        *,
        title: Name | None = None,
        mood: Name | None = None,
        session_id: RowId | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
    ) -> JournalEntry:
        """Write an entry of the journal. Only a recall that asks for the journal finds it."""
        return write_journal(
            self._place,
            text,
            title=title,
            mood=mood,
            session_id=session_id,
            actor=actor,
            origin=origin,
        )

    def get(self, entry_id: RowId) -> JournalEntry:
        """One entry of the journal."""
        return get_journal(self._place, full_id(self._place, entry_id))

    def all(
        self,
        *,
        limit: Thousand = 1_000,
        before: RowId | None = None,
        thread: Name | None = None,
    ) -> list[JournalEntry]:
        """Entries of the journal, newest first."""
        return list_journal(self._place, limit=limit, before=before, thread=thread)

    def search(self, query: Question, *, k: Hits = 10) -> list[Hit]:
        """The entries of the journal that answer a question best."""
        return search_journal(self._place, query, k=k)


class Diary(Face):
    """One document a day."""

    def write(
        self,
        text: str,
        *,
        day: Day | None = None,
        mood: Name | None = None,
        location: Name | None = None,
        actor: str | None = None,
        origin: Origin = "agent_inferred",
        session_id: RowId | None = None,
    ) -> DiaryPage:
        """Add a section to the page of a day, today's unless another is named."""
        return write_diary(
            self._place,
            text,
            day=day,
            mood=mood,
            location=location,
            actor=actor,
            origin=origin,
            session_id=session_id,
        )

    def show(self, day: Day | None = None) -> DiaryPage:
        """The page of a day with all its sections, today's unless another is named."""
        return show_diary(self._place, day)

    def all(self, *, limit: Thousand = 1_000, before: Day | None = None) -> list[DiaryPage]:
        """The pages of the diary, the last day first."""
        return list_diary(self._place, limit=limit, before=before)

    def search(self, query: Question, *, k: Hits = 10) -> list[Hit]:
        """The pages of the diary that answer a question best."""
        return search_diary(self._place, query, k=k)
