"""Knowledge: what was looked up or given to read."""

from __future__ import annotations

from wakeline.engine.faces.knowledge import KnowledgeBase
from wakeline.engine.operations.operation import Area, Command, Operation, Route, ToolRow
from wakeline.model.memory import KNOWLEDGE_CATEGORIES

CATEGORY = f"One of {', '.join(KNOWLEDGE_CATEGORIES)}."

KNOWLEDGE = Area(
    "knowledge",
    "knowledge",
    "What was looked up or given to read.",
    lambda agent: agent.knowledge,
    (
        Operation(
            "add_knowledge",
            KnowledgeBase.add,
            "sets",
            (
                "wakeline knowledge add --file docs/deploy.md --topic deploy",
                'ash.knowledge.add("Herons nest in colonies.", topics=["birds"])',
            ),
            None,
            Route("POST /knowledge", body="NewKnowledge", status=201),
            ToolRow(
                "content source source_type title category topics importance project",
                "Take in a text that you read: a document, a page, code. The same content is kept "
                "once.",
            ),
            about={
                "source": "Path or address. Taken in again, it replaces what changed.",
                "title": "Else the headings of the text.",
                "category": CATEGORY,
                "topics": "What it is about.",
                "source_ids": "Ids of the turns that say so.",
            },
        ),
        Operation(
            "search_knowledge",
            KnowledgeBase.search,
            "reads",
            (
                "wakeline knowledge search 'how do we roll back?' --topic deploy",
                'ash.knowledge.search("how do we roll back?", topic="deploy")',
            ),
            Command("knowledge search QUERY", "topic category k"),
            Route(
                "POST /knowledge/search",
                "query topic category k project since until",
                body="SearchKnowledge",
            ),
            ToolRow("query topic category k", "Find something in what you read."),
            about={
                "topic": "Only what is about this.",
                "category": CATEGORY,
                "since": "Only what was taken in since then.",
                "until": "Only what was taken in until then.",
            },
        ),
        Operation(
            "list_knowledge",
            KnowledgeBase.all,
            "reads",
            ("wakeline knowledge list", 'ash.knowledge.all(category="craft")'),
            Command("knowledge list", "category thread limit before", defaults={"limit": 100}),
            Route("GET /knowledge", "thread", page="knowledge"),
            about={
                "before": "Continue after this id.",
                "category": CATEGORY,
                "thread": "Only what was written in this thread.",
            },
        ),
        Operation(
            "get_knowledge",
            KnowledgeBase.get,
            "reads",
            ("wakeline knowledge show 7F3K", 'ash.knowledge.get("7F3K")'),
            Command("knowledge show ID=entry_id"),
            Route("GET /knowledge/{id}", "id=entry_id"),
        ),
        Operation(
            "delete_knowledge",
            KnowledgeBase.delete,
            "removes",
            ("wakeline knowledge delete 7F3K", 'ash.knowledge.delete("7F3K")'),
            Command("knowledge delete ID=entry_id"),
            Route("DELETE /knowledge/{id}", "id=entry_id"),
        ),
    ),
)
