-- Turns that are kept in less room.

-- retention.pack
-- The same text, compressed.
UPDATE episodes SET text = :text
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq = :seq AND forgotten_at IS NULL;
