"""Random lives of an agent, as rows: every type, status and state, in time and out of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.builders import START
from wakeline.model.agenda import EVERY, PROJECT_STATUSES, TASK_STATUSES, Hint, Project, Task
from wakeline.model.cognition import Entropy
from wakeline.model.guard import GUARD_STATES, Guard
from wakeline.model.identity import DOCUMENT_KINDS, Document, Identity
from wakeline.model.log import By
from wakeline.model.memory import MEMORY_TYPES, Fact, Memory
from wakeline.ports.store import Store

NOW = START
# Moments before, at and behind the one that is asked about.
MOMENTS = st.sampled_from([-90_000.5, -3600.0, -0.000001, 0.0, 0.000001, 3600.0, 400_000.0]).map(
    lambda seconds: NOW + timedelta(seconds=seconds)
)
MAYBE = st.none() | MOMENTS
# Cut anywhere: all that Python takes for white space, letters of several code points, signs that
# JSON and SQL write in their own way.
BLANK = " \t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000"
LETTERS = "aZäß€日本👩‍👩‍👧é\u200b\u00ad\ufeff\"'\\/%:{}[]…\x01\x7f𝒳"
TEXTS = st.text(
    st.sampled_from(BLANK + LETTERS) | st.characters(exclude_characters="\0", codec="utf-8"),
    max_size=14,
)
LABELS = st.text(st.sampled_from("abäÉ.\"' "), min_size=1, max_size=3)
WEIGHTS = st.sampled_from([0.0, 0.1, 0.5, 0.7, 1.0])
NUMBERS = st.integers(1, 6)
THREADS = st.sampled_from([None, "garden", "office"])
PROJECT_IDS = st.sampled_from([None, "p1", "p2"])
IDS = st.integers(0, 999).map("{:03}".format)
TAGS = st.lists(LABELS, max_size=2).map(tuple)
YES = st.booleans()
RARELY = st.sampled_from([False, False, False, True])
STATED = {"origin": st.just("user_direct"), "trust": WEIGHTS}


class Life(NamedTuple):
    """The rows of one agent, and the fields of its identity that differ."""

    self_: dict[str, Any]
    last_known_at: Any
    rows: list[Any]


def _several(cls: type[Any], most: int, **fields: st.SearchStrategy[Any]) -> Any:
    made = st.builds(cls, **fields)
    return st.lists(made, max_size=most, unique_by=lambda row: row.id)


MEMORIES = _several(
    Memory,
    9,
    seq=st.just(0),
    id=IDS.map("m{}".format),
    project_id=PROJECT_IDS,
    thread_id=st.none(),
    type=st.sampled_from(MEMORY_TYPES),
    title=TEXTS,
    content=TEXTS,
    importance=WEIGHTS,
    is_pinned=YES,
    tags=TAGS,
    entity_refs=TAGS,
    source_ids=TAGS,
    written=st.just("deliberate"),
    tokens=NUMBERS,
    superseded_by=st.sampled_from([None, None, None, "m001"]),
    archived_at=st.none() | st.none() | MOMENTS,
    created_at=MOMENTS,
    updated_at=MOMENTS,
    is_deleted=RARELY,
    **STATED,
)
FACTS = _several(
    Fact,
    9,
    seq=st.just(0),
    id=IDS.map("f{}".format),
    key=LABELS,
    value=TEXTS,
    category=st.none(),
    importance=WEIGHTS,
    valid_from=MOMENTS,
    valid_to=MAYBE,
    created_at=MOMENTS,
    recorded_to=st.none() | st.none() | MOMENTS,
    superseded_by=st.sampled_from([None, None, "f001"]),
    project_id=PROJECT_IDS,
    source_ids=TAGS,
    tokens=NUMBERS,
    is_deleted=RARELY,
    thread_id=THREADS,
    **STATED,
    # Among facts that are alike in weight and key neither path promises which one a limit takes.
).map(lambda rows: list({(f.key, f.importance, f.valid_to is None): f for f in rows}.values()))
TASKS = _several(
    Task,
    7,
    id=IDS.map("t{}".format),
    number=st.just(0),
    project_id=PROJECT_IDS,
    title=TEXTS,
    description=st.none() | TEXTS,
    status=st.sampled_from(TASK_STATUSES),
    priority=NUMBERS,
    due_at=MAYBE,
    created_at=MOMENTS,
    updated_at=MOMENTS,
    completed_at=MAYBE,
    is_deleted=RARELY,
    thread_id=THREADS,
    **STATED,
)
HINTS = _several(
    Hint,
    7,
    id=IDS.map("h{}".format),
    content=TEXTS,
    category=st.none() | LABELS,
    priority=NUMBERS,
    is_recurring=YES,
    trigger_at=MAYBE,
    completed_at=st.none() | MAYBE,
    dismissed_at=st.none() | MAYBE,
    source_memory_id=st.none(),
    created_at=MOMENTS,
    is_deleted=RARELY,
    every=st.sampled_from([None, *EVERY]),
    thread_id=THREADS,
    **STATED,
)
PROJECTS = st.tuples(
    *(
        st.builds(
            Project,
            id=st.just(f"p{number}"),
            number=st.just(number),
            key=st.just(key),
            title=TEXTS,
            summary=st.none() | TEXTS,
            status=st.sampled_from(PROJECT_STATUSES),
            created_at=MOMENTS,
            updated_at=MOMENTS,
            is_deleted=RARELY,
        )
        # The key of the second is the number of the first.
        for number, key in ((1, "garden"), (2, "1"), (3, "ähre"))
    )
).map(list)
DOCUMENTS = st.lists(
    st.builds(
        Document,
        id=st.just(""),
        kind=st.sampled_from(DOCUMENT_KINDS),
        version=st.just(1),
        state=st.sampled_from(["in_force", "in_force", "proposed", "superseded"]),
        content=TEXTS,
        content_hash=st.just("0"),
        tokens=NUMBERS,
        created_at=MOMENTS,
        decided_at=MAYBE,
        decided_by=st.none(),
        **STATED,
    ).map(lambda document: document._replace(id=document.kind)),
    max_size=9,
    unique_by=lambda document: document.kind,
)
ENTROPIES = st.lists(
    st.builds(
        Entropy,
        exchange_id=IDS.map("x{}".format),
        seq=st.just(0),
        at=MOMENTS,
        session_id=st.sampled_from([None, "s1", "s2"]),
        score=st.sampled_from([0.0, 0.15, 0.4, 0.41, 1.0, 2.45]),
        signals=st.just({}),
    ),
    max_size=5,
    unique_by=lambda row: row.exchange_id,
)
GUARDS = st.lists(
    st.builds(
        Guard,
        id=st.just(""),
        key=LABELS,
        what=TEXTS,
        state=st.sampled_from(GUARD_STATES),
        attempts=NUMBERS,
        session_id=st.none(),
        holder=st.just("h"),
        host=st.just("h"),
        boot_id=st.just(""),
        process=NUMBERS,
        process_start=st.just(""),
        claimed_at=MOMENTS,
        expires_at=MOMENTS,
        settled_at=MAYBE,
        note=st.none(),
        tool=st.none(),
        pattern=st.none(),
        tokens=NUMBERS,
        created_at=MOMENTS,
        updated_at=MOMENTS,
        thread_id=THREADS,
        **STATED,
    ).map(lambda guard: guard._replace(id=guard.key)),
    max_size=4,
    unique_by=lambda guard: guard.key,
)
SELVES = st.fixed_dictionaries(
    {
        "display_name": LABELS,
        "model_key": st.none() | st.just("") | LABELS,
        "model_display": st.none() | st.just("") | LABELS,
        "origin": st.none() | TEXTS,
        "core_values_json": TAGS,
        "memory_config_json": st.sampled_from(
            [
                {},
                {"remind": False},
                {"remind": True},
                {"remind": "false"},
                {"remind": None},
                {"x": 1},
            ]
        ),
        "person_name": st.none() | TEXTS,
        "person_time_zone": st.sampled_from(["UTC", "Europe/Lisbon", "Asia/Kathmandu", "no/where"]),
    }
)
LIVES = st.builds(
    lambda self_, last, *rows: Life(self_, last, [row for kind in rows for row in kind]),
    SELVES,
    MAYBE,
    MEMORIES,
    FACTS,
    TASKS,
    HINTS,
    PROJECTS,
    DOCUMENTS,
    ENTROPIES,
    GUARDS,
)


def at_every_edge() -> Life:
    """A life in which every bound that a source has is met from both sides."""
    edges = [NOW + timedelta(microseconds=step) for step in (-1, 0, 1)]
    stated = ("user_direct", 1.0)
    rows: list[Any] = []
    for number, blank in enumerate(BLANK):
        text = f"ä{blank}ö{blank}{blank}and so on"
        for kind in ("identity", "instruction"):
            # Alike in weight; later rows have smaller ids.
            named = (0, f"m{99 - number}{kind}", None, None, kind, "", text, 0.5, False)
            kept = ((), (), (), "deliberate", *stated, 1, None, None, NOW, NOW, False)
            rows.append(Memory._make((*named, *kept)))
    spans = [(a, b) for a in edges for b in (None, *edges, NOW + timedelta(days=1))]
    for number, span in enumerate(spans):
        for project, key in ((None, f"k{number}"), ("p1", f"j{number}"), ("p1", "same")):
            weight = 0.9 - number / 100 if key == "same" else 0.5
            fact = (0, f"f{99 - number}{key}", key, f"value {number}", None, weight)
            known = (NOW, None, None, project, (), *stated, 1, False)
            rows.append(Fact._make((*fact, *span, *known, None)))
    for number, trigger_at in enumerate((None, *edges)):
        hint = (f"h{9 - number}", "look", None, 5, False, trigger_at, None, None, None)
        rows.append(Hint._make((*hint, *stated, NOW, False, None, None)))
    for number, status in enumerate(TASK_STATUSES):
        task = (f"t{9 - number}", 0, None, "dig", None, status, 5, None, *stated)
        rows.append(Task._make((*task, NOW, NOW, None, False, None)))
    for number, state in enumerate(PROJECT_STATUSES, start=1):
        project_ = (f"p{number}", number, f"key {number}", "", None, state, NOW, NOW, False)
        rows.append(Project._make(project_))
    self_ = {"model_display": "", "model_key": "some", "memory_config_json": {"remind": "false"}}
    return Life(self_, NOW - timedelta(days=1), rows)


def put(store: Store, life: Life, *, first_number: int = 0) -> None:
    """Write a life as it is. Numbers are of a tenant: those of a second agent begin elsewhere."""
    with store.writing(By(NOW, "tester", "user_direct")) as unit:
        identity = unit.one(Identity, "identities.own")
        assert identity is not None
        unit.put(identity._replace(**life.self_))
        for seq, row in enumerate(life.rows, start=100):
            if "seq" in row._fields:
                unit.put(row._replace(seq=seq))
            elif isinstance(row, Task):
                unit.put(row._replace(number=first_number + seq))
            elif isinstance(row, Project):
                unit.put(row._replace(number=first_number + row.number))
            else:
                unit.put(row)
        if life.last_known_at is not None:
            unit.note_own_moment(life.last_known_at)
