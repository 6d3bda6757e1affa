-- The log itself: where it stands, its turns and its events.

-- log.head
-- Where an agent's log stands.
SELECT @Head FROM log_heads WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- log.by_source
-- The turn that came from one source.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND source_id = :source_id;

-- log.latest_of_session
-- The last turns of one session, newest first.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
 ORDER BY seq DESC LIMIT :limit;

-- log.latest
-- The last turns of all, newest first.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY seq DESC LIMIT :limit;

-- log.latest_in_modes
-- The last turns that were said in some modes, newest first; not looked for beyond the last 2,000.
SELECT @Episode FROM (
    SELECT * FROM episodes
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id
     ORDER BY seq DESC LIMIT 2000) AS newest
 WHERE forgotten_at IS NULL AND mode IN (SELECT value FROM json_each(:modes))
 ORDER BY seq DESC LIMIT :limit;

-- log.latest_in_modes [postgres]
-- The last turns that were said in some modes, newest first; not looked for beyond the last 2,000.
SELECT @Episode FROM (
    SELECT * FROM episodes
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id
     ORDER BY seq DESC LIMIT 2000) AS newest
 WHERE forgotten_at IS NULL AND mode IN (SELECT jsonb_array_elements_text(:modes))
 ORDER BY seq DESC LIMIT :limit;

-- log.latest_without_session
-- The last turns that belong to no session, newest first.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id IS NULL
 ORDER BY seq DESC LIMIT :limit;

-- log.last_hash_of_session
-- What the last turn of one session hashes to.
SELECT content_hash FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
 ORDER BY seq DESC LIMIT 1;

-- log.last_of_session
-- The same, and how many exchanges behind its checkpoint the session is, a few at most.
SELECT content_hash, (
    SELECT count(*) FROM (
        SELECT DISTINCT exchange_id FROM episodes
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
           AND exchange_id IS NOT NULL
           AND seq > coalesce((SELECT through FROM checkpoints
                                WHERE tenant_id = :tenant_id AND agent_id = :agent_id
                                  AND session_id = :session_id), 0)
         LIMIT 9) AS since)
  FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
 ORDER BY seq DESC LIMIT 1;

-- log.last_hash_without_session
-- What the last turn that belongs to no session hashes to.
SELECT content_hash FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id IS NULL
 ORDER BY seq DESC LIMIT 1;

-- log.of_session
-- The turns of one session in order, at most a bounded number of the newest.
SELECT @Episode FROM (
    SELECT * FROM episodes
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
       AND forgotten_at IS NULL
     ORDER BY seq DESC LIMIT :limit) AS newest
 ORDER BY seq;

-- log.opening_of_session
-- How the talk of one session began, in order.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND kind = 'conversation' AND forgotten_at IS NULL
 ORDER BY seq LIMIT :limit;

-- log.exchanges_of_session
-- How many exchanges a session has had, up to a bound.
SELECT count(*) FROM (
    SELECT DISTINCT exchange_id FROM (
        SELECT exchange_id FROM episodes
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
           AND exchange_id IS NOT NULL
         ORDER BY seq LIMIT :turns) AS found_turns) AS found;

-- log.of_thread
-- The newest turns of one thread, in order.
SELECT @Episode FROM (
    SELECT * FROM episodes
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND thread_id = :thread_id
       AND forgotten_at IS NULL
     ORDER BY seq DESC LIMIT :limit) AS newest
 ORDER BY seq;

-- log.episode
-- One turn by its id.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND id = :id;

-- log.episodes_of_exchange
-- The turns of one exchange, in order.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND exchange_id = :exchange_id
 ORDER BY seq;

-- log.episodes_between
-- A stretch of turns, in order.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
 ORDER BY seq LIMIT :limit;

-- log.events_between
-- A stretch of events, in order.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq > :after AND seq <= :through
 ORDER BY seq LIMIT :limit;

-- log.events_of
-- What happened to one thing, in order.
SELECT @Event FROM events
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND subject_id = :subject_id
 ORDER BY seq;

-- log.turn_count
-- How many turns there are.
SELECT count(*) FROM episodes WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- log.turn_number
-- The sequence of the turn that so many stand before.
SELECT seq FROM episodes WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY seq LIMIT 1 OFFSET :before;

-- log.counts
-- How many turns and events there are.
SELECT (SELECT count(*) FROM episodes WHERE tenant_id = :tenant_id AND agent_id = :agent_id),
       (SELECT count(*) FROM events WHERE tenant_id = :tenant_id AND agent_id = :agent_id);

-- log.exchanges
-- The newest exchanges, newest first.
SELECT id, date, exchange_index, user_text, agent_text, combined, metadata, topic_tags, thread_id,
       created_at
  FROM exchanges
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY created_at DESC, id DESC LIMIT :limit;

-- log.first_moment
-- When the log begins.
SELECT min(recorded_at) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- log.by_sources
-- The turns that came from any of these sources.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND source_id IN (SELECT value FROM json_each(:source_ids));

-- log.by_sources [postgres]
-- The turns that came from any of these sources.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND source_id IN (SELECT jsonb_array_elements_text(:source_ids));

-- log.told_at
-- The turns that transcripts without sources have told of some moments, in order.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND source_id IS NULL AND origin = 'import'
   AND at IN (SELECT value FROM json_each(:moments))
 ORDER BY seq;

-- log.told_at [postgres]
-- The turns that transcripts without sources have told of some moments, in order.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND source_id IS NULL AND origin = 'import'
   AND at IN (SELECT CAST(value AS timestamptz)
                FROM jsonb_array_elements_text(:moments) AS given (value))
 ORDER BY seq;

-- log.episodes_at
-- Turns by their sequences.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at IS NULL
   AND seq IN (SELECT value FROM json_each(:seqs));

-- log.episodes_at [postgres]
-- Turns by their sequences.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at IS NULL
   AND seq = ANY (ARRAY(SELECT value::bigint FROM jsonb_array_elements_text(:seqs)));

-- log.last_said
-- The last turn of a session's conversation, whatever tools said since.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND kind = 'conversation'
   AND session_id IS :session_id
 ORDER BY seq DESC LIMIT 1;

-- log.last_said [postgres]
-- The last turn of a session's conversation, whatever tools said since.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND kind = 'conversation'
   AND session_id IS NOT DISTINCT FROM CAST(:session_id AS text)
 ORDER BY seq DESC LIMIT 1;

-- log.first_of_session
-- The first turn of one session, if anything was said in it.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
 ORDER BY seq LIMIT 1;

-- log.of_these_in_session
-- Which of some turns were said in one session.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND id IN (SELECT value FROM json_each(:ids));

-- log.of_these_in_session [postgres]
-- Which of some turns were said in one session.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND id IN (SELECT jsonb_array_elements_text(:ids));

-- log.of_these_by_agent
-- Which of some turns are the agent's own.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND role = 'agent'
   AND id IN (SELECT value FROM json_each(:ids));

-- log.of_these_by_agent [postgres]
-- Which of some turns are the agent's own.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND role = 'agent'
   AND id IN (SELECT jsonb_array_elements_text(:ids));

-- log.exchange_count
-- How many exchanges a session has had.
SELECT count(DISTINCT exchange_id) FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND kind = 'conversation';

-- log.of_other_modes
-- Which of some turns were said in other modes than these.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT value FROM json_each(:ids))
   AND mode NOT IN (SELECT value FROM json_each(:modes));

-- log.of_other_modes [postgres]
-- Which of some turns were said in other modes than these.
SELECT id FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND id IN (SELECT jsonb_array_elements_text(:ids))
   AND mode NOT IN (SELECT jsonb_array_elements_text(:modes));

-- log.talk_of_session
-- What was said last in one session, in order, whatever tools said in between.
SELECT @Episode FROM (
    SELECT * FROM episodes
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
       AND kind = 'conversation' AND forgotten_at IS NULL
     ORDER BY seq DESC LIMIT :limit) AS newest
 ORDER BY seq;

-- log.latest_talk
-- The same, the newest first: nothing is sorted for it while a turn is kept.
SELECT @Episode FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
   AND kind = 'conversation' AND forgotten_at IS NULL
 ORDER BY seq DESC LIMIT :limit;

-- log.heard_in_session
-- The same with what was forgotten since, of which only the moment is left.
SELECT @Episode FROM (
    SELECT * FROM episodes
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND session_id = :session_id
       AND kind = 'conversation'
     ORDER BY seq DESC LIMIT :limit) AS newest
 ORDER BY seq;
