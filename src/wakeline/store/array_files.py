"""Sealed arrays in files: one file a part, written under another name, renamed, never changed.

    WLSEG1, length and checksum of the header, the header as JSON, the arrays

A file is memory-mapped, so only the parts in use are read. A file with a wrong length or a
broken header counts as lost: the caller makes it again. It does not know what the arrays mean.
"""

from __future__ import annotations

import json
import os
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from wakeline.base.digest import sha256_hex
from wakeline.store.files import write_stream

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from wakeline.ports.store import View

    Array = npt.NDArray[Any]

MAGIC: Final = b"WLSEG1\n\0"
LENGTHS: Final = struct.Struct("<QI")  # of the header, and its checksum
ALIGNED: Final = 64
ENDING: Final = ".seg"


def header_of(about: Mapping[str, Any], arrays: Mapping[str, Array]) -> bytes:
    """The header of a part as JSON: its description, the offsets of its arrays, their checksums."""
    table = {}
    offset = 0
    for name, array in arrays.items():
        table[name] = [array.dtype.str, list(array.shape), offset, zlib.crc32(_bytes(array))]
        offset += -(-array.nbytes // ALIGNED) * ALIGNED
    found = {"about": dict(about), "arrays": table, "bytes": offset}
    return json.dumps(found, sort_keys=True, separators=(",", ":")).encode()


def _pieces(header: bytes, arrays: Mapping[str, Array]) -> Iterator[bytes]:
    yield MAGIC + LENGTHS.pack(len(header), zlib.crc32(header)) + header
    yield bytes(_behind(header) - len(MAGIC) - LENGTHS.size - len(header))
    for array in arrays.values():
        yield array.tobytes()
        yield bytes(-array.nbytes % ALIGNED)


def _behind(header: bytes) -> int:
    """The offset at which the arrays begin."""
    return -(-(len(MAGIC) + LENGTHS.size + len(header)) // ALIGNED) * ALIGNED


def _bytes(array: Array) -> Any:
    """An array's bytes. An empty array has no buffer."""
    return array.reshape(-1).view("|u1").data if array.nbytes else b""


class FileShelf:
    """The arrays of one file."""

    def __init__(self, header: bytes, mapped: npt.NDArray[np.uint8]) -> None:
        found = json.loads(header)
        self.about: dict[str, Any] = found["about"]
        self._table: dict[str, list[Any]] = found["arrays"]
        self._mapped = mapped
        self._start = _behind(header)
        self._open: dict[str, Array] = {}

    def whole(self, name: str) -> Array:
        """One whole array."""
        found = self._open.get(name)
        if found is None:
            found = self._open[name] = self._array(name)
        return found

    def _array(self, name: str) -> Array:
        import numpy as np

        dtype, shape, offset, _ = self._table[name]
        count = int(np.prod(shape, dtype=np.int64))
        start = self._start + offset
        raw = self._mapped[start : start + count * np.dtype(dtype).itemsize]
        found: Array = raw.view(dtype).reshape(shape)
        return found

    def pieces(self, name: str, bounds: Sequence[tuple[int, int]]) -> list[Array]:
        """Slices of one array, by start and end."""
        array = self.whole(name)
        return [array[start:end] for start, end in bounds]

    def rows(self, name: str, numbers: Array) -> Array:
        """Some rows of one array."""
        return self.whole(name)[numbers]

    def prefetch(self, wanted: Mapping[str, Sequence[tuple[int, int]]]) -> None:
        """Nothing to do: files need no round trip."""

    def use_view(self, view: View) -> None:
        """Nothing to do: files are the same in every snapshot."""

    def faults(self) -> list[str]:
        """The names of arrays whose checksum is wrong."""
        return [
            name
            for name, (_, _, _, checksum) in self._table.items()
            if zlib.crc32(_bytes(self.whole(name))) != checksum
        ]


class FileShelves:
    """The sealed parts of one agent in a folder, a file each."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def open(self, name: str, view: View) -> FileShelf | None:  # noqa: ARG002 - files need none
        """Open one part; None if its file is lost or broken."""
        import numpy as np

        path = self._path(name)
        try:
            header = _read_header(path)
            # As a plain array: slicing a memmap costs as much as reading the slice.
            mapped = np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)
            return None if header is None else FileShelf(header, mapped)
        except (OSError, ValueError):
            return None

    def keep(self, about: Mapping[str, Any], arrays: Mapping[str, Array]) -> str:
        """Write a part. Returns its name, a hash of its header."""
        header = header_of(about, arrays)
        name = sha256_hex(header)[:32]
        os.makedirs(self._folder, mode=0o700, exist_ok=True)
        write_stream(self._path(name), _pieces(header, arrays))
        return name

    def drop(self, name: str) -> None:
        """Remove a part's file. The system keeps it as long as somebody still reads it."""
        with suppress(OSError):
            os.unlink(self._path(name))

    def sweep(self, known: Sequence[str]) -> None:
        """Remove all files except the known parts."""
        with suppress(FileNotFoundError):
            for entry in os.scandir(self._folder):
                if entry.name.removesuffix(ENDING) not in known:
                    with suppress(OSError):
                        os.unlink(entry.path)

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name + ENDING)


def _read_header(path: str) -> bytes | None:
    """The header of a file; None if the file is broken."""
    with open(path, "rb") as source:
        start = source.read(len(MAGIC) + LENGTHS.size)
        if len(start) < len(MAGIC) + LENGTHS.size or not start.startswith(MAGIC):
            return None
        length, checksum = LENGTHS.unpack_from(start, len(MAGIC))
        size = os.fstat(source.fileno()).st_size
        header = source.read(min(length, size))
    if len(header) != length or zlib.crc32(header) != checksum:
        return None
    whole = _behind(header) + int(json.loads(header)["bytes"])
    return header if size == whole else None
