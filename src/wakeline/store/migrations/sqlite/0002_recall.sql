-- Derived: what ranking reads. Can be dropped and made again from the log.
CREATE TABLE readings (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL, stream TEXT, speaker TEXT, role TEXT NOT NULL,
    thread_id TEXT, project_id TEXT, at TEXT NOT NULL, importance REAL NOT NULL,
    page BLOB NOT NULL
);
CREATE INDEX readings_stream ON readings (stream, seq) WHERE stream IS NOT NULL;

-- A vector is only ever compared with vectors of its own fingerprint.
CREATE TABLE vectors (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL, seq INTEGER NOT NULL, vector BLOB NOT NULL, tokens BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_key ON vectors (seq, fingerprint);

CREATE TABLE word_counts (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    embedder TEXT NOT NULL, seq INTEGER NOT NULL, is_in_force INTEGER NOT NULL,
    counts BLOB NOT NULL
);
CREATE UNIQUE INDEX word_counts_key ON word_counts (embedder, version);

-- Which stretches of the log are sealed in a file beside this one.
CREATE TABLE segments (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL, after INTEGER NOT NULL, through INTEGER NOT NULL,
    rows INTEGER NOT NULL, name TEXT NOT NULL
);
CREATE UNIQUE INDEX segments_key ON segments (fingerprint, through);
