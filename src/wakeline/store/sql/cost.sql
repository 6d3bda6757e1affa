-- What the first productive action of a session cost.

-- cost.span
-- What became of one session, in order: the sequence, and on whose behalf.
SELECT seq, actor FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_id = :session_id
   AND subject_kind = 'session'
 ORDER BY seq;

-- cost.first_event
-- The first event of some kinds that one actor caused in a session, within a stretch of the log.
SELECT seq, id, kind, at FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND session_id = :session_id AND actor = :actor
   AND kind IN (SELECT value FROM json_each(:kinds))
 ORDER BY seq LIMIT 1;

-- cost.first_event [postgres]
-- The first event of some kinds that one actor caused in a session, within a stretch of the log.
SELECT seq, id, kind, at FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND session_id = :session_id AND actor = :actor
   AND kind = ANY (ARRAY(SELECT jsonb_array_elements_text(:kinds)))
 ORDER BY seq LIMIT 1;

-- cost.first_turn
-- The first turn of one kind in a session.
SELECT seq, id, kind, recorded_at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND kind = :kind
 ORDER BY seq LIMIT 1;

-- cost.delivered
-- The tokens that one wake delivered.
SELECT tokens FROM wakes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :session_id;

-- cost.said
-- The tokens of a session's turns before a sequence, and how many exchanges they belong to.
SELECT coalesce(sum(tokens), 0), count(DISTINCT exchange_id) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND seq < :before;
