-- The thread in which a row was written, in every table that did not have it yet. A thread lasts;
-- sessions come and go in it.
ALTER TABLE facts ADD COLUMN thread_id TEXT;
ALTER TABLE knowledge ADD COLUMN thread_id TEXT;
ALTER TABLE tasks ADD COLUMN thread_id TEXT;
ALTER TABLE hints ADD COLUMN thread_id TEXT;
ALTER TABLE messages ADD COLUMN thread_id TEXT;
ALTER TABLE decisions ADD COLUMN thread_id TEXT;
ALTER TABLE principles ADD COLUMN thread_id TEXT;
ALTER TABLE tellings ADD COLUMN thread_id TEXT;
ALTER TABLE guards ADD COLUMN thread_id TEXT;
ALTER TABLE journal ADD COLUMN thread_id TEXT;
ALTER TABLE session_evals ADD COLUMN thread_id TEXT;
ALTER TABLE thresholds ADD COLUMN thread_id TEXT;
ALTER TABLE drifts ADD COLUMN thread_id TEXT;
ALTER TABLE wakes ADD COLUMN thread_id TEXT;
ALTER TABLE restarts ADD COLUMN thread_id TEXT;
