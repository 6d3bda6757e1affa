-- Sessions, leases, threads and handoffs.

-- sessions.by_id
-- One session.
SELECT @Session FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- sessions.open
-- The sessions that nobody has ended, oldest first.
SELECT @Session FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'open'
 ORDER BY started_at, id;

-- sessions.latest
-- The newest sessions.
SELECT @Session FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY started_at DESC, id DESC LIMIT :limit;

-- sessions.count
-- How many sessions there were.
SELECT count(*) FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- sessions.leases
-- Who holds the open sessions.
SELECT @Lease FROM leases
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY session_id;

-- sessions.lease
-- Who holds one session.
SELECT @Lease FROM leases
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id;

-- sessions.renew
-- The holder was heard of.
UPDATE leases SET renewed_at = :renewed_at, expires_at = :expires_at
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id;

-- sessions.drop_lease
-- The session is over.
DELETE FROM leases
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id;

-- sessions.wake
-- What one wake delivered.
SELECT @Wake FROM wakes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- sessions.gone_since
-- Which of some rows were forgotten, or made again without what was, behind a sequence.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at IS NOT NULL
   AND id IN (SELECT value FROM json_each(:ids))
 UNION ALL
SELECT subject_id FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
   AND (kind LIKE '%.forgotten' OR kind LIKE '%.remade')
   AND subject_id IN (SELECT value FROM json_each(:ids));

-- sessions.gone_since [postgres]
-- Which of some rows were forgotten, or made again without what was, behind a sequence.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at IS NOT NULL
   AND id IN (SELECT jsonb_array_elements_text(:ids))
 UNION ALL
SELECT subject_id FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
   AND (kind LIKE '%.forgotten' OR kind LIKE '%.remade')
   AND subject_id IN (SELECT jsonb_array_elements_text(:ids));

-- sessions.thread
-- One thread.
SELECT @Thread FROM threads
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- sessions.thread_of
-- In which thread somebody is: that of the session, else of the one which this holder has open.
SELECT thread_id FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id = coalesce(CAST(:session_id AS TEXT), (
       SELECT session_id FROM leases
        WHERE tenant_id = :tenant_id AND agent_id = :agent_id
          AND holder = :holder AND host = :host
        ORDER BY renewed_at DESC LIMIT 1));

-- sessions.threads
-- Every thread there is.
SELECT @Thread FROM threads
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY id;

-- sessions.threads_from
-- The threads there are, by name, behind one.
SELECT @Thread FROM threads
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id > :after
 ORDER BY id LIMIT :limit;

-- sessions.in_threads
-- How many sessions some threads have had in each mode, and when the last began.
SELECT thread_id, mode, count(*), max(started_at) FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND thread_id IN (SELECT value FROM json_each(:thread_ids))
 GROUP BY thread_id, mode ORDER BY thread_id, mode;

-- sessions.in_threads [postgres]
-- How many sessions some threads have had in each mode, and when the last began.
SELECT thread_id, mode, count(*), max(started_at) FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND thread_id IN (SELECT jsonb_array_elements_text(:thread_ids))
 GROUP BY thread_id, mode ORDER BY thread_id, mode;

-- sessions.of_thread
-- The newest sessions of one thread.
SELECT @Session FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
 ORDER BY started_at DESC, id DESC LIMIT :limit;

-- sessions.written_in_thread
-- How much was written in one thread, by each store that has something of it.
SELECT 'episodes', count(*) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'memories', count(*) FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'facts', count(*) FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'knowledge', count(*) FROM knowledge
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'tasks', count(*) FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'hints', count(*) FROM hints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'messages', count(*) FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'decisions', count(*) FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'principles', count(*) FROM principles
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'tellings', count(*) FROM tellings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'guards', count(*) FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'letters', count(*) FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'journal', count(*) FROM journal
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'session_evals', count(*) FROM session_evals
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'checkpoints', count(*) FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'handoffs', count(*) FROM handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0
 UNION ALL
SELECT 'drifts', count(*) FROM drifts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'thresholds', count(*) FROM thresholds
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
HAVING count(*) > 0
 UNION ALL
SELECT 'conversation_summaries', count(*) FROM conversation_summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
   AND is_deleted = FALSE
HAVING count(*) > 0;

-- sessions.latest_handoff
-- What was left most recently, read or not. A session in which nothing was said or noted, and which
-- was ended without a word, has nothing to tell: what was left before it stands.
SELECT @Handoff FROM handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND (author <> 'log' OR relational_state IS NOT NULL OR source_ids <> '[]'
        OR working_on IS NOT NULL)
 ORDER BY session_ended_at DESC, id DESC LIMIT 1;

-- sessions.thread_handoff
-- The standing handoff of one thread.
SELECT @ThreadHandoff FROM thread_handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id;

-- sessions.handoff
-- One handoff by its id.
SELECT @Handoff FROM handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- sessions.all_by_source
-- The newest sessions that were opened for one of a host's.
SELECT @Session FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND source = :source
 ORDER BY started_at DESC, id DESC LIMIT :limit;
