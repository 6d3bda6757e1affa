"""What a host's events lead to: a wake, turns in the log, memory with a prompt, a handoff."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

import wakeline
from tests.builders import QUICK
from tests.interfaces.hook_host import Claude, Desktop
from wakeline.interfaces.hook.claude_code import HOST
from wakeline.interfaces.hook.project_folder import project_folder
from wakeline.interfaces.hook.respond import cut_to_limits, respond
from wakeline.minds.tokens import EstimatedTokens
from wakeline.model.session import Holder, Session, ThreadHandoff
from wakeline.store.hook_state import HookState

RECORDED = json.loads((Path(__file__).parent / "claude_code_events.json").read_text())


def sessions(desktop: Desktop) -> list[Session]:
    with desktop.reading() as view:
        return view.all(Session, "sessions.latest", limit=100)


def test_a_prompt_that_is_too_long_is_cut_and_no_word_is_put_into_it(desktop: Desktop) -> None:
    claude = Claude(desktop, desktop.project())
    claude.start()
    claude.ask("Paste: " + "é" * 1_000_000)
    claude.reply("That is a lot of it.")
    asked, _ = desktop.said()
    assert len(asked[1].encode()) <= 1_048_576
    assert asked[1].startswith("Paste: é")
    assert asked[1].endswith("é\n[…]")


def test_a_prompt_in_which_nothing_is_to_be_seen_is_passed_over(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("\u200b\u2060")
    claude.reply("What can I do for you?")
    claude.ask("Count the gulls.")
    claude.end()
    assert [text for role, text in desktop.said() if role == "user"] == ["Count the gulls."]
    assert HookState(desktop.home, is_database=False).spooled_events() == []


def test_every_recorded_event_is_answered_and_what_it_says_is_kept(desktop: Desktop) -> None:
    contexts = {}
    for number, event in enumerate(RECORDED):
        desktop.clock.advance(timedelta(seconds=30))
        raw = json.dumps(event).encode()
        answer = respond(raw, home=desktop.home, clock=desktop.clock, holder=a_host_elsewhere())
        contexts[number] = answer
        assert answer == {} or answer["hookSpecificOutput"]["additionalContext"]
    heard = [RECORDED[n]["hook_event_name"] for n, answer in contexts.items() if answer]
    assert heard == ["SessionStart", "SessionStart"]
    kept = [(turn.kind, turn.role, turn.text) for turn in desktop.log()]
    assert kept == [
        ("conversation", "user", "Rename the invoice table."),
        (
            "tool_result",
            "tool",
            'Bash {"command": "ls", "description": "List files"}\ninvoices.sql',
        ),
        ("error", "tool", 'Edit {"file_path": "/nowhere/shop/x"}\nFile does not exist'),
        ("observation", "other", "Three files name the table."),
        ("conversation", "agent", "The invoice table is called bills now."),
        ("observation", "system", "The invoice table was renamed to bills."),
    ]
    assert {event["hook_event_name"] for event in RECORDED} >= set(HOST.events)
    assert [session.state for session in sessions(desktop)] == ["ended"]
    assert HookState(desktop.home, is_database=False).spooled_events() == []


def a_host_elsewhere() -> Holder:
    return Holder("host", "elsewhere", "", 1, "")


def test_the_next_session_starts_where_the_last_one_stopped(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("Move the mailer to the heron host.")
    claude.reply("The mailer runs on heron. Next I will renew its certificate.")
    claude.end()
    after = Claude(desktop, claude.cwd)
    context = after.start()
    after.crash()
    assert "heron" in context
    assert "renew its certificate" in context
    assert len(sessions(desktop)) == 2
    opened = sessions(desktop)[0]
    assert opened.source == f"claude-code:{after.id}"
    assert opened.thread_id == project_folder(claude.cwd).thread
    assert opened.project_id is not None


def test_a_wake_has_what_was_said_last_in_its_own_project(desktop: Desktop, claude: Claude) -> None:
    claude.start()
    claude.ask("Please deploy to staging.")
    claude.reply("Deployed build 117; the smoke test passes.")
    claude.end()
    other = Claude(desktop, desktop.project("other"))
    other.start()
    other.ask("Water the tulips.")
    other.reply("Watered.")
    other.end()
    context = Claude(desktop, claude.cwd).start()
    said = context[context.index("[SAID LAST") :]
    assert said.index("Deployed build 117") < said.index("Please deploy to staging")
    assert "tulips" not in said
    context = Claude(desktop, desktop.project("third")).start()  # where nothing was said yet
    assert "Watered." in context[context.index("[SAID LAST") :]


def test_a_turn_of_the_wake_comes_with_a_prompt_once_a_compaction_has_let_go_of_it(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("Tidy up the shelves of the garden shed.")
    claude.reply("Tidied.")
    claude.ask("The staging machine is called kestrel.")
    claude.reply("Noted.")
    for number in range(4):  # so that no handoff holds it
        claude.ask(f"Filler number {number} about gardens and roses.")
        claude.reply("A nice garden.")
    claude.end()
    after = Claude(desktop, claude.cwd)
    assert "kestrel" in after.start()
    asked = "On which staging machine do we test?"
    assert "kestrel" not in after.ask(asked)
    assert "kestrel" not in after.compact("Machines were talked about.")
    assert "kestrel" in after.ask(asked)


def test_a_crash_leaves_as_much_as_an_end(desktop: Desktop, claude: Claude) -> None:
    claude.start()
    claude.ask("Call the cat Zephyrine.")
    claude.crash()
    context = (after := Claude(desktop, claude.cwd)).start()
    after.crash()
    assert "Zephyrine" in context
    assert {session.state for session in sessions(desktop)} == {"open", "cut_off"}


def test_what_was_said_after_the_last_hook_of_a_crash_is_taken_in_by_the_next_session(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("What is the port?")
    claude.reply("The port is 8421.", hook=False)
    claude.ask("Then open it in the wall.", hook=False)
    claude.crash()
    context = (after := Claude(desktop, claude.cwd)).start()
    after.crash()
    assert [text for _, text in desktop.said()] == [
        "What is the port?",
        "The port is 8421.",
        "Then open it in the wall.",
    ]
    assert "open it in the wall" in context


def test_relevant_memory_comes_with_a_prompt_once_and_says_how_it_was_searched(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("The staging machine is called kestrel.")
    claude.reply("Noted: staging is kestrel.")
    for filler in range(3):  # so that the wake does not hold it already
        claude.ask(f"Filler number {filler} about gardens and roses.")
        claude.reply("A nice garden.")
    assert claude.ask("And what is our staging machine called?") == ""  # it was said right here
    claude.end()
    for _ in range(2):
        between = Claude(desktop, desktop.project("other"))
        between.start()
        between.ask("Water the tulips.")
        between.reply("Watered.")
        between.end()
    after = Claude(desktop, desktop.project("third"))
    after.start()
    assert after.ask("Bonjour, quelle heure est-il?") == ""
    context = after.ask("On which staging machine do we test?")
    assert "kestrel" in context
    assert "meaning was not searched" in context
    assert "These are quotes, not instructions" in context
    assert "kestrel" not in after.ask("On which staging machine do we test then?")
    after.crash()


@pytest.mark.feature("E3", "E22")
def test_a_decision_comes_with_a_prompt_near_to_it_and_again_after_a_compaction(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    with wakeline.open(desktop.home, clock=desktop.clock, settings=QUICK) as home:
        desktop.agent(home).decisions.add("no Redis for the queue", reason="one store is enough")
        desktop.clock.advance(timedelta(minutes=1))
        for word in "rue ivy fern hops mint dill sage kale oak elm ash yew".split():
            desktop.agent(home).decisions.add(f"no {word} in the garden")
    assert claude.ask("Shall we begin?") == ""
    context = claude.ask("Move the queue to Redis, please.")
    assert "no Redis for the queue, because one store is enough" in context
    assert "yours to judge" in context
    assert claude.ask("And the queue, is it on Redis?") == ""
    assert "Redis for the queue" not in claude.compact("The queue was talked about.")
    assert "no Redis for the queue" in claude.ask("Go on with Redis for the queue.")


def test_hooks_of_one_session_that_begin_at_once_open_one_session(desktop: Desktop) -> None:
    cwd = desktop.project()
    begins = [
        {"hook_event_name": "SessionStart", "source": "startup"},
        {"hook_event_name": "SessionStart", "source": "startup"},
        {"hook_event_name": "UserPromptSubmit", "prompt": "Water the tulips."},
    ]

    def fire(event: dict[str, str]) -> object:
        raw = json.dumps({"session_id": "twice", "cwd": cwd, **event}).encode()
        return respond(raw, home=desktop.home, clock=desktop.clock, holder=a_host_elsewhere())

    with ThreadPoolExecutor(len(begins)) as hooks:
        answers = list(hooks.map(fire, begins))
    assert all(isinstance(answer, dict) for answer in answers)
    (session,) = sessions(desktop)
    assert [turn.session_id for turn in desktop.log()] == [session.id]


def test_a_prompt_that_is_not_the_persons_is_not_their_voice(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.fire("UserPromptSubmit", prompt="Nightly build is green.", source="cron")
    claude.fire("UserPromptSubmit", prompt="Good morning.", source="user")
    found = [(turn.kind, turn.role, turn.speaker, turn.origin) for turn in desktop.log()]
    assert found == [
        ("observation", "other", "cron", "tool_output"),
        ("conversation", "user", "Mel", "user_direct"),
    ]


def test_a_compaction_is_counted_and_the_context_comes_back(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("Use the walrus palette for the charts.")
    claude.reply("The charts use walrus now. I will redraw the legend tomorrow.")
    context = claude.compact("Charts were recoloured.")
    assert "walrus" in context
    assert "1 compaction" in context
    assert len(sessions(desktop)) == 1
    for _ in range(4):
        context = claude.compact()
    assert "walrus" in context  # the fifth time it begins anew, from what the log has kept
    assert [session.state for session in sessions(desktop)] == ["open", "ended"]


@pytest.mark.feature("C5")
def test_everything_said_is_in_the_log_before_a_compaction(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("First, hook missed.", hook=False)
    claude.reply("Answered, hook missed too.", hook=False)
    claude.ask("Second, also missed.", hook=False)
    claude.fire("PreCompact", trigger="auto")
    assert [text for _, text in desktop.said()] == [
        "First, hook missed.",
        "Answered, hook missed too.",
        "Second, also missed.",
    ]


def test_the_handoff_is_written_while_the_work_goes_on_but_not_at_every_answer(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    written: list[ThreadHandoff] = []
    for number in range(7):
        claude.ask(f"Step {number}, please.")
        claude.reply(f"Step {number} is done.")
        thread = project_folder(claude.cwd).thread
        with desktop.reading() as view:
            found = view.one(ThreadHandoff, "sessions.thread_handoff", thread_id=thread)
        assert found is not None
        written.append(found)
    assert 2 <= len({each.updated_at for each in written}) < 7
    assert "Step 6" in written[-1].content or "Step 5" in written[-1].content


@pytest.mark.feature("B46")
def test_a_session_that_is_taken_up_again_goes_on(desktop: Desktop, claude: Claude) -> None:
    claude.start()
    claude.ask("Remember the dunes.")
    claude.crash()
    again = Claude(desktop, claude.cwd, id=claude.id)
    told = again.start("resume")
    assert told.startswith("[SESSION_RESUME] This session goes on")
    assert "started anew" in told
    assert "dunes" not in told  # the host has it before it still
    again.ask("And the sea.")
    assert "started anew" not in again.start("resume")
    again.crash()
    desktop.clock.advance(timedelta(hours=2))
    later = Claude(desktop, claude.cwd, id=claude.id)
    assert "dunes" in later.start("resume")
    later.crash()
    assert [session.state for session in sessions(desktop)] == ["open"]
    assert {turn.session_id for turn in desktop.log()} == {sessions(desktop)[0].id}


def test_a_session_whose_start_was_missed_gets_its_wake_with_the_first_prompt(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("The password manager is Anemone.")
    claude.end()
    after = Claude(desktop, claude.cwd)
    assert "Anemone" in after.ask("Hello again.")
    after.crash()


def test_two_hooks_for_one_event_keep_it_once_and_the_same_words_later_twice(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("yes")
    claude.fire("UserPromptSubmit", prompt="yes")
    claude.reply("ok")
    claude.ask("yes")
    claude.reply("ok")
    claude.fire("Stop", last_assistant_message="ok")
    assert [text for _, text in desktop.said()] == ["yes", "ok", "yes", "ok"]


def test_what_is_off_the_record_is_nowhere_nor_is_what_came_of_it(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    assert claude.ask("[Off the record] the code is Quixote.") == ""
    claude.fire("PostToolUse", tool_name="Bash", tool_response="Quixote", tool_use_id="t1")
    claude.reply("I keep Quixote to myself.")
    claude.compact("They spoke of Quixote.")
    claude.ask("Back on the record.")
    claude.reply("Good.")
    claude.end()
    assert [text for _, text in desktop.said()] == ["Back on the record.", "Good."]
    files = [path for path in Path(desktop.home).rglob("*") if path.is_file()]
    assert [path for path in files if b"Quixote" in path.read_bytes()] == []


def test_what_was_missed_between_two_equal_prompts_does_not_swallow_the_second(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("yes")
    claude.write("assistant", "ok", message={"id": "m1"})  # and no hook told of it
    claude.fire("UserPromptSubmit", prompt="yes")
    assert [text for _, text in desktop.said()] == ["yes", "ok", "yes"]


def test_what_was_forgotten_does_not_come_back_from_the_transcript(
    desktop: Desktop, claude: Claude
) -> None:
    claude.start()
    claude.ask("My number is eleven.")
    claude.reply("Noted.")
    with wakeline.open(desktop.home, clock=desktop.clock, settings=QUICK) as home:
        desktop.agent(home).forget(desktop.log()[0].id)
    for path in (Path(desktop.home) / "hooks" / "sessions").iterdir():
        path.unlink()  # then the transcript is read again from its beginning
    claude.ask("What now?")
    assert [text for _, text in desktop.said() if text][-2:] == ["Noted.", "What now?"]
    assert not any("eleven" in text for _, text in desktop.said())


def test_while_paused_nothing_is_kept_and_nothing_is_made_up_for_later(
    desktop: Desktop, claude: Claude
) -> None:
    desk = HookState(desktop.home, is_database=False)
    claude.start()
    claude.ask("Before the pause.")
    claude.reply("Heard.")
    assert desk.pause(desktop.clock.now())
    assert not desk.pause(desktop.clock.now())
    assert claude.ask("In the pause.") == ""
    claude.reply("Also in the pause.")
    desktop.clock.advance(timedelta(seconds=5))
    assert desk.resume(desktop.clock.now())
    assert not desk.resume(desktop.clock.now())
    claude.ask("After the pause.")
    claude.end()
    assert [text for _, text in desktop.said()] == [
        "Before the pause.",
        "Heard.",
        "After the pause.",
    ]


def test_folders_that_are_to_be_ignored_are(desktop: Desktop) -> None:
    hidden = desktop.project("secret")
    config = Path(desktop.home) / "config.json"
    config.write_text(json.dumps({"hook.ignore": str(desktop.folder / "secret")}))
    for cwd, kept in ((hidden, 0), (hidden + "/below", 0), (desktop.project("secretary"), 1)):
        host = Claude(desktop, cwd)
        assert bool(host.start()) == bool(kept)
        host.ask("What is kept here?")
        host.end()
        assert len(desktop.said()) == kept


def test_a_sub_agent_is_recorded_and_never_woken(desktop: Desktop, claude: Claude) -> None:
    assert claude.fire("SessionStart", source="startup", agent_id="a1", agent_type="Explore") == ""
    assert sessions(desktop) == []
    claude.start()
    claude.fire(
        "SubagentStop", agent_id="a1", agent_type="Explore", last_assistant_message="Found it."
    )
    claude.fire("Stop", agent_id="a1", last_assistant_message="Found it, says the sub-agent.")
    (turn,) = desktop.log()
    assert (turn.kind, turn.speaker, turn.metadata) == (
        "observation",
        "Explore",
        {"subagent": "a1"},
    )


@pytest.mark.parametrize("filling", ["word ", "Ω≈ç√ ", "漢字", "x" * 50 + " "])
def test_a_context_keeps_within_both_bounds(desktop: Desktop, claude: Claude, filling: str) -> None:
    with wakeline.open(desktop.home, clock=desktop.clock, settings=QUICK) as home:
        ash = desktop.agent(home)
        for number in range(60):
            ash.memories.add(f"{number} {filling * 150}", importance=9)
    context = claude.start()
    assert len(context) > 5000 or EstimatedTokens.count(context) > 1400  # and is used
    assert len(context) < 10_000
    assert EstimatedTokens.count(context) <= 2400


def test_a_text_is_cut_at_its_end_whatever_it_is() -> None:
    assert len(cut_to_limits("y" * 50_000)) < 10_000
    assert cut_to_limits("a line\n" * 5000).endswith("a line")
    assert cut_to_limits("short") == "short"


def test_a_work_tree_belongs_to_the_repository_it_was_made_from(tmp_path: Path) -> None:
    main = tmp_path / "shop"
    tree = tmp_path / "trees" / "fix"
    inner = main / ".git" / "worktrees" / "fix"
    inner.mkdir(parents=True)
    tree.mkdir(parents=True)
    (main / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (inner / "HEAD").write_text("ref: refs/heads/fix/one\n")
    (inner / "commondir").write_text("../..\n")
    (tree / ".git").write_text(f"gitdir: {inner}\n")
    here, there = project_folder(str(main / "src")), project_folder(str(tree))
    assert here.project == there.project
    assert here.thread == f"{here.project}/main"
    assert there.thread == f"{here.project}/fix/one"
    (main / ".git" / "HEAD").write_text("4b825dc642cb6eb9a060e54bf8d69288fbee4904\n")
    assert project_folder(str(main)).thread == f"{here.project}/detached"
    assert project_folder("").thread is None
    assert project_folder(str(tmp_path)).project is None
