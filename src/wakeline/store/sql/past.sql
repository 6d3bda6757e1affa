-- What stood in the log at a moment.

-- past.last_turn
-- The last turn that was recorded at a moment or before.
SELECT seq FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND recorded_at <= :at
 ORDER BY seq DESC LIMIT 1;

-- past.last_event
-- The last event that was written at a moment or before.
SELECT seq FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND at <= :at
 ORDER BY seq DESC LIMIT 1;

-- past.last_exchanges
-- The last turns of exchanges up to an entry of the log, the newest first.
SELECT exchange_id, seq FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq <= :through
   AND exchange_id IS NOT NULL AND kind = 'conversation'
 ORDER BY seq DESC LIMIT :limit;

-- past.rows
-- What the log says up to an entry about each thing of some kinds: the last event about it.
SELECT e.subject_kind, e.subject_id, e.kind, e.after, e.forgotten_at FROM events e
 WHERE e.tenant_id = :tenant_id AND e.agent_id = :agent_id
   AND e.seq IN (SELECT max(l.seq) FROM events l
                  WHERE l.tenant_id = :tenant_id AND l.agent_id = :agent_id
                    AND l.seq <= :through
                    AND l.subject_kind IN (SELECT value FROM json_each(:kinds))
                  GROUP BY l.subject_kind, l.subject_id)
 ORDER BY e.seq;

-- past.rows [postgres]
-- What the log says up to an entry about each thing of some kinds: the last event about it.
SELECT e.subject_kind, e.subject_id, e.kind, e.after, e.forgotten_at FROM events e
 WHERE e.tenant_id = :tenant_id AND e.agent_id = :agent_id
   AND e.seq IN (SELECT max(l.seq) FROM events l
                  WHERE l.tenant_id = :tenant_id AND l.agent_id = :agent_id
                    AND l.seq <= :through
                    AND l.subject_kind IN (SELECT jsonb_array_elements_text(:kinds))
                  GROUP BY l.subject_kind, l.subject_id)
 ORDER BY e.seq;

-- past.versions
-- The last entry about each of some rows up to a sequence, else the first one behind it.
SELECT subject_id, subject_kind,
       coalesce(max(CASE WHEN seq <= :through THEN seq END), min(seq))
  FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND subject_id IN (SELECT value FROM json_each(:ids)) AND subject_kind <> 'wake'
 GROUP BY subject_id, subject_kind
 UNION ALL
SELECT id, 'turn', seq FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids));

-- past.versions [postgres]
-- The last entry about each of some rows up to a sequence, else the first one behind it.
SELECT subject_id, subject_kind,
       coalesce(max(CASE WHEN seq <= :through THEN seq END), min(seq))
  FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND subject_id IN (SELECT jsonb_array_elements_text(:ids)) AND subject_kind <> 'wake'
 GROUP BY subject_id, subject_kind
 UNION ALL
SELECT id, 'turn', seq FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT jsonb_array_elements_text(:ids));

-- past.uses_in_session
-- What was put before the agent in one session, which began behind a sequence, in order.
SELECT @Use(u) FROM uses u
  JOIN events e ON e.tenant_id = :tenant_id AND e.agent_id = :agent_id AND e.seq = u.seq
 WHERE u.tenant_id = :tenant_id AND u.agent_id = :agent_id AND e.session_id = :session_id
   AND u.seq > :after
 ORDER BY u.seq;

-- past.uses
-- What was put before the agent, in order.
SELECT @Use FROM uses
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY seq;

-- past.marks
-- Every counter as it stands now.
SELECT @Marks FROM marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- past.forgotten
-- The ids of what was forgotten.
SELECT subject_id FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND kind LIKE '%.forgotten'
 UNION
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at IS NOT NULL;
