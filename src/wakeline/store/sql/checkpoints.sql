-- Where sessions are in the middle of something.

-- checkpoints.of_session
-- How one session stands.
SELECT @Checkpoint FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id;

-- checkpoints.without_session
-- What was noted outside of any session.
SELECT @Checkpoint FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id IS NULL
 ORDER BY id DESC LIMIT 1;

-- checkpoints.by_id
-- One by its id.
SELECT @Checkpoint FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- checkpoints.all
-- Every checkpoint, the newest first.
SELECT @Checkpoint FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY updated_at DESC, id DESC LIMIT :limit;

-- checkpoints.left_in_thread
-- How the session stood that was last in a thread.
SELECT @Checkpoint FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = (
    SELECT id FROM sessions
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
     ORDER BY started_at DESC, id DESC LIMIT 1);

-- checkpoints.exchanges_since
-- How many exchanges a session had since its last checkpoint, a few at most.
SELECT count(*) FROM (
    SELECT DISTINCT exchange_id FROM episodes
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
       AND exchange_id IS NOT NULL
       AND seq > coalesce((SELECT through FROM checkpoints
                            WHERE tenant_id = :tenant_id AND agent_id = :agent_id
                              AND session_id = :session_id), 0)
     LIMIT 9) AS since;
