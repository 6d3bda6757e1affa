-- What was put before the agent, so that counters can be told as of any moment.
CREATE TABLE uses (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER NOT NULL UNIQUE,
    id TEXT NOT NULL PRIMARY KEY,
    reason TEXT NOT NULL, subject_ids TEXT NOT NULL, at TEXT NOT NULL
);

-- What a wake delivered, word for word, and from which rows.
CREATE TABLE wakes (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    at TEXT NOT NULL, through INTEGER NOT NULL, version TEXT NOT NULL, preset TEXT NOT NULL,
    rule TEXT NOT NULL, framing TEXT NOT NULL, budget INTEGER NOT NULL, tokens INTEGER NOT NULL,
    text TEXT NOT NULL, text_hash TEXT NOT NULL, lines TEXT NOT NULL, omitted TEXT NOT NULL,
    missing TEXT NOT NULL, warnings TEXT NOT NULL
);
