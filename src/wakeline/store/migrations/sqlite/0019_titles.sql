-- What the session that left a handoff is called, and whose words tell where a thread stands.
ALTER TABLE handoffs ADD COLUMN title TEXT;
ALTER TABLE thread_handoffs ADD COLUMN model TEXT;
