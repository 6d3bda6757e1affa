-- The graph: names, relations, patterns, and what a language model read.

-- graph.names_at
-- Names by their ids.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids));

-- graph.names_at [postgres]
-- Names by their ids.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(:ids)));

-- graph.names_of
-- The names of some things, each thing by the id that stands for it.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND canonical_id IN (SELECT value FROM json_each(:ids));

-- graph.names_of [postgres]
-- The names of some things, each thing by the id that stands for it.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND canonical_id = ANY (ARRAY(SELECT jsonb_array_elements_text(:ids)));

-- graph.full_names
-- Full names that begin or end with one of some words.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND first_word <> '' AND first_word IN (SELECT value FROM json_each(:words))
 UNION
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND last_word <> '' AND last_word IN (SELECT value FROM json_each(:words));

-- graph.full_names [postgres]
-- Full names that begin or end with one of some words.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND first_word <> '' AND first_word = ANY (ARRAY(SELECT jsonb_array_elements_text(:words)))
 UNION
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND last_word <> '' AND last_word = ANY (ARRAY(SELECT jsonb_array_elements_text(:words)));

-- graph.siblings
-- Full names that begin and end with one of some pairs of words.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND first_word <> ''
   AND (first_word, last_word) IN
       (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:pairs));

-- graph.siblings [postgres]
-- Full names that begin and end with one of some pairs of words.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND first_word <> ''
   AND (first_word, last_word) IN
       (SELECT p.value ->> 0, p.value ->> 1 FROM jsonb_array_elements(:pairs) AS p(value));

-- graph.add_mentions
-- Turns mention entities: pairs of an entity and a sequence.
INSERT INTO entity_mentions (tenant_id, agent_id, entity_id, seq)
SELECT :tenant_id, :agent_id, json_extract(value, '$[0]'), json_extract(value, '$[1]')
  FROM json_each(:pairs) WHERE json_array_length(value) = 2 ON CONFLICT DO NOTHING;

-- graph.add_mentions [postgres]
-- Turns mention entities: pairs of an entity and a sequence.
INSERT INTO entity_mentions (tenant_id, agent_id, entity_id, seq)
SELECT :tenant_id, :agent_id, p.value ->> 0, CAST(p.value ->> 1 AS bigint)
  FROM jsonb_array_elements(:pairs) AS p(value)
 WHERE jsonb_typeof(p.value) = 'array' ON CONFLICT DO NOTHING;

-- graph.counted_mentions
-- How many entries mention an entity, and which is the first.
SELECT count(*), min(seq) FROM entity_mentions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND entity_id = :entity_id;

-- graph.relationship
-- One relation.
SELECT @Relationship FROM relationships
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND from_id = :from_id AND to_id = :to_id AND relation = :relation;

-- graph.drop_relationship
-- Nobody says so any more.
DELETE FROM relationships
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND from_id = :from_id AND to_id = :to_id AND relation = :relation;

-- graph.patterns_at
-- Patterns by their ids.
SELECT @GraphPattern FROM graph_patterns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids));

-- graph.patterns_at [postgres]
-- Patterns by their ids.
SELECT @GraphPattern FROM graph_patterns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(:ids)));

-- graph.patterns
-- Every pattern that was seen.
SELECT @GraphPattern FROM graph_patterns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY found DESC, id;

-- graph.drop_pattern
-- Nobody words it so any more.
DELETE FROM graph_patterns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- graph.clear_patterns
-- Drop every pattern's counts.
DELETE FROM graph_patterns WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- graph.telling_events
-- Events of a stretch that name something, in order.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND kind IN ('project.added', 'thread.opened', 'fact.set', 'extraction.made')
 ORDER BY seq LIMIT :limit;

-- graph.from
-- What is said of a name, the latest first; only by patterns that count.
SELECT @Relationship(r) FROM relationships r
  JOIN graph_patterns p
    ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.id = r.pattern
 WHERE r.tenant_id = :tenant_id AND r.agent_id = :agent_id AND r.from_id = :id
   AND p.state = 'active'
 ORDER BY r.updated_at DESC, r.to_id, r.relation LIMIT :limit;

-- graph.to
-- What is said that leads to a name, the latest first; only by patterns that count.
SELECT @Relationship(r) FROM relationships r
  JOIN graph_patterns p
    ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.id = r.pattern
 WHERE r.tenant_id = :tenant_id AND r.agent_id = :agent_id AND r.to_id = :id
   AND p.state = 'active'
 ORDER BY r.updated_at DESC, r.from_id, r.relation LIMIT :limit;

-- graph.ends
-- What a name is related to, either way, the surest of the latest first.
SELECT other, is_pending, confidence FROM (
    SELECT * FROM (
        SELECT r.to_id AS other, r.is_pending, r.confidence FROM relationships r
          JOIN graph_patterns p
            ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.id = r.pattern
         WHERE r.tenant_id = :tenant_id AND r.agent_id = :agent_id AND r.from_id = :id
           AND p.state = 'active'
         ORDER BY r.updated_at DESC, r.to_id LIMIT :limit) AS said_of
    UNION ALL
    SELECT * FROM (
        SELECT r.from_id AS other, r.is_pending, r.confidence FROM relationships r
          JOIN graph_patterns p
            ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.id = r.pattern
         WHERE r.tenant_id = :tenant_id AND r.agent_id = :agent_id AND r.to_id = :id
           AND p.state = 'active'
         ORDER BY r.updated_at DESC, r.from_id LIMIT :limit) AS leading_here) AS ends
 ORDER BY is_pending, confidence DESC, other;

-- graph.related_from
-- What is said of a name by one relation.
SELECT @Relationship FROM relationships
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND from_id = :id AND relation = :relation
 ORDER BY updated_at DESC, to_id LIMIT :limit;

-- graph.related_to
-- What leads to a name by one relation.
SELECT @Relationship FROM relationships
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND to_id = :id AND relation = :relation
 ORDER BY updated_at DESC, from_id LIMIT :limit;

-- graph.sources
-- Where some turns stand in the log, by their ids.
SELECT id, seq, exchange_id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids));

-- graph.sources [postgres]
-- Where some turns stand in the log, by their ids.
SELECT id, seq, exchange_id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(:ids)));

-- graph.company
-- What is mentioned together with a name, most often first.
SELECT to_id, times FROM cooccurrences
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND from_id = :id
 ORDER BY times DESC, to_id LIMIT :limit;

-- graph.extractions_at
-- What a model read in some turns, by the turns' ids.
SELECT @Extraction FROM extractions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids));

-- graph.extractions_at [postgres]
-- What a model read in some turns, by the turns' ids.
SELECT @Extraction FROM extractions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(:ids)));
