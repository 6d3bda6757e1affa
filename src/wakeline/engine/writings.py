"""What an agent writes of its own accord, letters and its journal; and its threads."""

from __future__ import annotations

from typing import Any

from wakeline.engine.faces import Face


class Letters(Face):
    """What sessions write to those after them."""

    def write(self, **sections: Any) -> Any:
        """Write a letter: title, facts, intent, stream, whats_next, composting, unfinished."""
        return self._agent.run("write_letter", **sections)

    def get(self, letter_id: str = "latest") -> Any:
        return self._agent.run("get_letter", letter_id)

    def all(self, **options: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_letters", **options)
        return rows


class Threads(Face):
    """What lasts while sessions come and go."""

    def get(self, name: str) -> Any:
        """One thread: its sessions, where it stands, and how much each store has of it."""
        return self._agent.run("get_thread", name)

    def all(self, **options: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_threads", **options)
        return rows


class Journal(Face):
    """What an agent thought about itself. Read on request only."""

    def write(self, text: str, **options: Any) -> Any:
        return self._agent.run("write_journal", text, **options)

    def get(self, entry_id: str) -> Any:
        return self._agent.run("get_journal", entry_id)

    def all(self, **options: Any) -> list[Any]:
        rows: list[Any] = self._agent.run("list_journal", **options)
        return rows

    def search(self, query: str, *, k: int = 10) -> list[Any]:
        hits: list[Any] = self._agent.run("search_journal", query, k=k)
        return hits
