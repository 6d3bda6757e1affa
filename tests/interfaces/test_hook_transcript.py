"""A host's transcript is read tolerantly, and its past is taken in once."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.interfaces.hook_host import Claude, Desktop
from tests.interfaces.program import Program
from wakeline.interfaces.hook.transcript import read_transcript
from wakeline.model.host import HostTurn

AT = "2026-03-02T09:00:00.000Z"


def always(_at: datetime) -> bool:
    return True


def a_line(kind: str, content: Any, number: int, **more: Any) -> str:
    message = {"role": kind, "content": content, "id": more.pop("id", f"m{number}")}
    return json.dumps(
        {"type": kind, "uuid": f"u{number}", "timestamp": AT, "message": message, **more}
    )


def texts(path: Path, start: int = 0, **options: Any) -> list[tuple[str, str]]:
    wanted = {"off_record": "[off the record]", "passes": always, **options}
    return [(said.role, said.text) for said in read_transcript(str(path), start, **wanted).said]


def block(text: str) -> list[dict[str, str]]:
    return [{"type": "text", "text": text}]


def test_only_what_people_and_the_agent_say_is_read(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    lines = [
        '{"type":"summary","summary":"old"}',
        a_line("user", "Plain question?", 1),
        a_line("assistant", block("On the way."), 2),
        a_line("assistant", [{"type": "tool_use", "name": "Read", "input": {}}], 3),
        a_line("user", [{"type": "tool_result", "content": "file"}], 4),
        a_line("assistant", block("sub-agent"), 5, isSidechain=True),
        a_line("assistant", block("First half."), 6, id="final"),
        a_line("assistant", block("Second half."), 7, id="final"),
        a_line("user", "<command-name>/clear</command-name>", 8),
        a_line("user", "note to self", 9, isMeta=True),
        a_line("user", "This session is continued…", 10, isCompactSummary=True),
        "{ torn",
        "[]",
        '"text"',
        a_line("user", block("Second [OFF THE RECORD] question?"), 11),
        a_line("assistant", block("A secret."), 12),
        a_line("user", block("Third \ud800question?"), 13),
        a_line("assistant", block("synthetic"), 14, isApiErrorMessage=True),
        a_line("assistant", block("Third answer."), 15),
        a_line("user", "torn", 16)[:-5],
    ]
    path.write_text("\n".join(lines))
    said = texts(path)
    assert said == [
        ("user", "Plain question?"),
        ("agent", "First half.\n\nSecond half."),
        ("user", "Third ?question?"),
        ("agent", "Third answer."),
    ]
    assert texts(path, is_over=False) == said[:3]
    assert texts(path, passes=lambda at: at < datetime(2000, 1, 1, tzinfo=UTC)) == []


def test_reading_goes_on_where_it_stopped_and_begins_anew_with_a_new_file(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text(a_line("user", "One?", 1) + "\n" + a_line("assistant", block("1"), 2) + "\n")
    wanted: dict[str, Any] = {"off_record": "", "passes": always}
    read = read_transcript(str(path), 0, **wanted)
    assert read.through == path.stat().st_size
    with path.open("a") as target:
        target.write(a_line("user", "Two?", 3) + "\n")
    assert texts(path, read.through) == [("user", "Two?")]
    path.write_text(a_line("user", "New", 4) + "\n")
    assert texts(path, read.through + 1000) == [("user", "New")]
    assert texts(tmp_path / "none", 5) == []


def test_a_stretch_without_words_does_not_stop_the_reading_for_good(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    tool = a_line("user", [{"type": "tool_result", "content": "x" * 900}], 1)
    path.write_text("\n".join([tool] * 20 + [a_line("user", "At last.", 2)]) + "\n")
    start = 0
    said: list[HostTurn] = []
    for _ in range(30):
        read = read_transcript(
            str(path), start, off_record="", passes=always, is_over=False, most=2000
        )
        start, said = read.through, [*said, *read.said]
    assert [each.text for each in said] == ["At last."]


def test_what_answers_a_prompt_off_the_record_is_not_kept_though_it_is_read_apart(
    tmp_path: Path,
) -> None:
    path = tmp_path / "t.jsonl"
    lines = [
        a_line("user", "[off the record] My salary?", 1),
        a_line("assistant", block("Let me see."), 2),
        a_line("assistant", block("It is secret."), 3),
        a_line("user", "And the weather?", 4),
        a_line("assistant", block("Fine."), 5),
    ]
    path.write_text("\n".join([*lines, ""]))
    start, said, is_private = 0, list[HostTurn](), False
    for _ in lines:  # each is a piece of its own
        read = read_transcript(
            str(path),
            start,
            off_record="[off the record]",
            passes=always,
            is_private=is_private,
            most=10,
        )
        start, said, is_private = read.through, [*said, *read.said], read.is_private
    assert [each.text for each in said] == ["And the weather?", "Fine."]


def test_what_is_answered_after_a_crash_to_a_prompt_off_the_record_is_not_kept(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("[off the record] My salary?")
    claude.crash()
    Claude(desktop, claude.cwd).start()  # which looks after what was said there
    claude.start("resume")
    claude.reply("It is secret.")
    claude.ask("And the weather?")
    claude.reply("Fine.")
    assert [text for _, text in desktop.said()] == ["And the weather?", "Fine."]


def test_the_past_is_imported_once_and_beside_what_hooks_have_kept(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("Kept by a hook.")
    claude.reply("And so was this.")
    claude.end()
    old = Claude(desktop, claude.cwd)
    old.ask("From before the hooks.", hook=False)
    old.reply("Long ago.", hook=False)
    (old.transcript.parent / "agent-1.jsonl").write_text(a_line("user", "A task.", 1) + "\n")
    program = Program(desktop.home, desktop.folder)
    place = str(old.transcript.parent)
    first = program.ok("import", "claude-code", place, "--agent", "ash", "--json").json
    assert (first["new"], first["known"], first["transcripts"]) == (2, 2, 2)
    again = program.ok("import", "claude-code", place, "--agent", "ash", "--json").json
    assert (again["new"], again["known"]) == (0, 4)
    assert [text for _, text in desktop.said()] == [
        "Kept by a hook.",
        "And so was this.",
        "From before the hooks.",
        "Long ago.",
    ]
    assert desktop.log()[-1].origin == "import"
    assert program("import", "claude-code", str(desktop.folder / "nothing")).code == 3
    assert program("import", "nobody").code == 2


def test_what_cannot_be_read_keeps_nothing_else_out(desktop: Desktop) -> None:
    """Moments that no calendar of ours has, a link that leads nowhere, a folder by such a name."""
    folder = desktop.folder / "past"
    (folder / "a folder.jsonl").mkdir(parents=True)
    (folder / "a link.jsonl").symlink_to("nowhere")
    moments = (
        "0001-01-01T00:00:00+14:00",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59-14:00",
        "2026-03-02T09:00:00Z",
    )
    lines = [a_line("user", f"At {moment}.", 1, timestamp=moment) for moment in moments]
    (folder / "odd.jsonl").write_text("\n".join([*lines, ""]))
    (folder / "plain.jsonl").write_text(a_line("user", "As usual.", 2) + "\n")
    program = Program(desktop.home, desktop.folder)
    done = program.ok("import", "claude-code", str(folder), "--agent", "ash", "--json").json
    assert (done["transcripts"], done["new"]) == (2, 2)
    assert {text for _, text in desktop.said()} == {"At 2026-03-02T09:00:00Z.", "As usual."}
