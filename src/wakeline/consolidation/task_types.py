"""Find the kind of task that a text is about, among the agent's procedures.

By words alone, without their endings: "I am reviewing Ana's code" is `code-review`. It does
not know where procedures are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from wakeline.model.procedure import Procedure
from wakeline.recall.analyse import terms

# The line of a procedure that names other words for its task: "Also: pull request, PR".
ALSO: Final = re.compile(r"(?im)^[*_#>-]*\s*also[*_]*\s*:\s*(.+?)\s*[*_]*$")
MOST_READ: Final = 4_000  # characters of the text: its beginning says what it is about


def task_type_of(text: str, known: Iterable[Procedure]) -> Procedure | None:
    """The procedure whose name or other words are all in the text; the longest name if several."""
    said = set(terms(text[:MOST_READ]))
    best: tuple[int, Procedure] | None = None
    for procedure in known:
        for name in names_of(procedure):
            wanted = set(terms(name))
            if wanted and wanted <= said and (best is None or len(wanted) > best[0]):
                best = (len(wanted), procedure)
    return None if best is None else best[1]


def names_of(procedure: Procedure) -> list[str]:
    """The names of a procedure's kind of task."""
    others = [name for line in ALSO.findall(procedure.content) for name in line.split(",")]
    return [procedure.task_type, *(name.strip() for name in others if name.strip())]
