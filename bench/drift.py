"""`python -m bench.drift`: how well the magnitude of a drift tells change from rewording.

Over labelled pairs of states (`tests/data/drift_pairs.json`), a third of which nothing was tuned
on. For each class: how its magnitudes lie, and how often one ranks above that of a paraphrase
(AUC). With the embedders that are installed, beside the magnitude by words alone and beside
the bare cosine of both texts.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from wakeline.liminal.drift import drift_magnitude, lexical_magnitude
from wakeline.liminal.reversal import reverses
from wakeline.minds.embedders import minilm, static
from wakeline.minds.state_distance import state_distance, state_pieces
from wakeline.ports.minds import TextEmbedder

PAIRS: Final = Path(__file__).parents[1] / "tests" / "data" / "drift_pairs.json"
CLASSES: Final = ("none", "paraphrase", "growth", "loss", "reversal", "recovery")
CHANGED: Final = ("growth", "loss", "reversal", "recovery")

Measured = Callable[[str, str], float]


class Pair(NamedTuple):
    """Two states, what lies between them, and whether anything was tuned on them.

    The second batch was written later, so that length does not tell the classes apart.
    """

    id: str
    label: str
    domain: str
    language: str
    before: str
    after: str
    held_out: bool
    batch: int


SPLITS: Final[dict[str, Callable[[Pair], bool]]] = {
    "tuned": lambda pair: not pair.held_out,
    "held-out": lambda pair: pair.held_out,
    "held-out-first": lambda pair: pair.held_out and pair.batch == 1,
    "held-out-second": lambda pair: pair.held_out and pair.batch == 2,
    "all": lambda _: True,
}


def pairs(path: Path = PAIRS) -> list[Pair]:
    rows = json.loads(path.read_text(encoding="utf-8"))
    return [Pair(label=row.pop("class"), **row) for row in rows]


def embedders() -> dict[str, TextEmbedder]:
    """Those that work on this machine without a server."""
    found: dict[str, TextEmbedder] = {}
    if (words := static.load()) is not None:
        found["static"] = words.fit(b"", 0)
    if (model := minilm.load()) is not None:
        found["minilm"] = model
    return found


def by_meaning(embedder: TextEmbedder) -> Measured:
    """The magnitude as a wake has it, where vectors of both states are at hand."""

    def measured(before: str, after: str) -> float:
        return drift_magnitude(before, after, distance(before, after, embedder))

    return measured


def distance(before: str, after: str, embedder: TextEmbedder) -> float:
    """On the scale of all embedders. What was measured once in this process is known."""
    asked = (before, after, embedder.fingerprint)
    if asked not in _KNOWN:
        old, new = (
            [[float(number) for number in row] for row in embedder.embed(state_pieces(text).texts)]
            for text in (before, after)
        )
        found = state_distance(before, old, after, new, embedder=embedder.fingerprint)
        if found is None:
            raise ValueError("the vectors do not fit the states that they were made of")
        _KNOWN[asked] = found
    return _KNOWN[asked]


_KNOWN: Final[dict[tuple[str, str, str], float]] = {}


def by_cosine(embedder: TextEmbedder) -> Measured:
    """The bare cosine distance of both texts, for comparison."""

    def measured(before: str, after: str) -> float:
        one, other = embedder.embed([before, after])
        return 1 - float(one @ other)

    return measured


def auc(changed: Sequence[float], unchanged: Sequence[float]) -> float:
    """How often one of the first ranks above one of the second; a tie is half of it."""
    wins = sum((one > other) + 0.5 * (one == other) for one in changed for other in unchanged)
    return wins / (len(changed) * len(unchanged))


def magnitudes(chosen: Sequence[Pair], measured: Measured) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {label: [] for label in CLASSES}
    for pair in chosen:
        found[pair.label].append(measured(pair.before, pair.after))
    return found


def changed_auc(found: Mapping[str, Sequence[float]]) -> float:
    """Every class of change together, against paraphrase."""
    return auc([each for label in CHANGED for each in found[label]], found["paraphrase"])


def table(title: str, found: Mapping[str, Sequence[float]]) -> list[str]:
    lines = [f"{title}: change against paraphrase AUC {changed_auc(found):.3f}"]
    lines += [
        f"  {label:<11}{len(each):>4} pairs  least {min(each):.3f}  median {median(each):.3f}"
        f"  most {max(each):.3f}  AUC {auc(each, found['paraphrase']):.3f}"
        for label, each in found.items()
        if each
    ]
    return lines


def missed(chosen: Sequence[Pair]) -> tuple[list[str], list[str]]:
    """Reversals that the rule by words does not see, and reworded states that it takes for one."""
    return (
        [p.id for p in chosen if p.label == "reversal" and not reverses(p.before, p.after)],
        [p.id for p in chosen if p.label in {"none", "paraphrase"} and reverses(p.before, p.after)],
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.drift", description=__doc__)
    parser.add_argument("--split", choices=SPLITS, default=None)
    asked = parser.parse_args().split
    measures: dict[str, Measured] = {"by words": lexical_magnitude}
    for name, embedder in embedders().items():
        measures[f"by meaning, {name}"] = by_meaning(embedder)
        measures[f"bare cosine, {name}"] = by_cosine(embedder)
    for split, belongs in SPLITS.items():
        if asked in {None, split}:
            chosen = [pair for pair in pairs() if belongs(pair)]
            not_seen, taken = missed(chosen)
            print(f"== {split}: reversals missed {not_seen}, reworded taken for one {taken}")
            for name, measured in measures.items():
                print("\n".join(table(name, magnitudes(chosen, measured))))


if __name__ == "__main__":
    main()
