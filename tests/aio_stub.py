"""The types of `wakeline.aio`, written from those of the engine.

`wakeline.aio` wraps the engine at run time and has no twin of it; what its methods take and
return stands in `aio.pyi`. `python -m tests.aio_stub` writes that file again.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ENGINE = Path(__file__).parents[1] / "src" / "wakeline" / "engine"
STUB = ENGINE.parent / "aio.pyi"
HEAD = "# The same names for asynchronous callers. Written by `python -m tests.aio_stub`.\n"
# What answers at once, as in the engine itself.
AT_ONCE = {"agent"}
HIDDEN = {"place", "each_with_jobs", "passing", "apart", "of_tenant"}


def stub() -> str:
    """The text of `aio.pyi`."""
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in _sources()]
    classes = [node for module in modules for node in module.body if _is_public(node)]
    imports = sorted({line for module in modules for line in _imports(module)})
    lines = [HEAD, *imports, ""]
    for node in classes:
        assert isinstance(node, ast.ClassDef)
        lines += ["", f"class {node.name}:", *_members(node)]
    lines += ["", _open(modules)]
    return "\n".join(lines) + "\n"


def formatted(text: str) -> str:
    """The stub as ruff writes it, without imports that it does not need."""
    for command in (("check", "--fix-only", "--quiet"), ("format", "--quiet")):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename", str(STUB), "-"]
        text = subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout
    return text


def _sources() -> list[Path]:
    faces = sorted((ENGINE / "faces").glob("*.py"))
    return [path for path in faces if path.stem not in ("__init__", "face")] + [
        ENGINE / "agent.py",
        ENGINE / "home.py",
    ]


def _is_public(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef) and not any(
        ast.unparse(base) in ("Protocol", "Enum") for base in node.bases
    )


def _imports(module: ast.Module) -> list[str]:
    found = []
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            is_nested = node.col_offset > 4
            if not is_nested and not str(node.module).startswith("wakeline.engine"):
                found += [f"from {node.module} import {ast.unparse(a)}" for a in node.names]
        elif isinstance(node, ast.Import) and node.col_offset <= 4:
            found += [f"import {ast.unparse(alias)}" for alias in node.names]
    return found


def _members(cls: ast.ClassDef) -> list[str]:
    lines = []
    for node in cls.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        name, marks = node.name, {ast.unparse(each) for each in node.decorator_list}
        if name in HIDDEN or (name.startswith("_") and name not in ("__enter__", "__exit__")):
            continue
        if any(mark.endswith(".setter") for mark in marks):
            continue
        returns = ast.unparse(node.returns) if node.returns else "None"
        taken = ast.unparse(node.args)
        if name == "__enter__":
            lines.append("    async def __aenter__(self) -> Self: ...")
        elif name == "__exit__":
            lines.append("    async def __aexit__(self, *_: object) -> None: ...")
        elif marks & {"property", "cached_property"}:
            lines += ["    @property", f"    def {name}(self) -> {returns}: ..."]
        else:
            has_overloads = "overload" in marks
            is_body_of_overloads = not has_overloads and any(
                isinstance(other, ast.FunctionDef) and other.name == name and other is not node
                for other in cls.body
            )
            if is_body_of_overloads:
                continue
            lines += ["    @overload"] if has_overloads else []
            kind = "def" if name in AT_ONCE else "async def"
            lines.append(f"    {kind} {name}({taken}) -> {returns}: ...")
    return lines


def _open(modules: list[ast.Module]) -> str:
    (found,) = (
        node
        for module in modules
        for node in module.body
        if isinstance(node, ast.FunctionDef) and node.name == "open"
    )
    return f"def open({ast.unparse(found.args)}) -> Home: ..."


if __name__ == "__main__":
    STUB.write_text(formatted(stub()), encoding="utf-8")
