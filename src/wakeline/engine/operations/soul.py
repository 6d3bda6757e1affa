"""What an agent holds to, and its diary."""

from __future__ import annotations

from wakeline.engine.faces.soul import Soul
from wakeline.engine.faces.writings import Diary
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

SOUL = Area(
    "soul",
    "soul",
    "Beliefs, values, fears and convictions.",
    lambda agent: agent.soul,
    (
        Operation(
            "list_soul",
            Soul.all,
            "reads",
            ("wakeline soul list", "ash.soul.all(history=True)"),
            Command("soul list", "history"),
            Route("GET /soul", page="soul"),
            about={"history": "Also what was removed or refused."},
        ),
        Operation(
            "add_to_soul",
            Soul.add,
            "adds",
            (
                "wakeline soul add value 'Kindness first.'",
                'ash.soul.add("value", "Kindness first.")',
            ),
            Command("soul add KIND TEXT"),
            Route("POST /soul", body="NewSoulEntry", status=201),
            ToolRow(
                says="Ask for a belief, value, fear or conviction to be part of you. The person "
                "may have to agree."
            ),
        ),
        Operation(
            "remove_from_soul",
            Soul.remove,
            "removes",
            ("wakeline soul remove 7F3K", 'ash.soul.remove("7F3K")'),
            Command("soul remove ID=entry_id"),
            Route("DELETE /soul/{id}", "id=entry_id"),
        ),
    ),
)

DIARY = Area(
    "soul",
    "diary",
    "One document a day.",
    lambda agent: agent.diary,
    (
        Operation(
            "write_diary",
            Diary.write,
            "adds",
            (
                "wakeline diary write 'The heron came back.'",
                'ash.diary.write("The heron came back.", mood="glad")',
            ),
            Command("diary write TEXT", "day mood location"),
            Route("POST /diary", body="NewSection"),
            ToolRow("text day mood location", "Add a section to your diary of a day."),
            about={
                "day": "Another day than today, as 2026-03-01.",
                "mood": "In a word.",
                "location": "Where.",
            },
        ),
        Operation(
            "search_diary",
            Diary.search,
            "reads",
            ("wakeline diary search heron", 'ash.diary.search("heron")'),
            Command("diary search QUERY", "k"),
            Route("GET /diary/search"),
            ToolRow(says="Find days in your diary by words.", name="search_diary_for_keywords"),
        ),
        Operation(
            "show_diary",
            Diary.show,
            "reads",
            ("wakeline diary show", 'ash.diary.show("2026-03-01")'),
            Command("diary show", "day"),
            Route("GET /diary/{day}"),
            ToolRow(says="What you wrote on a day.", name="show_diary_entries_from_day"),
            about={"day": "Another day than today, as 2026-03-01."},
        ),
        Operation(
            "list_diary",
            Diary.all,
            "reads",
            ("wakeline diary list", "ash.diary.all(limit=7)"),
            Command("diary list", "limit before", defaults={"limit": 30}),
            Route("GET /diary", page="diary"),
            about={"before": "Only days before this one."},
        ),
    ),
)
