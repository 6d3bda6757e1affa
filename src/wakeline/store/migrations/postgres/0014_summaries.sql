-- Derived: what a day, a week or a month of one thread held. `seq` is below 0: the log's are above.
CREATE TABLE summaries (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    level integer NOT NULL, thread_id text COLLATE "C", starts_on text COLLATE "C" NOT NULL,
    starts_at timestamptz NOT NULL, ends_at timestamptz NOT NULL, last_at timestamptz NOT NULL,
    first_seq bigint NOT NULL, last_seq bigint NOT NULL,
    content text COLLATE "C" NOT NULL, sentences jsonb NOT NULL, source_ids jsonb NOT NULL,
    turns integer NOT NULL, origin text COLLATE "C" NOT NULL, trust double precision NOT NULL,
    tokens integer NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, seq)
);
CREATE UNIQUE INDEX summaries_id ON summaries (tenant_id, agent_id, id);
CREATE INDEX summaries_level ON summaries (tenant_id, agent_id, level, id);

-- What self-care made of the conversations of a thread; `after` and `through` are of the log.
CREATE TABLE conversation_summaries (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    thread_id text COLLATE "C", focus text COLLATE "C", level integer NOT NULL,
    after bigint NOT NULL, through bigint NOT NULL, turns integer NOT NULL,
    content text COLLATE "C" NOT NULL, sentences jsonb NOT NULL, source_ids jsonb NOT NULL,
    folds text COLLATE "C", folded_into text COLLATE "C",
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, is_deleted boolean NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
-- What self-care made of memories.
CREATE INDEX memories_cared_for ON memories (tenant_id, agent_id, id)
 WHERE written = 'self_care' AND is_deleted = FALSE;

-- What an agent holds to. What was removed keeps its row.
CREATE TABLE soul_entries (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL, text text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, decided_at timestamptz, decided_by text COLLATE "C",
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX soul_entries_state ON soul_entries (tenant_id, agent_id, state);

-- One document a day, to which sections are added.
CREATE TABLE diary (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL, sections jsonb NOT NULL,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, is_deleted boolean NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id),
    UNIQUE (tenant_id, agent_id, day)
);

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['summaries', 'conversation_summaries', 'soul_entries', 'diary']
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
