-- Work to be done, and how far derived rows have come.

-- jobs.add
-- Ask for work; asked twice, it waits once.
INSERT INTO jobs (tenant_id, agent_id, name, key, state, attempts, reason, created_at, run_after)
VALUES (:tenant_id, :agent_id, :name, :key, 'waiting', 0, NULL, :at, :at)
ON CONFLICT DO NOTHING;

-- jobs.add_derived
-- Ask for all that is derived from new turns; what waits already waits once.
INSERT INTO jobs (tenant_id, agent_id, name, key, state, attempts, reason, created_at, run_after)
VALUES (:tenant_id, :agent_id, 'entities', '', 'waiting', 0, NULL, :at, :at),
       (:tenant_id, :agent_id, 'readings', '', 'waiting', 0, NULL, :at, :at)
ON CONFLICT DO NOTHING;

-- jobs.waiting
-- What can be done now. Nothing is put off beyond `far`: there, a clock went back since.
SELECT @Job FROM jobs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'waiting'
   AND (run_after <= :now OR run_after > :far)
 ORDER BY created_at, name, key;

-- jobs.all
-- Everything that waits or is parked.
SELECT @Job FROM jobs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY created_at, name, key;

-- jobs.one
-- One piece of work, if it waits or is parked.
SELECT @Job FROM jobs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND name = :name AND key = :key;

-- jobs.claim
-- Who runs the jobs of this agent, or did when it was last heard of.
SELECT @JobClaim FROM job_claims WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- jobs.progress
-- A number that grows whenever a job gets on.
SELECT CAST(
       coalesce((SELECT sum(seq) FROM index_marks
                  WHERE tenant_id = :tenant_id AND agent_id = :agent_id), 0)
     + coalesce((SELECT max(last_seq) FROM archive_days
                  WHERE tenant_id = :tenant_id AND agent_id = :agent_id), 0) AS bigint);

-- jobs.renew_claim
-- Whoever runs them is still there.
UPDATE job_claims SET renewed_at = :renewed_at, expires_at = :expires_at
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND holder = :holder;

-- jobs.drop_claim
-- Whoever ran them has finished.
DELETE FROM job_claims
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND holder = :holder;

-- jobs.clear_claim
-- Nobody runs them any more.
DELETE FROM job_claims WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- jobs.done
-- The work is done.
DELETE FROM jobs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND name = :name AND key = :key;

-- jobs.mark
-- How far one index has come.
SELECT seq FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND name = :name;

-- jobs.marks
-- How far every index has come.
SELECT @IndexMark FROM index_marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY name;

-- jobs.archive_days
-- The days that are archived, oldest first.
SELECT @ArchiveDay FROM archive_days
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY day;

-- jobs.last_archive_day
-- The newest day that is archived.
SELECT @ArchiveDay FROM archive_days
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY day DESC LIMIT 1;
