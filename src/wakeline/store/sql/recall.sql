-- What ranking reads.

-- recall.readings_after
-- What was read in rows after a sequence, in order, with the vectors of one embedder.
SELECT r.seq, r.kind, r.stream, r.speaker, r.role, r.thread_id, r.project_id, r.at, r.importance,
       r.page,
       v.vector, v.tokens
  FROM readings r
  LEFT JOIN vectors v
    ON v.tenant_id = r.tenant_id AND v.agent_id = r.agent_id
   AND v.fingerprint = :fingerprint AND v.seq = r.seq
 WHERE r.tenant_id = :tenant_id AND r.agent_id = :agent_id
   AND r.seq > :after AND r.seq <= :through
 ORDER BY r.seq;

-- recall.readings_after [postgres]
-- What was read in rows after a sequence, in order, with the vectors of one embedder, looked up one
-- by one since a join without statistics reads all vectors for every row.
SELECT r.seq, r.kind, r.stream, r.speaker, r.role, r.thread_id, r.project_id, r.at, r.importance,
       r.page,
       v.vector, v.tokens
  FROM readings r
  LEFT JOIN LATERAL (
       SELECT vector, tokens FROM vectors
        WHERE tenant_id = :tenant_id AND agent_id = :agent_id
          AND seq = r.seq AND fingerprint = :fingerprint
        LIMIT 1) v ON TRUE
 WHERE r.tenant_id = :tenant_id AND r.agent_id = :agent_id
   AND r.seq > :after AND r.seq <= :through
 ORDER BY r.seq;

-- recall.all_readings
-- Everything that was read, in order.
SELECT @Reading FROM readings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY seq;

-- recall.all_vectors
-- Every vector of one embedder in order: those of summaries, which are below 0, then the log's.
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
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND embedder = :embedder AND version = :version;

-- recall.drop_other_counts
-- Only one version stays.
DELETE FROM word_counts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND (embedder <> :embedder OR version <> :version);

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

-- recall.drop_mark
-- Nothing is known of how far one index has come.
DELETE FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND name = :name;

-- recall.drop_other_marks
-- How far the vectors of other embedders had come.
DELETE FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND name LIKE 'vectors %' AND name <> :name;

-- recall.versions_in_force
-- Which embedders' vectors are whole, and with which version of counts they were made.
SELECT embedder, version, seq FROM word_counts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_in_force = TRUE;

-- recall.state
-- What an answer depends on: the log's last line, how far each index has come, what is sealed, and
-- with which counts vectors were made. As long as these rows are the same, answers are.
SELECT 'log' AS what, line_hash AS name, seq FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND seq = (SELECT seq FROM log_heads WHERE tenant_id = :tenant_id AND agent_id = :agent_id)
 UNION ALL
SELECT 'log', line_hash, seq FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND seq = (SELECT seq FROM log_heads WHERE tenant_id = :tenant_id AND agent_id = :agent_id)
 UNION ALL
SELECT 'mark', name, seq FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 UNION ALL
SELECT 'sealed', name, through FROM segments
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 UNION ALL
SELECT 'version of ' || embedder, CAST(version AS TEXT), seq FROM word_counts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_in_force = TRUE;

-- recall.standing
-- Rows of state that can be found: what was replaced has another sequence now.
SELECT seq FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 UNION ALL
SELECT seq FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL
 UNION ALL
SELECT seq FROM filed
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- recall.filed_under
-- The sequence under which the words of one row stand.
SELECT seq FROM filed
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND kind = :kind AND id = :id;

-- recall.unfile
-- The words of one row stand nowhere any more.
DELETE FROM filed
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND kind = :kind AND id = :id;

-- recall.filed_between
-- What is filed in a stretch of sequences.
SELECT @Filed FROM filed
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
 ORDER BY seq;

-- recall.filed_at
-- What is filed under some sequences.
SELECT @Filed FROM filed
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND seq IN (SELECT value FROM json_each(:seqs)) ORDER BY seq;

-- recall.filed_at [postgres]
-- What is filed under some sequences.
SELECT @Filed FROM filed
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND seq = ANY (ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(:seqs)))
 ORDER BY seq;

-- recall.all_filed
-- Everything that is filed, in order.
SELECT @Filed FROM filed WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY seq;

-- recall.clear_filed
-- Nothing is filed any more.
DELETE FROM filed WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- recall.neighbours_before
-- The last rows of some streams up to a sequence, with the vectors of one embedder.
SELECT r.seq, r.kind, r.stream, r.speaker, r.role, r.thread_id, r.project_id, r.at, r.importance,
       r.page,
       v.vector, v.tokens
  FROM json_each(:streams) s
  JOIN readings r ON r.seq IN (
       SELECT seq FROM readings
        WHERE tenant_id = :tenant_id AND agent_id = :agent_id
          AND stream = s.value AND seq <= :through
        ORDER BY seq DESC LIMIT :reach)
  LEFT JOIN vectors v ON v.fingerprint = :fingerprint AND v.seq = r.seq
 ORDER BY r.seq;

-- recall.neighbours_before [postgres]
-- The last rows of some streams up to a sequence, with the vectors of one embedder.
SELECT r.seq, r.kind, r.stream, r.speaker, r.role, r.thread_id, r.project_id, r.at, r.importance,
       r.page,
       v.vector, v.tokens
  FROM jsonb_array_elements_text(:streams) s
 CROSS JOIN LATERAL (
       SELECT * FROM readings
        WHERE tenant_id = :tenant_id AND agent_id = :agent_id
          AND stream = s.value AND seq <= :through
        ORDER BY seq DESC LIMIT :reach) r
  LEFT JOIN LATERAL (
       SELECT vector, tokens FROM vectors
        WHERE tenant_id = :tenant_id AND agent_id = :agent_id
          AND seq = r.seq AND fingerprint = :fingerprint
        LIMIT 1) v ON TRUE
 ORDER BY r.seq;

-- recall.count_readings
-- How many rows were read behind one sequence and up to another.
SELECT count(*) FROM readings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through;

-- recall.nth_reading
-- The sequence of the n-th row that was read behind another, counted from 0.
SELECT seq FROM readings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
 ORDER BY seq LIMIT 1 OFFSET :skipped;

-- recall.segments
-- What is sealed for one embedder, in order.
SELECT @Segment FROM segments
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND fingerprint = :fingerprint
 ORDER BY through;

-- recall.all_segments
-- What is sealed, for every embedder.
SELECT @Segment FROM segments
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY fingerprint, through;

-- recall.drop_segment
-- One stretch is no longer sealed.
DELETE FROM segments
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND fingerprint = :fingerprint AND through = :through;

-- recall.drop_segments_at
-- The stretches that hold a row which cannot be found any more.
DELETE FROM segments
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND after < :seq AND through >= :seq;

-- recall.drop_other_segments
-- Only the stretches of one embedder stay.
DELETE FROM segments
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND fingerprint <> :fingerprint;

-- recall.clear_segments
-- Nothing is sealed any more.
DELETE FROM segments WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- recall.last_mentions
-- The latest turns that mention an entity.
SELECT seq FROM entity_mentions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND entity_id = :entity_id
 ORDER BY seq DESC LIMIT :limit;

-- recall.company
-- The entities that its latest turns mention together with one, the most frequent first.
SELECT other.entity_id, count(*) AS times
  FROM (SELECT seq FROM entity_mentions
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND entity_id = :entity_id
         ORDER BY seq DESC LIMIT 200) mine
  JOIN entity_mentions other
    ON other.tenant_id = :tenant_id AND other.agent_id = :agent_id AND other.seq = mine.seq
 WHERE other.entity_id <> :entity_id
 GROUP BY other.entity_id ORDER BY times DESC, other.entity_id LIMIT :limit;

-- recall.uses
-- How often each memory was used.
SELECT m.seq, k.access_count FROM marks k
  JOIN memories m
    ON m.tenant_id = k.tenant_id AND m.agent_id = k.agent_id AND m.id = k.subject_id
 WHERE k.tenant_id = :tenant_id AND k.agent_id = :agent_id AND m.is_deleted = FALSE;

-- recall.note_uses
-- Rows were put before the agent. `WHERE TRUE`, as SQLite would else take the conflict for a join.
INSERT INTO marks (tenant_id, agent_id, subject_id, access_count, last_accessed, consolidated)
SELECT :tenant_id, :agent_id, value, 1, :at, FALSE FROM json_each(:ids) WHERE TRUE
ON CONFLICT DO UPDATE
   SET access_count = marks.access_count + 1, last_accessed = excluded.last_accessed;

-- recall.note_uses [postgres]
-- Rows were put before the agent.
INSERT INTO marks (tenant_id, agent_id, subject_id, access_count, last_accessed, consolidated)
SELECT :tenant_id, :agent_id, value, 1, CAST(:at AS timestamptz), FALSE
  FROM jsonb_array_elements_text(:ids)
ON CONFLICT (tenant_id, agent_id, subject_id) DO UPDATE
   SET access_count = marks.access_count + 1, last_accessed = excluded.last_accessed;

-- recall.facts_ending
-- The sequences of facts that are true at a moment and have an end.
SELECT seq FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND valid_to IS NOT NULL AND valid_to > :now AND valid_from <= :now;

-- recall.turned
-- Which of some rows no longer hold, and what took their place; of turns, what they say.
SELECT f.id, f.superseded_by FROM facts f
 WHERE f.tenant_id = :tenant_id AND f.agent_id = :agent_id AND f.is_deleted = FALSE
   AND f.superseded_by IS NOT NULL AND f.recorded_to IS NULL
   AND f.id IN (SELECT value FROM json_each(:ids))
 UNION ALL
SELECT m.id, m.superseded_by FROM memories m
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.is_deleted = FALSE
   AND m.superseded_by IS NOT NULL AND m.id IN (SELECT value FROM json_each(:ids))
 UNION ALL
SELECT s.value, f.superseded_by FROM facts f, json_each(f.source_ids) s
 WHERE f.tenant_id = :tenant_id AND f.agent_id = :agent_id AND f.is_deleted = FALSE
   AND f.superseded_by IS NOT NULL AND f.recorded_to IS NULL
   AND s.value IN (SELECT value FROM json_each(:ids))
 UNION ALL
SELECT s.value, m.superseded_by FROM memories m, json_each(m.source_ids) s
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.is_deleted = FALSE
   AND m.superseded_by IS NOT NULL AND s.value IN (SELECT value FROM json_each(:ids));

-- recall.turned [postgres]
-- Which of some rows no longer hold, and what took their place; of turns, what they say.
SELECT f.id, f.superseded_by FROM facts f
 WHERE f.tenant_id = :tenant_id AND f.agent_id = :agent_id AND f.is_deleted = FALSE
   AND f.superseded_by IS NOT NULL AND f.recorded_to IS NULL
   AND f.id IN (SELECT jsonb_array_elements_text(:ids))
 UNION ALL
SELECT m.id, m.superseded_by FROM memories m
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.is_deleted = FALSE
   AND m.superseded_by IS NOT NULL AND m.id IN (SELECT jsonb_array_elements_text(:ids))
 UNION ALL
SELECT s.value, f.superseded_by FROM facts f, jsonb_array_elements_text(f.source_ids) s
 WHERE f.tenant_id = :tenant_id AND f.agent_id = :agent_id AND f.is_deleted = FALSE
   AND f.superseded_by IS NOT NULL AND f.recorded_to IS NULL
   AND s.value IN (SELECT jsonb_array_elements_text(:ids))
 UNION ALL
SELECT s.value, m.superseded_by FROM memories m, jsonb_array_elements_text(m.source_ids) s
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.is_deleted = FALSE
   AND m.superseded_by IS NOT NULL AND s.value IN (SELECT jsonb_array_elements_text(:ids));

-- recall.made_from
-- The turns from which consolidation made some memories, of those that took nobody's place.
SELECT m.id, s.value FROM memories m, json_each(m.source_ids) s
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.written = 'consolidated'
   AND m.superseded_by IS NULL AND m.id IN (SELECT value FROM json_each(:ids))
   AND NOT EXISTS (SELECT 1 FROM memories o
                    WHERE o.tenant_id = :tenant_id AND o.agent_id = :agent_id
                      AND o.superseded_by = m.id AND o.is_deleted = FALSE);

-- recall.made_from [postgres]
-- The turns from which consolidation made some memories, of those that took nobody's place.
SELECT m.id, s.value FROM memories m, jsonb_array_elements_text(m.source_ids) s
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.written = 'consolidated'
   AND m.superseded_by IS NULL AND m.id IN (SELECT jsonb_array_elements_text(:ids))
   AND NOT EXISTS (SELECT 1 FROM memories o
                    WHERE o.tenant_id = :tenant_id AND o.agent_id = :agent_id
                      AND o.superseded_by = m.id AND o.is_deleted = FALSE);
