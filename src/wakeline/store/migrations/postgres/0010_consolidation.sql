-- Turns of one session that were consolidated together; `after` and `through` are of the log.
CREATE TABLE consolidations (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C", after bigint NOT NULL, through bigint NOT NULL,
    turns integer NOT NULL, found integer NOT NULL, inserted integer NOT NULL,
    merged integer NOT NULL, superseded integer NOT NULL, faded integer NOT NULL,
    row_ids jsonb NOT NULL, at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX consolidations_through ON consolidations (tenant_id, agent_id, through);

-- Derived: memories that were active together.
CREATE TABLE links (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    from_id text COLLATE "C" NOT NULL, to_id text COLLATE "C" NOT NULL,
    weight double precision NOT NULL, times integer NOT NULL, active_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, from_id, to_id)
);
CREATE INDEX links_back ON links (tenant_id, agent_id, to_id);

-- What consolidation compares with, and what no longer holds.
CREATE INDEX memories_consolidated ON memories (tenant_id, agent_id, id)
 WHERE written = 'consolidated' AND is_deleted = FALSE AND superseded_by IS NULL;
CREATE INDEX memories_superseded ON memories (tenant_id, agent_id, superseded_by)
 WHERE superseded_by IS NOT NULL AND is_deleted = FALSE;
CREATE INDEX facts_superseded ON facts (tenant_id, agent_id, superseded_by)
 WHERE superseded_by IS NOT NULL AND is_deleted = FALSE;

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['consolidations', 'links']
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
