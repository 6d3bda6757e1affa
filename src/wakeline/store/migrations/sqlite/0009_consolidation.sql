-- Turns of one session that were consolidated together; `after` and `through` are of the log.
CREATE TABLE consolidations (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT, after INTEGER NOT NULL, through INTEGER NOT NULL,
    turns INTEGER NOT NULL, found INTEGER NOT NULL, inserted INTEGER NOT NULL,
    merged INTEGER NOT NULL, superseded INTEGER NOT NULL, faded INTEGER NOT NULL,
    row_ids TEXT NOT NULL, at TEXT NOT NULL
);
CREATE INDEX consolidations_through ON consolidations (through);

-- Derived: memories that were active together.
CREATE TABLE links (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    from_id TEXT NOT NULL, to_id TEXT NOT NULL,
    weight REAL NOT NULL, times INTEGER NOT NULL, active_at TEXT NOT NULL,
    PRIMARY KEY (from_id, to_id)
) WITHOUT ROWID;
CREATE INDEX links_back ON links (to_id);

-- What consolidation compares with, and what no longer holds.
CREATE INDEX memories_consolidated ON memories (id)
 WHERE written = 'consolidated' AND is_deleted = FALSE AND superseded_by IS NULL;
CREATE INDEX memories_superseded ON memories (superseded_by)
 WHERE superseded_by IS NOT NULL AND is_deleted = FALSE;
CREATE INDEX facts_superseded ON facts (superseded_by)
 WHERE superseded_by IS NOT NULL AND is_deleted = FALSE;
