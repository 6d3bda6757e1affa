-- The registry of a folder home. No transaction spans this file and an agent's.

CREATE TABLE agents (
    tenant_id TEXT NOT NULL, name TEXT NOT NULL, agent_id TEXT NOT NULL, created_at TEXT NOT NULL,
    PRIMARY KEY (tenant_id, name)
) WITHOUT ROWID;

CREATE TABLE numbers (
    tenant_id TEXT NOT NULL, name TEXT NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, name)
) WITHOUT ROWID;

CREATE TABLE disk_sizes (
    day TEXT NOT NULL PRIMARY KEY, bytes INTEGER NOT NULL
) WITHOUT ROWID;
