-- Derived: what ranking reads. Can be dropped and made again from the log.
CREATE TABLE readings (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    kind text COLLATE "C" NOT NULL, stream text COLLATE "C", speaker text COLLATE "C",
    role text COLLATE "C" NOT NULL, thread_id text COLLATE "C", project_id text COLLATE "C",
    at timestamptz NOT NULL, importance double precision NOT NULL, page bytea NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, seq)
);
CREATE INDEX readings_stream ON readings (tenant_id, agent_id, stream, seq)
    WHERE stream IS NOT NULL;

-- A vector is only ever compared with vectors of its own fingerprint.
CREATE TABLE vectors (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    fingerprint text COLLATE "C" NOT NULL, seq bigint NOT NULL,
    vector bytea NOT NULL, tokens bytea NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, seq, fingerprint)
);

CREATE TABLE word_counts (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    version bigint NOT NULL, embedder text COLLATE "C" NOT NULL, seq bigint NOT NULL,
    is_in_force boolean NOT NULL, counts bytea NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, embedder, version)
);

-- Which stretches of the log are sealed, and the arrays they are sealed in, cut into chunks.
CREATE TABLE segments (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    fingerprint text COLLATE "C" NOT NULL, after bigint NOT NULL, through bigint NOT NULL,
    rows bigint NOT NULL, name text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, fingerprint, through)
);

CREATE TABLE segment_chunks (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL, part text COLLATE "C" NOT NULL, number bigint NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, name, part, number)
);
-- Numbers in one byte do not compress; trying to would cost more than it saves.
ALTER TABLE segment_chunks ALTER COLUMN data SET STORAGE EXTERNAL;

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY[
        'readings', 'vectors', 'word_counts', 'segments', 'segment_chunks'
    ] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
