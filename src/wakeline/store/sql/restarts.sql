-- Ways back into a task after a restart.

-- restarts.of_task
-- The last one of a task.
SELECT @Restart FROM restarts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND task = :task
 ORDER BY id DESC LIMIT 1;

-- restarts.all
-- Every one, the newest first.
SELECT @Restart FROM restarts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY id DESC LIMIT :limit;
