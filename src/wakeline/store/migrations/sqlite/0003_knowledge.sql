-- What was looked up or given to read.
CREATE TABLE knowledge (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    source_type TEXT NOT NULL, source TEXT, source_hash TEXT NOT NULL, position INTEGER NOT NULL,
    category TEXT, topics TEXT NOT NULL, title TEXT, content TEXT NOT NULL,
    importance REAL NOT NULL DEFAULT 0.5, project_id TEXT, source_ids TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    superseded_by TEXT, created_at TEXT NOT NULL, is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX knowledge_hash ON knowledge (source_hash)
 WHERE is_deleted = FALSE AND superseded_by IS NULL;
CREATE INDEX knowledge_source ON knowledge (source, position)
 WHERE is_deleted = FALSE AND superseded_by IS NULL;

-- Derived: under which sequence full text holds the words of a row that has none of its own.
CREATE TABLE filed (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL, id TEXT NOT NULL
);
CREATE UNIQUE INDEX filed_row ON filed (kind, id);
