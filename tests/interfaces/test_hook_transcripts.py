"""The transcripts of Codex and Gemini CLI: read tolerantly, and their past taken in once."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.builders import START
from tests.interfaces.hook_host import Desktop
from tests.interfaces.program import Program
from tests.interfaces.test_hook import a_host_elsewhere
from tests.interfaces.test_hook_hosts import PROMPTS
from wakeline.base.digest import sha256_hex
from wakeline.interfaces.hook.respond import respond
from wakeline.interfaces.hook.transcripts import TRANSCRIPTS

SESSION = "019d036d-c7fa-72d2-b6fd-78878bfe34e4"
STOPS = {"codex": ("Stop", "last_assistant_message"), "gemini": ("AfterAgent", "prompt_response")}
HOSTS = tuple(STOPS)


def at(seconds: float) -> str:
    return (START + timedelta(seconds=seconds)).isoformat(timespec="milliseconds")


def codex(kind: str, seconds: float, /, **payload: Any) -> dict[str, Any]:
    return {"timestamp": at(seconds), "type": kind, "payload": payload}


def codex_meta(**more: Any) -> dict[str, Any]:
    about = {"id": SESSION, "cwd": "/nowhere/shop", "source": "cli", **more}
    return codex("session_meta", 0, **about)


def codex_said(role: str, text: str, seconds: float) -> list[dict[str, Any]]:
    """As the model hears it, and as an event."""
    told, word = ("assistant", "output_text") if role == "agent" else ("user", "input_text")
    content = [{"type": word, "text": text}]
    return [
        codex("response_item", seconds, type="message", role=told, content=content),
        codex("event_msg", seconds, type=f"{role}_message", message=text),
    ]


def gemini(kind: str, text: Any, seconds: float, *, id: str = "", **more: Any) -> dict[str, Any]:
    named = id or f"{kind}-{seconds}"
    return {"id": named, "timestamp": at(seconds), "type": kind, "content": text, **more}


GEMINI_META = {"sessionId": SESSION, "projectHash": "p", "startTime": at(0), "kind": "main"}


class Files:
    """One session's transcript, written as its host writes it."""

    def __init__(self, host: str, folder: Path, *, session: str = SESSION) -> None:
        self.host, self.session = host, session
        if host == "codex":
            stamp = START.strftime("%Y-%m-%dT%H-%M-%S")
            self.path = folder / "sessions" / "2026" / f"rollout-{stamp}-{session}.jsonl"
        else:
            project = folder / "tmp" / "shop"
            self.path = project / "chats" / f"session-{session[:8]}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.add(
            codex_meta(id=session) if host == "codex" else {**GEMINI_META, "sessionId": session}
        )

    def add(self, *records: Any) -> None:
        with self.path.open("a") as target:
            for record in records:
                text = record if isinstance(record, str) else json.dumps(record)
                target.write(f"{text}\n")

    def say(self, role: str, text: str, seconds: float) -> None:
        if self.host == "codex":
            self.add(*codex_said(role, text, seconds))
            return
        self.add(gemini("user" if role == "user" else "gemini", text, seconds))


def read(host: str, path: Path, start: int = 0, **options: Any) -> list[tuple[str, str]]:
    wanted = {"off_record": "[off the record]", "passes": lambda _at: True, **options}
    return [
        (said.role, said.text) for said in TRANSCRIPTS[host].read(str(path), start, **wanted).said
    ]


def test_of_a_rollout_only_what_people_and_the_agent_say_is_read(tmp_path: Path) -> None:
    files = Files("codex", tmp_path)
    files.add(
        *codex_said("user", "<environment_context>x</environment_context>", 1),
        codex("event_msg", 1, type="user_message", message="AGENTS.md", kind="user_instructions"),
        codex("event_msg", 1, type="task_started", turn_id="t1"),
        *codex_said("user", "Plain question?", 2),
        *codex_said("agent", "On the way.", 3),
        codex("response_item", 3, type="function_call", name="exec", arguments="{}"),
        codex("event_msg", 3, type="agent_reasoning", text="thinking"),
        "{ torn",
        "[]",
        '"event_msg"',
        {"timestamp": "never", "type": "event_msg", "payload": {"type": "user_message"}},
        {"type": "event_msg", "payload": {"type": "user_message", "message": "no moment"}},
        codex("event_msg", 4, type="user_message", message=7),
        *codex_said("agent", "The answer.", 5),
        *codex_said("user", "Second [OFF THE RECORD] question?", 6),
        *codex_said("agent", "A secret.", 7),
        *codex_said("user", "Third \ud800question?", 8),
        *codex_said("agent", "Third answer.", 9),
        json.dumps(codex_said("user", "torn", 10)[1])[:-5],
    )
    said = [
        ("user", "Plain question?"),
        ("agent", "The answer."),
        ("user", "Third ?question?"),
        ("agent", "Third answer."),
    ]
    assert read("codex", files.path) == said
    assert read("codex", files.path, is_over=False) == said[:3]
    early = datetime(2000, 1, 1, tzinfo=UTC)
    assert read("codex", files.path, passes=lambda moment: moment < early) == []
    assert read("codex", tmp_path / "none") == []


def test_what_a_forked_rollout_has_copied_was_said_elsewhere(tmp_path: Path) -> None:
    files = Files("codex", tmp_path)
    files.path.write_text("")
    files.add(
        codex_meta(forked_from_id="another"),
        codex_meta(id="another"),
        *codex_said("user", "Said before the fork.", 0.2),
        *codex_said("agent", "And answered.", 0.3),
        *codex_said("user", "Said in the fork.", 30),
        *codex_said("agent", "Here too.", 40),
    )
    assert read("codex", files.path) == [("user", "Said in the fork."), ("agent", "Here too.")]


def test_what_was_copied_is_known_however_far_the_copy_reaches(tmp_path: Path) -> None:
    """A long rollout is read in pieces, and only the first of them says that it is a fork."""
    files = Files("codex", tmp_path)
    files.path.write_text("")
    copied = [line for n in range(9) for line in codex_said("user", f"Before the fork: {n}.", 0.2)]
    files.add(codex_meta(forked_from_id="another"), *copied)
    files.add(*codex_said("user", "Said in the fork.", 30))
    said: list[str] = []
    start, end = 0, files.path.stat().st_size
    while start < end:
        options = {"off_record": "", "passes": lambda _: True, "most": 700}
        found = TRANSCRIPTS["codex"].read(str(files.path), start, **options)
        assert found.through > start
        start, said = found.through, [*said, *(each.text for each in found.said)]
    assert said == ["Said in the fork."]


GEMINI_SAID = [
    ("user", "Plain question?"),
    ("agent", "The answer."),
    ("user", "Third question?"),
    ("agent", "Third answer."),
]
GEMINI_MESSAGES = [
    gemini("user", "<session_context>today</session_context>", 0),
    gemini("info", "Update available", 1),
    gemini("user", "/stats model", 1.5),
    gemini("user", [{"text": "Plain question?\n<hook_context>ours</hook_context>"}], 2),
    gemini("gemini", "On the way.", 3, toolCalls=[{"id": "c", "name": "ls", "args": {}}]),
    gemini("user", [{"functionResponse": {"name": "ls", "response": {}}}], 3.5),
    gemini("gemini", [{"text": "hm", "thought": True}, {"text": "The answer."}], 5),
    gemini("user", "Second [OFF THE RECORD] question?", 6),
    gemini("gemini", "A secret.", 7),
    gemini(
        "user", "Third question? <hook_context>", 8, displayContent=[{"text": "Third question?"}]
    ),
    gemini("gemini", "Third answer.", 9),
]


def test_a_chat_tells_the_same_as_one_object_as_a_log_and_as_lists_in_a_log(tmp_path: Path) -> None:
    whole, log, lists = (tmp_path / f"session-{name}" for name in ("a.json", "b.jsonl", "c.jsonl"))
    whole.write_text(json.dumps({**GEMINI_META, "messages": [*GEMINI_MESSAGES, 7, {"id": 3}]}))
    early = [
        {**message, "content": ""} for message in GEMINI_MESSAGES if message["type"] == "gemini"
    ]
    files = Files("gemini", tmp_path)
    files.add(*GEMINI_MESSAGES[:5], "{ torn", "[]", early[0], *GEMINI_MESSAGES[4:], {"$set": 7})
    log.write_bytes(files.path.read_bytes())
    steps = [{"$set": {"messages": GEMINI_MESSAGES[:number]}} for number in range(12)]
    lists.write_text("\n".join(map(json.dumps, [GEMINI_META, *steps])) + "\n")
    for path in (whole, log, lists):
        assert read("gemini", path) == GEMINI_SAID, path
        assert read("gemini", path, is_over=False) == GEMINI_SAID[:3]
        end = TRANSCRIPTS["gemini"].end(str(path))
        assert read("gemini", path, end) == []
        assert read("gemini", path, end - 1) == GEMINI_SAID[3:]


def test_what_was_compressed_was_said_and_what_was_rewound_was_not(tmp_path: Path) -> None:
    files = Files("gemini", tmp_path)
    files.add(
        gemini("user", "One?", 1, id="u1"),
        gemini("gemini", "1", 2, id="g1"),
        {"$set": {"messages": [gemini("user", "Two?", 3, id="u2")]}},
        gemini("gemini", "2", 4, id="g2"),
        gemini("user", "Three?", 5, id="u3"),
        gemini("gemini", "3", 6, id="g3"),
        {"$rewindTo": "u3"},
        gemini("user", "Another three?", 7, id="u4"),
    )
    one_two = [("user", "One?"), ("agent", "1"), ("user", "Two?"), ("agent", "2")]
    assert read("gemini", files.path) == [*one_two, ("user", "Another three?")]
    files.add({"$rewindTo": "nobody knows"})
    assert read("gemini", files.path) == []


class Coder:
    """A session of a host whose hooks may fail to run."""

    def __init__(self, desktop: Desktop, host: str) -> None:
        self.desktop, self.host = desktop, host
        self.files = Files(host, desktop.folder / host)

    def seconds(self) -> float:
        self.desktop.clock.advance(timedelta(seconds=40))
        return (self.desktop.clock.now() - START).total_seconds()

    def fire(self, name: str, **fields: Any) -> dict[str, Any]:
        event = {"session_id": SESSION, "transcript_path": str(self.files.path), **fields}
        event |= {"cwd": self.desktop.project(), "hook_event_name": name}
        self.desktop.clock.advance(timedelta(seconds=1))
        return respond(
            json.dumps(event).encode(),
            self.host,
            home=self.desktop.home,
            agent="ash",
            clock=self.desktop.clock,
            holder=a_host_elsewhere(),
        )

    def ask(self, text: str, *, hook: bool = True) -> None:
        self.files.say("user", text, self.seconds())
        if hook:
            self.fire(PROMPTS[self.host], prompt=text)

    def reply(self, text: str, *, hook: bool = True) -> None:
        self.files.say("agent", "Let me look.", self.seconds())
        self.files.say("agent", text, self.seconds())
        if hook:
            name, field = STOPS[self.host]
            self.fire(name, **{field: text})


@pytest.mark.parametrize("host", HOSTS)
def test_what_a_hook_missed_is_recovered_at_the_next_event_and_kept_once(
    desktop: Desktop, host: str
) -> None:
    coder = Coder(desktop, host)
    coder.ask("From before the hooks.", hook=False)
    coder.reply("Not ours.", hook=False)
    coder.fire("SessionStart", source="startup")
    coder.ask("Kept by a hook.")
    coder.reply("And so was this.")
    coder.ask("Missed by a hook.", hook=False)
    coder.reply("And so was its answer.", hook=False)
    coder.ask("The next one.")
    coder.reply("Whose answer nobody heard.", hook=False)
    coder.ask("The last one.")
    coder.reply("Done.")
    expected = [
        ("user", "Kept by a hook."),
        ("agent", "And so was this."),
        ("user", "Missed by a hook."),
        ("agent", "And so was its answer."),
        ("user", "The next one."),
        ("agent", "Whose answer nobody heard."),
        ("user", "The last one."),
        ("agent", "Done."),
    ]
    assert desktop.said() == expected
    exchanges = [turn.exchange_id for turn in desktop.log() if turn.kind == "conversation"]
    assert exchanges[::2] == exchanges[1::2]
    program = Program(desktop.home, desktop.folder)
    found = program.ok("import", host, str(coder.files.path), "--agent", "ash", "--json").json
    assert (found["new"], found["known"]) == (2, 8)


@pytest.mark.parametrize("host", HOSTS)
def test_the_past_is_imported_once_and_sub_agents_are_left_out(desktop: Desktop, host: str) -> None:
    folder = desktop.folder / host
    first = Files(host, folder)
    first.say("user", "Long ago?", 1)
    first.say("agent", "Yes.", 2)
    sub = Files(host, folder, session="a-session-of-a-sub-agent-36-characters")
    sub.path.write_text("")
    source = {"subagent": {"thread_spawn": {"parent_thread_id": SESSION}}}
    sub.add(codex_meta(source=source) if host == "codex" else {**GEMINI_META, "kind": "subagent"})
    sub.say("user", "A task.", 3)
    (folder / "history.jsonl").write_text('{"type": "user"}\n')
    if host == "gemini":
        (folder / "tmp" / "shop" / ".project_root").write_text(desktop.project())
    program = Program(desktop.home, desktop.folder)
    words = ("import", host, str(folder), "--agent", "ash", "--json")
    found = program.ok(*words).json
    assert (found["transcripts"], found["new"], found["known"]) == (2, 2, 0)
    found = program.ok(*words).json
    assert (found["new"], found["known"]) == (0, 2)
    assert desktop.said() == [("user", "Long ago?"), ("agent", "Yes.")]
    (turn, _) = desktop.log()
    assert (turn.origin, turn.at) == ("import", START + timedelta(seconds=1))
    assert "shop" in str(turn.thread_id)
    at_home = {"CODEX_HOME": str(folder), "GEMINI_CLI_HOME": str(desktop.folder)}
    if host == "gemini":
        folder.rename(desktop.folder / ".gemini")
    found = program("import", host, "--agent", "ash", "--json", environment=at_home).json
    assert (found["new"], found["known"]) == (0, 2)


def test_a_chat_is_of_the_folder_that_its_host_knows_it_by(tmp_path: Path) -> None:
    about = TRANSCRIPTS["gemini"].about
    files = Files("gemini", tmp_path)
    assert about(str(files.path)) == (SESSION, "", False)
    (tmp_path / "projects.json").write_text(json.dumps({"projects": {"/x/shop": "shop"}}))
    assert about(str(files.path)).cwd == "/x/shop"
    digest = sha256_hex(b"/x/shop")
    (tmp_path / "tmp" / "shop").rename(tmp_path / "tmp" / digest)
    assert about(str(tmp_path / "tmp" / digest / "chats" / files.path.name)).cwd == "/x/shop"
    (tmp_path / "projects.json").write_text("[]")
    assert about(str(files.path)).cwd == ""
