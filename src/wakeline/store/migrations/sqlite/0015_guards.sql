-- Actions that must not be done twice: one row a key.
CREATE TABLE guards (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    key TEXT NOT NULL, what TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL,
    session_id TEXT, holder TEXT NOT NULL, host TEXT NOT NULL, boot_id TEXT NOT NULL,
    process INTEGER NOT NULL, process_start TEXT NOT NULL,
    claimed_at TEXT NOT NULL, expires_at TEXT NOT NULL, settled_at TEXT, note TEXT,
    tool TEXT, pattern TEXT,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX guards_of_key ON guards (key);
CREATE INDEX guards_state ON guards (state, updated_at DESC, id DESC);
CREATE INDEX guards_matching ON guards (updated_at DESC, id DESC)
    WHERE tool IS NOT NULL OR pattern IS NOT NULL;

-- Where a session is in the middle of something: one row a session.
CREATE TABLE checkpoints (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT, thread_id TEXT,
    doing TEXT, step TEXT, next TEXT, state TEXT NOT NULL, said_at TEXT,
    asked TEXT, answered TEXT, left_open TEXT NOT NULL, working_set TEXT NOT NULL,
    guards TEXT NOT NULL, through INTEGER NOT NULL, source_ids TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX checkpoints_session ON checkpoints (session_id);
CREATE INDEX checkpoints_thread ON checkpoints (thread_id, updated_at DESC)
    WHERE thread_id IS NOT NULL;

-- Ways back into a task after a restart.
CREATE TABLE restarts (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    task TEXT NOT NULL, session_key TEXT NOT NULL, found_key TEXT, message TEXT NOT NULL,
    phase TEXT NOT NULL, budget INTEGER NOT NULL, reach_calls INTEGER NOT NULL,
    identity_calls INTEGER NOT NULL, continuation_calls INTEGER NOT NULL,
    failures TEXT NOT NULL, side_issues TEXT NOT NULL, reason TEXT,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE INDEX restarts_task ON restarts (task, id DESC);
