-- What was decided against, and until when that held.
CREATE TABLE decisions (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    decision TEXT NOT NULL, wording TEXT NOT NULL, reason TEXT,
    state TEXT NOT NULL,
    decided_at TEXT NOT NULL, ended_at TEXT, ended_because TEXT, superseded_by TEXT,
    source_ids TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL
);
CREATE INDEX decisions_by_time ON decisions (decided_at DESC, id DESC);
CREATE INDEX decisions_by_wording ON decisions (wording);
