-- How each wake was; its id is that of the session which it opened. Spans are seconds.
CREATE TABLE disorientations (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    woke_at TEXT NOT NULL, gap_duration REAL, felt_gap_duration TEXT,
    disorientation_intensity REAL NOT NULL, wake_type TEXT NOT NULL,
    return_experience TEXT NOT NULL, lingering_sense_of_elsewhere INTEGER NOT NULL,
    fragments TEXT NOT NULL, time_to_orient REAL
);

-- The stretches in which the agent was not there; `after` and `through` are of the log.
CREATE TABLE gaps (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT NOT NULL, gap_start TEXT NOT NULL, gap_end TEXT NOT NULL,
    felt_magnitude TEXT NOT NULL, sleep_cycles_during INTEGER NOT NULL,
    consolidation_occurred INTEGER NOT NULL, felt_absence TEXT NOT NULL,
    continuity_preserved INTEGER NOT NULL, subjective_experience TEXT NOT NULL,
    discontinuity_sense REAL NOT NULL, missed_experience INTEGER NOT NULL,
    after INTEGER NOT NULL, through INTEGER NOT NULL
);

-- What was one way and is another.
CREATE TABLE drifts (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    noticed_at TEXT NOT NULL, domain TEXT NOT NULL, subject TEXT NOT NULL,
    before TEXT NOT NULL, after TEXT NOT NULL, gap_id TEXT,
    magnitude REAL NOT NULL, measure TEXT NOT NULL, discovery_experience TEXT NOT NULL,
    drift_valence TEXT NOT NULL, source_ids TEXT NOT NULL
);
CREATE INDEX drifts_noticed ON drifts (noticed_at, id);

-- Boundaries that were crossed.
CREATE TABLE thresholds (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT, crossed_at TEXT NOT NULL, type TEXT NOT NULL,
    from_state TEXT NOT NULL, to_state TEXT NOT NULL, significance REAL NOT NULL,
    point_of_no_return INTEGER NOT NULL, threshold_quality TEXT NOT NULL,
    crossing_experience TEXT NOT NULL, aware_in_moment INTEGER NOT NULL
);

-- Derived: the meaning of states that can drift, by what they hash to, so that a wake compares
-- them without an embedder.
CREATE TABLE state_vectors (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL, text_hash TEXT NOT NULL, vectors BLOB NOT NULL,
    PRIMARY KEY (fingerprint, text_hash)
) WITHOUT ROWID;

-- A message may have been left by one of the agent's own sessions, and may run out.
ALTER TABLE messages ADD COLUMN session_id TEXT;
ALTER TABLE messages ADD COLUMN expires_at TEXT;
CREATE INDEX messages_own ON messages (id)
 WHERE read_at IS NULL AND is_deleted = FALSE AND session_id IS NOT NULL;
