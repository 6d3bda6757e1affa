"""What an agent writes of its own accord: letters and its journal."""

from __future__ import annotations

from wakeline.engine.faces.writings import Journal, Letters
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow

LISTED = {
    "before": "Continue after this id.",
    "thread": "Only what was written in this thread.",
}

LETTERS = Area(
    "writings",
    "letters",
    "Letters of sessions to later sessions.",
    lambda agent: agent.letters,
    (
        Operation(
            "write_letter",
            Letters.write,
            "adds",
            (
                "wakeline letters write --next 'Water the beds.'",
                'ash.letters.write(whats_next="Water the beds.")',
            ),
            Command(
                "letters write",
                "title fact=facts intent stream next=whats_next composting unfinished "
                "session=session_id",
            ),
            Route("POST /letters", body="NewLetter", status=201),
            ToolRow(
                "title facts intent whats_next composting unfinished",
                "Leave a letter to the sessions after this one.",
            ),
            about={
                "title": "What it is about.",
                "facts": "Each is a key, `key = value` or a sentence, checked against the facts.",
                "intent": "What the session was for.",
                "stream": "What was done, as in `09:40 sent it`.",
                "whats_next": "What comes next.",
                "composting": "Ideas kept for later.",
                "unfinished": "What is left undone.",
            },
        ),
        Operation(
            "get_letter",
            Letters.get,
            "reads",
            ("wakeline letters show", "ash.letters.get()"),
            Command("letters show", "id=letter_id"),
            Route("GET /letters/{id}", "id=letter_id"),
            ToolRow(name="read_letter"),
            about={"letter_id": "Its id, or `latest`."},
        ),
        Operation(
            "list_letters",
            Letters.all,
            "reads",
            ("wakeline letters list", 'ash.letters.all(thread="garden")'),
            Command(
                "letters list", "limit before session=session_id thread", defaults={"limit": 30}
            ),
            Route("GET /letters", "thread", page="letters"),
            ToolRow("limit", defaults={"limit": 3}),
            about={**LISTED, "session_id": "Only those of this session."},
        ),
    ),
)

JOURNAL = Area(
    "writings",
    "journal",
    "The agent's thoughts about itself, shown only on request.",
    lambda agent: agent.journal,
    (
        Operation(
            "write_journal",
            Journal.write,
            "adds",
            (
                "wakeline journal write 'I like the heron.'",
                'ash.journal.write("I like the heron.", mood="calm")',
            ),
            Command("journal write TEXT", "title mood"),
            Route("POST /journal", body="NewJournalEntry", status=201),
            ToolRow(
                "text title mood",
                "Write in your journal. No wake brings it back by itself.",
            ),
            about={"title": "What it is about.", "mood": "In a word."},
        ),
        Operation(
            "search_journal",
            Journal.search,
            "reads",
            ("wakeline journal search heron", 'ash.journal.search("heron")'),
            Command("journal search QUERY", "k"),
            Route("GET /journal/search"),
            ToolRow(says="Find something in your journal."),
        ),
        Operation(
            "get_journal",
            Journal.get,
            "reads",
            ("wakeline journal show 7F3K", 'ash.journal.get("7F3K")'),
            Command("journal show ID=entry_id"),
            Route("GET /journal/{id}", "id=entry_id"),
        ),
        Operation(
            "list_journal",
            Journal.all,
            "reads",
            ("wakeline journal list", 'ash.journal.all(thread="garden")'),
            Command("journal list", "limit before thread", defaults={"limit": 30}),
            Route("GET /journal", "thread", page="journal"),
            about=LISTED,
        ),
    ),
)
