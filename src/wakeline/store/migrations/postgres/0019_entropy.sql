-- Derived: how unsettled each exchange was, and what made it so.
CREATE TABLE entropies (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    exchange_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL, at timestamptz NOT NULL, session_id text COLLATE "C",
    score double precision NOT NULL, signals jsonb NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, exchange_id)
);
CREATE INDEX entropies_latest ON entropies (tenant_id, agent_id, seq);
ALTER TABLE entropies ENABLE ROW LEVEL SECURITY;
ALTER TABLE entropies FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON entropies
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
