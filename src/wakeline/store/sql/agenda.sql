-- Projects, tasks, hints and messages.

-- agenda.projects
-- Projects that are not deleted.
SELECT @Project FROM projects
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY number;

-- agenda.active_projects
-- Projects that are being worked on.
SELECT @Project FROM projects
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND status = 'active'
 ORDER BY updated_at DESC, number LIMIT :limit;

-- agenda.project_by_key
-- One project by its key.
SELECT @Project FROM projects
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND key = :key;

-- agenda.project_by_number
-- One project by its number.
SELECT @Project FROM projects
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND number = :number;

-- agenda.project
-- One project by its id, deleted or not.
SELECT @Project FROM projects
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- agenda.open_tasks
-- What is to be done, most pressing first.
SELECT @Task FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND status IN ('todo', 'in-progress', 'blocked')
 ORDER BY priority DESC, number LIMIT :limit;

-- agenda.tasks
-- Tasks that are not deleted.
SELECT @Task FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY number;

-- agenda.task_by_number
-- One task by its number.
SELECT @Task FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND number = :number;

-- agenda.task
-- One task by its id.
SELECT @Task FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id = :id;

-- agenda.pending_hints
-- Reminders that are due now, or have no time.
SELECT @Hint FROM hints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND completed_at IS NULL AND dismissed_at IS NULL
   AND (trigger_at IS NULL OR trigger_at <= :now)
 ORDER BY priority DESC, id LIMIT :limit;

-- agenda.hints
-- Reminders that are not deleted.
SELECT @Hint FROM hints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY id;

-- agenda.hint
-- One hint.
SELECT @Hint FROM hints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id = :id;

-- agenda.is_known
-- Whether there ever was something of this id: what was forgotten has left an event too.
SELECT 1 FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_id = :id LIMIT 1;

-- agenda.unread
-- Messages that the agent has not read, most pressing first.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND read_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
 ORDER BY priority DESC, id LIMIT :limit;

-- agenda.unanswered
-- Messages that wait for the agent's answer, most pressing first.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND wants_reply = TRUE AND replied_at IS NULL
 ORDER BY priority DESC, id LIMIT :limit;

-- agenda.waiting
-- What was not read of others, what was not answered, and what the agent's own sessions said
-- last and was not read, each up to its own bound, most pressing first.
SELECT @Message FROM (
    SELECT * FROM (
        SELECT @Message FROM messages
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
           AND read_at IS NULL AND session_id IS NULL
           AND (expires_at IS NULL OR expires_at > :now)
         ORDER BY priority DESC, id LIMIT :limit) AS unread
    UNION
    SELECT * FROM (
        SELECT @Message FROM messages
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
           AND read_at IS NULL AND session_id IS NOT NULL
           AND (expires_at IS NULL OR expires_at > :now)
         ORDER BY id DESC LIMIT :own) AS found_own
    UNION
    SELECT * FROM (
        SELECT @Message FROM messages
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
           AND wants_reply = TRUE AND replied_at IS NULL
         ORDER BY priority DESC, id LIMIT :replies) AS unanswered
) AS found
 ORDER BY priority DESC, id;

-- agenda.pending
-- Whether a message of others is unread, one unanswered, a task of the most pressing due, and whether what
-- was left last is of a session that was cut off, and not read yet. Each looks at few rows.
SELECT EXISTS (SELECT 1 FROM messages
                WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
                  AND read_at IS NULL AND session_id IS NULL
                  AND (expires_at IS NULL OR expires_at > :now)),
       EXISTS (SELECT 1 FROM messages
                WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
                  AND wants_reply = TRUE AND replied_at IS NULL),
       EXISTS (SELECT 1 FROM (
           SELECT due_at FROM tasks
            WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
              AND status IN ('todo', 'in-progress', 'blocked')
            ORDER BY priority DESC, number LIMIT :limit) AS found_tasks
         WHERE due_at <= :soon),
       EXISTS (SELECT 1 FROM (
           SELECT session_id, consumed_at FROM handoffs
            WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
            ORDER BY session_ended_at DESC, id DESC LIMIT 1) AS found_left
          JOIN sessions ON sessions.tenant_id = :tenant_id AND sessions.agent_id = :agent_id
               AND sessions.id = found_left.session_id
         WHERE found_left.consumed_at IS NULL AND sessions.state = 'cut_off');

-- agenda.messages
-- Messages that are not deleted, oldest first, behind an id.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id > :after
 ORDER BY id LIMIT :limit;

-- agenda.message
-- One message.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id = :id;

-- agenda.last_number_of_projects
-- The highest number that a project has.
SELECT max(number) FROM projects WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- agenda.last_number_of_tasks
-- The highest number that a task has.
SELECT max(number) FROM tasks WHERE tenant_id = :tenant_id AND agent_id = :agent_id;
