"""What a file is: by its content first, by its name second."""

from __future__ import annotations

import pytest

from wakeline.log.attachments import attachment_kind, cut_text, mime_of, route_of, text_in


@pytest.mark.parametrize(
    ("content", "name", "mime", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n...", "letter.txt", "image/png", "image"),
        (b"\xff\xd8\xff\xe0", "x", "image/jpeg", "image"),
        (b"GIF89a", "x", "image/gif", "image"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "x", "image/webp", "image"),
        (b"%PDF-1.7", "x.txt", "application/pdf", "document"),
        (b"PK\x03\x04", "x.docx", "", "document"),
        (b"hello", "x.md", "text/markdown", "text"),
        (b"const a = 1", "x.ts", "text/x-typescript", "text"),
        (b"a: 1", "x.yml", "application/yaml", "text"),
        (b'{"a": 1}', "x.json", "application/json", "text"),
        (b"fn main() {}", "main.rs", "", "text"),
        ("grüße".encode(), "LIESMICH", "text/plain", "text"),
        ("grüße".encode("latin-1"), "LIESMICH", "application/octet-stream", "other"),
        (b"", "LIESMICH", "application/octet-stream", "other"),
        (b"\0\0", "x", "application/octet-stream", "other"),
        (b"ID3", "x.mp3", "audio/mpeg", "audio"),
        (b"", "x.mp4", "video/mp4", "video"),
    ],
)
def test_a_file_is_told_by_its_content_then_by_its_name(
    content: bytes, name: str, mime: str, kind: str
) -> None:
    found = mime_of(content, name)
    assert found == mime or not mime
    assert attachment_kind(found) == kind
    assert route_of(attachment_kind(found)) == (
        "native-image-parts" if kind == "image" else "documents"
    )


def test_text_is_read_in_the_encoding_that_its_mark_says() -> None:
    assert text_in("\ufeffgrüße".encode(), "text/plain") == "grüße"
    assert text_in("grüße".encode("utf-16"), "text/plain") == "grüße"
    assert text_in("grüße".encode("latin-1"), "text/plain") is None
    assert text_in(b"a\0b", "text/plain") is None
    assert text_in(b" \n ", "text/plain") is None
    assert text_in(b"letters", "image/png") is None


def test_what_is_cut_says_so() -> None:
    assert cut_text("abc", 3) == "abc"
    assert cut_text("abcd", 3) == "ab…"
    assert cut_text("a  d", 3) == "a…"
