-- Operational: who runs the agent's jobs now, and until when unless it is renewed.
CREATE TABLE job_claims (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL, host TEXT NOT NULL, boot_id TEXT NOT NULL, process INTEGER NOT NULL,
    process_start TEXT NOT NULL, job TEXT NOT NULL, key TEXT NOT NULL, progress INTEGER NOT NULL,
    since TEXT NOT NULL, renewed_at TEXT NOT NULL, expires_at TEXT NOT NULL
) WITHOUT ROWID;
