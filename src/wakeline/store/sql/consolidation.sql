-- What was consolidated, what it is compared with, and what was active together.

-- consolidation.since
-- Groups of turns that reach behind an entry of the log, as rules or as a model read them.
SELECT @Consolidation FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND through > :after AND turns > 0
   AND (model IS NOT NULL) = :by_model
 ORDER BY through;

-- consolidation.last_faded
-- When memories last faded.
SELECT max(at) FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND faded > 0;

-- consolidation.memories
-- What consolidation has written and holds.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND written = 'consolidated' AND is_deleted = FALSE AND superseded_by IS NULL
 ORDER BY id;

-- consolidation.believed
-- What is believed of one key to have held at a moment, or since.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key
   AND recorded_to IS NULL AND is_deleted = FALSE
   AND (valid_to IS NULL OR valid_to > :since)
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
-- Whether turns of a session in a stretch of the log were consolidated, by rules or by a model.
SELECT 1 FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND through > :after AND turns > 0
   AND (model IS NOT NULL) = :by_model AND after < :through AND session_id IS :session_id
 LIMIT 1;

-- consolidation.overlapping [postgres]
-- Whether turns of a session in a stretch of the log were consolidated, by rules or by a model.
SELECT 1 FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND through > :after AND turns > 0
   AND (model IS NOT NULL) = :by_model AND after < :through
   AND session_id IS NOT DISTINCT FROM CAST(:session_id AS text)
 LIMIT 1;

-- consolidation.may_fade
-- Memories in use that may fade, with when each was last used.
SELECT @Memory(m), k.last_accessed FROM memories m
  LEFT JOIN marks k
    ON k.tenant_id = :tenant_id AND k.agent_id = :agent_id AND k.subject_id = m.id
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id
   AND m.is_deleted = FALSE AND m.archived_at IS NULL AND m.superseded_by IS NULL
   AND m.is_pinned = FALSE AND m.importance > :least
   AND m.updated_at < :before AND (k.last_accessed IS NULL OR k.last_accessed < :before)
 ORDER BY m.id;

-- consolidation.active
-- Events of a stretch of the log that say what was active together, in order.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND kind IN ('use.noted', 'consolidation.ran') AND after IS NOT NULL
 ORDER BY seq;

-- consolidation.which_memories
-- Which of some ids are memories.
SELECT id FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids));

-- consolidation.which_memories [postgres]
-- Which of some ids are memories.
SELECT id FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT jsonb_array_elements_text(:ids));

-- consolidation.link
-- One link.
SELECT @Link FROM links
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND from_id = :from_id AND to_id = :to_id;

-- consolidation.links
-- Every link.
SELECT @Link FROM links
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY from_id, to_id;

-- consolidation.links_of
-- What one memory was active with.
SELECT @Link FROM links
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND from_id = :id
 UNION ALL
SELECT @Link FROM links
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND to_id = :id;

-- consolidation.drop_links
-- A memory is gone, and what it was active with.
DELETE FROM links
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND (from_id = :id OR to_id = :id);

-- consolidation.clear_links
-- Nothing was active together.
DELETE FROM links WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- consolidation.ripe
-- How many turns behind an entry of the log are old enough, up to a bound, and the oldest of them.
SELECT count(*), min(at) FROM (
SELECT at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
   AND forgotten_at IS NULL AND at <= :before
 ORDER BY seq LIMIT :most) AS ripe;

-- consolidation.ended_since
-- Whether a session has ended behind an entry of the log.
SELECT 1 FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
   AND kind IN ('session.ended', 'session.cut_off')
 LIMIT 1;

-- consolidation.model_day
-- What was spent on a language model in one day.
SELECT @ModelDay FROM model_days
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND day = :day;

-- consolidation.turns_between
-- How many turns stand in a stretch of the log.
SELECT count(*) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND forgotten_at IS NULL;

-- consolidation.turns_of_session
-- How many turns of one session stand in a stretch of the log.
SELECT count(*) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND forgotten_at IS NULL AND session_id IS :session_id;

-- consolidation.turns_of_session [postgres]
-- How many turns of one session stand in a stretch of the log.
SELECT count(*) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND forgotten_at IS NULL
   AND session_id IS NOT DISTINCT FROM CAST(:session_id AS text);
