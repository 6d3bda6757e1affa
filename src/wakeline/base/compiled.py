"""What Python compiles, kept from one brief command to the next in one file.

A hook runs at every prompt and loads some two hundred modules: to find, open and read each file
takes it longer than many of them take to run, and to compile a pattern takes fifty times as long
as to read it compiled. So what a brief command has needed of both is laid together beside
Python's own compiled files, and the next one takes it from there. A module is taken only while
its source is the one that was compiled, by time and size, as Python itself does it; a pattern only
by an interpreter of the same kind. Whatever is wrong with the file, Python compiles as ever.

It loads nothing that the interpreter has not loaded already, and does not know which modules
and patterns there are.
"""

import os
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER
from _sre import MAGIC as PATTERN_MAGIC  # type: ignore[import-not-found]
from _sre import compile as _pattern_of
from _thread import allocate_lock
from marshal import dumps, loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern
    from types import CodeType, ModuleType
    from typing import Any

OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STANDARD = os.path.dirname(os.path.abspath(os.__file__))
FOLDER = "__pycache__"
# With both places: a file that was copied with the program speaks of the sources it came from.
VERSION = (1, MAGIC_NUMBER, PATTERN_MAGIC, sys.version, OWN, STANDARD)
PYC_HEADER = 16  # bytes: magic number, flags, time and size of the source
LENGTH = 8  # bytes in front of the index
MOST_INDEX = 4_000_000  # bytes
MOST_MODULES = 2_000  # more than any brief command loads: this one is none
NOTHING: "Index" = ({}, frozenset(), {})

# Of a module: its source, when that was written (ns), its size, Python's own compiled file, whether
# it is a package, and where its code is.
Entry = tuple[str, int, int, str, bool, int, int]
Key = tuple[str, int]  # a pattern and its flags
# Modules; the names of those that are not to be had here; where each pattern is.
Index = tuple[dict[str, Entry], frozenset[str], dict[Key, tuple[int, int]]]
BROKEN = (OSError, EOFError, ValueError, TypeError)


class Compiled:
    """The file. A finder and loader of modules, for `sys.meta_path`."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._file: Any = None
        self._begin = 0
        self._reading = allocate_lock()
        self._missed: set[str] = set()
        self._missed_patterns: dict[Key, Pattern[str]] = {}
        try:
            self._modules, self._others, self._patterns = self._opened()
        except BROKEN:
            self._modules, self._others, self._patterns = NOTHING

    def _opened(self) -> Index:
        # Open as long as modules are loaded from it.
        self._file = open(self._path, "rb", buffering=0)  # noqa: SIM115
        length = int.from_bytes(self._file.read(LENGTH), "little")
        if length > MOST_INDEX:
            raise ValueError("this is no index")
        version, *found = loads(self._file.read(length))  # noqa: S302 - our own, as .pyc files are
        self._begin = LENGTH + length
        modules, others, patterns = found if version == VERSION else NOTHING
        return modules, others, patterns

    def _read(self, begin: int, length: int) -> "Any":
        return loads(self._piece(begin, length))  # noqa: S302 - as above

    def _piece(self, begin: int, length: int) -> bytes:
        """What stands at a place. Threads read at once, and processes of one fork."""
        if hasattr(os, "pread"):
            return os.pread(self._file.fileno(), length, self._begin + begin)
        with self._reading:
            self._file.seek(self._begin + begin)
            piece: bytes = self._file.read(length)
            return piece

    # -- modules

    def find_spec(self, name: str, *_: object) -> "Any":
        """Where a module is; None if Python is to look for it."""
        entry = self._modules.get(name)
        code = None if entry is None else self._code(entry)
        if entry is None or code is None:
            if name not in self._others:
                self._missed.add(name)
            return None
        spec: Any = ModuleSpec(name, self, origin=entry[0], loader_state=code)  # type: ignore[arg-type]
        # As Python's own finder has it, so that a module knows its file.
        spec.has_location = True
        spec.cached = entry[3]
        if entry[4]:
            spec.submodule_search_locations = [os.path.dirname(entry[0])]
        return spec

    def create_module(self, spec: object) -> None:
        """The usual kind of module."""

    def exec_module(self, module: "ModuleType") -> None:
        """Run a module's code."""
        spec: Any = module.__spec__
        exec(spec.loader_state, module.__dict__)  # noqa: S102 - as Python compiled it
        spec.loader_state = None  # code that runs once need not stay

    def _code(self, entry: Entry) -> "CodeType | None":
        """What a source was compiled to; None if it was changed since, or cannot be read."""
        try:
            source, written, size, _, _, begin, length = entry
            found = os.stat(source)
            if found.st_mtime_ns != written or found.st_size != size:
                return None
            code: CodeType = self._read(begin, length)
        except BROKEN:
            return None
        return code

    # -- patterns

    def pattern(self, source: str, flags: int) -> "Pattern[str]":
        """A pattern, compiled at the latest now."""
        place = self._patterns.get((source, flags))
        if place is not None:
            try:
                found: Pattern[str] = _pattern_of(source, *self._read(*place))
            except (*BROKEN, RuntimeError, OverflowError):
                pass
            else:
                return found
        import re

        made = self._missed_patterns[source, flags] = re.compile(source, flags)
        return made

    # -- what is laid together

    def close(self) -> None:
        """Let go of the file: what is loaded from now on, Python loads."""
        if self._file is not None:
            self._file.close()

    def keep(self) -> None:
        """Lay together what was needed, if something of it was not there."""
        is_whole = not self._missed and not self._missed_patterns
        if is_whole or sys.dont_write_bytecode or len(sys.modules) > MOST_MODULES:
            return
        if not os.access(os.path.dirname(self._path), os.W_OK):
            return  # a folder of somebody else's: Python keeps no compiled files there either
        pieces: list[bytes] = []
        modules: dict[str, Entry] = {}
        patterns: dict[Key, tuple[int, int]] = {}
        begin = 0
        for name, source, cached, is_package in self._known_modules():
            found = _compiled(source, cached)
            if found is not None:
                code, written, size = found
                modules[name] = source, written, size, cached, is_package, begin, len(code)
                pieces.append(code)
                begin += len(code)
        for key, code in self._known_patterns():
            patterns[key] = begin, len(code)
            pieces.append(code)
            begin += len(code)
        others = (self._others | self._missed).difference(modules)
        index = dumps((VERSION, modules, others, patterns))
        try:
            _write(self._path, [len(index).to_bytes(LENGTH, "little"), index, *pieces])
        except OSError:
            return  # it can be done without

    def _known_modules(self) -> "Iterator[tuple[str, str, str, bool]]":
        """Those that were there, and those that are loaded now."""
        for name, entry in self._modules.items():
            if name not in sys.modules:
                yield name, entry[0], entry[3], entry[4]
        for name, module in list(sys.modules.items()):
            spec: Any = getattr(module, "__spec__", None)
            source, cached = getattr(spec, "origin", None), getattr(spec, "cached", None)
            if source and cached and _is_at_home(source) and name != "__main__":
                yield name, source, cached, spec.submodule_search_locations is not None

    def _known_patterns(self) -> "Iterator[tuple[Key, bytes]]":
        for key, (begin, length) in self._patterns.items():
            if key not in self._missed_patterns:
                yield key, self._piece(begin, length)
        for key, made in self._missed_patterns.items():
            code = _code_of(*key, made)
            if code is not None:
                yield key, code


def _is_at_home(source: str) -> bool:
    """Whether a source is Wakeline's or the standard library's, which both lie in one place."""
    if not source.endswith(".py") or "site-packages" in source.removeprefix(OWN):
        return False
    return source.startswith((OWN + os.sep, STANDARD + os.sep))


def _compiled(source: str, cached: str) -> tuple[bytes, int, int] | None:
    """Code as Python keeps it, and its source's time and size; None if it is not of that source."""
    try:
        found = os.stat(source)
        with open(cached, "rb") as file:
            raw = file.read()
    except OSError:
        return None
    seconds, size = int(found.st_mtime) & 0xFFFFFFFF, found.st_size & 0xFFFFFFFF
    of_source = seconds.to_bytes(4, "little") + size.to_bytes(4, "little")
    if raw[:PYC_HEADER] != MAGIC_NUMBER + bytes(4) + of_source:
        return None
    return raw[PYC_HEADER:], found.st_mtime_ns, found.st_size


def _code_of(source: str, flags: int, made: "Pattern[str]") -> bytes | None:
    """What a pattern was compiled to; None where this interpreter does not say."""
    from re import _compiler, _parser  # type: ignore[attr-defined]

    try:
        parsed = _parser.parse(source, flags)
        code = [int(number) for number in _compiler._code(parsed, flags)]  # noqa: SLF001
        groups = dict(parsed.state.groupdict)
        names: list[str | None] = [None] * parsed.state.groups
        for name, number in groups.items():
            names[number] = name
        given = (int(made.flags), code, made.groups, groups, tuple(names))
        # Patterns are equal if their code is.
        return dumps(given) if _pattern_of(source, *given) == made else None
    except (AttributeError, TypeError, ValueError, RuntimeError):
        return None


def _write(path: str, pieces: list[bytes]) -> None:
    """Put a whole file in place: who reads the old one goes on reading that."""
    beside = f"{path}.{os.getpid()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(beside, flags, 0o644)
    try:
        with open(descriptor, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(descriptor)
        os.replace(beside, path)
    except BaseException:
        os.unlink(beside)
        raise


_in_use: list[Compiled] = []


def use_compiled() -> Compiled | None:
    """Take modules and patterns from the file from now on. None if this interpreter keeps none."""
    tag = sys.implementation.cache_tag
    if not tag or sys.pycache_prefix or sys.flags.optimize:
        return None
    found = Compiled(os.path.join(OWN, FOLDER, f"brief.{tag}.compiled"))
    _in_use[:] = [found]
    sys.meta_path.insert(0, found)
    return found


def fixed_pattern(source: str, flags: int = 0) -> "Pattern[str]":
    """A pattern that stands in the code as it is. It may be kept: nothing of anybody's is in it."""
    if _in_use:
        return _in_use[0].pattern(source, int(flags))
    import re

    return re.compile(source, flags)
