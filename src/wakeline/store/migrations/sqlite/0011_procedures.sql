-- How the agent goes about kinds of tasks: one row a kind.
CREATE TABLE procedures (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    task_type TEXT NOT NULL, content TEXT NOT NULL,
    success_signals TEXT NOT NULL, failure_patterns TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, is_deleted INTEGER NOT NULL
);
CREATE UNIQUE INDEX procedures_of_type ON procedures (task_type);
