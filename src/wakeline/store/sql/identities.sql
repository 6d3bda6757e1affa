-- The agent itself and its documents.

-- identities.own_id
-- The id of the one agent of a file.
SELECT id FROM identities LIMIT 1;

-- identities.own
-- The agent.
SELECT @Identity FROM identities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- identities.documents_in_force
-- The version of each document that is in force.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'in_force'
 ORDER BY kind;

-- identities.soul
-- Every soul entry, oldest first.
SELECT @SoulEntry FROM soul_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- identities.soul_entry
-- One soul entry.
SELECT @SoulEntry FROM soul_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- identities.self
-- The documents in force that say who the agent is and with whom: not what is operational. What it
-- holds to comes along as if each were a document, so that a wake asks once.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'in_force'
   AND kind <> 'core_team'
 UNION ALL
SELECT id, 'soul_entry', 0, state, kind || ': ' || text, '', tokens, origin, trust, created_at,
       decided_at, decided_by
  FROM soul_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state IN ('in_force', 'leaving')
 ORDER BY kind, id;

-- identities.in_force
-- The version of one document that is in force.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = 'in_force' AND kind = :kind;

-- identities.documents_in_state
-- The versions in one state.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state = :state
 ORDER BY kind, version;

-- identities.document_versions
-- Every version of one document, newest first.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND kind = :kind
 ORDER BY version DESC;

-- identities.document_hashes
-- What every version of every document hashes to, but for those that others took the place of.
SELECT kind, content_hash FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state <> 'superseded';
