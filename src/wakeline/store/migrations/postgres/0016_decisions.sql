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

ALTER TABLE decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON decisions
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
