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

-- What to do when, how often it worked, and the sessions that show so.
CREATE TABLE principles (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    situation TEXT NOT NULL, response TEXT NOT NULL,
    check_kind TEXT, check_for TEXT, opposite TEXT,
    successes INTEGER NOT NULL, failures INTEGER NOT NULL, quality REAL NOT NULL,
    state TEXT NOT NULL, retired_at TEXT, retired_because TEXT,
    source_ids TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE TABLE principle_trials (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    principle_id TEXT NOT NULL, session_id TEXT NOT NULL, outcome TEXT NOT NULL,
    source_ids TEXT NOT NULL, at TEXT NOT NULL
);
CREATE UNIQUE INDEX principle_trials_once ON principle_trials (principle_id, session_id);

-- What was told to whom.
CREATE TABLE tellings (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    contact TEXT NOT NULL, contact_key TEXT NOT NULL, topic TEXT, said TEXT NOT NULL,
    told_at TEXT NOT NULL, withdrawn_at TEXT,
    source_ids TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL
);
CREATE INDEX tellings_of_contact ON tellings (contact_key, told_at DESC, id DESC);
