"""The same words twice, and the same message twice."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wakeline.log.deduplicate import LONG_TEXT_BYTES, RETRY_WINDOW, content_hash, fnv1a, is_retry

NOON = datetime(2025, 3, 4, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("data", "digest"),
    # from the tables that its authors publish
    [(b"", 0xCBF29CE484222325), (b"a", 0xAF63DC4C8601EC8C), (b"foobar", 0x85944171F73967E8)],
)
def test_the_hash_is_fnv_1a_of_64_bits(data: bytes, digest: int) -> None:
    assert fnv1a(data) == digest


def test_the_hash_is_sixteen_hex_digits_of_the_text() -> None:
    assert content_hash("foobar") == "85944171f73967e8"


def test_white_space_and_composition_do_not_make_another_text() -> None:
    assert content_hash("  the  blue\n\theron ") == content_hash("the blue heron")
    assert content_hash("cafe\u0301") == content_hash("caf\u00e9")
    assert content_hash("Heron") != content_hash("heron")


@given(st.text(st.sampled_from("ab \t\n\u00a0\u2003\x1f\x85e\u0301é"), max_size=90))
def test_white_space_is_folded_wherever_it_stands(text: str) -> None:
    folded = " ".join(unicodedata.normalize("NFC", text).split())
    assert content_hash(text) == content_hash(folded)
    if len(folded.encode()) <= LONG_TEXT_BYTES:
        assert content_hash(text) == f"{fnv1a(folded.encode()):016x}"


def test_a_long_text_is_told_apart_to_its_last_letter() -> None:
    long = "x" * LONG_TEXT_BYTES
    assert len({content_hash(long + end) for end in ("", "a", "b")}) == 3


@given(st.text())
def test_every_text_has_a_hash(text: str) -> None:
    assert len(content_hash(text)) == 16
    assert content_hash(text) == content_hash(f" {text}\n")


def received(*seconds_ago: int) -> list[tuple[str, str, datetime]]:
    """An exchange as it was received: the user, then the agent, and so on."""
    return [
        ("user" if n % 2 == 0 else "agent", f"hash{n}", NOON - timedelta(seconds=seconds))
        for n, seconds in enumerate(seconds_ago)
    ]


def sent(previous: list[tuple[str, str, datetime]]) -> list[tuple[str, str]]:
    return [(speaker, digest) for speaker, digest, _ in previous]


def test_the_same_exchange_within_a_minute_is_a_retry() -> None:
    previous = received(59, 58)
    assert is_retry(previous, sent(previous), now=NOON)


def test_the_newest_turn_decides_about_the_minute() -> None:
    assert RETRY_WINDOW.total_seconds() == 60
    edge, late = received(300, 60), received(300, 61)
    assert is_retry(edge, sent(edge), now=NOON)
    assert not is_retry(late, sent(late), now=NOON)


def test_a_clock_that_went_backwards_counts_as_within_the_minute() -> None:
    previous = received(-7200, -7200)
    assert is_retry(previous, sent(previous), now=NOON)


def test_one_turn_that_differs_makes_it_no_retry() -> None:
    previous = received(5, 4)
    other_words = [("user", "hash0"), ("agent", "other")]
    other_speaker = [("user", "hash0"), ("user", "hash1")]
    assert not is_retry(previous, other_words, now=NOON)
    assert not is_retry(previous, other_speaker, now=NOON)
    assert not is_retry(previous, list(reversed(sent(previous))), now=NOON)


def test_part_of_an_exchange_is_no_retry() -> None:
    assert not is_retry(received(5), sent(received(5, 4)), now=NOON)
    assert not is_retry([], sent(received(5)), now=NOON)
    assert not is_retry([], [], now=NOON)
