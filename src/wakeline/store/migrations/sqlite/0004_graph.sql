-- The graph is derived in another way than before: dropped here, made again by the next settle.
DELETE FROM entities;
DELETE FROM entity_mentions;
DELETE FROM relationships;
DELETE FROM index_marks WHERE name = 'entities';

ALTER TABLE entities ADD COLUMN canonical_id TEXT NOT NULL DEFAULT '';
ALTER TABLE entities ADD COLUMN evidence TEXT NOT NULL DEFAULT '[]';
ALTER TABLE entities ADD COLUMN first_word TEXT NOT NULL DEFAULT '';
ALTER TABLE entities ADD COLUMN last_word TEXT NOT NULL DEFAULT '';
CREATE INDEX entities_canonical ON entities (canonical_id);
CREATE INDEX entities_first_word ON entities (first_word, last_word) WHERE first_word <> '';
CREATE INDEX entities_last_word ON entities (last_word) WHERE last_word <> '';

ALTER TABLE relationships ADD COLUMN is_pending INTEGER NOT NULL DEFAULT 0;
ALTER TABLE relationships ADD COLUMN pattern TEXT NOT NULL DEFAULT '';
ALTER TABLE relationships ADD COLUMN to_text TEXT NOT NULL DEFAULT '';
CREATE INDEX relationships_from ON relationships (from_id, relation);
CREATE INDEX relationships_from_latest ON relationships (from_id, updated_at);
CREATE INDEX relationships_to ON relationships (to_id, relation);
CREATE INDEX relationships_to_latest ON relationships (to_id, updated_at);

CREATE TABLE graph_patterns (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL, relation TEXT NOT NULL, seen INTEGER NOT NULL, found INTEGER NOT NULL,
    yield_score REAL NOT NULL, state TEXT NOT NULL
) WITHOUT ROWID;

-- Counted when somebody asks: mentions say it all.
CREATE VIEW cooccurrences AS
SELECT a.tenant_id, a.agent_id, a.entity_id AS from_id, b.entity_id AS to_id, count(*) AS times
  FROM entity_mentions a
  JOIN entity_mentions b ON b.seq = a.seq AND b.entity_id <> a.entity_id
 GROUP BY a.tenant_id, a.agent_id, a.entity_id, b.entity_id;

-- State: what a language model read cannot be derived again.
CREATE TABLE extractions (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    seq INTEGER NOT NULL UNIQUE,
    id TEXT NOT NULL PRIMARY KEY,
    source_ids TEXT NOT NULL, model TEXT NOT NULL, triples TEXT NOT NULL,
    origin TEXT NOT NULL, trust REAL NOT NULL, created_at TEXT NOT NULL
);
