-- What an agent thought about itself.

-- journal.by_id
-- One entry, in use or not.
SELECT @JournalEntry FROM journal
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;
