"""Files are read again when they have changed, and only then."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from wakeline.store.file_cache import NameCache, TextCache

LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


def aged(path: Path, seconds: float = 0) -> None:
    os.utime(path, (LONG_AGO + seconds, LONG_AGO + seconds))


@pytest.mark.feature("B48")
def test_a_text_is_read_again_when_its_time_or_its_size_has_changed(tmp_path: Path) -> None:
    path, cache = tmp_path / "soul.md", TextCache()
    path.write_bytes(b"one\r\n")
    aged(path)
    assert cache.read(str(path)) == "one\n"
    path.write_bytes(b"two\r\n")
    aged(path)  # the same time and size: nobody could tell
    assert cache.read(str(path)) == "one\n"
    aged(path, 1)
    assert cache.read(str(path)) == "two\n"
    path.write_bytes(b"three\n")
    aged(path, 1)
    assert cache.read(str(path)) == "three\n"
    path.unlink()
    with pytest.raises(FileNotFoundError):
        cache.read(str(path))


def test_what_changed_a_moment_ago_is_not_remembered(tmp_path: Path) -> None:
    path = tmp_path / "soul.md"
    just_now = datetime.fromtimestamp(LONG_AGO, UTC) + timedelta(seconds=1)
    cache = TextCache(now=lambda: just_now)
    for text in ("one", "two"):
        path.write_text(text)
        aged(path)
        assert cache.read(str(path)) == text


@pytest.mark.feature("B48")
def test_a_folder_is_listed_again_when_its_time_has_changed(tmp_path: Path) -> None:
    folder, cache = tmp_path / "archive", NameCache()
    assert cache.count(str(folder)) == 0
    folder.mkdir()
    (folder / "one").write_text("1")
    aged(folder)
    assert cache.names(str(folder)) == {"one"}
    (folder / "one").write_text("more in it")
    (folder / "two").write_text("2")
    aged(folder)  # the same time: nobody could tell
    assert cache.count(str(folder)) == 1
    aged(folder, 1)
    assert cache.count(str(folder)) == 2
    (folder / "one").unlink()
    assert cache.names(str(folder)) == {"two"}
    folder.rename(tmp_path / "elsewhere")
    assert cache.names(str(folder)) == set()
    (tmp_path / "other").mkdir()
    aged(tmp_path / "other", 1)
    (tmp_path / "other").rename(folder)
    assert cache.names(str(folder)) == set(), "another folder of the same time"
    folder.rmdir()
    folder.write_text("no folder")
    assert cache.names(str(folder)) == set()


def test_a_folder_that_changed_a_moment_ago_is_not_remembered(tmp_path: Path) -> None:
    just_now = datetime.fromtimestamp(LONG_AGO, UTC) + timedelta(seconds=1)
    cache = NameCache(now=lambda: just_now)
    for number in range(3):
        (tmp_path / str(number)).write_text("")
        aged(tmp_path)
        assert cache.count(str(tmp_path)) == number + 1
