-- What was decided against.

-- decisions.in_force
-- Those that hold now, the newest first.
SELECT @Decision FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'in_force'
 ORDER BY decided_at DESC, id DESC LIMIT :limit;

-- decisions.holding
-- Those that an action is checked against: in force, or proposed.
SELECT @Decision FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state <> 'reversed'
 ORDER BY decided_at DESC, id DESC LIMIT :limit;

-- decisions.all
-- Every decision, in force, proposed or reversed, the newest first.
SELECT @Decision FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND (CAST(:state AS TEXT) IS NULL OR state = :state)
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY decided_at DESC, id DESC LIMIT :limit;

-- decisions.by_id
-- One by its id.
SELECT @Decision FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- decisions.said
-- Those that say the same in the same words, the newest first.
SELECT @Decision FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND wording = :wording
 ORDER BY decided_at DESC, id DESC;
