-- Derived: how unsettled each exchange was, and what made it so.
CREATE TABLE entropies (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    exchange_id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL, at TEXT NOT NULL, session_id TEXT,
    score REAL NOT NULL, signals TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX entropies_latest ON entropies (seq);
