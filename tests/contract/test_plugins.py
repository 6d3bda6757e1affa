"""Plugins listen to gaps: one listener each, and none of them can spoil a wake."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import wakeline
from tests.builders import QUICK, Homes, there

ENTRY = "[wakeline.plugins]\ntides = tides_plugin:register\nbroken = tides_plugin:broken\n"
CODE = """
def register(home):
    home.register_gap_listener("tides", heard.append)

def broken(home):
    raise RuntimeError("not today")

heard = []
"""


@pytest.mark.feature("B49")
def test_a_plugin_has_one_listener_however_often_it_registers(open_home: Homes) -> None:
    home = open_home()
    agent = home.agent("ash")
    first: list[object] = []
    second: list[object] = []
    stop_first = home.register_gap_listener("tides", first.append)
    home.register_gap_listener("tides", second.append)
    home.register_gap_listener("moon", lambda _: 1 / 0)
    agent.wake()
    agent.end()
    gaps = there(home.gaps)
    assert (len(first), len(second), len(gaps)) == (0, 1, 1)
    assert "ZeroDivisionError" in gaps.failures["moon"]
    stop_first()  # what has been replaced stops nobody
    open_home.later(days=2)
    woken = agent.wake()
    assert second[1] == woken.liminal
    assert home.unregister_gap_listener("tides") is True
    assert home.unregister_gap_listener("tides") is False
    agent.end()
    agent.wake()
    assert len(second) == 2


@pytest.mark.feature("B49")
def test_plugins_are_loaded_by_entry_point_if_they_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "tides-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: tides\nVersion: 1\n")
    (about / "entry_points.txt").write_text(ENTRY)
    (tmp_path / "tides_plugin.py").write_text(CODE)
    monkeypatch.syspath_prepend(str(tmp_path))
    with wakeline.open(tmp_path / "home", settings=QUICK) as home:
        assert home.gaps is None
    named = {**QUICK, "plugins": "broken, tides, nobody"}
    with wakeline.open(tmp_path / "home", settings=named) as home:
        assert home.plugin_failures == {
            "broken": "RuntimeError: not today",
            "nobody": "it is not installed",
        }
        home.agent("ash").wake()
        assert len(sys.modules["tides_plugin"].heard) == 1
