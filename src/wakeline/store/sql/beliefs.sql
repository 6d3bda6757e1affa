-- What claims are held against.

-- beliefs.past_facts
-- What some keys meant before they meant what they mean now, latest first.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND valid_to IS NOT NULL AND valid_to <= :now
   AND key IN (SELECT value FROM json_each(:keys))
 ORDER BY valid_to DESC, id LIMIT :limit;

-- beliefs.past_facts [postgres]
-- What some keys meant before they meant what they mean now, latest first.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND valid_to IS NOT NULL AND valid_to <= :now
   AND key IN (SELECT jsonb_array_elements_text(:keys))
 ORDER BY valid_to DESC, id LIMIT :limit;
