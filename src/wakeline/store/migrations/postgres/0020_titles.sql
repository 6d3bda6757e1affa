-- What the session that left a handoff is called, and whose words tell where a thread stands.
ALTER TABLE handoffs ADD COLUMN title text;
ALTER TABLE thread_handoffs ADD COLUMN model text COLLATE "C";
