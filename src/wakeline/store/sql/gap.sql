-- What happened while an agent was away. Its own acts are told apart by who acted: the agent
-- under any name that it has had, in a session or on its own word. Under its name but on the
-- person's word and in no session, it is the person at a terminal.

-- gap.last_told
-- The newest wake that told what had happened: not a robot's, nor one that could not read it.
SELECT w.at, w.through, s.project_id
  FROM wakes w
 CROSS JOIN sessions s
 WHERE w.tenant_id = :tenant_id AND w.agent_id = :agent_id
   AND s.tenant_id = :tenant_id AND s.agent_id = :agent_id AND s.id = w.id
   AND s.mode <> 'robot' AND CAST(w.missing AS text) NOT LIKE '%"GapReport"%'
   AND w.id > '' -- so that SQLite goes by the key and stops at the first
 ORDER BY w.id DESC LIMIT 1;

-- gap.next_wake
-- When the first wake behind an entry of the log took place.
SELECT at FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
   AND kind = 'wake.delivered'
 ORDER BY seq LIMIT 1;

-- gap.events
-- What others did in a stretch of the log, newest first, consolidation last: whether it was the
-- person under the agent's name, whether the agent acted on the same row afterwards, and how many
-- there are. What a session leaves behind by itself, and where something was shown or used, is
-- left out.
WITH found_names AS (
    SELECT DISTINCT json_extract(after, '$.name') AS name FROM events
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id
       AND subject_id = :agent_id AND subject_kind = 'identity'
       AND json_extract(after, '$.name') IS NOT NULL
), found AS (
    SELECT seq, subject_id, actor IN (SELECT name FROM found_names) AS is_own_name,
           actor = 'consolidation' AS is_job
      FROM events
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id
       AND seq > :after AND seq <= :through
       AND (subject_kind NOT IN ('attachment_turn', 'conversation_summary', 'disorientation', 'drift',
                                 'extraction', 'gap',
                                 'handoff', 'letter', 'session', 'thread', 'thread_handoff', 'threshold',
                                 'use', 'wake')
            OR kind LIKE '%.forgotten')
       AND NOT (actor IN (SELECT name FROM found_names)
                AND (session_id IS NOT NULL OR origin IN ('agent_inferred', 'tool_output')))
)
SELECT @Event(e), found.is_own_name,
       EXISTS (SELECT 1 FROM events o
                WHERE o.tenant_id = :tenant_id AND o.agent_id = :agent_id
                  AND o.subject_id = found.subject_id AND o.seq > found.seq AND o.seq <= :through
                  AND o.actor IN (SELECT name FROM found_names)
                  AND (o.session_id IS NOT NULL OR o.origin IN ('agent_inferred', 'tool_output'))),
       (SELECT count(*) FROM found)
  FROM found
 CROSS JOIN events e
 WHERE e.tenant_id = :tenant_id AND e.agent_id = :agent_id AND e.seq = found.seq
 ORDER BY found.is_job, found.seq DESC LIMIT :limit;

-- gap.events [postgres]
-- What others did in a stretch of the log, newest first, consolidation last: whether it was the
-- person under the agent's name, whether the agent acted on the same row afterwards, and how many
-- there are. What a session leaves behind by itself, and where something was shown or used, is
-- left out.
WITH found_names AS (
    SELECT DISTINCT after ->> 'name' AS name FROM events
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id
       AND subject_id = :agent_id AND subject_kind = 'identity'
       AND after ->> 'name' IS NOT NULL
), found AS (
    SELECT seq, subject_id, actor IN (SELECT name FROM found_names) AS is_own_name,
           actor = 'consolidation' AS is_job
      FROM events
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id
       AND seq > :after AND seq <= :through
       AND (subject_kind NOT IN ('attachment_turn', 'conversation_summary', 'disorientation', 'drift',
                                 'extraction', 'gap',
                                 'handoff', 'letter', 'session', 'thread', 'thread_handoff', 'threshold',
                                 'use', 'wake')
            OR kind LIKE '%.forgotten')
       AND NOT (actor IN (SELECT name FROM found_names)
                AND (session_id IS NOT NULL OR origin IN ('agent_inferred', 'tool_output')))
)
SELECT @Event(e), found.is_own_name,
       EXISTS (SELECT 1 FROM events o
                WHERE o.tenant_id = :tenant_id AND o.agent_id = :agent_id
                  AND o.subject_id = found.subject_id AND o.seq > found.seq AND o.seq <= :through
                  AND o.actor IN (SELECT name FROM found_names)
                  AND (o.session_id IS NOT NULL OR o.origin IN ('agent_inferred', 'tool_output'))),
       (SELECT count(*) FROM found)
  FROM found
  JOIN events e ON e.tenant_id = :tenant_id AND e.agent_id = :agent_id AND e.seq = found.seq
 ORDER BY found.is_job, found.seq DESC LIMIT :limit;

-- gap.turns
-- What was taken in beside every session, summed by thread and kind; of the newest, a bounded
-- number. An exchange that has its number of the day is one that the agent took part in.
SELECT origin, kind, thread_id, count(*), min(id), max(id), max(recorded_at),
       count(DISTINCT speaker)
  FROM (SELECT t.id, t.origin, t.kind, t.thread_id, t.recorded_at, t.speaker FROM episodes t
         WHERE t.tenant_id = :tenant_id AND t.agent_id = :agent_id
           AND t.seq > :after AND t.seq <= :through
           AND t.forgotten_at IS NULL AND t.exchange_index IS NULL
           AND NOT EXISTS (SELECT 1 FROM sessions s
                            WHERE s.tenant_id = :tenant_id AND s.agent_id = :agent_id
                              AND s.id = t.session_id)
         ORDER BY t.seq DESC LIMIT :limit) AS found
 GROUP BY origin, kind, thread_id
 ORDER BY 4 DESC, 5 LIMIT :groups;

-- gap.due
-- What time alone brought between two moments: tasks and hints that were due, facts that ended
-- with nothing in their place, and facts that were written down before they began to hold. Of
-- tasks, hints and facts that stood alone, the most pressing or important are looked at.
SELECT * FROM (
    SELECT 'task' AS what, id, due_at AS at, CAST(number AS text) AS number, title AS name,
           status AS value, NULL AS was, priority / 10.0 AS weight, project_id
      FROM (SELECT id, due_at, number, title, status, priority, project_id FROM tasks
             WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
               AND status IN ('todo', 'in-progress', 'blocked')
             ORDER BY priority DESC, number LIMIT :looked_at) AS found_tasks
     WHERE due_at > :since AND due_at <= :now LIMIT :limit) AS found_due
 UNION ALL
SELECT * FROM (
    SELECT 'hint', id, trigger_at, NULL, content, category, NULL, priority / 10.0, NULL
      FROM (SELECT id, trigger_at, content, category, priority FROM hints
             WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
               AND completed_at IS NULL AND dismissed_at IS NULL
             ORDER BY priority DESC, id LIMIT :looked_at) AS found_hints
     WHERE trigger_at > :since AND trigger_at <= :now LIMIT :limit) AS found_reminders
 UNION ALL
SELECT * FROM (
    SELECT CASE WHEN n.id IS NULL THEN 'ended' ELSE 'began' END, coalesce(n.id, f.id), f.valid_to,
           NULL, f.key, coalesce(n.value, f.value), CASE WHEN n.id IS NULL THEN NULL ELSE f.value END,
           coalesce(n.importance, f.importance), coalesce(n.project_id, f.project_id)
      FROM facts f
      LEFT JOIN facts n ON n.tenant_id = :tenant_id AND n.agent_id = :agent_id
           AND n.id = f.superseded_by
     WHERE f.tenant_id = :tenant_id AND f.agent_id = :agent_id AND f.is_deleted = FALSE
       AND f.recorded_to IS NULL AND f.valid_to IS NOT NULL
       AND f.valid_to > :since AND f.valid_to <= :now AND f.created_at < f.valid_to
       AND (n.id IS NULL OR (n.recorded_to IS NULL AND n.is_deleted = FALSE))
     ORDER BY f.valid_to DESC LIMIT :limit) AS found_ends
 UNION ALL
SELECT * FROM (
    SELECT 'began', id, valid_from, NULL, key, value, NULL, importance, project_id
      FROM (SELECT * FROM (
                SELECT id, valid_from, created_at, key, value, importance, project_id FROM facts
                 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
                   AND recorded_to IS NULL AND valid_to IS NULL
                 ORDER BY importance DESC, key LIMIT :looked_at) AS found_endless
             UNION ALL
            SELECT * FROM (
                SELECT id, valid_from, created_at, key, value, importance, project_id FROM facts
                 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
                   AND recorded_to IS NULL AND valid_to IS NOT NULL AND valid_to > :now
                 ORDER BY valid_to LIMIT :looked_at) AS found_ending) AS found_facts
     WHERE valid_from > :since AND valid_from <= :now AND created_at < valid_from
     LIMIT :limit) AS found_begun;
