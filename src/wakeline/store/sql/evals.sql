-- How an agent judges its sessions, and what the log holds against it.

-- evals.of_session
-- How the agent judged one session.
SELECT @SessionEval FROM session_evals
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id;

-- evals.caused
-- How many events of each kind the agent caused in a session, under its name or on its word,
-- within a stretch of the log.
SELECT kind, count(*) FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND session_id = :session_id AND forgotten_at IS NULL
   AND (actor = :actor OR origin IN ('agent_inferred', 'tool_output'))
 GROUP BY kind ORDER BY kind;
