-- What an agent needs to act, in one call: the preset agent-minimal with the fields of a
-- HydrationContext. It says what the statements of the six sources say, in their words; a test
-- compares both on homes of all kinds. Values that a row does not hold are null: the local time, the
-- budget, the warnings. `circumstances` is what a guardian is told.
--
-- With the rights of whoever asks, so that the wall between tenants holds: the tenant is set for this
-- call alone, else the one of the transaction holds. Stable: all of it reads the snapshot of the
-- statement that calls it. NULL if there is no such agent; `project_facts` is null if there is no
-- such project. Rows have their keys in the order of their classes.
--
-- `wakeline init` applies this text after the migrations, each time. A parameter is added with DROP
-- FUNCTION in a migration.
CREATE OR REPLACE FUNCTION hydrate_agent(
    name text,
    project bigint DEFAULT NULL,  -- its number
    mem_limit integer DEFAULT 20,
    fact_limit integer DEFAULT 30,
    task_limit integer DEFAULT 20,
    content_max integer DEFAULT 500,
    tenant text DEFAULT NULL,
    project_key text DEFAULT NULL,  -- comes before its number
    moment timestamptz DEFAULT NULL,
    min_fact_importance double precision DEFAULT 0,
    project_limit integer DEFAULT 10,
    hint_limit integer DEFAULT 10
) RETURNS json LANGUAGE plpgsql STABLE SECURITY INVOKER AS $$
#variable_conflict use_column
DECLARE
    -- What Python takes for white space at the end of a text.
    blank CONSTANT text := E' \t\n\x0B\f\r\x1C\x1D\x1E\x1F'
        || U&'\0085\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A'
        || U&'\2028\2029\202F\205F\3000';
    before CONSTANT text := current_setting('wakeline.tenant', true);
    own CONSTANT text := coalesce(tenant, before);
    at CONSTANT timestamptz := coalesce(moment, now());
    who wakeline.identities%ROWTYPE;
    its text;
    seen timestamptz;
    is_there boolean := project IS NULL AND project_key IS NULL;
    found json;
BEGIN
    IF tenant IS NOT NULL THEN
        PERFORM set_config('wakeline.tenant', tenant, true);
    END IF;
    SELECT i.* INTO who FROM wakeline.identities i
     WHERE i.tenant_id = own AND i.name = hydrate_agent.name;
    IF who.agent_id IS NOT NULL THEN
        IF project_key IS NOT NULL THEN
            SELECT p.id INTO its FROM wakeline.projects p
             WHERE p.tenant_id = own AND p.agent_id = who.agent_id AND p.is_deleted = FALSE
               AND p.key = project_key;
        END IF;
        IF its IS NULL AND project IS NOT NULL THEN
            SELECT p.id INTO its FROM wakeline.projects p
             WHERE p.tenant_id = own AND p.agent_id = who.agent_id AND p.is_deleted = FALSE
               AND p.number = project;
        END IF;
        is_there := is_there OR its IS NOT NULL;
        SELECT h.last_known_at INTO seen FROM wakeline.log_heads h
         WHERE h.tenant_id = own AND h.agent_id = who.agent_id;
        SELECT json_build_object(
            'hydrated_at', at,
            'hydrated_at_local', NULL,
            'preset', 'agent-minimal',
            'sources', json_build_array('IdentityMemories', 'ActiveProjects', 'CurrentTasks',
                                        'KeyFacts', 'ProjectFacts', 'Hints'),
            'welcome', NULL,
            'identity', json_build_object(
                'name', who.person_name,
                'time_zone', who.person_time_zone,
                'about', d.anchor),
            'ai_identity', json_build_object(
                'id', who.id,
                'name', who.name,
                'display_name', who.display_name,
                'model', coalesce(nullif(who.model_display, ''), who.model_key),
                'origin', who.origin,
                'core_values', who.core_values_json,
                'about', d.identity),
            'preferences', d.preferences,
            'ai_personality', d.personality,
            'privacy', d.privacy,
            'identity_memories', (
                SELECT coalesce(json_agg(r), '[]') FROM (
                    SELECT m.id, m.type, m.title,
                           CASE WHEN char_length(m.content) <= content_max THEN m.content
                                ELSE rtrim(left(m.content, content_max - 1), blank) || U&'\2026'
                           END AS content,
                           char_length(m.content) > content_max AS is_cut,
                           m.importance, m.is_pinned, m.tags, m.project_id, m.origin, m.trust,
                           m.created_at, m.updated_at
                      FROM wakeline.memories m
                     WHERE m.tenant_id = own AND m.agent_id = who.agent_id
                       AND m.type IN ('identity', 'relationship', 'instruction')
                       AND m.is_deleted = FALSE AND m.archived_at IS NULL
                       AND m.superseded_by IS NULL
                     ORDER BY m.importance DESC, m.id LIMIT mem_limit) AS r),
            'pinned_memories', json_build_array(),
            'recent_memories', json_build_array(),
            'project_memories', json_build_array(),
            'surfaced_memory', NULL,
            'active_projects', (
                SELECT coalesce(json_agg(r), '[]') FROM (
                    SELECT p.id, p.number, p.key, p.title, p.summary, p.status, p.created_at,
                           p.updated_at, p.is_deleted
                      FROM wakeline.projects p
                     WHERE p.tenant_id = own AND p.agent_id = who.agent_id
                       AND p.is_deleted = FALSE AND p.status = 'active'
                     ORDER BY p.updated_at DESC, p.number LIMIT project_limit) AS r),
            'current_tasks', (
                SELECT coalesce(json_agg(r), '[]') FROM (
                    SELECT t.id, t.number, t.project_id, t.title, t.description, t.status,
                           t.priority, t.due_at, t.origin, t.trust, t.created_at, t.updated_at,
                           t.completed_at, t.is_deleted, t.thread_id
                      FROM wakeline.tasks t
                     WHERE t.tenant_id = own AND t.agent_id = who.agent_id
                       AND t.is_deleted = FALSE AND t.status IN ('todo', 'in-progress', 'blocked')
                     ORDER BY t.priority DESC, t.number LIMIT task_limit) AS r),
            'key_facts', (
                SELECT coalesce(json_agg(r.key), '[]') FROM (
                    SELECT u.key FROM (
                        (SELECT f.key, f.importance, f.id FROM wakeline.facts f
                          WHERE f.tenant_id = own AND f.agent_id = who.agent_id
                            AND f.is_deleted = FALSE AND f.recorded_to IS NULL
                            AND f.valid_to IS NULL AND f.valid_from <= at
                            AND f.importance >= min_fact_importance
                          ORDER BY f.importance DESC, f.key LIMIT fact_limit)
                        UNION ALL
                        (SELECT f.key, f.importance, f.id FROM wakeline.facts f
                          WHERE f.tenant_id = own AND f.agent_id = who.agent_id
                            AND f.is_deleted = FALSE AND f.recorded_to IS NULL
                            AND f.valid_to IS NOT NULL AND f.valid_to > at AND f.valid_from <= at
                            AND f.importance >= min_fact_importance
                          ORDER BY f.importance DESC, f.key LIMIT fact_limit)) AS u
                     ORDER BY u.importance DESC, u.key, u.id LIMIT fact_limit) AS r),
            -- Least important first: of two rows of one key the last is taken.
            'project_facts', CASE WHEN its IS NOT NULL THEN (
                SELECT coalesce(json_object_agg(r.key, r.value
                                                ORDER BY r.importance, r.key DESC, r.id DESC), '{}')
                  FROM (
                    SELECT u.* FROM (
                        (SELECT f.key, f.value, f.importance, f.id FROM wakeline.facts f
                          WHERE f.tenant_id = own AND f.agent_id = who.agent_id
                            AND f.is_deleted = FALSE
                            AND f.project_id = its AND f.project_id IS NOT NULL
                            AND f.recorded_to IS NULL AND f.valid_to IS NULL
                            AND f.valid_from <= at AND f.importance >= min_fact_importance
                          ORDER BY f.importance DESC, f.key LIMIT fact_limit)
                        UNION ALL
                        (SELECT f.key, f.value, f.importance, f.id FROM wakeline.facts f
                          WHERE f.tenant_id = own AND f.agent_id = who.agent_id
                            AND f.is_deleted = FALSE AND f.project_id = its
                            AND f.recorded_to IS NULL AND f.valid_to IS NOT NULL
                            AND f.valid_to > at AND f.valid_from <= at
                            AND f.importance >= min_fact_importance
                          ORDER BY f.importance DESC, f.key LIMIT fact_limit)) AS u
                     ORDER BY u.importance DESC, u.key, u.id LIMIT fact_limit) AS r)
                WHEN is_there THEN '{}' END,
            'core_team_doc', NULL,
            'notifications', NULL,
            'last_session', NULL,
            'hints', CASE WHEN json_typeof(who.memory_config_json -> 'remind') = 'boolean'
                           AND who.memory_config_json ->> 'remind' = 'false' THEN '[]' ELSE (
                SELECT coalesce(json_agg(r), '[]') FROM (
                    SELECT h.id, h.content, h.category, h.priority, h.is_recurring, h.trigger_at,
                           h.completed_at, h.dismissed_at, h.source_memory_id, h.origin, h.trust,
                           h.created_at, h.is_deleted, h.every, h.thread_id
                      FROM wakeline.hints h
                     WHERE h.tenant_id = own AND h.agent_id = who.agent_id
                       AND h.is_deleted = FALSE AND h.completed_at IS NULL
                       AND h.dismissed_at IS NULL
                       AND (h.trigger_at IS NULL OR h.trigger_at <= at)
                     ORDER BY h.priority DESC, h.id LIMIT hint_limit) AS r) END,
            'memory_config', NULL,
            'system_prompt', NULL,
            'grounding_message', NULL,
            'missing', json_build_array(),
            'warnings', NULL,
            'tokens', 0,
            'budget', NULL,
            'omitted', json_build_array(),
            'shares', json_build_array(),
            'circumstances', json_build_object(
                'last_known_at', seen,
                'ended_facts', CASE WHEN seen IS NULL THEN '[]' ELSE (
                    SELECT coalesce(json_agg(r), '[]') FROM (
                        SELECT f.seq, f.id, f.key, f.value, f.category, f.importance, f.valid_from,
                               f.valid_to, f.created_at, f.recorded_to, f.superseded_by,
                               f.project_id, f.source_ids, f.origin, f.trust, f.tokens,
                               f.is_deleted, f.thread_id
                          FROM wakeline.facts f
                         WHERE f.tenant_id = own AND f.agent_id = who.agent_id
                           AND f.is_deleted = FALSE AND f.recorded_to IS NULL
                           AND f.valid_to IS NOT NULL AND f.valid_to > seen AND f.valid_to <= at
                           AND f.superseded_by IS NULL
                         ORDER BY f.valid_to DESC LIMIT 20) AS r) END,
                'entropy', (
                    SELECT max(r.score) FROM (
                        SELECT e.score, e.session_id FROM wakeline.entropies e
                         WHERE e.tenant_id = own AND e.agent_id = who.agent_id
                         ORDER BY e.seq DESC LIMIT 3) AS r
                     WHERE r.session_id IS NOT DISTINCT FROM (
                        SELECT e.session_id FROM wakeline.entropies e
                         WHERE e.tenant_id = own AND e.agent_id = who.agent_id
                         ORDER BY e.seq DESC LIMIT 1)),
                'unfinished', (
                    SELECT coalesce(json_agg(r.what), '[]') FROM (
                        SELECT g.what FROM wakeline.guards g
                         WHERE g.tenant_id = own AND g.agent_id = who.agent_id
                           AND g.state = 'unknown'
                         ORDER BY g.updated_at DESC, g.id DESC LIMIT 20) AS r)))
          INTO found
          FROM (
            SELECT max(d.content) FILTER (WHERE d.kind = 'anchor') AS anchor,
                   max(d.content) FILTER (WHERE d.kind = 'identity') AS identity,
                   max(d.content) FILTER (WHERE d.kind = 'preferences') AS preferences,
                   max(d.content) FILTER (WHERE d.kind = 'personality') AS personality,
                   max(d.content) FILTER (WHERE d.kind = 'privacy') AS privacy
              FROM wakeline.documents d
             WHERE d.tenant_id = own AND d.agent_id = who.agent_id AND d.state = 'in_force') AS d;
    END IF;
    IF tenant IS NOT NULL THEN
        PERFORM set_config('wakeline.tenant', coalesce(before, ''), true);
    END IF;
    RETURN found;
END
$$;

REVOKE ALL ON FUNCTION hydrate_agent FROM PUBLIC;
