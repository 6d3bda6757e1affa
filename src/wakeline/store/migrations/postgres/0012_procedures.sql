-- How the agent goes about kinds of tasks: one row a kind.
CREATE TABLE procedures (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    task_type text COLLATE "C" NOT NULL, content text NOT NULL,
    success_signals jsonb NOT NULL, failure_patterns jsonb NOT NULL,
    origin text NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, is_deleted boolean NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX procedures_of_type ON procedures (tenant_id, agent_id, task_type);

ALTER TABLE procedures ENABLE ROW LEVEL SECURITY;
ALTER TABLE procedures FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON procedures
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
