-- What a language model read of a group of turns, beside what rules read.
ALTER TABLE consolidations ADD COLUMN model TEXT;
ALTER TABLE consolidations ADD COLUMN dropped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE consolidations ADD COLUMN prompt_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE consolidations ADD COLUMN answer_tokens INTEGER NOT NULL DEFAULT 0;

-- Operational: what was spent on it, a day a row.
CREATE TABLE model_days (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    day TEXT NOT NULL PRIMARY KEY,
    requests INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, answer_tokens INTEGER NOT NULL,
    cost REAL NOT NULL
) WITHOUT ROWID;
