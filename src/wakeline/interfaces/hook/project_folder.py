"""Which project a folder belongs to, and which branch is checked out there. Starts no program."""

from __future__ import annotations

import os
from typing import NamedTuple

from wakeline.base.digest import sha256_hex

MOST_LEVELS = 64
MOST_BYTES = 4096
LONGEST_NAME = 60
LONGEST_BRANCH = 100


class ProjectFolder(NamedTuple):
    """The thread and the project of a folder; a project only for a git repository."""

    thread: str | None
    project: str | None
    title: str


def project_folder(folder: str) -> ProjectFolder:
    """The thread and project of a folder. A work tree belongs to its main repository."""
    if not folder or "\0" in folder or not os.path.isabs(folder):
        return ProjectFolder(None, None, "")
    here = os.path.realpath(folder)
    root = here
    for _ in range(MOST_LEVELS):
        mark = os.path.join(root, ".git")
        if os.path.lexists(mark):
            return _repository(root, mark)
        above = os.path.dirname(root)
        if above == root:
            break
        root = above
    return ProjectFolder(_named(here), None, "")


def remote_project_folder(folder: str) -> ProjectFolder:
    """The thread of a folder on another machine: only its name is known."""
    if not folder or "\0" in folder:
        return ProjectFolder(None, None, "")
    return ProjectFolder(_named(folder.rstrip("/\\") or folder), None, "")


def _repository(root: str, mark: str) -> ProjectFolder:
    git = mark
    if not os.path.isdir(mark):  # a work tree, or a module of another repository
        pointed = _first_line(mark).removeprefix("gitdir:").strip()
        git = os.path.normpath(os.path.join(root, pointed)) if pointed else mark
    shared = _first_line(os.path.join(git, "commondir"))
    whole = os.path.normpath(os.path.join(git, shared)) if shared else git
    if shared and os.path.basename(whole) == ".git":
        root = os.path.dirname(whole)
    project = _named(root)
    head = _first_line(os.path.join(git, "HEAD"))
    branch = head.removeprefix("ref: refs/heads/") if head.startswith("ref: ") else "detached"
    return ProjectFolder(f"{project}/{_clean(branch)[:LONGEST_BRANCH]}", project, _title(root))


def _named(folder: str) -> str:
    """A folder's name with a digest, to distinguish folders of the same name."""
    digest = sha256_hex(os.fsencode(folder))[:4]
    return f"{_title(folder)}-{digest}"


def _title(folder: str) -> str:
    return _clean(os.path.basename(folder))[:LONGEST_NAME] or "root"


def _clean(name: str) -> str:
    return "".join(c if c.isprintable() and not c.isspace() else "-" for c in name)


def is_in_listed_folder(folder: str, listed: str) -> bool:
    """Whether a folder is in one of the listed folders."""
    if not folder or "\0" in folder:
        return False
    here = os.path.realpath(folder)
    for each in filter(None, (part.strip() for part in listed.split(os.pathsep))):
        root = os.path.realpath(os.path.expanduser(each))
        if here == root or here.startswith(root.rstrip(os.sep) + os.sep):
            return True
    return False


def _first_line(path: str) -> str:
    try:
        with open(path, "rb") as source:
            raw = source.read(MOST_BYTES)
    except OSError:
        return ""
    return raw.decode("utf-8", "replace").split("\n")[0].strip()
