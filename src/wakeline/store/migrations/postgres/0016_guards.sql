-- Actions that must not be done twice: one row a key.
CREATE TABLE guards (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL, what text NOT NULL, state text NOT NULL,
    attempts integer NOT NULL,
    session_id text COLLATE "C", holder text NOT NULL, host text NOT NULL, boot_id text NOT NULL,
    process bigint NOT NULL, process_start text NOT NULL,
    claimed_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, settled_at timestamptz,
    note text, tool text, pattern text,
    origin text NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX guards_of_key ON guards (tenant_id, agent_id, key);
CREATE INDEX guards_state ON guards (tenant_id, agent_id, state, updated_at DESC, id DESC);
CREATE INDEX guards_matching ON guards (tenant_id, agent_id, updated_at DESC, id DESC)
    WHERE tool IS NOT NULL OR pattern IS NOT NULL;

-- Where a session is in the middle of something: one row a session.
CREATE TABLE checkpoints (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C", thread_id text COLLATE "C",
    doing text, step text, next text, state jsonb NOT NULL, said_at timestamptz,
    asked text, answered text, left_open jsonb NOT NULL, working_set jsonb NOT NULL,
    guards jsonb NOT NULL, through bigint NOT NULL, source_ids jsonb NOT NULL,
    origin text NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX checkpoints_session ON checkpoints (tenant_id, agent_id, session_id);
CREATE INDEX checkpoints_thread ON checkpoints (tenant_id, agent_id, thread_id, updated_at DESC)
    WHERE thread_id IS NOT NULL;

-- Ways back into a task after a restart.
CREATE TABLE restarts (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    task text COLLATE "C" NOT NULL, session_key text NOT NULL, found_key text,
    message text NOT NULL,
    phase text NOT NULL, budget integer NOT NULL, reach_calls integer NOT NULL,
    identity_calls integer NOT NULL, continuation_calls integer NOT NULL,
    failures jsonb NOT NULL, side_issues jsonb NOT NULL, reason text,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX restarts_task ON restarts (tenant_id, agent_id, task, id DESC);

ALTER TABLE guards ENABLE ROW LEVEL SECURITY;
ALTER TABLE guards FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guards
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
ALTER TABLE checkpoints ENABLE ROW LEVEL SECURITY;
ALTER TABLE checkpoints FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON checkpoints
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
ALTER TABLE restarts ENABLE ROW LEVEL SECURITY;
ALTER TABLE restarts FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON restarts
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
