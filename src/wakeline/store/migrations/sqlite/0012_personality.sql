-- Versions of the living layer: each a snapshot, with how far it had drifted and what it rests on.
CREATE TABLE personality_entries (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    date TEXT NOT NULL, at TEXT NOT NULL, trigger TEXT NOT NULL,
    drift_from_center REAL, drift_from_previous REAL, measured_by TEXT NOT NULL,
    summary TEXT NOT NULL, document_id TEXT NOT NULL, restored TEXT,
    observations TEXT NOT NULL, floors TEXT NOT NULL
);
CREATE UNIQUE INDEX personality_entries_date ON personality_entries (date);
