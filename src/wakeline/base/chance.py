"""Random choice: a protocol to pass as an argument, and choices that follow from a text.

The second does not use `random`: that loads OpenSSL, which costs a wake 4 ms.
"""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from wakeline.base.digest import sha256_hex

Item = TypeVar("Item")


class Chance(Protocol):
    """A source of random choices. `random.Random` is one."""

    def sample(self, population: Sequence[Item], k: int) -> list[Item]:
        """`k` different items, in the order in which they were drawn."""


class SeededChance:
    """Choices that follow from a text: the same text gives the same choices."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def sample(self, population: Sequence[Item], k: int) -> list[Item]:
        left = list(population)
        return [left.pop(self._number() % len(left)) for _ in range(k)]

    def _number(self) -> int:
        self._drawn += 1
        return int(sha256_hex(f"{self._seed} {self._drawn}".encode())[:16], 16)


def choose_one(chance: Chance, population: Sequence[Item]) -> Item:
    """One item of the population."""
    return chance.sample(population, 1)[0]
