"""`python -m bench.quality recall` measures on data that is given, and says where there is none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench.quality.recall_command import HEAD
from tests.contract.test_recall import ASKED, LIFE
from tests.interfaces.bench_quality import measure
from wakeline.minds.embedders.choose import missing_requirement
from wakeline.recall.features import WEIGHTS

ROOT = Path(__file__).parents[2]


def a_file(folder: Path) -> Path:
    ids = {text: f"t{number}" for number, (_, _, _, text) in enumerate(LIFE)}
    turns = [
        {
            "id": ids[text],
            "session": session,
            "speaker": who,
            "at": f"{day}T10:00:00Z",
            "text": text,
        }
        for session, who, day, text in LIFE
    ]
    questions = [
        {"question": q, "category": "4", "answer": "", "evidence": [ids[a]]} for q, a in ASKED
    ]
    dialogues = [
        {"id": f"written-{n}", "speakers": ["Ana", "Ben"], "turns": turns, "questions": questions}
        for n in range(2)
    ]
    file = folder / "written.json"
    file.write_text(json.dumps(dialogues), encoding="utf-8")
    return file


def test_the_table_has_a_line_for_each_row_at_80_columns(tmp_path: Path) -> None:
    ran = measure(
        *("recall", "--data", str(a_file(tmp_path)), "--embedder", "none"),
        *("--strategy", "fulltext", "--strategy", "rrf-faithful"),
    )
    table = ran.out.split("\n\n")[0].splitlines()
    assert {len(line.split()) for line in table} == {len(HEAD)}
    assert max(map(len, table)) <= 80


def test_a_file_of_dialogues_is_measured(tmp_path: Path) -> None:
    file = str(a_file(tmp_path))
    words = ("recall", "--data", file, "--embedder", "static")
    ran = measure(*words, "--json", "--ablation", "--fit")
    assert ran.code == 0, ran
    rows = {(row["strategy"], row["category"]): row for row in ran.json["rows"]}
    assert rows["default", "all"]["questions"] == 16
    assert rows["default", "all"]["measures"]["recall_5"] >= 0.8
    assert ("fitted", "all") in rows
    assert len(ran.json["ablation"]) == len(ran.json["fitted"]) == len(WEIGHTS)
    shown = measure(*words, "--strategy", "default")
    assert "@10" in shown.out
    assert "default" in shown.out


def test_every_embedder_that_is_here_is_measured_unless_some_are_named(tmp_path: Path) -> None:
    words = ("recall", "--data", str(a_file(tmp_path)), "--json")
    here = [name for name in ("static", "minilm") if missing_requirement(name) is None]
    rows = measure(*words).json["rows"]
    assert {(row["embedder"], row["strategy"]) for row in rows} == {
        *((name, strategy) for name in here for strategy in ("default", "rrf", "rrf-faithful")),
        ("static", "fulltext"),
    }
    rows = measure(*words, "--embedder", "none", "--strategy", "default").json["rows"]
    assert {row["embedder"] for row in rows} == {"none"}
    assert measure(*words, "--embedder", "oracle").code == 2


@pytest.mark.feature("B82")
@pytest.mark.parametrize("options", [(), ("--agents", "2")])
def test_what_a_recall_costs_as_a_life_grows_is_measured(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    command = [sys.executable, "-m", "bench.recall", "--data", str(a_file(tmp_path))]
    sizes = ("--sizes", "20", "200")
    ran = subprocess.run(
        [*command, *(options or sizes)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    if options:
        assert (lines[0]["agents"], lines[0]["in_company"].keys()) == (2, lines[0]["alone"].keys())
        return
    assert [line["turns"] for line in lines] == [20, 200]
    for line in lines:
        assert 0 < line["p50_ms"] <= line["p95_ms"]
        assert line["bytes_per_turn"] > 0
        assert line["with_all_indexes_per_second"] > 0
        assert line["agreement"] == 1


def test_without_data_one_line_says_what_to_do(tmp_path: Path) -> None:
    assert measure("recall").code == 2
    assert "--data" in measure("recall").err
    assert measure("recall", "--data", str(tmp_path / "no")).code == 3
    (tmp_path / "bad.json").write_text('[{"id": 1}]', encoding="utf-8")
    assert measure("recall", "--data", str(tmp_path / "bad.json")).code == 2
