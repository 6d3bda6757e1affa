-- What was consolidated, what it is compared with, and what was active together.

-- consolidation.since
-- Groups of turns that reach behind an entry of the log.
SELECT @Consolidation FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND through > :after AND turns > 0
 ORDER BY through;

-- consolidation.last_faded
-- When memories last faded.
SELECT max(at) FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND faded > 0;

-- consolidation.latest
-- The newest groups, newest first.
SELECT @Consolidation FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY id DESC LIMIT :limit;

-- consolidation.memories
-- What consolidation has written and holds.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND written = 'consolidated' AND is_deleted = FALSE AND superseded_by IS NULL
 ORDER BY id;

-- consolidation.believed
-- What is believed of one key, of now and of other times.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key
   AND recorded_to IS NULL AND is_deleted = FALSE
 ORDER BY valid_from, id;

-- consolidation.forgotten
-- Which turns of a stretch of the log were forgotten.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND seq > :after AND seq <= :through AND forgotten_at IS NOT NULL;

-- consolidation.turns_behind
-- How many turns stand behind an entry of the log.
SELECT count(*) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
   AND forgotten_at IS NULL;

-- consolidation.overlapping
-- Whether turns of a session in a stretch of the log were consolidated.
SELECT 1 FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND through > :after AND turns > 0
   AND after < :through AND session_id IS :session_id
 LIMIT 1;

-- consolidation.overlapping [postgres]
-- Whether turns of a session in a stretch of the log were consolidated.
SELECT 1 FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND through > :after AND turns > 0
   AND after < :through AND session_id IS NOT DISTINCT FROM CAST(:session_id AS text)
 LIMIT 1;
