-- What self-care takes up, what it has put away, and how much there is of it.

-- care.memories
-- Memories that may be summarised, oldest first: none that is pinned or says who the agent is.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
   AND is_pinned = FALSE AND type NOT IN ('identity', 'instruction')
 ORDER BY id;

-- care.memory_tokens
-- How many memories may be summarised, and how many tokens they have.
SELECT count(*), coalesce(sum(tokens), 0) FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
   AND is_pinned = FALSE AND type NOT IN ('identity', 'instruction');

-- care.watermark
-- Up to which entry of the log conversations are summarised.
SELECT max(through) FROM conversation_summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE;

-- care.turns
-- What was said in a stretch of the log, in order.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND kind = 'conversation' AND forgotten_at IS NULL
 ORDER BY seq LIMIT :limit;

-- care.first_of_session
-- The first turn of a session.
SELECT min(seq) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id;

-- care.turn_tokens
-- Of what was said since an entry of the log, up to a bound: how many conversations, and tokens.
SELECT count(DISTINCT coalesce(session_id, id)), coalesce(sum(tokens), 0)
  FROM (SELECT session_id, id, tokens FROM episodes
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
           AND kind = 'conversation' AND forgotten_at IS NULL
         ORDER BY seq LIMIT :limit) AS said;

-- care.at
-- When the last turn up to an entry of the log was said.
SELECT at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq <= :through
   AND kind = 'conversation'
 ORDER BY seq DESC LIMIT 1;

-- care.standing
-- What conversations came to, of each thread the last.
SELECT @ConversationSummary FROM conversation_summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND is_deleted = FALSE AND folded_into IS NULL
 ORDER BY id;

-- care.conversation
-- What one conversation came to.
SELECT @ConversationSummary FROM conversation_summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- care.put_away
-- The sequences of memories that self-care has put away.
SELECT m.seq FROM memories s, json_each(s.source_ids) j
  JOIN memories m ON m.id = j.value
 WHERE s.tenant_id = :tenant_id AND s.agent_id = :agent_id
   AND s.written = 'self_care' AND s.is_deleted = FALSE
   AND m.tenant_id = :tenant_id AND m.agent_id = :agent_id
   AND m.archived_at IS NOT NULL AND m.is_deleted = FALSE;

-- care.put_away [postgres]
-- The sequences of memories that self-care has put away.
SELECT m.seq FROM memories s
 CROSS JOIN LATERAL jsonb_array_elements_text(s.source_ids) AS j (id)
  JOIN memories m ON m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.id = j.id
 WHERE s.tenant_id = :tenant_id AND s.agent_id = :agent_id
   AND s.written = 'self_care' AND s.is_deleted = FALSE
   AND m.archived_at IS NOT NULL AND m.is_deleted = FALSE;
