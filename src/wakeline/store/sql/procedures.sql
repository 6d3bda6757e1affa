-- How the agent goes about kinds of tasks.

-- procedures.all
-- Those in use, by name.
SELECT @Procedure FROM procedures
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY task_type;

-- procedures.of_type
-- The one for a kind of task, taken out of use or not.
SELECT @Procedure FROM procedures
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND task_type = :task_type;

