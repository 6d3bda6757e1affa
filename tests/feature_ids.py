"""Every feature id that exists, as the last number of each letter.

The ids of a letter run from 1 without a gap.
"""

LAST_NUMBER = {"A": 96, "B": 84, "C": 41, "D": 18, "E": 22, "X": 48, "U": 14}

FEATURE_IDS = frozenset(
    f"{letter}{number}" for letter, last in LAST_NUMBER.items() for number in range(1, last + 1)
)
