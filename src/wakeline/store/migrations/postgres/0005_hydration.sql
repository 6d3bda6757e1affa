-- What was said to the agent while nobody was there: unread, and waiting for an answer.
CREATE TABLE messages (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    sender text COLLATE "C" NOT NULL, text text NOT NULL, kind text COLLATE "C" NOT NULL,
    priority integer NOT NULL, wants_reply boolean NOT NULL DEFAULT FALSE, reply text,
    origin text COLLATE "C" NOT NULL, trust double precision NOT NULL, tokens integer NOT NULL,
    created_at timestamptz NOT NULL, read_at timestamptz, replied_at timestamptz,
    is_deleted boolean NOT NULL DEFAULT FALSE,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX messages_unread ON messages (tenant_id, agent_id, priority DESC, id)
 WHERE read_at IS NULL AND is_deleted = FALSE;
CREATE INDEX messages_unanswered ON messages (tenant_id, agent_id, priority DESC, id)
 WHERE wants_reply = TRUE AND replied_at IS NULL AND is_deleted = FALSE;

-- How often a hint comes back; NULL where it does not.
ALTER TABLE hints ADD COLUMN every text COLLATE "C";

-- Derived: the memories that may come up again, in the order in which they do. Counters stand
-- apart from memories, and an index cannot lie over two tables. The wall between tenants is open
-- to the owner while the table is filled: a migration has no tenant.
CREATE TABLE idle_memories (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    memory_id text COLLATE "C" NOT NULL,
    access_count bigint NOT NULL, created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, memory_id)
);
CREATE INDEX idle_memories_order
    ON idle_memories (tenant_id, agent_id, access_count, created_at, memory_id);
ALTER TABLE memories NO FORCE ROW LEVEL SECURITY;
ALTER TABLE marks NO FORCE ROW LEVEL SECURITY;
INSERT INTO idle_memories (tenant_id, agent_id, memory_id, access_count, created_at)
SELECT m.tenant_id, m.agent_id, m.id, coalesce(k.access_count, 0), m.created_at
  FROM memories m
  LEFT JOIN marks k
    ON k.tenant_id = m.tenant_id AND k.agent_id = m.agent_id AND k.subject_id = m.id
 WHERE m.is_pinned = FALSE AND length(m.content) > 50
   AND m.is_deleted = FALSE AND m.archived_at IS NULL AND m.superseded_by IS NULL;
ALTER TABLE memories FORCE ROW LEVEL SECURITY;
ALTER TABLE marks FORCE ROW LEVEL SECURITY;

-- What hydration reads, each in the order in which it is read.
CREATE INDEX memories_project ON memories (tenant_id, agent_id, project_id, importance DESC, id)
 WHERE project_id IS NOT NULL
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX facts_project ON facts (tenant_id, agent_id, project_id, importance DESC, key)
 WHERE project_id IS NOT NULL AND recorded_to IS NULL AND valid_to IS NULL AND is_deleted = FALSE;
CREATE INDEX facts_ending ON facts (tenant_id, agent_id, valid_to)
 WHERE valid_to IS NOT NULL AND recorded_to IS NULL AND is_deleted = FALSE;
DROP INDEX projects_status;
CREATE INDEX projects_active ON projects (tenant_id, agent_id, updated_at DESC, number)
 WHERE status = 'active' AND is_deleted = FALSE;

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY ARRAY['messages', 'idle_memories'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
