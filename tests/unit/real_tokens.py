"""A real tokenizer, to hold estimates against: the one inside the wheel of the static embedder."""

from __future__ import annotations

from wakeline.minds.embedders import static


def real_tokens(text: str) -> int:
    """How many tokens a text takes."""
    found = static.load()
    assert found is not None
    (ids,) = found.tokenizer.encode_batch([text], add_special_tokens=False)
    return len(ids.ids)
