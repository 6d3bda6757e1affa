-- The thread in which a row was written, in every table that did not have it yet. A thread lasts;
-- sessions come and go in it.
ALTER TABLE facts ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE knowledge ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE tasks ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE hints ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE messages ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE decisions ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE principles ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE tellings ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE guards ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE journal ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE session_evals ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE thresholds ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE drifts ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE wakes ADD COLUMN thread_id text COLLATE "C";
ALTER TABLE restarts ADD COLUMN thread_id text COLLATE "C";
