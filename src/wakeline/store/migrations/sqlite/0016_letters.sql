-- What a session writes to those after it.
CREATE TABLE letters (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT, thread_id TEXT, author TEXT NOT NULL, title TEXT,
    facts TEXT NOT NULL, intent TEXT, stream TEXT NOT NULL,
    whats_next TEXT, composting TEXT, unfinished TEXT,
    source_ids TEXT NOT NULL, origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, is_deleted INTEGER NOT NULL
);
CREATE INDEX letters_session ON letters (session_id);
CREATE INDEX letters_own ON letters (id) WHERE author = 'agent' AND is_deleted = FALSE;

-- What an agent thought about itself.
CREATE TABLE journal (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    title TEXT, text TEXT NOT NULL, mood TEXT, session_id TEXT,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, is_deleted INTEGER NOT NULL
);

-- How an agent judges its sessions, one row a session.
CREATE TABLE session_evals (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    focus INTEGER NOT NULL, depth INTEGER NOT NULL, restraint INTEGER NOT NULL,
    learning INTEGER NOT NULL, honesty INTEGER NOT NULL,
    note TEXT, computed TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, is_deleted INTEGER NOT NULL
);

-- Derived: how an agent spoke in one session.
CREATE TABLE fingerprints (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    session_id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL, through INTEGER NOT NULL, profile TEXT NOT NULL
) WITHOUT ROWID;
