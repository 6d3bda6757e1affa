"""The rules of the house, as functions from source text to what breaks them.

Every check takes the text of one module and answers with findings; none reads a
file. What the rules are about (the order of the rooms) comes from `wakeline.rooms`.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from wakeline.rooms import ANNEXES, LAYERS

LAYER = {room: number for number, rooms in enumerate(LAYERS) for room in rooms}
VAGUE_CLASS = re.compile(r"(Manager|Helper|Util|Data|Info)s?$")
VAGUE_MODULE = re.compile(r"(^|_)(manager|helper|util|data|info)s?$")
DOTTED = re.compile(r"wakeline\.[\w.]*(:\w+)?")
SQL = re.compile(
    r"""\s*(
        SELECT\b
      | (?i:select)\s+(\*|\w+(\s*,\s*\w+)+|(?i:count)\s*\()
      | (?i:insert\s+(or\s+\w+\s+)?into)\s+\w+\s*(\(|(?i:values|select)\b)
      | (?i:update)\s+\w+\s+(?i:set)\s+\w+\s*=
      | (?i:delete\s+from)\s+\w+\s*($|;|(?i:where)\b)
    )""",
    re.VERBOSE,
)
# The first words of a statement that a string may hold whole or in part, after WITH or a newline.
BURIED_SQL = re.compile(
    r"\b(SELECT\s.+\sFROM|INSERT\s.*INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\b", re.DOTALL
)
ENVIRONMENT = ("os.environ", "os.environb", "os.getenv", "os.getenvb", "os.putenv")
TIME_AND_CHANCE = (
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
    "time.time",
    "time.time_ns",
    "time.localtime",
    "time.gmtime",
    "random",
    "numpy.random",
    "secrets",
    "uuid.uuid1",
    "uuid.uuid4",
    "os.urandom",
)


@cache  # every check reads every module
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def dotted(node: ast.expr) -> str:
    """An expression as it is written; for plain names much faster than `ast.unparse`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return ast.unparse(node)


@dataclass(frozen=True, slots=True)
class Module:
    """One module: its path below `src/wakeline`, with slashes, and its text."""

    path: str
    source: str

    @property
    def tree(self) -> ast.Module:
        return parsed(self.source)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self.path.removesuffix(".py").split("/"))

    @property
    def name(self) -> str:
        """Its dotted name."""
        parts = self.parts[:-1] if self.parts[-1] == "__init__" else self.parts
        return ".".join(("wakeline", *parts))

    @property
    def package(self) -> tuple[str, ...]:
        """The package that its relative imports start from."""
        return ("wakeline", *self.parts[:-1])

    @property
    def room(self) -> str:
        return room_of(self.parts[0])


def room_of(name: str) -> str:
    """The room that a name right below `wakeline` stands for."""
    return ANNEXES.get(name, name)


def imports(module: Module) -> Iterator[tuple[int, str]]:
    """Line and dotted target of every import of our own, wherever it hides."""
    for node in ast.walk(module.tree):
        for target in (*statement_targets(node, module), *string_targets(node, module)):
            if target.split(".")[0] == "wakeline":
                yield getattr(node, "lineno", 0), target


def statement_targets(node: ast.AST, module: Module) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        origin = absolute("." * node.level + (node.module or ""), module)
        return [f"{origin}.{alias.name}" for alias in node.names]
    return []


def string_targets(node: ast.AST, module: Module) -> list[str]:
    """Modules named in strings: the engine's table, `a.b:c` anywhere, and import_module."""
    if isinstance(node, ast.Call) and dotted(node.func).endswith(("import_module", "__import__")):
        named = [a.value for a in node.args[:1] if isinstance(a, ast.Constant)]
        return [absolute(name, module) for name in named if isinstance(name, str)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        looks_dotted = DOTTED.fullmatch(node.value)
        if looks_dotted and (module.room == "engine" or looks_dotted[1]):
            return [node.value.partition(":")[0]]
    return []


def absolute(name: str, module: Module) -> str:
    """A dotted name without leading dots."""
    level = len(name) - len(name.lstrip("."))
    if not level:
        return name
    base = module.package[: len(module.package) - level + 1]
    return ".".join((*base, *filter(None, [name[level:]])))


def imported_room(target: str) -> str:
    """The room of a dotted target; a name that is no room is the public face's own."""
    name = target.split(".")[1] if "." in target else "__init__"
    return room_of(name) if name in LAYER or name in ANNEXES else room_of("__init__")


def import_graph(modules: Iterable[Module]) -> dict[str, set[str]]:
    """Which module imports which of ours, nested imports and those for types included."""
    known = {module.name: module for module in modules}
    graph: dict[str, set[str]] = {}
    for name, module in known.items():
        found = set()
        for _, target in imports(module):
            while target and target not in known:
                target = target.rpartition(".")[0]  # noqa: PLW2901 - a name in it, else the module
            found.add(target)
        graph[name] = found - {name, ""}
    return graph


def rings(graph: dict[str, set[str]]) -> list[list[str]]:
    """Modules that import each other, however long the way round."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_ones: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        open_ones.append(name)
        for other in sorted(graph[name]):
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in open_ones:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            at = open_ones.index(name)
            ring = sorted(open_ones[at:])
            del open_ones[at:]
            if len(ring) > 1:
                found.append(ring)

    for name in graph:
        if name not in order:
            visit(name)
    return found


def joints_by_string(module: Module) -> list[str]:
    """Places where a module is reached by a name in a string, which no tool can follow."""
    findings = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and dotted(node.func).endswith(
            ("import_module", "__import__")
        ):
            findings.append(f"{module.path}:{node.lineno} {ast.unparse(node)}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = DOTTED.fullmatch(node.value)
            if found and found[1]:
                findings.append(f"{module.path}:{node.lineno} {node.value}")
    return findings


def upward_imports(module: Module) -> list[str]:
    """Imports that do not point to a strictly lower layer or to the same room."""
    here = module.room
    return [
        f"{module.path}:{line} {here} (layer {LAYER[here]}) imports {target} (layer {LAYER[there]})"
        for line, target in imports(module)
        if (there := imported_room(target)) != here and LAYER[there] >= LAYER[here]
    ]


def imported_names(tree: ast.Module) -> dict[str, str]:
    """What each name that an import binds stands for."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.split(".")[0]
                known[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            known |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return known


def uses(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Every name and attribute that leads to an import, spelt out in full."""
    known = imported_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            first, *rest = dotted(node).split(".")
            if first in known:
                yield node, ".".join((known[first], *rest))


def environment_reads(module: Module) -> list[str]:
    return [
        f"{module.path}:{node.lineno} reads {name}"
        for node, name in uses(module.tree)
        if name in ENVIRONMENT
    ]


def own_time_or_chance(module: Module) -> list[str]:
    """Uses of the clock or of chance. A `random.Random` that is handed in is fine."""
    tree = module.tree
    unseeded = {
        call.func
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and not call.args and not call.keywords
    }
    return [
        f"{module.path}:{node.lineno} uses {name}"
        for node, name in uses(tree)
        if is_time_or_chance(name) and (name != "random.Random" or node in unseeded)
    ]


def is_time_or_chance(name: str) -> bool:
    return any(name.startswith(f"{f}.") or (name == f and "." in f) for f in TIME_AND_CHANCE)


def missing_docstring(module: Module) -> list[str]:
    return [] if ast.get_docstring(module.tree) else [f"{module.path} has no docstring"]


def vague_names(module: Module) -> list[str]:
    """Modules, folders and classes whose names say nothing about the domain."""
    return [f"{module.path} is called {p}" for p in module.parts if VAGUE_MODULE.search(p)] + [
        f"{module.path}:{node.lineno} class {node.name}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and VAGUE_CLASS.search(node.name)
    ]


def sql_literals(module: Module) -> list[str]:
    """Statements written as strings; docstrings and other loose strings do not count."""
    tree = module.tree
    loose = {id(s.value) for s in ast.walk(tree) if isinstance(s, ast.Expr)}
    return [
        f"{module.path}:{node.lineno} {node.value.strip()[:40]!r}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in loose
        and (SQL.match(node.value) or BURIED_SQL.search(node.value))
    ]


def broad_handlers(module: Module) -> list[str]:
    """Handlers of everything. One that ends by raising again swallows nothing."""
    found = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "BaseException"
            last = node.body[-1]
            broad = names_everything(caught) and not (isinstance(last, ast.Raise) and not last.exc)
        else:
            broad = isinstance(node, ast.Call) and (
                dotted(node.func).endswith("suppress")
                and any(names_everything(ast.unparse(argument)) for argument in node.args)
            )
        if broad:
            found.append(f"{module.path}:{getattr(node, 'lineno', 0)} catches everything")
    return found


def names_everything(caught: str) -> bool:
    return bool(re.search(r"\b(Base)?Exception\b", caught))
