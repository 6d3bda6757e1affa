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

-- sessions.threads
-- Every thread there is.
SELECT @Thread FROM threads
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY id;

-- sessions.latest_handoff
-- What was left most recently, read or not.
SELECT @Handoff FROM handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY session_ended_at DESC, id DESC LIMIT 1;

-- sessions.handoffs
-- What was left, newest first.
SELECT @Handoff FROM handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
 ORDER BY session_ended_at DESC, id DESC LIMIT :limit;

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
