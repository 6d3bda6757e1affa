"""Let a language model read turns, within what may be spent."""
