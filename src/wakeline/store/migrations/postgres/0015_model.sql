-- What a language model read of a group of turns, beside what rules read.
ALTER TABLE consolidations
    ADD COLUMN model text COLLATE "C",
    ADD COLUMN dropped integer NOT NULL DEFAULT 0,
    ADD COLUMN prompt_tokens integer NOT NULL DEFAULT 0,
    ADD COLUMN answer_tokens integer NOT NULL DEFAULT 0;

-- Operational: what was spent on it, a day a row.
CREATE TABLE model_days (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    day text COLLATE "C" NOT NULL,
    requests bigint NOT NULL, prompt_tokens bigint NOT NULL, answer_tokens bigint NOT NULL,
    cost double precision NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, day)
);
ALTER TABLE model_days ENABLE ROW LEVEL SECURITY;
ALTER TABLE model_days FORCE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON model_days
    USING (tenant_id = current_setting('wakeline.tenant', true))
    WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
