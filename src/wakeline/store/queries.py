"""The named statements of `sql/*.sql`, one text for both engines.

A statement starts with `-- name`; the next comment lines give its purpose.
`@Task` stands for the columns of that value class, so that rows become values
without a mapping by hand. Where the engines truly differ, `-- name [postgres]`
overrides for one of them. A file is read when its first statement is wanted.
"""

from __future__ import annotations

import os
from typing import Any, Literal

from wakeline.model.stored import declared_tables
from wakeline.store.rows import row_shape

Engine = Literal["sqlite", "postgres"]
FOLDER = os.path.join(os.path.dirname(__file__), "sql")


class Queries:
    """Statements by name, for one engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._texts: dict[str, str] = {}  # as they stand in the files
        self._statements: dict[str, str] = {}
        self._files: set[str] = set()

    def __getitem__(self, name: str) -> str:
        found = self._statements.get(name)
        if found is None:
            self._load(name.split(".", 1)[0])
            # A wake runs only a few of a file's statements, so each is expanded at its first use.
            found = self._statements[name] = expand_columns(self._texts[name])
        return found

    def names(self) -> list[str]:
        """The names of all statements."""
        for entry in sorted(os.listdir(FOLDER)):
            if entry.endswith(".sql"):
                self._load(entry[:-4])
        return sorted(self._texts)

    def _load(self, file: str) -> None:
        if file in self._files:
            return
        with open(os.path.join(FOLDER, file + ".sql"), encoding="utf-8") as source:
            for name, engine, text in parse_statements(source.read()):
                if engine in (None, self._engine) and (engine or name not in self._texts):
                    self._texts[name] = text
        self._files.add(file)  # last: another thread may load the same file


def parse_statements(text: str) -> list[tuple[str, str | None, str]]:
    """The statements of one file: name, engine if it is for one only, text."""
    found: list[tuple[str, str | None, list[str]]] = []
    # Split at comments: going through every line takes twice as long.
    for part in f"\n{text}".split("\n-- "):
        comment, _, rest = part.partition("\n")
        name, _, engine = comment.partition(" ")
        is_name = "." in name[:-1] and name.replace(".", "").replace("_", "").isalnum()
        if is_name and name[-1] != "." and " " not in engine.strip():
            found.append((name, engine.strip("[] ") or None, []))
        if found and rest:
            found[-1][2].append(rest)
    return [(name, engine, "\n".join(rests).strip().rstrip(";")) for name, engine, rests in found]


def parameter_names(sql: str) -> tuple[str, ...]:
    """The parameter names of a statement, in the order in which SQLite numbers them."""
    names: dict[str, None] = {}
    for outside_of_literals in sql.split("'")[::2]:
        for part in outside_of_literals.split(":")[1:]:
            end = next((k for k, c in enumerate(part) if not (c.isalnum() or c == "_")), len(part))
            names[part[:end]] = None
    return tuple(names)


def expand_columns(text: str) -> str:
    """Replace `@Task` by the columns of Task, and `@Task(t)` by the same with an alias."""
    parts = text.split("@")
    for i, part in enumerate(parts[1:], start=1):
        name = part[: next((k for k, c in enumerate(part) if not c.isalpha()), len(part))]
        rest = part[len(name) :]
        columns = row_shape(_class_named(name)).columns
        if rest.startswith("("):
            alias, rest = rest[1:].split(")", 1)
            columns = ", ".join(f"{alias}.{c}" for c in columns.split(", "))
        parts[i] = columns + rest
    return "".join(parts)


def _class_named(name: str) -> type[Any]:
    """The class that a statement names: among the loaded classes first, then among all."""
    for table in declared_tables():
        if table.cls.__name__ == name:
            return table.cls
    from wakeline.model.tables import tables_by_class_name

    return tables_by_class_name()[name].cls
