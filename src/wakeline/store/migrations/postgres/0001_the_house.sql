-- All agents of all tenants, in one schema. Every row knows its tenant and its agent;
-- both lead in every key and index, and a policy on every table shows a transaction
-- the rows of its own tenant only, even if a statement forgot to ask for that.
-- Text sorts by code point (COLLATE "C"), as it does on SQLite.
-- `json`, not `jsonb`, where a caller's own structure is kept: the hash of a log line is
-- made over it, and jsonb would give 1e16 back as an integer.

CREATE TABLE identities (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, display_name text NOT NULL,
    model_key text, model_display text, origin text,
    core_values_json jsonb NOT NULL, memory_config_json json NOT NULL,
    person_name text, person_time_zone text NOT NULL, identity_policy text NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX identities_name ON identities (tenant_id, name);

CREATE TABLE documents (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL, version integer NOT NULL, state text COLLATE "C" NOT NULL,
    content text NOT NULL, content_hash text NOT NULL, tokens integer NOT NULL,
    origin text NOT NULL, trust double precision NOT NULL,
    created_at timestamptz NOT NULL, decided_at timestamptz, decided_by text,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX documents_version ON documents (tenant_id, agent_id, kind, version);
CREATE INDEX documents_state ON documents (tenant_id, agent_id, state, kind);

CREATE TABLE projects (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    number bigint NOT NULL, key text COLLATE "C" NOT NULL, title text NOT NULL, summary text,
    status text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX projects_number ON projects (tenant_id, number);
CREATE UNIQUE INDEX projects_key ON projects (tenant_id, agent_id, key) WHERE is_deleted = FALSE;
CREATE INDEX projects_status ON projects (tenant_id, agent_id, status, updated_at);

CREATE TABLE threads (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    title text, project_id text COLLATE "C", created_at timestamptz NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);

CREATE TABLE sessions (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL, title text, title_source_id text COLLATE "C",
    thread_id text COLLATE "C", project_id text COLLATE "C",
    mode text NOT NULL, wake_type text NOT NULL, preset text NOT NULL,
    model_id text, source text, started_at timestamptz NOT NULL, ended_at timestamptz,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX sessions_state ON sessions (tenant_id, agent_id, state, started_at);
CREATE INDEX sessions_started ON sessions (tenant_id, agent_id, started_at);

CREATE TABLE episodes (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    exchange_id text COLLATE "C", exchange_index integer, session_id text COLLATE "C",
    thread_id text COLLATE "C", project_id text COLLATE "C",
    kind text COLLATE "C" NOT NULL, speaker text COLLATE "C" NOT NULL,
    role text COLLATE "C" NOT NULL, mode text COLLATE "C" NOT NULL,
    text text NOT NULL, at timestamptz NOT NULL, recorded_at timestamptz NOT NULL,
    importance double precision NOT NULL DEFAULT 0.5, entity_refs jsonb NOT NULL,
    source_id text COLLATE "C", content_hash text COLLATE "C" NOT NULL, tokens integer NOT NULL,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, metadata json NOT NULL,
    line_hash text NOT NULL, forgotten_at timestamptz,
    PRIMARY KEY (tenant_id, agent_id, seq)
);
CREATE UNIQUE INDEX episodes_id ON episodes (tenant_id, agent_id, id);
CREATE UNIQUE INDEX episodes_source ON episodes (tenant_id, agent_id, source_id)
 WHERE source_id IS NOT NULL;
CREATE INDEX episodes_session ON episodes (tenant_id, agent_id, session_id, seq);
CREATE INDEX episodes_thread ON episodes (tenant_id, agent_id, thread_id, seq)
 WHERE thread_id IS NOT NULL;
CREATE INDEX episodes_exchange ON episodes (tenant_id, agent_id, exchange_id)
 WHERE exchange_id IS NOT NULL;

-- With the rights and the tenant of whoever asks, not of the owner.
CREATE VIEW exchanges WITH (security_invoker = true) AS
SELECT u.tenant_id, u.agent_id, u.exchange_id AS id,
       to_char(u.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
       u.exchange_index, u.text AS user_text, a.text AS agent_text,
       u.text || chr(10) || coalesce(a.text, '') AS combined,
       u.metadata, u.entity_refs AS topic_tags, u.session_id, u.thread_id,
       u.recorded_at AS created_at
  FROM episodes u
  LEFT JOIN episodes a
    ON a.tenant_id = u.tenant_id AND a.agent_id = u.agent_id
   AND a.exchange_id = u.exchange_id AND a.role = 'agent' AND a.kind = 'conversation'
 WHERE u.exchange_id IS NOT NULL AND u.role = 'user' AND u.kind = 'conversation';

CREATE TABLE events (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL, kind text COLLATE "C" NOT NULL,
    subject_kind text COLLATE "C" NOT NULL, subject_id text COLLATE "C" NOT NULL,
    actor text COLLATE "C" NOT NULL, origin text COLLATE "C" NOT NULL,
    session_id text COLLATE "C", exchange_id text COLLATE "C",
    before json, after json, line_hash text NOT NULL, forgotten_at timestamptz,
    PRIMARY KEY (tenant_id, agent_id, seq)
);
CREATE UNIQUE INDEX events_id ON events (tenant_id, agent_id, id);
CREATE INDEX events_subject ON events (tenant_id, agent_id, subject_id, seq);

CREATE TABLE memories (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    project_id text COLLATE "C", thread_id text COLLATE "C", type text COLLATE "C" NOT NULL,
    title text NOT NULL, content text NOT NULL, importance double precision NOT NULL DEFAULT 0.5,
    is_pinned boolean NOT NULL DEFAULT FALSE, tags jsonb NOT NULL, entity_refs jsonb NOT NULL,
    source_ids jsonb NOT NULL, written text NOT NULL, origin text COLLATE "C" NOT NULL,
    trust double precision NOT NULL, tokens integer NOT NULL, superseded_by text COLLATE "C",
    archived_at timestamptz, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX memories_seq ON memories (tenant_id, agent_id, seq);
CREATE INDEX memories_live ON memories (tenant_id, agent_id, importance DESC, id)
 WHERE is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_pinned ON memories (tenant_id, agent_id, importance DESC, id)
 WHERE is_pinned = TRUE AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_self ON memories (tenant_id, agent_id, importance DESC, id)
 WHERE type IN ('identity', 'relationship', 'instruction')
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_touched ON memories (tenant_id, agent_id, updated_at DESC, id DESC)
 WHERE is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;

CREATE TABLE facts (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL, value text NOT NULL, category text COLLATE "C",
    importance double precision NOT NULL DEFAULT 0.5,
    valid_from timestamptz NOT NULL, valid_to timestamptz,
    created_at timestamptz NOT NULL, recorded_to timestamptz,
    superseded_by text COLLATE "C", project_id text COLLATE "C", source_ids jsonb NOT NULL,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX facts_seq ON facts (tenant_id, agent_id, seq);
CREATE INDEX facts_key ON facts (tenant_id, agent_id, key, valid_from);
CREATE INDEX facts_current ON facts (tenant_id, agent_id, importance DESC, key)
 WHERE recorded_to IS NULL AND valid_to IS NULL AND is_deleted = FALSE;

CREATE TABLE tasks (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    number bigint NOT NULL, project_id text COLLATE "C", title text NOT NULL, description text,
    status text COLLATE "C" NOT NULL, priority integer NOT NULL, due_at timestamptz,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, completed_at timestamptz,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX tasks_number ON tasks (tenant_id, number);
CREATE INDEX tasks_open ON tasks (tenant_id, agent_id, priority DESC, number)
 WHERE status IN ('todo', 'in-progress', 'blocked') AND is_deleted = FALSE;

CREATE TABLE hints (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    content text NOT NULL, category text COLLATE "C", priority integer NOT NULL DEFAULT 5,
    is_recurring boolean NOT NULL DEFAULT FALSE, trigger_at timestamptz,
    completed_at timestamptz, dismissed_at timestamptz,
    source_memory_id text COLLATE "C", origin text COLLATE "C" NOT NULL,
    trust double precision NOT NULL, created_at timestamptz NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX hints_pending ON hints (tenant_id, agent_id, priority DESC, id)
 WHERE completed_at IS NULL AND dismissed_at IS NULL AND is_deleted = FALSE;

CREATE TABLE handoffs (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C", thread_id text COLLATE "C", author text NOT NULL,
    summary text NOT NULL, working_on text, open_threads text, key_decisions text, surprises text,
    presence_state text NOT NULL, emotional_valence double precision NOT NULL DEFAULT 0,
    emotional_arousal double precision NOT NULL DEFAULT 0,
    coherence double precision NOT NULL DEFAULT 1.0,
    internal_state text, human_mood text, human_energy text, relationship_notes text,
    model_id text, session_source text, session_started_at timestamptz,
    session_ended_at timestamptz NOT NULL,
    message_to_next text, warnings text, recommendations text, cognition json NOT NULL,
    relational_state text, source_ids jsonb NOT NULL, origin text COLLATE "C" NOT NULL,
    trust double precision NOT NULL, tokens integer NOT NULL, created_at timestamptz NOT NULL,
    consumed_at timestamptz, consumed_by text COLLATE "C",
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX handoffs_latest ON handoffs (tenant_id, agent_id, session_ended_at DESC, id DESC)
 WHERE is_deleted = FALSE;
CREATE INDEX handoffs_session ON handoffs (tenant_id, agent_id, session_id);

CREATE TABLE thread_handoffs (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    thread_id text COLLATE "C" NOT NULL,
    content text NOT NULL, compactions integer NOT NULL DEFAULT 0, source_ids jsonb NOT NULL,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, thread_id)
);

-- Counters stand apart: the content of a row never changes, how often it was used does.
CREATE TABLE marks (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    subject_id text COLLATE "C" NOT NULL,
    access_count bigint NOT NULL DEFAULT 0, last_accessed timestamptz,
    consolidated boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, subject_id)
);

-- Derived: can be dropped and made again from the log.
CREATE TABLE entities (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL, aliases jsonb NOT NULL,
    first_seq bigint NOT NULL, mention_count bigint NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);

CREATE TABLE entity_mentions (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    entity_id text COLLATE "C" NOT NULL, seq bigint NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, entity_id, seq)
);
CREATE INDEX entity_mentions_seq ON entity_mentions (tenant_id, agent_id, seq);

CREATE TABLE relationships (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    from_id text COLLATE "C" NOT NULL, to_id text COLLATE "C" NOT NULL,
    relation text COLLATE "C" NOT NULL,
    confidence double precision NOT NULL DEFAULT 1.0, source_ids jsonb NOT NULL,
    updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, from_id, to_id, relation)
);

-- Full text over the one analyser's terms: how often a term stands in a row of the log, and the
-- sums over all rows. Rows are found by equality of terms: under row level security a GIN index
-- would not be used, its operator is not leakproof. A posting carries its row's length, so that
-- the key alone answers a search.
CREATE TABLE postings (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL, seq bigint NOT NULL,
    tf integer NOT NULL, length integer NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, term, seq) INCLUDE (tf, length)
);

-- What a row holds, each term once: its postings are found by them when it is taken out.
CREATE TABLE text_lengths (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL, length integer NOT NULL, terms text[] COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, seq)
);

CREATE TABLE text_totals (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    rows bigint NOT NULL, length bigint NOT NULL,
    PRIMARY KEY (tenant_id, agent_id)
);

-- Operational: how things stand in this home now; not part of the log.
CREATE TABLE leases (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    holder text NOT NULL, host text NOT NULL, boot_id text NOT NULL, process bigint NOT NULL,
    process_start text NOT NULL, renewed_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, session_id)
);

CREATE TABLE jobs (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL, attempts integer NOT NULL,
    reason text, created_at timestamptz NOT NULL, run_after timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, name, key)
);

CREATE TABLE index_marks (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, seq bigint NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, name)
);

CREATE TABLE archive_days (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    first_seq bigint NOT NULL, last_seq bigint NOT NULL, lines bigint NOT NULL,
    head_hash text NOT NULL, sealed_at timestamptz,
    PRIMARY KEY (tenant_id, agent_id, day)
);

-- One row an agent, made with it. A writer locks it first, so the writers of one agent queue
-- and sequences have no gaps and follow the order of commits.
CREATE TABLE log_heads (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL, exchange_day text NOT NULL, exchange_index integer NOT NULL,
    last_known_at timestamptz,
    PRIMARY KEY (tenant_id, agent_id)
);

CREATE TABLE numbers (
    tenant_id text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, last bigint NOT NULL,
    PRIMARY KEY (tenant_id, name)
);

-- A transaction without a tenant sees nothing: the setting is then NULL or empty.
DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY[
        'identities', 'documents', 'projects', 'threads', 'sessions', 'episodes', 'events',
        'memories', 'facts', 'tasks', 'hints', 'handoffs', 'thread_handoffs', 'marks',
        'entities', 'entity_mentions', 'relationships', 'postings', 'text_lengths',
        'text_totals', 'leases', 'jobs', 'index_marks', 'archive_days', 'log_heads', 'numbers'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
