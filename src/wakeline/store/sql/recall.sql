-- What ranking reads.

-- recall.readings_after
-- What was read in rows after a sequence, in order, with the vectors of one embedder.
SELECT r.seq, r.kind, r.stream, r.speaker, r.role, r.thread_id, r.project_id, r.at, r.page,
       v.vector, v.tokens
  FROM readings r
  LEFT JOIN vectors v
    ON v.tenant_id = r.tenant_id AND v.agent_id = r.agent_id
   AND v.fingerprint = :fingerprint AND v.seq = r.seq
 WHERE r.tenant_id = :tenant_id AND r.agent_id = :agent_id
   AND r.seq > :after AND r.seq <= :through
 ORDER BY r.seq;

-- recall.all_readings
-- Everything that was read, in order.
SELECT @Reading FROM readings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY seq;

-- recall.all_vectors
-- Every vector of one embedder, in order.
SELECT @Vector FROM vectors
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND fingerprint = :fingerprint
 ORDER BY seq;

-- recall.word_counts
-- The counts there are, oldest first.
SELECT @WordCounts FROM word_counts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY version;

-- recall.put_in_force
-- Vectors are made with these counts from now on.
UPDATE word_counts SET is_in_force = TRUE
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND version = :version;

-- recall.drop_other_counts
-- Only one version stays.
DELETE FROM word_counts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND version <> :version;

-- recall.drop_other_vectors
-- Only the vectors of one embedder stay.
DELETE FROM vectors
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND fingerprint <> :fingerprint;

-- recall.outdate_counts
-- Something that was counted is gone: count again as soon as somebody settles.
UPDATE word_counts SET seq = 0
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- recall.drop_reading
-- A row that cannot be found any more.
DELETE FROM readings WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq = :seq;

-- recall.drop_vectors
-- What a row meant, to every embedder.
DELETE FROM vectors WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq = :seq;

-- recall.clear_readings
-- Drop everything that was read.
DELETE FROM readings WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- recall.clear_vectors
-- Drop every vector.
DELETE FROM vectors WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- recall.clear_counts
-- Drop all counts.
DELETE FROM word_counts WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- recall.clear_marks
-- Nothing of this is made any more.
DELETE FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND (name = 'readings' OR name LIKE 'vectors %');

-- recall.drop_other_marks
-- How far the vectors of other embedders had come.
DELETE FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND name LIKE 'vectors %' AND name <> :name;

-- recall.version_in_force
-- The version of counts with which the vectors of one embedder are made.
SELECT version FROM word_counts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND embedder = :name AND is_in_force = TRUE;

-- recall.standing
-- Memories and facts that can be found: what was replaced has another sequence now.
SELECT seq FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 UNION ALL
SELECT seq FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL;
