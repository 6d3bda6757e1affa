-- What was decided against, and until when that held.
CREATE TABLE decisions (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    decision text NOT NULL, wording text COLLATE "C" NOT NULL, reason text,
    state text NOT NULL,
    decided_at timestamptz NOT NULL, ended_at timestamptz, ended_because text,
    superseded_by text COLLATE "C",
    source_ids jsonb NOT NULL,
    origin text NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX decisions_by_time ON decisions (tenant_id, agent_id, decided_at DESC, id DESC);
CREATE INDEX decisions_by_wording ON decisions (tenant_id, agent_id, wording);

-- What to do when, how often it worked, and the sessions that show so.
CREATE TABLE principles (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    situation text NOT NULL, response text NOT NULL,
    check_kind text, check_for text, opposite text,
    successes integer NOT NULL, failures integer NOT NULL, quality double precision NOT NULL,
    state text NOT NULL, retired_at timestamptz, retired_because text,
    source_ids jsonb NOT NULL,
    origin text NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE TABLE principle_trials (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    principle_id text COLLATE "C" NOT NULL, session_id text COLLATE "C" NOT NULL,
    outcome text NOT NULL, source_ids jsonb NOT NULL, at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX principle_trials_once
    ON principle_trials (tenant_id, agent_id, principle_id, session_id);

-- What was told to whom.
CREATE TABLE tellings (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    contact text NOT NULL, contact_key text COLLATE "C" NOT NULL, topic text COLLATE "C",
    said text NOT NULL,
    told_at timestamptz NOT NULL, withdrawn_at timestamptz,
    source_ids jsonb NOT NULL,
    origin text NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX tellings_of_contact
    ON tellings (tenant_id, agent_id, contact_key, told_at DESC, id DESC);

ALTER TABLE decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON decisions
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));

ALTER TABLE principles ENABLE ROW LEVEL SECURITY;
ALTER TABLE principles FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON principles
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));

ALTER TABLE principle_trials ENABLE ROW LEVEL SECURITY;
ALTER TABLE principle_trials FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON principle_trials
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));

ALTER TABLE tellings ENABLE ROW LEVEL SECURITY;
ALTER TABLE tellings FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tellings
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
