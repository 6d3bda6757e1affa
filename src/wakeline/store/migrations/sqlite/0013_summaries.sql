-- Derived: what a day, a week or a month of one thread held. `seq` is below 0: the log's are above.
CREATE TABLE summaries (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    level INTEGER NOT NULL, thread_id TEXT, starts_on TEXT NOT NULL,
    starts_at TEXT NOT NULL, ends_at TEXT NOT NULL, last_at TEXT NOT NULL,
    first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,
    content TEXT NOT NULL, sentences TEXT NOT NULL, source_ids TEXT NOT NULL,
    turns INTEGER NOT NULL, origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL
);
CREATE INDEX summaries_level ON summaries (level, id);

-- What self-care made of the conversations of a thread; `after` and `through` are of the log.
CREATE TABLE conversation_summaries (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    thread_id TEXT, focus TEXT, level INTEGER NOT NULL,
    after INTEGER NOT NULL, through INTEGER NOT NULL, turns INTEGER NOT NULL,
    content TEXT NOT NULL, sentences TEXT NOT NULL, source_ids TEXT NOT NULL,
    folds TEXT, folded_into TEXT,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, is_deleted INTEGER NOT NULL
);
-- What self-care made of memories.
CREATE INDEX memories_cared_for ON memories (id)
 WHERE written = 'self_care' AND is_deleted = FALSE;

-- What an agent holds to. What was removed keeps its row.
CREATE TABLE soul_entries (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, decided_at TEXT, decided_by TEXT
);
CREATE INDEX soul_entries_state ON soul_entries (state);

-- One document a day, to which sections are added.
CREATE TABLE diary (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    day TEXT NOT NULL UNIQUE, sections TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, is_deleted INTEGER NOT NULL
);
