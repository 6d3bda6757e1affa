"""A class name has one meaning, a function says what it does, and no folder is too large to read.

Exceptions stand in tables with their reasons. One that is no longer needed fails too, except for
names in code that is about to be built from the table of operations.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Container
from pathlib import Path

from tests.architecture import Module

SOURCE = Path(__file__).parents[1] / "src" / "wakeline"
MODULES = [
    Module(file.relative_to(SOURCE).as_posix(), file.read_text(encoding="utf-8"))
    for file in sorted(SOURCE.rglob("*.py"))
]

# Class names with more than one meaning, and why.
SHARED_CLASS_NAMES: dict[str, str] = {}

# Participles, prepositions and adverbs that say nothing alone. Words in -ed are found by their end.
BARE_WORDS = frozenset(
    """
    about above across after again against along among apart around aside away before behind below
    beneath beside between beyond by down during except from in inside into near of off on onto out
    outside over past since through to together toward under until up upon with within without
    begun born borne bound bought broken brought built caught chosen done drawn driven due
    fallen felt found forgotten fought given gone grown heard held hidden kept known laid led left
    lent lost made meant met paid proven relevant said seen sent shown sold spent spoken sworn taken
    taught thought thrown told understood woken won worn written
    """.split()
)
IMPERATIVES_IN_ED = frozenset(
    "bleed breed embed exceed feed heed need proceed seed shed speed succeed weed".split()
)
# Functions named by a bare word, and why.
BARE_FUNCTIONS = {
    "model/stored.py:stored": "a decorator, which reads as a declaration",
    "recall/features.py:stated": "the name of a signal, as weights and answers have it",
}

MOST_MODULES = 25
# Folders with more, and how many they have today. A number falls when its folder shrinks.
LARGE_FOLDERS = {"engine/faces": 26, "model": 29}


def class_names() -> dict[str, list[str]]:
    """The public classes of all modules, each with the modules that define it."""
    found = defaultdict(list)
    for module in MODULES:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module.path)
    return found


def says_nothing(name: str) -> bool:
    """Whether the name of a function is a bare participle, preposition or adverb."""
    return name in BARE_WORDS or (
        "_" not in name and name.endswith("ed") and name not in IMPERATIVES_IN_ED
    )


def bare_functions() -> set[str]:
    return {
        f"{module.path}:{node.name}"
        for module in MODULES
        for node in module.tree.body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and says_nothing(node.name)
    }


def module_counts() -> dict[str, int]:
    """How many modules of its own each folder has; the package's own file is none."""
    counts: dict[str, int] = defaultdict(int)
    for module in MODULES:
        folder, _, name = module.path.rpartition("/")
        counts[folder] += name != "__init__.py"
    return counts


def not_needed(exceptions: dict[str, str], found: Container[str]) -> list[str]:
    """The exceptions that nothing needs any more."""
    return [name for name in exceptions if name not in found]


def test_a_class_name_has_one_meaning() -> None:
    shared = {name: paths for name, paths in class_names().items() if len(paths) > 1}
    assert {name: paths for name, paths in shared.items() if name not in SHARED_CLASS_NAMES} == {}
    assert not_needed(SHARED_CLASS_NAMES, shared) == []


def test_no_function_is_named_by_a_bare_participle_or_preposition() -> None:
    assert sorted(bare_functions() - BARE_FUNCTIONS.keys()) == []
    assert not_needed(BARE_FUNCTIONS, bare_functions()) == []


def test_a_bare_word_is_told_from_a_verb() -> None:
    assert [
        name for name in ("told", "beside", "crossed", "within") if not says_nothing(name)
    ] == []
    assert [
        name for name in ("embed", "seed", "open_session", "recall") if says_nothing(name)
    ] == []


def test_no_folder_has_too_many_modules_and_large_ones_do_not_grow() -> None:
    large = {folder: n for folder, n in module_counts().items() if n > MOST_MODULES}
    assert large == LARGE_FOLDERS, "a folder shrank: lower its number; or it grew: divide it"
