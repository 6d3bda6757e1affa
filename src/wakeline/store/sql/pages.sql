-- Lists a page at a time, each in the order of a key that never changes. Where a thread is given, what
-- was written in it.

-- pages.sessions
-- Sessions, newest first.
SELECT @Session FROM sessions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.wakes
-- What wakes delivered, newest first.
SELECT @Wake FROM wakes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.handoffs
-- What was left, newest first.
SELECT @Handoff FROM handoffs
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.memories
-- Memories that are not deleted, newest first, before an id; a filter that is NULL lets all pass.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND id < :after
   AND (CAST(:type AS TEXT) IS NULL OR type = :type)
   AND (CAST(:project_id AS TEXT) IS NULL OR project_id = :project_id)
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = :thread_id)
   AND (CAST(:pinned AS INTEGER) IS NULL OR is_pinned = (CAST(:pinned AS INTEGER) = 1))
   AND (CAST(:archived AS INTEGER) IS NULL
        OR (archived_at IS NOT NULL) = (CAST(:archived AS INTEGER) = 1))
   AND (CAST(:tag AS TEXT) IS NULL
        OR EXISTS (SELECT 1 FROM json_each(tags) AS t WHERE t.value = :tag))
 ORDER BY id DESC LIMIT :limit;

-- pages.memories [postgres]
-- Memories that are not deleted, newest first, before an id; a filter that is NULL lets all pass.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND id < :after
   AND (CAST(:type AS TEXT) IS NULL OR type = CAST(:type AS TEXT))
   AND (CAST(:project_id AS TEXT) IS NULL OR project_id = CAST(:project_id AS TEXT))
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
   AND (CAST(:pinned AS INTEGER) IS NULL OR is_pinned = (CAST(:pinned AS INTEGER) = 1))
   AND (CAST(:archived AS INTEGER) IS NULL
        OR (archived_at IS NOT NULL) = (CAST(:archived AS INTEGER) = 1))
   AND (CAST(:tag AS TEXT) IS NULL
        OR EXISTS (SELECT 1 FROM jsonb_array_elements_text(tags) AS t (tag)
                    WHERE t.tag = CAST(:tag AS TEXT)))
 ORDER BY id DESC LIMIT :limit;

-- pages.projects
-- Projects that are not deleted, newest first.
SELECT @Project FROM projects
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.tasks
-- Tasks that are not deleted, newest first.
SELECT @Task FROM tasks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.hints
-- Reminders that are not deleted, newest first.
SELECT @Hint FROM hints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.documents
-- Versions of documents that are in force or wait for a decision, newest first.
SELECT @Document FROM documents
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND state IN ('in_force', 'proposed')
   AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.facts
-- What is believed to hold now, newest first.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND recorded_to IS NULL AND valid_from <= :now AND (valid_to IS NULL OR valid_to > :now)
   AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.fact_history
-- Every row of a key that was ever believed, newest first.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND key = :key AND is_deleted = FALSE
   AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.messages
-- Messages that are not deleted, newest first.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.unread_messages
-- Messages that the agent has not read, newest first.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND read_at IS NULL AND (expires_at IS NULL OR expires_at > :now) AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.unanswered_messages
-- Messages that wait for the agent's answer, newest first.
SELECT @Message FROM messages
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE
   AND wants_reply = TRUE AND replied_at IS NULL AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.knowledge
-- Entries in use, newest first.
SELECT @Knowledge FROM knowledge
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND is_deleted = FALSE AND superseded_by IS NULL AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.procedures
-- Procedures in use, newest first.
SELECT @Procedure FROM procedures
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.guards
-- Guards, newest first.
SELECT @Guard FROM guards
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.decisions
-- What was decided against, whether it holds or not, the last written down first.
SELECT @Decision FROM decisions
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.principles
-- What to do when, in use or retired, the last written down first.
SELECT @Principle FROM principles
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.tellings
-- What was told to anybody, the last written down first.
SELECT @Telling FROM tellings
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND withdrawn_at IS NULL
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.checkpoints
-- Checkpoints, newest first.
SELECT @Checkpoint FROM checkpoints
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.entities
-- Every name of some things, the things by the id that stands for each; only what was mentioned.
SELECT @Entity FROM entities
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND canonical_id IN (
       SELECT canonical_id FROM entities
        WHERE tenant_id = :tenant_id AND agent_id = :agent_id
          AND mention_count > 0 AND canonical_id > :after
        GROUP BY canonical_id ORDER BY canonical_id LIMIT :limit)
 ORDER BY canonical_id, id;

-- pages.disorientations
-- How wakes were, newest first.
SELECT @WakeDisorientation FROM disorientations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.gaps
-- Gaps, newest first.
SELECT @GapExperience FROM gaps
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.personality_entries
-- Versions of the living layer, newest first.
SELECT @PersonalityEntry FROM personality_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.drifts
-- What drifted, newest first.
SELECT @DriftObservation FROM drifts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.thresholds
-- Thresholds, newest first.
SELECT @ThresholdMoment FROM thresholds
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.summaries
-- Summaries that say something, those that begin last first; a filter that is NULL lets all pass.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after AND content <> ''
   AND (:level IS NULL OR level = :level) AND (:thread_id IS NULL OR thread_id = :thread_id)
 ORDER BY id DESC LIMIT :limit;

-- pages.summaries [postgres]
-- Summaries that say something, those that begin last first; a filter that is NULL lets all pass.
SELECT @Summary FROM summaries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after AND content <> ''
   AND (CAST(:level AS integer) IS NULL OR level = :level)
   AND (CAST(:thread_id AS text) IS NULL OR thread_id = :thread_id)
 ORDER BY id DESC LIMIT :limit;

-- pages.soul
-- Soul entries, newest first.
SELECT @SoulEntry FROM soul_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.letters
-- Letters, newest first.
SELECT @Letter FROM letters
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.journal
-- Entries of the journal, newest first.
SELECT @JournalEntry FROM journal
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.evals
-- Evaluations of sessions, newest first.
SELECT @SessionEval FROM session_evals
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
   AND (CAST(:thread_id AS TEXT) IS NULL OR thread_id = CAST(:thread_id AS TEXT))
 ORDER BY id DESC LIMIT :limit;

-- pages.diary
-- Pages of the diary, those begun last first.
SELECT @DiaryPage FROM diary
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND is_deleted = FALSE AND id < :after
 ORDER BY id DESC LIMIT :limit;

-- pages.restarts
-- Ways back into a task, newest first.
SELECT @Restart FROM restarts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id < :after
 ORDER BY id DESC LIMIT :limit;
