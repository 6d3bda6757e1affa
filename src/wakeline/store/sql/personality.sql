-- What was seen of an agent and its person, and the versions of its living layer.

-- personality.entries
-- Every version of the living layer, oldest first.
SELECT @PersonalityEntry FROM personality_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY id;

-- personality.newest
-- The newest versions, newest first.
SELECT @PersonalityEntry FROM personality_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
 ORDER BY id DESC LIMIT :limit;

-- personality.of_date
-- The version of one date.
SELECT @PersonalityEntry FROM personality_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND date = :date;

-- personality.dates
-- The dates that are taken.
SELECT date FROM personality_entries
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- personality.favourites
-- What is believed now to be somebody's favourite.
SELECT @Fact FROM facts
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND category = 'preference' AND recorded_to IS NULL AND valid_to IS NULL
   AND is_deleted = FALSE
 ORDER BY id;

-- personality.turns
-- When and in which session some turns were said that are not forgotten.
SELECT id, session_id, at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at IS NULL
   AND id IN (SELECT value FROM json_each(:ids));

-- personality.turns [postgres]
-- When and in which session some turns were said that are not forgotten.
SELECT id, session_id, at FROM episodes
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND forgotten_at IS NULL
   AND id IN (SELECT jsonb_array_elements_text(:ids));

-- personality.topics
-- Names that a person has brought up in several sessions, with the first turn of each session.
WITH seen AS (
    SELECT CASE WHEN e.canonical_id = '' THEN e.id ELSE e.canonical_id END AS name_id,
           p.session_id AS session_id, min(p.seq) AS seq
      FROM entity_mentions m
      JOIN entities e
        ON e.tenant_id = :tenant_id AND e.agent_id = :agent_id AND e.id = m.entity_id
      JOIN episodes p
        ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.seq = m.seq
     WHERE m.tenant_id = :tenant_id AND m.agent_id = :agent_id AND m.seq <= :through
       AND p.kind = 'conversation' AND p.role = 'user' AND p.session_id IS NOT NULL
       AND p.forgotten_at IS NULL AND p.trust >= :least
     GROUP BY 1, 2)
SELECT s.name_id, n.name, s.session_id, p.at, p.id
  FROM seen s
  JOIN entities n
    ON n.tenant_id = :tenant_id AND n.agent_id = :agent_id AND n.id = s.name_id
  JOIN episodes p
    ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.seq = s.seq
 WHERE s.name_id IN (SELECT name_id FROM seen GROUP BY name_id HAVING count(*) >= :sessions)
 ORDER BY s.seq, s.name_id;

-- personality.session_sums
-- Each session in numbers: when it began, how much the agent replied, how often it asked.
SELECT s.session_id, p.id, s.at, s.replies, s.tokens, s.asking
  FROM (SELECT session_id, min(seq) AS seq, min(at) AS at,
               sum(CASE WHEN role = 'agent' THEN 1 ELSE 0 END) AS replies,
               sum(CASE WHEN role = 'agent' THEN tokens ELSE 0 END) AS tokens,
               sum(CASE WHEN role = 'agent'
                         AND substr(rtrim(text), length(rtrim(text)), 1) = :asks
                        THEN 1 ELSE 0 END) AS asking
          FROM episodes
         WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq <= :through
           AND kind = 'conversation' AND role IN ('user', 'agent')
           AND session_id IS NOT NULL AND forgotten_at IS NULL AND trust >= :least
         GROUP BY session_id) AS s
  JOIN episodes p
    ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.seq = s.seq
 ORDER BY s.seq;
