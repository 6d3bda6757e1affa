-- Memories, facts, entities and their counters.

-- memory.self
-- What says who the agent is, most important first.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND type IN ('identity', 'relationship', 'instruction')
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
 ORDER BY importance DESC, id LIMIT :limit;

-- memory.pinned
-- What a person pinned, most important first.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_pinned = TRUE
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
 ORDER BY importance DESC, id LIMIT :limit;

-- memory.recent
-- What was touched last.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
 ORDER BY updated_at DESC, id DESC LIMIT :limit;

-- memory.all
-- Memories that are not deleted, oldest first.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY id;

-- memory.by_id
-- One memory.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- memory.searchable
-- Memories that full text holds, with their sequence.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY seq;

-- memory.fact
-- What a key means now.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key
   AND recorded_to IS NULL AND is_deleted = FALSE
   AND valid_from <= :now AND (valid_to IS NULL OR valid_to > :now)
 ORDER BY valid_from DESC, id DESC LIMIT 1;

-- memory.fact_as_of
-- What the store believed at one moment about another.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key AND is_deleted = FALSE
   AND created_at <= :known_at AND (recorded_to IS NULL OR recorded_to > :known_at)
   AND valid_from <= :valid_at AND (valid_to IS NULL OR valid_to > :valid_at)
 ORDER BY valid_from DESC, id DESC LIMIT 1;

-- memory.fact_history
-- Every row of a key that was ever believed, oldest first.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key AND is_deleted = FALSE
 ORDER BY created_at, valid_from, id;

-- memory.current_facts
-- What is believed to hold now, most important first; not what holds only from tomorrow.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND valid_from <= :now AND (valid_to IS NULL OR valid_to > :now)
 ORDER BY importance DESC, key LIMIT :limit;

-- memory.fact_by_id
-- One row of a fact.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- memory.searchable_facts
-- Facts that full text holds, with their sequence: what is believed, of now or of then.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL
 ORDER BY seq;

-- memory.marks
-- The counters of one row.
SELECT @Marks FROM marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_id = :subject_id;

-- memory.entities
-- Names that turns mention, most mentioned first.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND mention_count > 0
 ORDER BY mention_count DESC, name LIMIT :limit;

-- memory.relationships
-- What is related to what.
SELECT @Relationship FROM relationships
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY from_id, to_id, relation;

-- memory.at_seqs
-- Memories by the sequences that full text knows.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND seq IN (SELECT value FROM json_each(:seqs));

-- memory.at_seqs [postgres]
-- Memories by the sequences that full text knows.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND seq = ANY (ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(:seqs)));

-- memory.facts_at_seqs
-- Facts by the sequences that full text knows.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND seq IN (SELECT value FROM json_each(:seqs));

-- memory.facts_at_seqs [postgres]
-- Facts by the sequences that full text knows.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND seq = ANY (ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(:seqs)));

-- memory.entity
-- One entity.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- memory.add_mention
-- A turn mentions an entity.
INSERT INTO entity_mentions (tenant_id, agent_id, entity_id, seq)
VALUES (:tenant_id, :agent_id, :entity_id, :seq) ON CONFLICT DO NOTHING;

-- memory.searchable_between
-- Memories that can be found, of a stretch of sequences.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND seq > :after AND seq <= :through
 ORDER BY seq;

-- memory.searchable_facts_between
-- Facts that can be found, of a stretch of sequences.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND seq > :after AND seq <= :through
 ORDER BY seq;

-- memory.facts_as_of
-- What was believed at a moment to be true at that moment.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND created_at <= :moment AND (recorded_to IS NULL OR recorded_to > :moment)
   AND valid_from <= :moment AND (valid_to IS NULL OR valid_to > :moment)
 ORDER BY seq;
