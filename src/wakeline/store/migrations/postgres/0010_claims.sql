-- Operational: who runs an agent's jobs now, and until when unless it is renewed.
CREATE TABLE job_claims (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    holder text NOT NULL, host text NOT NULL, boot_id text NOT NULL, process bigint NOT NULL,
    process_start text NOT NULL, job text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    progress bigint NOT NULL, since timestamptz NOT NULL, renewed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id)
);

DO $$
BEGIN
    ALTER TABLE job_claims ENABLE ROW LEVEL SECURITY;
    ALTER TABLE job_claims FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_tenant ON job_claims
        USING (tenant_id = current_setting('wakeline.tenant', true))
        WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
END
$$;
