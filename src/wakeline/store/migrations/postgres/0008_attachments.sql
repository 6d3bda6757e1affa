-- Files that were shown to the agent: where they are and what they hash to, not the files.
CREATE TABLE attachment_receipts (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL, filename text NOT NULL, mime text COLLATE "C" NOT NULL,
    size bigint NOT NULL, sha256 text COLLATE "C" NOT NULL,
    source_path text NOT NULL, source_raw text COLLATE "C", source_mark text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL, route text COLLATE "C" NOT NULL,
    text text, excerpt text, observation text, observed_at timestamptz,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);

-- Where each was shown.
CREATE TABLE attachment_receipt_turns (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    receipt_id text COLLATE "C" NOT NULL, thread_id text COLLATE "C",
    session_id text COLLATE "C", project_id text COLLATE "C",
    exchange_id text COLLATE "C", turn_id text COLLATE "C", at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX attachment_receipt_turns_receipt
    ON attachment_receipt_turns (tenant_id, agent_id, receipt_id, id);
CREATE INDEX attachment_receipt_turns_thread
    ON attachment_receipt_turns (tenant_id, agent_id, thread_id, id) WHERE thread_id IS NOT NULL;
CREATE INDEX attachment_receipt_turns_session
    ON attachment_receipt_turns (tenant_id, agent_id, session_id, id)
 WHERE session_id IS NOT NULL;

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['attachment_receipts', 'attachment_receipt_turns'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
