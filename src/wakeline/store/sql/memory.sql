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

-- memory.of_project
-- What was learnt in one project, most important first.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND project_id = :project_id
   AND project_id IS NOT NULL
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
 ORDER BY importance DESC, id LIMIT :limit;

-- memory.seldom_used
-- Old memories that may come up again, least used and oldest first, with when they last did.
-- A cross join, because SQLite then keeps the order of the tables.
SELECT @Memory(m), i.access_count, k.last_accessed
  FROM idle_memories i
 CROSS JOIN memories m
  LEFT JOIN marks k
    ON k.tenant_id = :tenant_id AND k.agent_id = :agent_id AND k.subject_id = i.memory_id
 WHERE i.tenant_id = :tenant_id AND i.agent_id = :agent_id AND i.created_at < :before
   AND m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.id = i.memory_id
 ORDER BY i.access_count, i.created_at, i.memory_id LIMIT :limit;

-- memory.drop_idle
-- A memory does not come up again, or not as it was.
DELETE FROM idle_memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND memory_id = :id;

-- memory.add_idle
-- A memory may come up again, if it is in use, not pinned and of some length.
INSERT INTO idle_memories (tenant_id, agent_id, memory_id, access_count, created_at)
SELECT m.tenant_id, m.agent_id, m.id, coalesce(k.access_count, 0), m.created_at
  FROM memories m
  LEFT JOIN marks k
    ON k.tenant_id = :tenant_id AND k.agent_id = :agent_id AND k.subject_id = m.id
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.id = :id
   AND m.is_pinned = FALSE
   AND length(m.content) > 50
   AND m.is_deleted = FALSE AND m.archived_at IS NULL AND m.superseded_by IS NULL;

-- memory.clear_idle
-- Nothing comes up again.
DELETE FROM idle_memories WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- memory.fill_idle
-- Every memory that may come up again.
INSERT INTO idle_memories (tenant_id, agent_id, memory_id, access_count, created_at)
SELECT m.tenant_id, m.agent_id, m.id, coalesce(k.access_count, 0), m.created_at
  FROM memories m
  LEFT JOIN marks k
    ON k.tenant_id = :tenant_id AND k.agent_id = :agent_id AND k.subject_id = m.id
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.is_pinned = FALSE
   AND length(m.content) > 50
   AND m.is_deleted = FALSE AND m.archived_at IS NULL AND m.superseded_by IS NULL;

-- memory.vital
-- What matters more than a bound, most important first.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND importance > :above
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
 ORDER BY importance DESC, id LIMIT :limit;

-- memory.note_uses
-- Memories were put before the agent, or reflected on; `marks` has the same counts.
UPDATE idle_memories SET access_count = access_count + 1
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND memory_id IN (SELECT value FROM json_each(:ids));

-- memory.note_uses [postgres]
-- Memories were put before the agent, or reflected on; `marks` has the same counts.
UPDATE idle_memories SET access_count = access_count + 1
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND memory_id = ANY (ARRAY(SELECT jsonb_array_elements_text(:ids)));

-- memory.page
-- Memories that are not deleted, oldest first, behind an id; a filter that is NULL lets all pass.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND id > :after
   AND (CAST(:type AS TEXT) IS NULL OR type = :type)
   AND (CAST(:project_id AS TEXT) IS NULL OR project_id = :project_id)
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = :thread_id)
   AND (CAST(:pinned AS INTEGER) IS NULL OR is_pinned = (CAST(:pinned AS INTEGER) = 1))
   AND (CAST(:archived AS INTEGER) IS NULL
        OR (archived_at IS NOT NULL) = (CAST(:archived AS INTEGER) = 1))
   AND (CAST(:tag AS TEXT) IS NULL
        OR EXISTS (SELECT 1 FROM json_each(tags) AS t WHERE t.value = :tag))
 ORDER BY id LIMIT :limit;

-- memory.page [postgres]
-- Memories that are not deleted, oldest first, behind an id; a filter that is NULL lets all pass.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND id > :after
   AND (CAST(:type AS TEXT) IS NULL OR type = CAST(:type AS TEXT))
   AND (CAST(:project_id AS TEXT) IS NULL OR project_id = CAST(:project_id AS TEXT))
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
   AND (CAST(:pinned AS INTEGER) IS NULL OR is_pinned = (CAST(:pinned AS INTEGER) = 1))
   AND (CAST(:archived AS INTEGER) IS NULL
        OR (archived_at IS NOT NULL) = (CAST(:archived AS INTEGER) = 1))
   AND (CAST(:tag AS TEXT) IS NULL
        OR EXISTS (SELECT 1 FROM jsonb_array_elements_text(tags) AS t (tag)
                    WHERE t.tag = CAST(:tag AS TEXT)))
 ORDER BY id LIMIT :limit;

-- memory.by_id
-- One memory.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- memory.superseded_by
-- The memories whose place one took, the latest first.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND superseded_by = :id
   AND superseded_by IS NOT NULL AND is_deleted = FALSE
 ORDER BY id DESC;

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

-- memory.fact_after
-- What a key will mean next, behind a moment.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key
   AND recorded_to IS NULL AND is_deleted = FALSE AND valid_from > :moment
 ORDER BY valid_from, id LIMIT 1;

-- memory.fact_giving_way
-- What a key means until a moment at which something else was to take its place.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key
   AND recorded_to IS NULL AND is_deleted = FALSE
   AND valid_to = :moment AND superseded_by IS NOT NULL
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
-- What is believed to hold now, most important first; not what holds only from tomorrow. Facts
-- without an end and facts that will end have an index each: those that ended are never read.
SELECT @Fact FROM (
    SELECT * FROM (
        SELECT @Fact FROM facts
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
           AND recorded_to IS NULL AND valid_to IS NULL AND valid_from <= :now
           AND importance >= :least
         ORDER BY importance DESC, key LIMIT :limit) AS endless
    UNION ALL
    SELECT * FROM (
        SELECT @Fact FROM facts
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
           AND recorded_to IS NULL AND valid_to IS NOT NULL AND valid_to > :now
           AND valid_from <= :now AND importance >= :least
         ORDER BY importance DESC, key LIMIT :limit) AS ending
) AS found
 ORDER BY importance DESC, key, id LIMIT :limit;

-- memory.project_facts
-- What is believed to hold now in one project, most important first.
SELECT @Fact FROM (
    SELECT * FROM (
        SELECT @Fact FROM facts
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
           AND project_id = :project_id AND project_id IS NOT NULL
           AND recorded_to IS NULL AND valid_to IS NULL AND valid_from <= :now
           AND importance >= :least
         ORDER BY importance DESC, key LIMIT :limit) AS endless
    UNION ALL
    SELECT * FROM (
        SELECT @Fact FROM facts
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
           AND project_id = :project_id
           AND recorded_to IS NULL AND valid_to IS NOT NULL AND valid_to > :now
           AND valid_from <= :now AND importance >= :least
         ORDER BY importance DESC, key LIMIT :limit) AS ending
) AS found
 ORDER BY importance DESC, key, id LIMIT :limit;

-- memory.ended_facts
-- What held until a moment between two others, with nothing in its place; the latest first.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND valid_to IS NOT NULL
   AND valid_to > :since AND valid_to <= :now AND superseded_by IS NULL
 ORDER BY valid_to DESC LIMIT :limit;

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

-- memory.diary_page
-- The page of one day.
SELECT @DiaryPage FROM diary
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND day = :day AND is_deleted = FALSE;

-- memory.diary
-- Pages before a day, the last day first.
SELECT @DiaryPage FROM diary
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND day < :before
 ORDER BY day DESC LIMIT :limit;
