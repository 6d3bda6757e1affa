-- What an agent thought about itself.

-- journal.by_id
-- One entry, in use or not.
SELECT @JournalEntry FROM journal
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- journal.latest
-- The newest entries, behind the last that was seen.
SELECT @JournalEntry FROM journal
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :before
 ORDER BY id DESC LIMIT :limit;
