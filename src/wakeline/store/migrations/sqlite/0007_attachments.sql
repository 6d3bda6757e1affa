-- Files that were shown to the agent: where they are and what they hash to, not the files.
CREATE TABLE attachment_receipts (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL, filename TEXT NOT NULL, mime TEXT NOT NULL, size INTEGER NOT NULL,
    sha256 TEXT NOT NULL, source_path TEXT NOT NULL, source_raw TEXT, source_mark TEXT NOT NULL,
    status TEXT NOT NULL, route TEXT NOT NULL, text TEXT, excerpt TEXT,
    observation TEXT, observed_at TEXT,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    is_deleted INTEGER NOT NULL DEFAULT 0
);

-- Where each was shown.
CREATE TABLE attachment_receipt_turns (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    receipt_id TEXT NOT NULL, thread_id TEXT, session_id TEXT, project_id TEXT,
    exchange_id TEXT, turn_id TEXT, at TEXT NOT NULL
);
CREATE INDEX attachment_receipt_turns_receipt ON attachment_receipt_turns (receipt_id, id);
CREATE INDEX attachment_receipt_turns_thread ON attachment_receipt_turns (thread_id, id)
 WHERE thread_id IS NOT NULL;
CREATE INDEX attachment_receipt_turns_session ON attachment_receipt_turns (session_id, id)
 WHERE session_id IS NOT NULL;
