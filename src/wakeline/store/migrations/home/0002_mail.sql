-- Messages from one agent to another, until whom they are for has them.
CREATE TABLE mail (
    tenant_id TEXT NOT NULL, id TEXT NOT NULL,
    to_id TEXT NOT NULL, to_name TEXT NOT NULL, sender TEXT NOT NULL, text TEXT NOT NULL,
    kind TEXT NOT NULL, priority INTEGER NOT NULL, wants_reply INTEGER NOT NULL,
    expires_at TEXT, sent_at TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) WITHOUT ROWID;
CREATE INDEX mail_to ON mail (tenant_id, to_id, id);
