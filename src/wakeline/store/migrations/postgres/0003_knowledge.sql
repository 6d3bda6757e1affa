-- What was looked up or given to read.
CREATE TABLE knowledge (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    source_type text COLLATE "C" NOT NULL, source text COLLATE "C",
    source_hash text COLLATE "C" NOT NULL, position integer NOT NULL,
    category text COLLATE "C", topics jsonb NOT NULL, title text,
    content text NOT NULL, importance double precision NOT NULL DEFAULT 0.5,
    project_id text COLLATE "C", source_ids jsonb NOT NULL,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    superseded_by text COLLATE "C", created_at timestamptz NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX knowledge_hash ON knowledge (tenant_id, agent_id, source_hash)
 WHERE is_deleted = FALSE AND superseded_by IS NULL;
CREATE INDEX knowledge_source ON knowledge (tenant_id, agent_id, source, position)
 WHERE is_deleted = FALSE AND superseded_by IS NULL;

-- Derived: under which sequence full text holds the words of a row that has none of its own.
CREATE TABLE filed (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    kind text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, seq)
);
CREATE UNIQUE INDEX filed_row ON filed (tenant_id, agent_id, kind, id);

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['knowledge', 'filed'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
