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
-- What can be done now.
SELECT @Job FROM jobs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'waiting'
   AND run_after <= :now
 ORDER BY created_at, name, key;

-- jobs.all
-- Everything that waits or is parked.
SELECT @Job FROM jobs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY created_at, name, key;

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
