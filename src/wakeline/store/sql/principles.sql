-- What to do when, and how often it worked.

-- principles.all
-- Every principle, or those of one state, the best first.
SELECT @Principle FROM principles
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND (CAST(:state AS TEXT) IS NULL OR state = :state)
 ORDER BY quality DESC, id LIMIT :limit;

-- principles.by_id
-- One by its id.
SELECT @Principle FROM principles
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- principles.checkable
-- Those that a session can bear out.
SELECT @Principle FROM principles
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND state = 'active' AND check_kind IS NOT NULL
 ORDER BY id LIMIT :limit;

-- principles.trials
-- What came of one principle, session by session.
SELECT @Trial FROM principle_trials
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND principle_id = :principle_id
 ORDER BY at, id;

-- principles.trial
-- What came of a principle in one session.
SELECT @Trial FROM principle_trials
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND principle_id = :principle_id AND session_id = :session_id;

-- principles.ended
-- Sessions that ended behind an entry of the log, in the order in which they did.
SELECT seq, subject_id FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after
   AND kind IN ('session.ended', 'session.cut_off')
 ORDER BY seq LIMIT :limit;

-- principles.facts_of_session
-- What became of facts in one session.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND subject_kind = 'fact' AND forgotten_at IS NULL
 ORDER BY seq LIMIT :limit;
