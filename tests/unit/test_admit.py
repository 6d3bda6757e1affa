"""Only text enters as text."""

from __future__ import annotations

import unicodedata

import pytest

from wakeline.base.errors import Invalid
from wakeline.log.admit import MOST_TEXT_BYTES, clean_text, is_visible


@pytest.mark.parametrize(
    "text",
    [
        "heron",
        "  heron\n",
        "西湖",
        "👩‍👧",
        "\u200bheron",
        "a\tb",
        "e\u0301",
        "\u0301",
        "می\u200cخواهم",
        "क्\u200dष",
        "☂\ufe0f",
        "\U000f0001",
        "\u0600",
    ],
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
        ("\u200b", "text is empty"),
        (" \u2060\n\ufeff\u200d\ufe0f", "text is empty"),
        ("\u115f\u3164\u2800", "text is empty"),
        ("\x07\x1b", "text is empty"),
        ("\0", "text has a NUL character at position 0"),
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


def test_blanks_are_nothing_to_be_seen_and_letters_are_but_for_five_that_are_empty() -> None:
    blank = [chr(n) for n in range(1, 0x110000) if chr(n).isspace()]
    assert not any(is_visible(character) for character in blank)
    shown = [chr(n) for n in range(0x110000) if unicodedata.category(chr(n))[0] in "LNPS"]
    unseen = {c for c in shown if not is_visible(c)}
    assert unseen == set("\u115f\u1160\u3164\uffa0\u2800")


def test_the_bound_is_counted_in_bytes() -> None:
    assert clean_text("ééé", field="text", most_bytes=6)
    with pytest.raises(Invalid, match="text has 6 bytes; the most is 5"):
        clean_text("ééé", field="text", most_bytes=5)


def test_a_mebibyte_is_the_most_unless_told() -> None:
    assert clean_text("x" * MOST_TEXT_BYTES, field="text")
    with pytest.raises(Invalid, match="1,048,577 bytes"):
        clean_text("x" * (MOST_TEXT_BYTES + 1), field="text")
