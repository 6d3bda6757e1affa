-- What a session writes to those after it.
CREATE TABLE letters (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C", thread_id text COLLATE "C", author text COLLATE "C" NOT NULL,
    title text COLLATE "C",
    facts jsonb NOT NULL, intent text COLLATE "C", stream jsonb NOT NULL,
    whats_next text COLLATE "C", composting text COLLATE "C", unfinished text COLLATE "C",
    source_ids jsonb NOT NULL, origin text COLLATE "C" NOT NULL, trust double precision NOT NULL,
    tokens integer NOT NULL, created_at timestamptz NOT NULL, is_deleted boolean NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX letters_session ON letters (tenant_id, agent_id, session_id);
CREATE INDEX letters_own ON letters (tenant_id, agent_id, id)
 WHERE author = 'agent' AND is_deleted = FALSE;

-- What an agent thought about itself.
CREATE TABLE journal (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    title text COLLATE "C", text text COLLATE "C" NOT NULL, mood text COLLATE "C",
    session_id text COLLATE "C",
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, is_deleted boolean NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);

-- How an agent judges its sessions, one row a session.
CREATE TABLE session_evals (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    focus integer NOT NULL, depth integer NOT NULL, restraint integer NOT NULL,
    learning integer NOT NULL, honesty integer NOT NULL,
    note text COLLATE "C", computed jsonb NOT NULL,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, is_deleted boolean NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id),
    UNIQUE (tenant_id, agent_id, session_id)
);

-- Derived: how an agent spoke in one session.
CREATE TABLE fingerprints (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL,
    version integer NOT NULL, through bigint NOT NULL, profile jsonb NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, session_id)
);

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['letters', 'journal', 'session_evals', 'fingerprints']
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
