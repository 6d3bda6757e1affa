-- What a day, a week or a month of a thread held.

-- summaries.turns_between
-- Where the turns of a stretch of the log stand, in order.
SELECT seq, thread_id, at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND forgotten_at IS NULL
 ORDER BY seq;

-- summaries.covers
-- How many turns of a thread were said between two moments, which, and when the last of them was.
SELECT count(*), min(seq), max(seq), max(at) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq >= :first AND seq <= :through
   AND thread_id IS :thread_id AND at >= :starts_at AND at < :ends_at AND forgotten_at IS NULL;

-- summaries.covers [postgres]
-- How many turns of a thread were said between two moments, which, and when the last of them was.
SELECT count(*), min(seq), max(seq), max(at) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq >= :first AND seq <= :through
   AND thread_id IS NOT DISTINCT FROM CAST(:thread_id AS text)
   AND at >= :starts_at AND at < :ends_at AND forgotten_at IS NULL;

-- summaries.turns
-- The most important turns of a thread between two moments.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq >= :first AND seq <= :through
   AND thread_id IS :thread_id AND at >= :starts_at AND at < :ends_at AND forgotten_at IS NULL
 ORDER BY importance DESC, seq LIMIT :limit;

-- summaries.turns [postgres]
-- The most important turns of a thread between two moments.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq >= :first AND seq <= :through
   AND thread_id IS NOT DISTINCT FROM CAST(:thread_id AS text)
   AND at >= :starts_at AND at < :ends_at AND forgotten_at IS NULL
 ORDER BY importance DESC, seq LIMIT :limit;

-- summaries.by_id
-- One summary.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- summaries.with_ids
-- Some summaries.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids))
 ORDER BY id;

-- summaries.with_ids [postgres]
-- Some summaries.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT jsonb_array_elements_text(:ids))
 ORDER BY id;

-- summaries.at_seqs
-- The summaries of some sequences.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND seq IN (SELECT value FROM json_each(:seqs));

-- summaries.at_seqs [postgres]
-- The summaries of some sequences.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND seq IN (SELECT CAST(value AS bigint) FROM jsonb_array_elements_text(:seqs) AS value);

-- summaries.all
-- Every summary, in order of their sequences.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY seq;

-- summaries.lowest
-- The last sequence that was given out; they go down from -1.
SELECT min(seq) FROM summaries WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- summaries.remove
-- There is nothing left to be summed up.
DELETE FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq = :seq;

-- summaries.clear
-- Drop every summary.
DELETE FROM summaries WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- summaries.clear_vectors
-- Drop what they mean.
DELETE FROM vectors WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq < 0;

-- summaries.clear_marks
-- No turns are summed up.
DELETE FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND name LIKE 'summaries %';

-- summaries.unread
-- Whether a summary has no vector.
SELECT 1 FROM summaries s
 WHERE s.tenant_id = :tenant_id AND s.agent_id = :agent_id AND s.content <> ''
   AND NOT EXISTS (SELECT 1 FROM vectors v
                    WHERE v.tenant_id = :tenant_id AND v.agent_id = :agent_id AND v.seq = s.seq)
 LIMIT 1;

-- summaries.vectors
-- What summaries mean to one embedder.
SELECT @Vector FROM vectors
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND fingerprint = :fingerprint AND seq < 0;
