-- How an agent spoke in its sessions. Derived.

-- fingerprints.of_sessions
-- What was counted of some sessions.
SELECT @SessionPrint FROM fingerprints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND session_id IN (SELECT value FROM json_each(:session_ids));

-- fingerprints.of_sessions [postgres]
-- What was counted of some sessions.
SELECT @SessionPrint FROM fingerprints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND session_id = ANY (ARRAY(SELECT jsonb_array_elements_text(:session_ids)));

-- fingerprints.spoken
-- The newest sessions in which the agent spoke, and the last turn of each.
SELECT session_id, max(seq) AS last_seq FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id IS NOT NULL
   AND role = 'agent' AND kind = 'conversation' AND forgotten_at IS NULL
 GROUP BY session_id
 ORDER BY last_seq DESC LIMIT :limit;

-- fingerprints.own_turns
-- What the agent said in one session, in order.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND role = 'agent' AND kind = 'conversation' AND forgotten_at IS NULL
 ORDER BY seq DESC LIMIT :limit;

-- fingerprints.clear
-- Drop what was counted, so that it is counted again.
DELETE FROM fingerprints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- fingerprints.all
-- Everything that was counted.
SELECT @SessionPrint FROM fingerprints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY session_id;
