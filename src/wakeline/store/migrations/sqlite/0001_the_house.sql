-- One agent, whole, in one file. Every row knows its tenant and its agent, as on
-- PostgreSQL, so that the same statements serve both; indexes leave those two
-- columns out here, where they have one value.
-- Moments are ISO 8601 text in UTC with microseconds: they sort as text.

CREATE TABLE identities (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL, display_name TEXT NOT NULL,
    model_key TEXT, model_display TEXT, origin TEXT,
    core_values_json TEXT NOT NULL, memory_config_json TEXT NOT NULL,
    person_name TEXT, person_time_zone TEXT NOT NULL, identity_policy TEXT NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, is_deleted INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE documents (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL, version INTEGER NOT NULL, state TEXT NOT NULL,
    content TEXT NOT NULL, content_hash TEXT NOT NULL, tokens INTEGER NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL,
    created_at TEXT NOT NULL, decided_at TEXT, decided_by TEXT
);
CREATE UNIQUE INDEX documents_version ON documents (kind, version);
CREATE INDEX documents_state ON documents (state, kind);

CREATE TABLE projects (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, key TEXT NOT NULL, title TEXT NOT NULL, summary TEXT,
    status TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
    is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX projects_key ON projects (key) WHERE is_deleted = FALSE;
CREATE INDEX projects_status ON projects (status, updated_at);

CREATE TABLE threads (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    title TEXT, project_id TEXT, created_at TEXT NOT NULL, is_deleted INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

CREATE TABLE sessions (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL, title TEXT, title_source_id TEXT, thread_id TEXT, project_id TEXT,
    mode TEXT NOT NULL, wake_type TEXT NOT NULL, preset TEXT NOT NULL,
    model_id TEXT, source TEXT, started_at TEXT NOT NULL, ended_at TEXT
);
CREATE INDEX sessions_state ON sessions (state, started_at);
CREATE INDEX sessions_started ON sessions (started_at);

CREATE TABLE episodes (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    exchange_id TEXT, exchange_index INTEGER, session_id TEXT, thread_id TEXT, project_id TEXT,
    kind TEXT NOT NULL, speaker TEXT NOT NULL, role TEXT NOT NULL, mode TEXT NOT NULL,
    text TEXT NOT NULL, at TEXT NOT NULL, recorded_at TEXT NOT NULL,
    importance REAL NOT NULL DEFAULT 0.5, entity_refs TEXT NOT NULL,
    source_id TEXT, content_hash TEXT NOT NULL, tokens INTEGER NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, metadata TEXT NOT NULL,
    line_hash TEXT NOT NULL, forgotten_at TEXT
);
CREATE UNIQUE INDEX episodes_source ON episodes (source_id) WHERE source_id IS NOT NULL;
CREATE INDEX episodes_session ON episodes (session_id, seq);
CREATE INDEX episodes_thread ON episodes (thread_id, seq) WHERE thread_id IS NOT NULL;
CREATE INDEX episodes_exchange ON episodes (exchange_id) WHERE exchange_id IS NOT NULL;

CREATE VIEW exchanges AS
SELECT u.tenant_id, u.agent_id, u.exchange_id AS id, substr(u.recorded_at, 1, 10) AS date,
       u.exchange_index, u.text AS user_text, a.text AS agent_text,
       u.text || char(10) || coalesce(a.text, '') AS combined,
       u.metadata, u.entity_refs AS topic_tags, u.session_id, u.thread_id,
       u.recorded_at AS created_at
  FROM episodes u
  LEFT JOIN episodes a
    ON a.exchange_id = u.exchange_id AND a.role = 'agent' AND a.kind = 'conversation'
 WHERE u.exchange_id IS NOT NULL AND u.role = 'user' AND u.kind = 'conversation';

CREATE TABLE events (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL, kind TEXT NOT NULL, subject_kind TEXT NOT NULL, subject_id TEXT NOT NULL,
    actor TEXT NOT NULL, origin TEXT NOT NULL, session_id TEXT, exchange_id TEXT,
    before TEXT, after TEXT, line_hash TEXT NOT NULL, forgotten_at TEXT
);
CREATE INDEX events_subject ON events (subject_id, seq);

CREATE TABLE memories (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER NOT NULL UNIQUE,
    id TEXT NOT NULL PRIMARY KEY,
    project_id TEXT, thread_id TEXT, type TEXT NOT NULL,
    title TEXT NOT NULL, content TEXT NOT NULL, importance REAL NOT NULL DEFAULT 0.5,
    is_pinned INTEGER NOT NULL DEFAULT 0, tags TEXT NOT NULL, entity_refs TEXT NOT NULL,
    source_ids TEXT NOT NULL, written TEXT NOT NULL, origin TEXT NOT NULL, trust REAL NOT NULL,
    tokens INTEGER NOT NULL, superseded_by TEXT, archived_at TEXT,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX memories_live ON memories (importance DESC)
 WHERE is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_pinned ON memories (importance DESC)
 WHERE is_pinned = TRUE AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_self ON memories (importance DESC)
 WHERE type IN ('identity', 'relationship', 'instruction')
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_touched ON memories (updated_at DESC)
 WHERE is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;

CREATE TABLE facts (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER NOT NULL UNIQUE,
    id TEXT NOT NULL PRIMARY KEY,
    key TEXT NOT NULL, value TEXT NOT NULL, category TEXT, importance REAL NOT NULL DEFAULT 0.5,
    valid_from TEXT NOT NULL, valid_to TEXT, created_at TEXT NOT NULL, recorded_to TEXT,
    superseded_by TEXT, project_id TEXT, source_ids TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX facts_key ON facts (key, valid_from);
CREATE INDEX facts_current ON facts (importance DESC, key)
 WHERE recorded_to IS NULL AND valid_to IS NULL AND is_deleted = FALSE;

CREATE TABLE tasks (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE, project_id TEXT, title TEXT NOT NULL, description TEXT,
    status TEXT NOT NULL, priority INTEGER NOT NULL, due_at TEXT,
    origin TEXT NOT NULL, trust REAL NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, completed_at TEXT,
    is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX tasks_open ON tasks (priority DESC, number)
 WHERE status IN ('todo', 'in-progress', 'blocked') AND is_deleted = FALSE;

CREATE TABLE hints (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL, category TEXT, priority INTEGER NOT NULL DEFAULT 5,
    is_recurring INTEGER NOT NULL DEFAULT 0, trigger_at TEXT, completed_at TEXT, dismissed_at TEXT,
    source_memory_id TEXT, origin TEXT NOT NULL, trust REAL NOT NULL,
    created_at TEXT NOT NULL, is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX hints_pending ON hints (priority DESC, id)
 WHERE completed_at IS NULL AND dismissed_at IS NULL AND is_deleted = FALSE;

CREATE TABLE handoffs (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    session_id TEXT, thread_id TEXT, author TEXT NOT NULL, summary TEXT NOT NULL,
    working_on TEXT, open_threads TEXT, key_decisions TEXT, surprises TEXT,
    presence_state TEXT NOT NULL, emotional_valence REAL NOT NULL DEFAULT 0,
    emotional_arousal REAL NOT NULL DEFAULT 0, coherence REAL NOT NULL DEFAULT 1.0,
    internal_state TEXT, human_mood TEXT, human_energy TEXT, relationship_notes TEXT,
    model_id TEXT, session_source TEXT, session_started_at TEXT, session_ended_at TEXT NOT NULL,
    message_to_next TEXT, warnings TEXT, recommendations TEXT, cognition TEXT NOT NULL,
    relational_state TEXT, source_ids TEXT NOT NULL, origin TEXT NOT NULL, trust REAL NOT NULL,
    tokens INTEGER NOT NULL, created_at TEXT NOT NULL, consumed_at TEXT, consumed_by TEXT,
    is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX handoffs_latest ON handoffs (session_ended_at DESC, id DESC) WHERE is_deleted = FALSE;
CREATE INDEX handoffs_session ON handoffs (session_id);

CREATE TABLE thread_handoffs (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    thread_id TEXT NOT NULL PRIMARY KEY,
    content TEXT NOT NULL, compactions INTEGER NOT NULL DEFAULT 0, source_ids TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL, updated_at TEXT NOT NULL
) WITHOUT ROWID;

-- Counters stand apart: the content of a row never changes, how often it was used does.
CREATE TABLE marks (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    subject_id TEXT NOT NULL PRIMARY KEY,
    access_count INTEGER NOT NULL DEFAULT 0, last_accessed TEXT,
    consolidated INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Derived: can be dropped and made again from the log.
CREATE TABLE entities (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL, type TEXT NOT NULL, aliases TEXT NOT NULL,
    first_seq INTEGER NOT NULL, mention_count INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE entity_mentions (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    entity_id TEXT NOT NULL, seq INTEGER NOT NULL,
    PRIMARY KEY (entity_id, seq)
) WITHOUT ROWID;
CREATE INDEX entity_mentions_seq ON entity_mentions (seq);

CREATE TABLE relationships (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    from_id TEXT NOT NULL, to_id TEXT NOT NULL, relation TEXT NOT NULL,
    confidence REAL NOT NULL DEFAULT 1.0, source_ids TEXT NOT NULL, updated_at TEXT NOT NULL,
    PRIMARY KEY (from_id, to_id, relation)
) WITHOUT ROWID;

-- Terms come from the one analyser, separated by blanks; row numbers are log sequences.
CREATE VIRTUAL TABLE fulltext USING fts5(
    terms, content='', contentless_delete=1,
    tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* S* P* Co'"
);

-- Operational: how things stand in this home now; not part of the log.
CREATE TABLE leases (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    session_id TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL, host TEXT NOT NULL, boot_id TEXT NOT NULL, process INTEGER NOT NULL,
    process_start TEXT NOT NULL, renewed_at TEXT NOT NULL, expires_at TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE jobs (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    name TEXT NOT NULL, key TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL,
    reason TEXT, created_at TEXT NOT NULL, run_after TEXT NOT NULL,
    PRIMARY KEY (name, key)
) WITHOUT ROWID;

CREATE TABLE index_marks (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    name TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE archive_days (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    day TEXT NOT NULL PRIMARY KEY,
    first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL, lines INTEGER NOT NULL,
    head_hash TEXT NOT NULL, sealed_at TEXT
) WITHOUT ROWID;

CREATE TABLE log_heads (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL PRIMARY KEY,
    seq INTEGER NOT NULL, exchange_day TEXT NOT NULL, exchange_index INTEGER NOT NULL,
    last_known_at TEXT
) WITHOUT ROWID;
