-- Versions of the living layer: each a snapshot, with how far it had drifted and what it rests on.
CREATE TABLE personality_entries (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    date text COLLATE "C" NOT NULL, at timestamptz NOT NULL, trigger text NOT NULL,
    drift_from_center double precision, drift_from_previous double precision,
    measured_by text NOT NULL, summary text NOT NULL,
    document_id text COLLATE "C" NOT NULL, restored text COLLATE "C",
    observations jsonb NOT NULL, floors jsonb NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX personality_entries_date ON personality_entries (tenant_id, agent_id, date);

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['personality_entries']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
