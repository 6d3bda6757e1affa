-- What was put before the agent, so that counters can be told as of any moment.
CREATE TABLE uses (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL, subject_ids jsonb NOT NULL, at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX uses_seq ON uses (tenant_id, agent_id, seq);

-- What a wake delivered, word for word, and from which rows.
CREATE TABLE wakes (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL, through bigint NOT NULL, version text COLLATE "C" NOT NULL,
    preset text COLLATE "C" NOT NULL, rule text COLLATE "C" NOT NULL,
    framing text COLLATE "C" NOT NULL, budget integer NOT NULL, tokens integer NOT NULL,
    text text NOT NULL, text_hash text COLLATE "C" NOT NULL, lines jsonb NOT NULL,
    omitted jsonb NOT NULL, missing jsonb NOT NULL, warnings jsonb NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['uses', 'wakes'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
