-- Actions that must not be done twice.

-- guards.of_key
-- The guard of one action.
SELECT @Guard FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key;

-- guards.all
-- Every guard, what changed last first.
SELECT @Guard FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY updated_at DESC, id DESC LIMIT :limit;

-- guards.claimed
-- What is claimed, the oldest first.
SELECT @Guard FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'claimed'
 ORDER BY id;

-- guards.claimed_in_session
-- What one session has claimed: ids and keys, in no order.
SELECT id, key FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'claimed'
   AND session_id = :session_id;

-- guards.standing
-- What must not be repeated: what is open, then what was done last since a moment.
SELECT @Guard FROM (
    SELECT * FROM (
        SELECT g.*, 0 AS turn FROM guards g
         WHERE g.tenant_id = :tenant_id AND g.agent_id = :agent_id
           AND g.state IN ('claimed', 'unknown')
         ORDER BY g.updated_at DESC, g.id DESC LIMIT :limit) AS open_ones
    UNION ALL
    SELECT * FROM (
        SELECT g.*, 1 AS turn FROM guards g
         WHERE g.tenant_id = :tenant_id AND g.agent_id = :agent_id
           AND g.state = 'done' AND g.updated_at >= :since
         ORDER BY g.updated_at DESC, g.id DESC LIMIT :done) AS done_ones) AS both_kinds
 ORDER BY turn, updated_at DESC, id DESC;

-- guards.unfinished
-- Actions of which nobody knows whether they happened, the latest first.
SELECT what, id FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'unknown'
 ORDER BY updated_at DESC, id DESC LIMIT :limit;

-- guards.matching
-- What a host's tools must not repeat.
SELECT @Guard FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state IN ('claimed', 'unknown', 'done')
   AND (tool IS NOT NULL OR pattern IS NOT NULL)
 ORDER BY updated_at DESC, id DESC LIMIT :limit;
