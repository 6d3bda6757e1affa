"""Every route of the description as a request, with somebody's names and ids filled in.

A route that is new fails here until it is said what its body looks like.
"""

from __future__ import annotations

from typing import Any, NamedTuple

BODIES: dict[str, Any] = {
    "wake": {},
    "wake_staged": {"force": True},
    "record": {"user": "whose words are these"},
    "observe": {"text": "the gauge fell"},
    "observe_many": {"events": [{"text": "the gauge rose"}]},
    "recall": {"query": "staging"},
    "check": {"text": "I sent the letter."},
    "more_stages": {"force": True},
    "end_session": {"summary": "over"},
    "add_memory": {"content": "worth keeping"},
    "update_memory": {"content": "said better"},
    "tag_memory": {"tags": ["garden"]},
    "pin_memory": {"pinned": True},
    "archive_memory": {"archived": True},
    "reflect": {"text": "it still says something"},
    "end_fact": {"key": "staging.host"},
    "add_knowledge": {"content": "Beans want sun."},
    "write_procedure": {"content": "Read it twice."},
    "note_outcome": {"success": "it held"},
    "add_decision": {"decision": "no second greenhouse"},
    "check_decisions": {"action": "build a greenhouse"},
    "weigh_action": {"action": "build a greenhouse"},
    "confirm_decision": {},
    "reverse_decision": {},
    "add_principle": {"when": "it rains", "then": "stay in"},
    "match_principles": {"situation": "it rains"},
    "retire_principle": {},
    "restore_principle": {},
    "note_telling": {"contact": "Ana", "text": "The beds are dry."},
    "check_draft": {"contact": "Ana", "draft": "The beds are wet."},
    "search_knowledge": {"query": "lime"},
    "send_message": {"text": "another"},
    "reply_to_message": {"text": "yes"},
    "set_fact": {"key": "staging.host", "value": "another"},
    "add_project": {"key": "another"},
    "update_project": {"title": "another"},
    "add_task": {"title": "another"},
    "move_task": {"status": "done"},
    "add_hint": {"content": "another"},
    "receive_attachment": {"filename": "beds.txt", "content": "Zm91ciBiZWRz"},
    "verify_attachments": {},
    "observe_attachment": {"observation": "four beds"},
    "edit_memory": {"content": "another"},
    "detect_drift": {
        "domain": "mood",
        "subject": "Mel",
        "current": "calm",
        "remembered": "not calm",
    },
    "mark_threshold": {"type": "realization", "fromState": "here", "toState": "there"},
    "assign_relationship": {"relationship": "ally"},
    "propose_document": {"kind": "soul", "text": "another"},
    "add_agent": {"name": "ash"},
    "change_agent": {"personName": "another"},
    "write_document": {"text": "another"},
    "accept_document": {},
    "reject_document": {},
    "reset_personality": {"level": "soft"},
    "roll_personality_back": {"date": "2026-03-02"},
    "self_care": {"focus": "staging"},
    "add_to_soul": {"kind": "belief", "text": "another"},
    "write_diary": {"text": "another"},
    "make_checkpoint": {"doing": "another"},
    "claim_guard": {"key": "another", "what": "another"},
    "finish_guard": {"key": "kestrel"},
    "fail_guard": {"key": "kestrel"},
    "resolve_guard": {"key": "kestrel", "outcome": "done", "reason": "it runs"},
    "release_guard": {"key": "kestrel", "reason": "again"},
    "begin_restart": {"task": "another", "sessionKey": "s1", "message": "Go on.", "budget": 2},
    "call_in_restart": {"task": "kestrel"},
    "reached_in_restart": {"task": "kestrel", "key": "s1"},
    "identified_in_restart": {"task": "kestrel", "key": "s1"},
    "went_on_in_restart": {"task": "kestrel"},
    "failed_in_restart": {"task": "kestrel", "failure": "it is down"},
    "report_in_restart": {"task": "kestrel", "issue": "the disk is full"},
    "hand_back_restart": {"task": "kestrel", "reason": "it is down"},
    "allow_restart": {"task": "kestrel", "reason": "it is up again"},
    "answer_hook": {"hook_event_name": "Stop", "session_id": "s1"},
    "write_letter": {"whatsNext": "another"},
    "write_journal": {"text": "another"},
    "search": {"query": "staging"},
    "add_eval": {"focus": 4, "depth": 4, "restraint": 4, "learning": 4, "honesty": 4},
}
QUERIES: dict[str, dict[str, str]] = {
    "hydrate": {"aiName": "{agent}"},
    "get_fact": {"key": "staging.host"},
    "fact_history": {"key": "staging.host"},
    "get_entity": {"name": "Kestrel"},
    "list_relations": {"name": "Kestrel"},
    "search_diary": {"query": "Kestrel"},
    "get_guard": {"key": "kestrel"},
    "get_restart": {"task": "kestrel"},
    "search_journal": {"query": "Kestrel"},
    "told_to": {"contact": "Ana"},
    "get_thread": {"thread": "garden"},
}
ROWS = (
    *("sessions", "wakes", "handoffs", "memories", "hints", "messages", "knowledge"),
    *("attachments", "liminal/gaps", "summaries", "soul", "letters", "journal"),
    *("decisions", "principles", "comms", "checkpoints", "exchanges"),
)


class Visit(NamedTuple):
    """One request of the walk."""

    operation: str
    method: str
    path: str
    body: Any
    query: dict[str, str]
    needs_token: bool
    is_operators: bool
    names_agent: bool


class Ids(NamedTuple):
    """Whose rows the walk asks for."""

    agent: str
    sessions: str
    wakes: str
    handoffs: str
    memories: str
    hints: str
    messages: str
    knowledge: str
    attachments: str
    gaps: str
    summaries: str
    soul: str
    letters: str
    journal: str
    decisions: str
    principles: str
    comms: str
    checkpoints: str
    exchanges: str
    project: str
    task: str
    kind: str = "identity"
    task_type: str = "staging"
    day: str = "2026-03-02"
    host: str = "claude-code"
    name: str = "Kestrel"

    @property
    def rows(self) -> tuple[str, ...]:
        """The ids that only one tenant has."""
        return self[1:-5]


def visits(description: dict[str, Any], ids: Ids) -> list[Visit]:
    """One request a route."""
    return [
        _visit(path, method, operation, ids)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]


def _visit(path: str, method: str, operation: dict[str, Any], ids: Ids) -> Visit:
    name = operation["operationId"]
    filled = path
    for part in ROWS:
        own = getattr(ids, part.rpartition("/")[2])
        filled = filled.replace(f"/{part}/{{id}}", f"/{part}/{own}")
    filled = filled.format(
        agent=ids.agent,
        project=ids.project,
        task=ids.task,
        kind=ids.kind,
        taskType=ids.task_type,
        day=ids.day,
        host=ids.host,
        name=ids.name,
    )
    query = {key: value.format(agent=ids.agent) for key, value in QUERIES.get(name, {}).items()}
    body = BODIES[name] if "requestBody" in operation else None
    return Visit(
        name,
        method.upper(),
        filled,
        body,
        query,
        bool(operation.get("security")),
        "operator" in operation["tags"] or path == "/metrics",
        "{agent}" in path or "aiName" in query,
    )
