-- What hangs on one exchange: by its key, by the place in the log, by the turns that rows name.

-- exchanges.of_id
-- Whether there is an exchange of this id: one of its turns.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND exchange_id = :id
 ORDER BY seq LIMIT 1;

-- exchanges.event
-- One event by its id.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- exchanges.first_event_of
-- What happened first to one thing.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_id = :id
 ORDER BY seq LIMIT 1;

-- exchanges.shown_in
-- In which exchange a file was shown first, by its receipt or by where it was shown.
SELECT exchange_id FROM attachment_receipt_turns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND (receipt_id = :id OR id = :id) AND exchange_id IS NOT NULL
 ORDER BY at, id LIMIT 1;

-- exchanges.before
-- The exchange of a session that was under way at an entry of the log.
SELECT exchange_id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND seq <= :seq AND exchange_id IS NOT NULL
 ORDER BY seq DESC LIMIT 1;

-- exchanges.after
-- The first turn of another exchange of a session behind an entry of the log.
SELECT seq, exchange_id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND seq > :seq AND exchange_id IS NOT NULL AND exchange_id <> :exchange_id
 ORDER BY seq LIMIT 1;

-- exchanges.opened
-- Where the log says that a session began.
SELECT min(seq) FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_id = :session_id
   AND kind = 'session.opened';

-- exchanges.turns
-- The turns of an exchange, and those of its session in the same stretch that carry no key.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND exchange_id = :exchange_id
 UNION ALL
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND exchange_id IS NULL AND seq >= :first AND seq < :until
 ORDER BY seq LIMIT :limit;

-- exchanges.events
-- The events that carry its key, and those of its session in the same stretch that carry none.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq >= :first AND seq < :looked_at
   AND (exchange_id = :exchange_id
        OR (exchange_id IS NULL AND session_id = :session_id AND seq < :until))
 ORDER BY seq LIMIT :limit;

-- exchanges.receipts
-- Where files were shown in it.
SELECT @ReceiptTurn FROM attachment_receipt_turns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND (exchange_id = :exchange_id OR turn_id IN (SELECT value FROM json_each(:turn_ids)))
 ORDER BY at, id LIMIT :limit;

-- exchanges.receipts [postgres]
-- Where files were shown in it.
SELECT @ReceiptTurn FROM attachment_receipt_turns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND (exchange_id = :exchange_id
        OR turn_id IN (SELECT jsonb_array_elements_text(:turn_ids)))
 ORDER BY at, id LIMIT :limit;

-- exchanges.entropy
-- How unsettled it was.
SELECT @Entropy FROM entropies
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND exchange_id = :exchange_id;

-- exchanges.memories
-- Memories that name turns of it as their sources.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND EXISTS (SELECT 1 FROM json_each(source_ids) AS s
                WHERE s.value IN (SELECT i.value FROM json_each(:turn_ids) AS i))
 ORDER BY id LIMIT :limit;

-- exchanges.memories [postgres]
-- Memories that name turns of it as their sources.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND EXISTS (SELECT 1 FROM jsonb_array_elements_text(source_ids) AS s (id)
                WHERE s.id IN (SELECT jsonb_array_elements_text(:turn_ids)))
 ORDER BY id LIMIT :limit;

-- exchanges.facts
-- Facts that name turns of it as their sources.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND EXISTS (SELECT 1 FROM json_each(source_ids) AS s
                WHERE s.value IN (SELECT i.value FROM json_each(:turn_ids) AS i))
 ORDER BY id LIMIT :limit;

-- exchanges.facts [postgres]
-- Facts that name turns of it as their sources.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND EXISTS (SELECT 1 FROM jsonb_array_elements_text(source_ids) AS s (id)
                WHERE s.id IN (SELECT jsonb_array_elements_text(:turn_ids)))
 ORDER BY id LIMIT :limit;
