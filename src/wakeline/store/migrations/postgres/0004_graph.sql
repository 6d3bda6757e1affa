-- The graph is derived in another way than before: dropped here, made again by the next settle.
-- TRUNCATE, since no tenant is set while a schema changes and the walls would hide every row.
TRUNCATE entities, entity_mentions, relationships;
ALTER TABLE index_marks NO FORCE ROW LEVEL SECURITY;
DELETE FROM index_marks WHERE name = 'entities';
ALTER TABLE index_marks FORCE ROW LEVEL SECURITY;

ALTER TABLE entities
    ADD COLUMN canonical_id text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN evidence jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN first_word text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN last_word text COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX entities_canonical ON entities (tenant_id, agent_id, canonical_id);
CREATE INDEX entities_first_word ON entities (tenant_id, agent_id, first_word, last_word)
    WHERE first_word <> '';
CREATE INDEX entities_last_word ON entities (tenant_id, agent_id, last_word)
    WHERE last_word <> '';

ALTER TABLE relationships
    ADD COLUMN is_pending boolean NOT NULL DEFAULT FALSE,
    ADD COLUMN pattern text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN to_text text NOT NULL DEFAULT '';
CREATE INDEX relationships_from ON relationships (tenant_id, agent_id, from_id, relation);
CREATE INDEX relationships_from_latest
    ON relationships (tenant_id, agent_id, from_id, updated_at);
CREATE INDEX relationships_to ON relationships (tenant_id, agent_id, to_id, relation);
CREATE INDEX relationships_to_latest ON relationships (tenant_id, agent_id, to_id, updated_at);

CREATE TABLE graph_patterns (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL, relation text COLLATE "C" NOT NULL,
    seen bigint NOT NULL, found bigint NOT NULL, yield_score double precision NOT NULL,
    state text COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);

-- Counted when somebody asks: mentions say it all.
CREATE VIEW cooccurrences WITH (security_invoker = true) AS
SELECT a.tenant_id, a.agent_id, a.entity_id AS from_id, b.entity_id AS to_id, count(*) AS times
  FROM entity_mentions a
  JOIN entity_mentions b
    ON b.tenant_id = a.tenant_id AND b.agent_id = a.agent_id
   AND b.seq = a.seq AND b.entity_id <> a.entity_id
 GROUP BY a.tenant_id, a.agent_id, a.entity_id, b.entity_id;

-- State: what a language model read cannot be derived again.
CREATE TABLE extractions (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL, id text COLLATE "C" NOT NULL,
    source_ids jsonb NOT NULL, model text NOT NULL, triples json NOT NULL,
    origin text NOT NULL, trust double precision NOT NULL, created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE UNIQUE INDEX extractions_seq ON extractions (tenant_id, agent_id, seq);

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['graph_patterns', 'extractions'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
