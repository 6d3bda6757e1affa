"""Pieces become one text: quoted as data, ordered, within a token budget."""
