-- What was looked up or given to read.

-- knowledge.by_id
-- One entry, whatever became of it.
SELECT @Knowledge FROM knowledge
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- knowledge.by_hash
-- The entry in use that has this content.
SELECT @Knowledge FROM knowledge
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND source_hash = :source_hash
   AND is_deleted = FALSE AND superseded_by IS NULL
 ORDER BY id LIMIT 1;

-- knowledge.of_source
-- The entries in use that came from one source, in its order.
SELECT @Knowledge FROM knowledge
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND source = :source
   AND is_deleted = FALSE AND superseded_by IS NULL
 ORDER BY position, id;

-- knowledge.all
-- The entries in use, newest first, behind the last that was seen.
SELECT @Knowledge FROM knowledge
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND is_deleted = FALSE AND superseded_by IS NULL AND id < :before
   AND (CAST(:category AS text) IS NULL OR category = :category)
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- knowledge.in_category
-- Which entries in use are of one category, by their sequence.
SELECT f.seq FROM knowledge k
  JOIN filed f
    ON f.tenant_id = k.tenant_id AND f.agent_id = k.agent_id AND f.kind = 'knowledge'
   AND f.id = k.id
 WHERE k.tenant_id = :tenant_id AND k.agent_id = :agent_id AND k.category = :category
   AND k.is_deleted = FALSE AND k.superseded_by IS NULL
 ORDER BY f.seq;

-- knowledge.topics
-- Which entry in use is about what.
SELECT f.seq, k.topics FROM knowledge k
  JOIN filed f
    ON f.tenant_id = k.tenant_id AND f.agent_id = k.agent_id AND f.kind = 'knowledge'
   AND f.id = k.id
 WHERE k.tenant_id = :tenant_id AND k.agent_id = :agent_id
   AND k.is_deleted = FALSE AND k.superseded_by IS NULL;
