"""What the table of operations promises: every row is whole, and every door shows it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import wakeline
from tests.reference import stale
from wakeline.engine.operations.areas import AREAS
from wakeline.engine.operations.operation import (
    SAID_BY_THE_DOOR,
    Area,
    Operation,
    arguments,
    pairs,
    result_of,
)
from wakeline.interfaces.cli import application
from wakeline.interfaces.cli.build import positional
from wakeline.interfaces.requests import names_at_door

ROWS = [(area, operation) for area in AREAS for operation in area.operations]
EACH = pytest.mark.parametrize(
    ("area", "operation"), ROWS, ids=[operation.name for _, operation in ROWS]
)

# What a door does not have, and why. Every other operation is at every door.
NOT_A_COMMAND: dict[str, str] = {
    "check": "the command also takes a file, and is written by hand",
    "pin_memory": "the command has --off, and is written by hand",
    "archive_memory": "the command has --off, and is written by hand",
    "get_checkpoint": "wakeline checkpoints shows every checkpoint whole",
    "write_procedure": "the command also takes a file, and is written by hand",
    "get_principle": "`principles show` shows it together with its trials",
    "list_trials": "`principles show` shows them together with the principle",
    "add_knowledge": "the command also takes a file, and is written by hand",
}
NOT_A_ROUTE: dict[str, str] = {
    "list_attachments": "the route pages by id and leaves out the texts; by hand",
    "list_entities": "its pages go by name and not by id: written by hand",
    "get_entity": "the name is in the query, for it may hold a slash: written by hand",
    "list_messages": "the route gives pages of three lists, and is written by hand",
    "send_mail": "a token reaches one agent, and mail reaches another",
    "detect_procedure": "a wake with an intent brings the procedure, over REST too",
    "restore_memory": "PUT /memories/{id}/archive takes a memory back as well",
    "reflect": "the answer has a memory or null in it; by hand",
}
NOT_A_TOOL: dict[str, str] = {
    "send_message": "others write to the agent",
    "send_mail": "a token reaches one agent, and mail reaches another",
    "get_message": "list_messages shows every message whole",
    "delete_message": "an agent reads and answers messages; a person deletes them",
    **dict.fromkeys(
        "begin_restart call_in_restart reached_in_restart identified_in_restart "
        "went_on_in_restart failed_in_restart report_in_restart hand_back_restart get_restart "
        "list_restarts".split(),
        "whatever runs an agent restarts it, not the agent",
    ),
    "list_entities": "recall follows the graph for the agent",
    "get_entity": "recall follows the graph for the agent",
    "list_patterns": "it measures the rules; an agent has no use for it",
    "list_projects": "a wake lists the projects, and the agent names one by its key",
    "add_project": "a person opens projects",
    "update_project": "a person says how a project stands",
    "check_decisions": "the tool of that name weighs the action: conflicts, and what is near",
    "get_decision": "list_decisions shows every decision whole",
    "confirm_decision": "a person puts in force what was read in the log",
    "reverse_decision": "a person ends a decision; an agent replaces it by another",
    "list_principles": "match_principles finds those that fit",
    "verify_principles": "the worker counts, and so does settle",
    "get_principle": "match_principles shows every principle whole",
    "list_trials": "a principle holds its counts",
    "retire_principle": "a person takes a principle out of use; trials do so too",
    "restore_principle": "a person takes a principle into use again",
    "list_contacts": "an agent asks about the one to whom it writes",
    "list_tellings": "an agent asks about the one to whom it writes",
    "withdraw_telling": "a person says that something was not told after all",
    "list_checkpoints": "a wake shows where the session before was",
    "get_checkpoint": "a wake shows where the session before was",
    "get_guard": "list_actions shows every guard whole",
    "get_hint": "list_hints shows every reminder whole",
    "list_memories": "retrieve_specific_memories lists them, or gets one; by hand",
    "get_memory": "retrieve_specific_memories gets one as well",
    "update_memory": "an agent revises a memory, so that the version before stays",
    "get_lineage": "a person asks where a memory comes from",
    "pin_memory": "an agent pins a memory when it keeps it",
    "archive_memory": "a person puts memories away",
    "restore_memory": "a person takes memories back",
    "reflect": "the answer is a list, empty if only the use is noted; by hand",
    "delete_memory": "the tool remove_from_memory asks a person first; by hand",
    "get_procedure": "the tool also finds one by what the agent is about to do; by hand",
    "detect_procedure": "the tool get_procedure does that too",
    "list_knowledge": "an agent searches what it read",
    "get_knowledge": "search_knowledge quotes the entries that it finds",
    "delete_knowledge": "a person takes entries out of use",
    "delete_procedure": "a person takes procedures out of use",
    "get_journal": "search_journal quotes the entries that an agent asks for",
    "list_journal": "the journal is read by question, not from end to end",
    "list_soul": "a wake tells the agent what it holds to",
    "remove_from_soul": "the tool asks a person first; by hand",
    "list_diary": "an agent names a day or searches for words",
    "list_evals": "a person looks back on how sessions were judged",
    "mean_evals": "a person looks back on how sessions were judged",
    "list_attachments": "recall finds what was seen in files",
    "get_attachment": "recall finds what was seen in files",
    "observe_attachment": "whoever shows a file notes what was seen in it",
}


def test_names_are_unique() -> None:
    names = [operation.name for _, operation in ROWS]
    assert sorted(names) == sorted(set(names))


@EACH
def test_a_row_names_parameters_that_the_method_has(area: Area, operation: Operation) -> None:
    known = arguments(operation)
    named = set(operation.about)
    if operation.command is not None:
        named |= set(positional(operation.command).values())
        named |= set(pairs(operation.command.options).values())
    for row in (operation.route, operation.tool):
        if row is not None:
            named |= set(names_at_door(operation, row.takes).values())
    assert sorted(named - known.keys()) == []
    assert area.tag
    assert area.help


@EACH
def test_every_required_argument_can_be_given_at_every_door(
    area: Area, operation: Operation
) -> None:
    needed = {name for name, argument in arguments(operation).items() if argument.is_required}
    if operation.command is not None:
        places = set(positional(operation.command).values())
        assert needed <= places | set(pairs(operation.command.options).values()), area.tag
    for row in (operation.route, operation.tool):
        if row is not None:
            assert needed <= set(names_at_door(operation, row.takes).values()), area.tag


@EACH
def test_an_operation_has_help_a_result_and_two_examples(area: Area, operation: Operation) -> None:
    assert operation.help, area.tag
    assert result_of(operation) is not Any
    assert len(operation.examples) == 2
    assert operation.command is None or operation.examples[0].startswith(
        f"wakeline {' '.join(w for w in operation.command.words.split() if not w[0].isupper())}"
    )


@EACH
def test_an_operation_is_at_every_door_or_there_is_a_reason(
    area: Area, operation: Operation
) -> None:
    name = operation.name
    assert (operation.command is None) == (name in NOT_A_COMMAND), area.tag
    assert (operation.route is None) == (name in NOT_A_ROUTE)
    is_tool = operation.tool is not None
    if operation.authority == "operator":
        assert not is_tool
    else:
        assert (not is_tool) == (name in NOT_A_TOOL)


def test_reasons_are_about_operations_that_there_are() -> None:
    names = {operation.name for _, operation in ROWS}
    assert {*NOT_A_COMMAND, *NOT_A_ROUTE, *NOT_A_TOOL} <= names


@EACH
def test_the_command_takes_what_the_row_says(area: Area, operation: Operation) -> None:
    if operation.command is None:
        return
    found: Any = get_command(application())
    for word in operation.command.words.split():
        if not word[0].isupper():
            found = found.commands[word]
    options = {name for param in found.params for name in param.opts if name.startswith("--")}
    named = {f"--{name.replace('_', '-')}" for name in pairs(operation.command.options)}
    assert options - named <= {"--home", "--tenant", "--json", "--help"}, area.tag
    assert named <= options


@EACH
def test_python_and_the_table_name_the_same_method(
    tmp_path: Path, area: Area, operation: Operation
) -> None:
    with wakeline.open(tmp_path) as home:
        face = area.face(home.agent("ash"))
    method = getattr(face, operation.call.__name__)
    assert method.__func__ is operation.call
    assert not SAID_BY_THE_DOOR & set(operation.about)


@pytest.mark.parametrize("page", ["commands.md", "rest.md", "mcp.md"])
def test_reference_pages_say_what_the_table_says(page: str) -> None:
    assert [row.text for row in stale(page)] == [], "run: python -m tests.reference"


def test_examples_of_python_call_the_method_that_they_are_an_example_of() -> None:
    for _, operation in ROWS:
        called = re.search(r"\.(\w+)\(", operation.examples[1].partition("ash")[2])
        last = re.findall(r"\.(\w+)\(", operation.examples[1])
        assert called
        assert operation.call.__name__ in last, operation.name
