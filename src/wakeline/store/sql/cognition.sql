-- What state an agent was in, exchange by exchange.

-- cognition.latest
-- The entropy of the newest exchanges, newest first.
SELECT @Entropy FROM entropies
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY seq DESC LIMIT :limit;

-- cognition.all
-- The entropy of every exchange that was measured.
SELECT @Entropy FROM entropies
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- cognition.between
-- The entropy of exchanges whose last turn lies behind one entry of the log and not behind another.
SELECT @Entropy FROM entropies
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through;

-- cognition.last_score
-- The entropy of the newest exchange.
SELECT score FROM entropies
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY seq DESC LIMIT 1;

-- cognition.last_scores
-- The entropy of the newest exchanges and the session of each, newest first.
SELECT score, session_id FROM entropies
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY seq DESC LIMIT :limit;

-- cognition.clear
-- Drop everything; it is measured again.
DELETE FROM entropies WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- cognition.remove
-- Drop what was measured of one exchange.
DELETE FROM entropies
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND exchange_id = :exchange_id;
