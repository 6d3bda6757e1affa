-- What was said to the agent while nobody was there: unread, and waiting for an answer.
CREATE TABLE messages (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    id TEXT NOT NULL PRIMARY KEY,
    sender TEXT NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL, priority INTEGER NOT NULL,
    wants_reply INTEGER NOT NULL DEFAULT 0, reply TEXT,
    origin TEXT NOT NULL, trust REAL NOT NULL, tokens INTEGER NOT NULL,
    created_at TEXT NOT NULL, read_at TEXT, replied_at TEXT,
    is_deleted INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX messages_unread ON messages (priority DESC, id)
 WHERE read_at IS NULL AND is_deleted = FALSE;
CREATE INDEX messages_unanswered ON messages (priority DESC, id)
 WHERE wants_reply = TRUE AND replied_at IS NULL AND is_deleted = FALSE;

-- How often a hint comes back; NULL where it does not.
ALTER TABLE hints ADD COLUMN every TEXT;

-- Derived: the memories that may come up again, in the order in which they do. Counters stand
-- apart from memories, and an index cannot lie over two tables.
CREATE TABLE idle_memories (
    tenant_id TEXT NOT NULL, agent_id TEXT NOT NULL,
    memory_id TEXT NOT NULL PRIMARY KEY, access_count INTEGER NOT NULL, created_at TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX idle_memories_order
    ON idle_memories (access_count, created_at, memory_id, tenant_id, agent_id);
INSERT INTO idle_memories (tenant_id, agent_id, memory_id, access_count, created_at)
SELECT m.tenant_id, m.agent_id, m.id, coalesce(k.access_count, 0), m.created_at
  FROM memories m LEFT JOIN marks k ON k.subject_id = m.id
 WHERE m.is_pinned = FALSE AND length(m.content) > 50
   AND m.is_deleted = FALSE AND m.archived_at IS NULL AND m.superseded_by IS NULL;

-- What hydration reads, each in the order in which it is read.
DROP INDEX memories_live;
DROP INDEX memories_pinned;
DROP INDEX memories_self;
DROP INDEX memories_touched;
CREATE INDEX memories_live ON memories (importance DESC, id)
 WHERE is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_pinned ON memories (importance DESC, id)
 WHERE is_pinned = TRUE AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_self ON memories (importance DESC, id)
 WHERE type IN ('identity', 'relationship', 'instruction')
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_touched ON memories (updated_at DESC, id DESC)
 WHERE is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX memories_project ON memories (project_id, importance DESC, id)
 WHERE project_id IS NOT NULL
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL;
CREATE INDEX facts_project ON facts (project_id, importance DESC, key)
 WHERE project_id IS NOT NULL AND recorded_to IS NULL AND valid_to IS NULL AND is_deleted = FALSE;
CREATE INDEX facts_ending ON facts (valid_to)
 WHERE valid_to IS NOT NULL AND recorded_to IS NULL AND is_deleted = FALSE;
DROP INDEX projects_status;
CREATE INDEX projects_active ON projects (updated_at DESC, number)
 WHERE status = 'active' AND is_deleted = FALSE;
