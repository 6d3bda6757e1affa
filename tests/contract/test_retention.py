"""Turns of long ago, compressed: less room, and nothing else changes."""

from __future__ import annotations

import pytest

import wakeline
from tests.builders import Homes, an_agent, select
from tests.contract.life import live, tables
from wakeline.base.errors import Invalid
from wakeline.base.packing import MARK, pack_text, unpack_text

LONG = "The build failed: " + "step 12 of the pipeline could not find its lock file. " * 40


def raw(ash: wakeline.Agent) -> list[str]:
    return [text for (text,) in select(ash, "SELECT text FROM episodes ORDER BY seq")]


@pytest.mark.feature("C8")
def test_past_the_window_turns_are_consolidated_and_then_compressed(open_home: Homes) -> None:
    ash = an_agent(open_home(settings={"retention.days": "90", "consolidate.at_end": "false"}))
    ash.wake()
    ash.record(user="I love old maps.", agent=LONG)
    ash.end(summary="built")
    open_home.later(days=89)
    assert "retention" not in ash.settle().done
    assert raw(ash)[1] == LONG
    open_home.later(days=2)
    assert "retention" in ash.settle().done
    assert [memory.content for memory in ash.memories.all()] == ["Mel loves old maps."]
    short, long = raw(ash)
    assert short == "I love old maps."  # it would not become shorter
    assert len(long) < len(LONG) / 4
    assert long.startswith(MARK)
    assert "retention" not in ash.settle().done


def test_compressed_turns_read_and_are_found_as_before(open_home: Homes) -> None:
    ash = an_agent(open_home(settings={"retention.days": "1"}))
    ash.wake()
    ash.observe(LONG, kind="tool_result")
    ash.end(summary="built")
    open_home.later(days=30)
    before = ash.recall("lock file of the pipeline", kinds=["tool_result"])
    lines = [line for line in ash.export() if '"type":"turn"' in line or LONG[:20] in line]
    ash.settle()
    assert raw(ash)[0].startswith(MARK)
    after = ash.recall("lock file of the pipeline", kinds=["tool_result"])
    assert [hit.text for hit in after] == [hit.text for hit in before] == [LONG]
    assert [line for line in ash.export() if LONG[:20] in line] == [
        line for line in lines if LONG[:20] in line
    ]
    assert ash.verify().ok
    ash.rebuild()
    assert ash.verify().ok
    ash.forget(after[0].id)
    assert ash.recall("lock file of the pipeline", kinds=["tool_result"]) == []
    assert not any(MARK in text for text in raw(ash))


def test_a_whole_life_says_the_same_when_it_is_compressed(open_home: Homes) -> None:
    ash = live(open_home)
    before = tables(ash)
    open_home.later(days=400)
    short = an_agent(open_home(settings={"retention.days": "1"}))
    short.settle()
    assert {row.text for row in tables(short)["episodes"]} == {
        row.text for row in before["episodes"]
    }
    assert short.verify().ok


def test_a_text_that_looks_compressed_is_not_taken_in(open_home: Homes) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid, match="compressed"):
        ash.record(user=MARK + "nothing")


@pytest.mark.parametrize(
    "text", ["", "a", "é" * 500, "日本語 " * 300, LONG, LONG + "? ", "\x1a", "\x1apacked"]
)
def test_packing_gives_the_same_text_back(text: str) -> None:
    assert unpack_text(pack_text(text)) == text
    assert len(pack_text(text)) <= len(text.encode())
    assert pack_text(text).rstrip()[-1:] == text.rstrip()[-1:]
