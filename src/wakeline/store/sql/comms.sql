-- What was told to whom.

-- comms.about
-- What a contact was told and not taken back, the newest first; on one topic if it is named.
SELECT @Telling FROM tellings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND contact_key = :contact_key
   AND withdrawn_at IS NULL AND (CAST(:topic AS TEXT) IS NULL OR topic = :topic)
 ORDER BY told_at DESC, id DESC LIMIT :limit;

-- comms.all
-- What anybody was told and not taken back, the newest first; in one thread if it is named.
SELECT @Telling FROM tellings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND withdrawn_at IS NULL
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY told_at DESC, id DESC LIMIT :limit;

-- comms.by_id
-- One telling by its id.
SELECT @Telling FROM tellings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- comms.contacts
-- Who was told something, how often, and when last.
SELECT max(contact), count(*), max(told_at) FROM tellings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND withdrawn_at IS NULL
 GROUP BY contact_key ORDER BY max(told_at) DESC, contact_key LIMIT :limit;
