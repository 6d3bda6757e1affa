"""A turn's line is written out by hand, and is what a JSON encoder makes of the same values."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from wakeline.base.clock import ALPHABET, encode_ulid, stored_moment
from wakeline.model.log import KINDS, MODES, ORIGINS, ROLES, Episode
from wakeline.store.log_lines import APART, hash_line, line_of, read_line, seal_turn
from wakeline.store.rows import row_to_json, sqlite_fields

TEXTS = st.text(max_size=40) | st.sampled_from(
    ['"quoted"', "back\\slash", "\x00\x1f\x7f", "\u2028 \u00e9 \U0001f600", "", "</script>"]
)
MOMENTS = st.builds(
    lambda microseconds, zone: datetime(2026, 1, 1, tzinfo=zone) + microseconds,
    st.timedeltas(timedelta(days=-365 * 1000), timedelta(days=365 * 7000)),
    st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=45))]),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
SCORES = st.floats(0, 1) | st.sampled_from([0.95, 0.3, 1.0, 1e-9]) | st.integers(0, 1)
EPISODES = st.builds(
    Episode,
    seq=st.integers(0, 2**62),
    id=TEXTS,
    exchange_id=st.none() | TEXTS,
    exchange_index=st.none() | st.integers(0, 9999),
    session_id=st.none() | TEXTS,
    thread_id=st.none() | TEXTS,
    project_id=st.none() | TEXTS,
    kind=st.sampled_from(KINDS),
    speaker=TEXTS,
    role=st.sampled_from(ROLES),
    mode=st.sampled_from(MODES),
    text=TEXTS,
    at=MOMENTS,
    recorded_at=MOMENTS,
    importance=SCORES,
    entity_refs=st.lists(TEXTS, max_size=4).map(tuple),
    source_id=st.none() | TEXTS,
    content_hash=TEXTS,
    tokens=st.integers(0, 10**7),
    origin=st.sampled_from(ORIGINS),
    trust=SCORES,
    metadata=st.dictionaries(TEXTS, JSON, max_size=3),
    line_hash=st.just(""),
    forgotten_at=st.none(),
)


def encoded(turn: Episode) -> str:
    fields: dict[str, Any] = {**row_to_json(turn), "type": "turn"}
    for name in APART:
        del fields[name]
    return json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@given(EPISODES)
def test_a_line_is_canonical_json(turn: Episode) -> None:
    assert line_of(turn) == encoded(turn)


@given(EPISODES, st.integers(1, 2**62))
def test_a_sealed_turn_has_its_place_and_the_hash_of_its_line(turn: Episode, seq: int) -> None:
    placed = seal_turn(turn, seq)
    assert placed == turn._replace(seq=seq, line_hash=hash_line(encoded(turn._replace(seq=seq))))


@given(EPISODES)
def test_a_line_is_read_back_as_what_it_was(turn: Episode) -> None:
    turn = turn._replace(importance=float(turn.importance), trust=float(turn.trust))
    again = read_line(line_of(turn))
    assert line_of(again) == line_of(turn)
    assert again == turn._replace(line_hash=hash_line(encoded(turn)))


@given(EPISODES)
def test_columns_hold_what_the_encoder_makes_of_lists_and_objects(turn: Episode) -> None:
    columns = dict(zip(Episode._fields, sqlite_fields(turn), strict=True))
    assert columns["entity_refs"] == json.dumps(turn.entity_refs, ensure_ascii=False)
    assert columns["metadata"] == json.dumps(turn.metadata, ensure_ascii=False)
    assert columns["at"] == stored_moment(turn.at)


@given(st.integers(0, 2**128 - 1))
def test_an_id_is_its_number_in_base_32(number: int) -> None:
    digits = encode_ulid(number)
    value = 0
    for digit in digits:
        value = value * 32 + ALPHABET.index(digit)
    assert (len(digits), value) == (26, number)
