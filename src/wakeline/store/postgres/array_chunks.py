"""Sealed arrays in a table: cut into numbered chunks, one row each.

Small arrays are fetched once and stay in memory; of large ones only the needed chunks are
fetched, and the whole array once a quarter of it was needed. So a process that searches often
has all of a part in memory, 0.7 kB a row. It does not know what
the arrays mean.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from wakeline.base.digest import sha256_hex
from wakeline.model.log import Scope
from wakeline.store.array_files import header_of
from wakeline.store.postgres.connections import Connection, Connections
from wakeline.store.postgres.statements import query
from wakeline.store.postgres.units import PostgresView

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from wakeline.ports.store import View

    Array = npt.NDArray[Any]

CHUNK: Final = 16_384  # bytes
HEADER: Final = ""  # the name of the chunks that hold the header
AT_ONCE: Final = 200  # chunks in one statement: 3 MB
WORTH_THE_WHOLE: Final = 4  # after a quarter of an array, fetch the rest too

Bounds = tuple[int, int]


class LostChunk(ValueError):
    """A chunk is missing: the part was dropped, or is damaged."""


class PostgresShelf:
    """The arrays of one sealed part."""

    def __init__(self, name: str, header: bytes, view: PostgresView) -> None:
        found = json.loads(header)
        self.about: dict[str, Any] = found["about"]
        self._name = name
        self._table: dict[str, list[Any]] = found["arrays"]
        self._view = view
        self._whole: dict[str, Array] = {}
        self._chunks: dict[tuple[str, int], bytes] = {}  # never change, so they can stay

    def use_view(self, view: View) -> None:
        """Read from this snapshot from now on."""
        self._view = cast(PostgresView, view)

    def whole(self, name: str) -> Array:
        """One array, fetched once."""
        found = self._whole.get(name)
        if found is None:
            found = self._whole[name] = self._fetched(name)
            self._chunks = {key: data for key, data in self._chunks.items() if key[0] != name}
        return found

    def _fetched(self, name: str) -> Array:
        import numpy as np

        dtype, shape, _, _ = self._table[name]
        rows = self._view.chunks(self._name, name)
        raw = b"".join(data for _, data in rows)
        wanted = int(np.prod(shape, dtype=np.int64)) * np.dtype(dtype).itemsize
        if len(raw) != wanted:
            raise LostChunk(f"{name} has {len(raw)} bytes instead of {wanted}")
        return np.frombuffer(raw, dtype=dtype).reshape(shape)

    def pieces(self, name: str, bounds: Sequence[Bounds]) -> list[Array]:
        """Slices of one array, in one round trip."""
        if name in self._whole:
            return [self._whole[name][start:end] for start, end in bounds]
        self.prefetch({name: bounds})
        dtype, shape, row = self._shape(name)
        if self._is_much_used(name, shape[0] * row):
            return [self.whole(name)[start:end] for start, end in bounds]
        return [
            self._cut(name, start * row, end * row).view(dtype).reshape(-1, *shape[1:])
            for start, end in bounds
        ]

    def prefetch(self, wanted: Mapping[str, Sequence[Bounds]]) -> None:
        """Fetch slices of several arrays, in one round trip."""
        needed: dict[tuple[str, int], None] = {}
        for name, bounds in wanted.items():
            if name in self._whole:
                continue
            row = self._shape(name)[2]
            for start, end in bounds:
                numbers = range(start * row // CHUNK, -(-end * row // CHUNK))
                needed.update(dict.fromkeys((name, number) for number in numbers))
        missing = [key for key in needed if key not in self._chunks]
        if not missing:
            return
        found = self._view.some_chunks(self._name, missing)
        self._chunks.update({(part, number): data for part, number, data in found})
        if len(found) != len(missing):
            raise LostChunk(f"{self._name} lacks some of its chunks")

    def _is_much_used(self, name: str, size: int) -> bool:
        """Whether enough chunks of an array were fetched to fetch all of it."""
        count = sum(1 for part, _ in self._chunks if part == name)
        return count * CHUNK * WORTH_THE_WHOLE >= size

    def _shape(self, name: str) -> tuple[str, list[int], int]:
        """The type of an array, its shape, and the bytes of one row."""
        import numpy as np

        dtype, shape, _, _ = self._table[name]
        return dtype, shape, np.dtype(dtype).itemsize * int(np.prod(shape[1:], dtype=np.int64))

    def _cut(self, name: str, start: int, end: int) -> npt.NDArray[np.uint8]:
        """The bytes from `start` to `end`, from the chunks that hold them."""
        import numpy as np

        numbers = range(start // CHUNK, -(-end // CHUNK))
        raw = b"".join(self._chunks[name, number] for number in numbers)
        skipped = numbers.start * CHUNK
        return np.frombuffer(raw, dtype=np.uint8)[start - skipped : end - skipped]

    def rows(self, name: str, numbers: Array) -> Array:
        """Some rows of one array, in one round trip."""
        import numpy as np

        if name in self._whole:
            return self._whole[name][numbers]
        pieces = self.pieces(name, [(number, number + 1) for number in numbers.tolist()])
        return np.concatenate(pieces) if pieces else self.pieces(name, [(0, 0)])[0]

    def faults(self) -> list[str]:
        """The names of arrays whose checksum is wrong."""
        found = []
        for name, (_, _, _, checksum) in self._table.items():
            raw = b"".join(data for _, data in self._view.chunks(self._name, name))
            if zlib.crc32(raw) != checksum:
                found.append(name)
        return found


class PostgresShelves:
    """The sealed parts of one agent, in the table of chunks."""

    def __init__(self, connections: Connections, scope: Scope) -> None:
        self._connections = connections
        self._scope = scope

    def open(self, name: str, view: View) -> PostgresShelf | None:
        """Open one part; None if it is lost."""
        here = cast(PostgresView, view)
        header = b"".join(data for _, data in here.chunks(name, HEADER))
        try:
            return PostgresShelf(name, header, here) if header else None
        except (ValueError, KeyError):
            return None

    def keep(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> str:
        """Write a part in one transaction. Returns its name, a hash of its header."""
        header = header_of(about, arrays)
        name = sha256_hex(header)[:32]
        with self._connections.filling(self._scope.tenant_id) as connection:
            self._forget(connection, name)
            for part, raw in ((HEADER, header), *((n, a.tobytes()) for n, a in arrays.items())):
                self._fill(connection, name, part, raw)
        return name

    def _fill(self, connection: Connection, name: str, part: str, raw: bytes) -> None:
        for first in range(0, len(raw), CHUNK * AT_ONCE):
            numbers = range(first // CHUNK, min(first // CHUNK + AT_ONCE, -(-len(raw) // CHUNK)))
            fields = {
                **self._scope._asdict(),
                "name": name,
                "part": part,
                "numbers": list(numbers),
                "chunks": [raw[n * CHUNK : (n + 1) * CHUNK] for n in numbers],
            }
            connection.execute(query("database.keep_chunks"), fields)

    def drop(self, name: str) -> None:
        """Remove a part."""
        with self._connections.filling(self._scope.tenant_id) as connection:
            self._forget(connection, name)

    def _forget(self, connection: Connection, name: str) -> None:
        connection.execute(query("database.drop_chunks"), {**self._scope._asdict(), "name": name})

    def sweep(self, known: Sequence[str]) -> None:
        """Remove all parts except the known ones."""
        with self._connections.filling(self._scope.tenant_id) as connection:
            fields = {**self._scope._asdict(), "known": list(known)}
            connection.execute(query("database.sweep_chunks"), fields)
