"""The type of a file, by its content first and by its name second, and its text.

Takes bytes and a name. It does not know where the file is or who was shown it.
"""

from __future__ import annotations

import codecs
from mimetypes import MimeTypes
from typing import Final

from wakeline.model.attachment import AttachmentKind, Route

MOST_TEXT: Final = 32_000
MOST_EXCERPT: Final = 1_000
UNKNOWN: Final = "application/octet-stream"
SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
)
# Types that are text, though their names do not say so.
TEXTS: Final = frozenset(
    "application/json application/xml application/javascript application/x-sh application/toml "
    "application/yaml application/x-yaml application/sql application/x-tex".split()
)
ENCODINGS: Final[tuple[tuple[bytes, str], ...]] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# C0 without backspace, tab, line and form feed, carriage return and escape.
UNTYPED: Final = frozenset(map(chr, range(32))) - frozenset("\b\t\n\f\r\x1b")
# The types that come with Python; those of the machine would make results differ.
_NAMES: Final = MimeTypes(filenames=())
# Endings that some versions of Python do not know, or take for a video.
for _suffix, _mime in {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".md": "text/markdown",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".toml": "application/toml",
    ".ts": "text/x-typescript",
    ".webp": "image/webp",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}.items():
    _NAMES.add_type(_mime, _suffix)


def mime_of(content: bytes, filename: str) -> str:
    """The MIME type of a file, as far as it can be found."""
    for start, mime in SIGNATURES:
        if content.startswith(start):
            return mime
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    named = _NAMES.guess_type(filename, strict=False)[0]
    if named is not None:
        return named
    return UNKNOWN if text_in(content, UNKNOWN) is None else "text/plain"


def attachment_kind(mime: str) -> AttachmentKind:
    """The coarse kind of a file."""
    family = mime.partition("/")[0]
    if family in ("image", "audio", "video"):
        return family  # type: ignore[return-value]  # one of these three words
    if is_text_type(mime):
        return "text"
    is_office = mime.startswith(("application/vnd.", "application/msword", "application/rtf"))
    return "document" if mime == "application/pdf" or is_office else "other"


def route_of(kind: AttachmentKind) -> Route:
    """The default way in which a file of this kind reaches a model."""
    return "native-image-parts" if kind == "image" else "documents"


def is_text_type(mime: str) -> bool:
    """Whether a MIME type is text."""
    return mime.startswith("text/") or mime in TEXTS or mime.endswith(("+json", "+xml", "+yaml"))


def text_in(content: bytes, mime: str) -> str | None:
    """The text of a file; None if it has none, or none that can be decoded."""
    if not content or (mime != UNKNOWN and not is_text_type(mime)):
        return None
    encoding = next((name for mark, name in ENCODINGS if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    return None if not text.strip() or _is_binary(text) else text


def _is_binary(text: str) -> bool:
    """Whether it has characters that nobody types: binary data may decode without an error."""
    return not UNTYPED.isdisjoint(text)


def cut_text(text: str, most: int) -> str:
    """The text, cut to at most `most` characters; an ellipsis marks the cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
