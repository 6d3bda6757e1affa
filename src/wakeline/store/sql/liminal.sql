-- Crossings: wakes, gaps, drifts and thresholds.

-- liminal.before
-- Where the log stood at the last wake, and the sense of discontinuity that has gathered.
-- Bounds of the ids that hold of every one: so SQLite goes by the key and stops at the first.
SELECT through,
       (SELECT discontinuity_sense FROM gaps
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id > ''
         ORDER BY id DESC LIMIT 1)
  FROM wakes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id > ''
 ORDER BY id DESC LIMIT 1;

-- liminal.changed_states
-- What happened to states that can drift, behind a sequence, in order; not by the agent itself.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
   AND subject_kind IN ('document', 'memory', 'fact', 'project') AND forgotten_at IS NULL
   AND NOT (actor = :own_name
            AND (session_id IS NOT NULL OR origin IN ('agent_inferred', 'tool_output')))
 ORDER BY seq LIMIT :limit;

-- liminal.wake
-- How one wake was.
SELECT @WakeDisorientation FROM disorientations
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- liminal.gap
-- One gap.
SELECT @GapExperience FROM gaps
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- liminal.drift
-- One thing that drifted.
SELECT @DriftObservation FROM drifts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- liminal.drifts_since
-- What was noticed to have drifted from a moment on, newest first.
SELECT @DriftObservation FROM drifts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND noticed_at >= :since
 ORDER BY noticed_at DESC, id DESC LIMIT :limit;

-- liminal.drifts_by_words
-- What drifted and was measured by words alone, newest first.
SELECT @DriftObservation FROM drifts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND measure = 'words'
 ORDER BY noticed_at DESC, id DESC LIMIT :limit;

-- liminal.exchange_moments
-- When the first exchanges of a session were recorded, in order.
SELECT min(recorded_at) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND exchange_id IS NOT NULL
 GROUP BY exchange_id ORDER BY min(seq) LIMIT :limit;

-- liminal.last_spoken
-- When something was last recorded in a session.
SELECT recorded_at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
 ORDER BY seq DESC LIMIT 1;

-- liminal.state_vectors
-- What some states mean to the embedders that have read them.
SELECT @StateVectors FROM state_vectors
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND text_hash IN (SELECT value FROM json_each(:hashes));

-- liminal.state_vectors [postgres]
-- What some states mean to the embedders that have read them.
SELECT @StateVectors FROM state_vectors
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND text_hash IN (SELECT jsonb_array_elements_text(:hashes));

-- liminal.keep_state_vectors
-- Away with what states meant that no longer stand.
DELETE FROM state_vectors
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND text_hash NOT IN (SELECT value FROM json_each(:hashes));

-- liminal.keep_state_vectors [postgres]
-- Away with what states meant that no longer stand.
DELETE FROM state_vectors
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND text_hash NOT IN (SELECT jsonb_array_elements_text(:hashes));

-- liminal.relationships
-- What is kept of relationships, most important first.
SELECT @Memory FROM memories
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND type = 'relationship'
   AND is_deleted = FALSE AND archived_at IS NULL AND superseded_by IS NULL
 ORDER BY importance DESC, seq LIMIT :limit;

-- liminal.states_changed
-- Whether a state that can drift has changed behind a sequence.
SELECT EXISTS (SELECT 1 FROM events
                WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
                  AND (subject_kind IN ('document', 'memory', 'fact', 'project')
                       OR kind = 'drift.noticed'));

-- liminal.threshold
-- One threshold.
SELECT @ThresholdMoment FROM thresholds
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;
