-- What sessions write to those after them.

-- letters.by_id
-- One letter, in use or not.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- letters.latest
-- The newest letters, whoever wrote them, behind the last that was seen.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :before
 ORDER BY id DESC LIMIT :limit;

-- letters.own
-- The newest letters that the agent wrote itself.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND author = 'agent' AND is_deleted = FALSE
 ORDER BY id DESC LIMIT :limit;

-- letters.of_session
-- The letters of one session, newest first.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND is_deleted = FALSE
 ORDER BY id DESC LIMIT :limit;

-- letters.facts_of_stretch
-- The facts that were set in a stretch of time and are believed now, the weightiest first.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND created_at >= :since AND created_at <= :until
 ORDER BY importance DESC, seq LIMIT :limit;
