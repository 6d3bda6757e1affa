-- Whole tables, as verify, rebuild, restore and forget read them.

-- integrity.last_event_of_each
-- What happened last to each thing of one kind.
SELECT @Event(e) FROM events e
 WHERE e.tenant_id = :tenant_id AND e.agent_id = :agent_id AND e.subject_kind = :subject_kind
   AND e.seq = (SELECT max(l.seq) FROM events l
                 WHERE l.tenant_id = :tenant_id AND l.agent_id = :agent_id
                   AND l.subject_id = e.subject_id AND l.subject_kind = :subject_kind)
 ORDER BY e.subject_id;

-- integrity.events_about
-- Everything that happened to one thing, in order.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND subject_id = :subject_id AND subject_kind = :subject_kind
 ORDER BY seq;

-- integrity.closed_checkpoints
-- What the log says of checkpoints of some sessions that were closed since.
SELECT @Event FROM events AS e
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_kind = 'checkpoint'
   AND forgotten_at IS NULL AND session_id IN (SELECT value FROM json_each(:session_ids))
   AND NOT EXISTS (SELECT 1 FROM checkpoints AS c
                    WHERE c.tenant_id = :tenant_id AND c.agent_id = :agent_id
                      AND c.id = e.subject_id)
 ORDER BY seq;

-- integrity.closed_checkpoints [postgres]
-- What the log says of checkpoints of some sessions that were closed since.
SELECT @Event FROM events AS e
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_kind = 'checkpoint'
   AND forgotten_at IS NULL AND session_id IN (SELECT jsonb_array_elements_text(:session_ids))
   AND NOT EXISTS (SELECT 1 FROM checkpoints AS c
                    WHERE c.tenant_id = :tenant_id AND c.agent_id = :agent_id
                      AND c.id = e.subject_id)
 ORDER BY seq;

-- integrity.events_of_kind
-- Everything that happened to things of one kind, thing by thing, in order.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_kind = :subject_kind
 ORDER BY subject_id, seq;

-- integrity.knowledge
-- Every row of knowledge.
SELECT @Knowledge FROM knowledge
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.last_seq
-- The last sequence that an entry of the log has.
SELECT max(seq) FROM (
    SELECT max(seq) AS seq FROM episodes WHERE tenant_id = :tenant_id AND agent_id = :agent_id
    UNION ALL
    SELECT max(seq) AS seq FROM events WHERE tenant_id = :tenant_id AND agent_id = :agent_id
) AS ends;

-- integrity.last_exchange
-- The turn that opened the newest exchange. What was observed during one has no number.
SELECT @Episode(e) FROM episodes e
 WHERE e.tenant_id = :tenant_id AND e.agent_id = :agent_id AND e.exchange_index > 0
   AND e.seq <= :through
   AND NOT EXISTS (SELECT 1 FROM episodes o
                    WHERE o.tenant_id = :tenant_id AND o.agent_id = :agent_id
                      AND o.exchange_id = e.exchange_id AND o.exchange_index > 0
                      AND o.seq < e.seq)
 ORDER BY e.seq DESC LIMIT 1;

-- integrity.last_own_turn
-- The last turn that was recorded as said: the agent took part in it.
SELECT seq, recorded_at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND exchange_index IS NOT NULL
   AND seq <= :through
 ORDER BY seq DESC LIMIT 1;

-- integrity.last_own_event
-- The last time that the agent woke or went to sleep.
SELECT seq, at FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND kind IN ('session.opened', 'session.ended') AND seq <= :through
 ORDER BY seq DESC LIMIT 1;

-- integrity.identities
-- Every row of identities.
SELECT @Identity FROM identities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.documents
-- Every row of documents.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.projects
-- Every row of projects.
SELECT @Project FROM projects
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.threads
-- Every row of threads.
SELECT @Thread FROM threads
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.sessions
-- Every row of sessions.
SELECT @Session FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.wakes
-- Every row of wakes.
SELECT @Wake FROM wakes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.wakes_telling
-- What wakes delivered that tells of any of these rows.
SELECT @Wake FROM wakes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND EXISTS (SELECT 1 FROM json_tree(lines) AS t
                WHERE t.atom IN (SELECT i.value FROM json_each(:ids) AS i))
 ORDER BY id;

-- integrity.wakes_telling [postgres]
-- What wakes delivered that tells of any of these rows.
SELECT @Wake FROM wakes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND EXISTS (SELECT 1
                 FROM jsonb_array_elements(lines) AS l (line)
                 CROSS JOIN jsonb_array_elements_text(
                     jsonb_build_array(l.line -> 1) || coalesce(l.line -> 6, '[]')) AS t (id)
                WHERE t.id IN (SELECT jsonb_array_elements_text(:ids)))
 ORDER BY id;

-- integrity.memories
-- Every row of memories.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.facts
-- Every row of facts.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.tasks
-- Every row of tasks.
SELECT @Task FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.hints
-- Every row of hints.
SELECT @Hint FROM hints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.messages
-- Every row of messages.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.message
-- One message, deleted or not.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- integrity.handoffs
-- Every row of handoffs.
SELECT @Handoff FROM handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.thread_handoffs
-- Every row of thread_handoffs.
SELECT @ThreadHandoff FROM thread_handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY thread_id;

-- integrity.extractions
-- Every row of extractions.
SELECT @Extraction FROM extractions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.uses
-- Every row of uses.
SELECT @Use FROM uses
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.attachment_receipts
-- Every row of attachment_receipts.
SELECT @Receipt FROM attachment_receipts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.attachment_receipt_turns
-- Every row of attachment_receipt_turns.
SELECT @ReceiptTurn FROM attachment_receipt_turns
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.disorientations
-- Every row of disorientations.
SELECT @WakeDisorientation FROM disorientations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.gaps
-- Every row of gaps.
SELECT @GapExperience FROM gaps
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.drifts
-- Every row of drifts.
SELECT @DriftObservation FROM drifts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.consolidations
-- Every row of consolidations.
SELECT @Consolidation FROM consolidations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.procedures
-- Every row of procedures.
SELECT @Procedure FROM procedures
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.decisions
-- Every row of decisions.
SELECT @Decision FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.principles
-- Every row of principles.
SELECT @Principle FROM principles
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.principle_trials
-- Every row of principle_trials.
SELECT @Trial FROM principle_trials
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.tellings
-- Every row of tellings.
SELECT @Telling FROM tellings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.personality_entries
-- Every row of personality_entries.
SELECT @PersonalityEntry FROM personality_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.conversation_summaries
-- Every row of conversation_summaries.
SELECT @ConversationSummary FROM conversation_summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.soul_entries
-- Every row of soul_entries.
SELECT @SoulEntry FROM soul_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.diary
-- Every row of diary.
SELECT @DiaryPage FROM diary
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.diary_page
-- One page of the diary, in use or not.
SELECT @DiaryPage FROM diary
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- integrity.letters
-- Every row of letters.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.letters_telling
-- The letters that say something of these rows.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND EXISTS (SELECT 1 FROM json_each(source_ids) AS s
                WHERE s.value IN (SELECT i.value FROM json_each(:ids) AS i))
 ORDER BY id;

-- integrity.letters_telling [postgres]
-- The letters that say something of these rows.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND EXISTS (SELECT 1 FROM jsonb_array_elements_text(source_ids) AS s (id)
                WHERE s.id IN (SELECT jsonb_array_elements_text(:ids)))
 ORDER BY id;

-- integrity.journal
-- Every row of journal.
SELECT @JournalEntry FROM journal
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.session_evals
-- Every row of session_evals.
SELECT @SessionEval FROM session_evals
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.thresholds
-- Every row of thresholds.
SELECT @ThresholdMoment FROM thresholds
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.entities
-- Every row of entities.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.mentions
-- Which turn mentions which entity.
SELECT entity_id, seq FROM entity_mentions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY entity_id, seq;

-- integrity.idle_memories
-- Which memories may come up again.
SELECT memory_id, access_count FROM idle_memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY memory_id;

-- integrity.wanted_idle
-- Which ought to, as memories and their counters stand.
SELECT m.id, coalesce(k.access_count, 0)
  FROM memories m
  LEFT JOIN marks k
    ON k.tenant_id = :tenant_id AND k.agent_id = :agent_id AND k.subject_id = m.id
 WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.is_pinned = FALSE
   AND length(m.content) > 50
   AND m.is_deleted = FALSE AND m.archived_at IS NULL AND m.superseded_by IS NULL
 ORDER BY m.id;

-- integrity.clear_entities
-- Drop every entity.
DELETE FROM entities WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- integrity.clear_mentions
-- Drop every mention.
DELETE FROM entity_mentions WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- integrity.clear_relationships
-- Drop every relationship.
DELETE FROM relationships WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- integrity.clear_leases
-- Nobody holds a session any more.
DELETE FROM leases WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- integrity.open_terms [sqlite]
-- A window into what full text holds, for this connection only.
CREATE VIRTUAL TABLE IF NOT EXISTS temp.fulltext_terms USING fts5vocab(main, fulltext, instance);

-- integrity.indexed_terms [sqlite]
-- What full text holds, row by row.
SELECT doc, term FROM temp.fulltext_terms ORDER BY doc;

-- integrity.indexed_rows [sqlite]
-- The rows that full text knows, those without terms too.
SELECT id FROM fulltext_docsize ORDER BY id;

-- integrity.indexed_sizes [sqlite]
-- How long each row is, as full text packs it.
SELECT id, sz FROM fulltext_docsize;

-- integrity.indexed_totals [sqlite]
-- How many rows there are and how long they are together, as full text packs it.
SELECT block FROM fulltext_data WHERE id = 1;

-- integrity.indexed_terms [postgres]
-- What full text holds, row by row; a row without terms has one line.
SELECT coalesce(l.seq, p.seq) AS seq, p.term, p.tf
  FROM (SELECT seq FROM text_lengths
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id) AS l
  FULL JOIN (SELECT seq, term, tf FROM postings
              WHERE tenant_id = :tenant_id AND agent_id = :agent_id) AS p ON p.seq = l.seq
 ORDER BY 1;

-- integrity.index_faults [sqlite]
-- Where the file contradicts itself; one line that says ok if nowhere.
PRAGMA integrity_check(20);

-- integrity.index_faults [postgres]
-- Where the lengths and sums of full text contradict its postings.
WITH measured AS (
    SELECT seq, sum(tf) AS length, min(length) AS least, max(length) AS most FROM postings
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id GROUP BY seq),
rows AS (
    SELECT seq, length FROM text_lengths WHERE tenant_id = :tenant_id AND agent_id = :agent_id),
found AS (
    SELECT count(*) AS rows, coalesce(sum(length), 0) AS length FROM rows),
kept AS (
    SELECT coalesce(max(rows), 0) AS rows, coalesce(max(length), 0) AS length FROM text_totals
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id)
SELECT 'row ' || r.seq || ' has the wrong length' FROM rows r
  LEFT JOIN measured m ON m.seq = r.seq
 WHERE r.length <> coalesce(m.length, 0) OR m.least <> r.length OR m.most <> r.length
UNION ALL
SELECT 'the sums are wrong' FROM found f CROSS JOIN kept k
 WHERE f.rows <> k.rows OR f.length <> k.length;

-- integrity.forgotten_since
-- The sequences of entries whose content was forgotten from a moment on.
SELECT seq FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at >= :since
UNION ALL
SELECT seq FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at >= :since
 ORDER BY 1;

-- integrity.turns_mentioning
-- The sequences of turns that mention an entity.
SELECT seq FROM entity_mentions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND entity_id = :entity_id ORDER BY seq;

-- integrity.drop_entity
-- Nobody mentions it any more.
DELETE FROM entities WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- integrity.drop_mentions
-- One turn mentions nothing any more.
DELETE FROM entity_mentions WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq = :seq;

-- integrity.drop_marks
-- The counters of one row.
DELETE FROM marks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_id = :subject_id;

-- integrity.document
-- One version of a document.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- integrity.hint
-- One hint.
SELECT @Hint FROM hints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- integrity.task
-- One task, deleted or not.
SELECT @Task FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- integrity.guards
-- Every row of guards.
SELECT @Guard FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.checkpoints
-- Every row of checkpoints.
SELECT @Checkpoint FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;

-- integrity.restarts
-- Every row of restarts.
SELECT @Restart FROM restarts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id ORDER BY id;
