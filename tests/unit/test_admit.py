"""Only text enters as text."""

from __future__ import annotations

import pytest

from wakeline.base.errors import Invalid
from wakeline.log.admit import MOST_TEXT_BYTES, clean_text


@pytest.mark.parametrize(
    "text", ["heron", "  heron\n", "西湖", "👩‍👧", "\u200b", "a\tb", "e\u0301"]
)
def test_what_was_said_is_kept_as_it_was_said(text: str) -> None:
    assert clean_text(text, field="text") == text


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "text is NoneType, not text"),
        (7, "text is int, not text"),
        (b"heron", "text is bytes, not text"),
        (["heron"], "text is list, not text"),
        ("", "text is empty"),
        (" \n\t\u3000", "text is empty"),
        ("a\0b", "text has a NUL character at position 1"),
        ("ab\ud800c", "text has half a character .a lone surrogate. at position 2"),
    ],
)
def test_anything_else_is_refused_with_what_happened_and_what_to_do(
    value: object, reason: str
) -> None:
    with pytest.raises(Invalid, match=reason) as caught:
        clean_text(value, field="text")
    assert caught.value.todo


def test_the_bound_is_counted_in_bytes() -> None:
    assert clean_text("ééé", field="text", most_bytes=6)
    with pytest.raises(Invalid, match="text has 6 bytes; the most is 5"):
        clean_text("ééé", field="text", most_bytes=5)


def test_a_mebibyte_is_the_most_unless_told() -> None:
    assert clean_text("x" * MOST_TEXT_BYTES, field="text")
    with pytest.raises(Invalid, match="1,048,577 bytes"):
        clean_text("x" * (MOST_TEXT_BYTES + 1), field="text")
