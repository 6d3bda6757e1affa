"""Projects, tasks and hints: what an agent is doing and should not forget. On both engines."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.builders import START, Homes, events, select
from wakeline.base.errors import Conflict, Invalid, NotFound
from wakeline.model.agenda import Hint

# -- projects


def test_projects_and_tasks_carry_small_numbers_of_their_own(open_home: Homes) -> None:
    ash = open_home.agent()
    projects = [ash.projects.add(key) for key in ("garden", "invoices")]
    tasks = [ash.tasks.add(title) for title in ("water", "prune", "count")]
    assert [project.number for project in projects] == [1, 2]
    assert [task.number for task in tasks] == [1, 2, 3]
    assert ash.projects.all() == projects
    assert ash.tasks.all() == tasks


def test_numbers_are_unique_in_a_tenant_whoever_asks(open_home: Homes) -> None:
    home = open_home()
    tasks = [home.agent(name).tasks.add("water") for name in ("ash", "birch", "ash")]
    assert [task.number for task in tasks] == [1, 2, 3]
    elsewhere = open_home(tenant="acme")
    assert elsewhere.agent("ash").tasks.add("water").number == 1


def test_a_number_is_not_given_twice_when_the_registry_is_made_again(open_home: Homes) -> None:
    ash = open_home.agent()
    assert [ash.tasks.add(f"task {n}").number for n in range(3)] == [1, 2, 3]
    assert open_home(tenant="acme").agent("ash").tasks.add("water").number == 1
    open_home.close()
    if open_home.engine == "sqlite":
        import os
        from pathlib import Path

        for path in Path(open_home.location).glob("home.db*"):
            os.unlink(path)
    again = open_home.agent()
    assert again.tasks.add("one more").number == 4
    assert again.projects.add("first").number == 1
    assert open_home(tenant="acme").agent("ash").tasks.add("prune").number == 2


@pytest.mark.parametrize("number", [0, -1, 10**18, 10**30, True])
def test_a_number_that_nothing_has_is_not_found(open_home: Homes, number: int) -> None:
    ash = open_home.agent()
    ash.tasks.add("water", project=ash.projects.add("garden").number)
    with pytest.raises(NotFound, match="no task"):
        ash.tasks.move(number, "done")
    with pytest.raises(NotFound, match="no project"):
        ash.tasks.add("prune", project=number)


def test_a_project_is_found_by_its_key_and_by_its_number(open_home: Homes) -> None:
    ash = open_home.agent()
    project = ash.projects.add("garden", title="The garden", summary="Beds and roses")
    by_key = ash.tasks.add("prune", project="garden")
    by_number = ash.tasks.add("water", project=project.number)
    by_text = ash.tasks.add("count", project=str(project.number))
    assert {task.project_id for task in (by_key, by_number, by_text)} == {project.id}
    assert "The garden: Beds and roses" in ash.wake().text


def test_a_key_is_taken_once(open_home: Homes) -> None:
    ash = open_home.agent()
    ash.projects.add("garden")
    with pytest.raises(Conflict, match="garden"):
        ash.projects.add("garden")
    assert len(ash.projects.all()) == 1


@pytest.mark.parametrize("project", ["nowhere", 99, True, "", 1.5])
def test_a_project_that_is_not_there_is_not_found(open_home: Homes, project: object) -> None:
    ash = open_home.agent()
    with pytest.raises(NotFound, match="no project"):
        ash.tasks.add("prune", project=project)  # type: ignore[arg-type]
    with pytest.raises(NotFound, match="no project"):
        ash.record(user="hello", project=project)  # type: ignore[arg-type]
    assert ash.tasks.all() == []
    assert ash.status().turns == 0


# -- tasks


def test_a_task_moves_and_knows_when_it_was_done(open_home: Homes) -> None:
    ash = open_home.agent()
    task = ash.tasks.add("prune the roses")
    assert (task.status, task.completed_at) == ("todo", None)
    for status in ("in-progress", "blocked", "todo"):
        assert ash.tasks.move(task.number, status).status == status
    at = open_home.later(hours=1)
    done = ash.tasks.move(task.id, "done")
    assert (done.status, done.completed_at, done.updated_at) == ("done", at, at)
    assert ash.tasks.move(str(task.number), "todo").completed_at is None


def test_a_move_leaves_an_event_with_who_and_what_it_was_before(open_home: Homes) -> None:
    ash = open_home.agent()
    task = ash.tasks.add("prune the roses")
    ash.tasks.move(task.number, "done", actor="Ana")
    ash.tasks.move(task.number, "done", actor="Ana")
    (event,) = events(ash, "task.moved")
    assert (event.actor, event.subject_id) == ("Ana", task.id)
    assert event.before == {"status": "todo", "completed_at": None}
    assert event.after is not None
    assert event.after["status"] == "done"


def test_a_wake_shows_what_is_open_most_pressing_first_and_what_is_overdue(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.tasks.add("small thing", priority=1)
    ash.tasks.add("big thing", priority=9, due=START + timedelta(days=2))
    done = ash.tasks.add("finished thing", priority=10)
    ash.tasks.move(done.number, "done")
    ash.tasks.move(ash.tasks.add("dropped thing").number, "dropped")
    text = ash.wake().text
    assert text.index("big thing") < text.index("small thing")
    assert "due 4 Mar 09:00" in text
    assert "finished thing" not in text
    assert "dropped thing" not in text
    open_home.later(days=3)
    assert "overdue since 4 Mar 09:00" in ash.wake().text
    status = ash.status()
    assert (status.open_tasks, status.overdue_tasks) == (2, 1)


@pytest.mark.parametrize(
    "options",
    [
        {"status": "later"},
        {"priority": 0},
        {"priority": 11},
        {"priority": "high"},
        {"due": "tomorrow"},
        {"due": "2026-03-05T09:00:00"},
        {"description": "a\0b"},
        {"description": 5},
    ],
)
def test_a_task_that_cannot_be_is_refused(open_home: Homes, options: dict[str, object]) -> None:
    ash = open_home.agent()
    with pytest.raises(Invalid) as refused:
        ash.tasks.add("prune", **options)  # type: ignore[arg-type]
    assert refused.value.todo
    assert ash.tasks.all() == []


@pytest.mark.parametrize("task", [99, "99", "01ARZ3NDEKTSV4RRFFQ69G5FAV", ""])
def test_a_task_that_is_not_there_is_not_found(open_home: Homes, task: str | int) -> None:
    with pytest.raises(NotFound, match="no task"):
        open_home.agent().tasks.move(task, "done")


# -- hints


@pytest.mark.feature("A83")
def test_a_hint_has_a_priority_a_time_and_where_it_came_from(open_home: Homes) -> None:
    ash = open_home.agent()
    memory = ash.memories.add("Mel's birthday is in May.")
    plain = ash.hints.add("Ask about the trip.")
    full = ash.hints.add(
        "Buy a card.",
        category="birthday",
        priority=8,
        recurring=True,
        trigger_at="2026-05-01T08:00:00+01:00",
        source_memory_id=memory.id,
    )
    assert (plain.priority, plain.is_recurring, plain.trigger_at) == (5, False, None)
    assert (full.category, full.priority, full.is_recurring) == ("birthday", 8, True)
    assert full.trigger_at is not None
    assert full.trigger_at.isoformat() == "2026-05-01T07:00:00+00:00"
    assert full.source_memory_id == memory.id
    assert ash.hints.all() == [plain, full]
    columns = "content, category, priority, is_recurring, trigger_at, completed_at, dismissed_at"
    assert len(select(ash, f"SELECT {columns}, source_memory_id FROM hints")) == 2


@pytest.mark.feature("A83")
def test_a_hint_surfaces_at_a_wake_from_its_time_on_until_it_is_done_or_dismissed(
    open_home: Homes,
) -> None:
    ash = open_home.agent()
    ash.hints.add("Ask about the trip.", priority=3)
    later = ash.hints.add("Buy a card.", trigger_at=START + timedelta(days=2))
    finished = ash.hints.add("Call the plumber.")
    dismissed = ash.hints.add("Read the article.")
    _settle(ash, finished._replace(completed_at=START))
    _settle(ash, dismissed._replace(dismissed_at=START))
    text = ash.wake().text
    assert "Ask about the trip." in text
    for content in ("Buy a card.", "Call the plumber.", "Read the article."):
        assert content not in text
    open_home.later(days=2)
    text = ash.wake().text
    assert text.index(later.content) < text.index("Ask about the trip.")


def _settle(ash: object, hint: Hint) -> None:
    place = ash.place  # type: ignore[attr-defined]
    with place.store.writing(place.by(actor="Mel")) as unit:
        unit.save("hint.settled", hint)
