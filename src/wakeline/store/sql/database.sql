-- What only a home in a database asks: who lives here, and who may write now.

-- database.enter [postgres]
-- The first statement of every transaction: its tenant, and what bounds it. A server that was
-- told not to wait for its disk waits for ours; a stricter setting than `on` stays.
SELECT set_config('wakeline.tenant', :tenant_id, TRUE),
       set_config('search_path', 'wakeline', TRUE),
       set_config('lock_timeout', :lock_timeout, TRUE),
       set_config('statement_timeout', :statement_timeout, TRUE),
       set_config('idle_in_transaction_session_timeout', :idle_timeout, TRUE),
       CASE WHEN current_setting('synchronous_commit') = 'off'
            THEN set_config('synchronous_commit', 'on', TRUE) END;

-- database.unsafe_role [postgres]
-- The role behind this connection, and the roles it is or may become that no policy holds back.
SELECT session_user, array_agg(r.rolname ORDER BY r.rolname)
  FROM pg_roles r
 WHERE pg_has_role(session_user, r.oid, 'MEMBER')
   AND (r.rolsuper OR r.rolbypassrls OR EXISTS (
        SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'wakeline' AND c.relowner = r.oid));

-- database.schema [postgres]
-- Whether our schema is there and open to this role.
SELECT count(*) FROM pg_namespace
 WHERE nspname = 'wakeline' AND has_schema_privilege(oid, 'USAGE');

-- database.applied [postgres]
-- The migrations that ran.
SELECT version, sha256 FROM wakeline.schema_migrations ORDER BY version;

-- database.unwalled [postgres]
-- Tables that a missing or softened policy would open to other tenants.
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = 'wakeline' AND c.relkind IN ('r', 'p') AND c.relname <> 'schema_migrations'
   AND NOT (c.relrowsecurity AND c.relforcerowsecurity)
 ORDER BY c.relname;

-- database.names [postgres]
-- The names of a tenant's agents.
SELECT name FROM identities WHERE tenant_id = :tenant_id ORDER BY name;

-- database.agent_named [postgres]
-- The id of the agent that has a name.
SELECT agent_id FROM identities WHERE tenant_id = :tenant_id AND name = :name;

-- database.with_jobs [postgres]
-- The names of a tenant's agents for which something waits or is parked.
SELECT name FROM identities i
 WHERE tenant_id = :tenant_id AND EXISTS (
       SELECT FROM jobs j WHERE j.tenant_id = i.tenant_id AND j.agent_id = i.agent_id)
 ORDER BY name;

-- database.due [postgres]
-- The names of a tenant's agents for which something waits that can be done now.
SELECT name FROM identities i
 WHERE tenant_id = :tenant_id AND EXISTS (
       SELECT FROM jobs j
        WHERE j.tenant_id = i.tenant_id AND j.agent_id = i.agent_id AND j.state = 'waiting'
          AND j.run_after <= :now)
 ORDER BY name;

-- database.call_worker [postgres]
-- Have a worker look at an agent in so many seconds, unless one will before.
SELECT call_worker(:tenant_id, :agent_id, :seconds);

-- database.call_off [postgres]
-- Have no worker look at an agent for which nothing waits that can be done now.
SELECT call_off(:tenant_id, :agent_id, :now);

-- database.queue_scripts [postgres]
-- Which scripts of the queue's library ran.
SELECT name FROM wakeline_jobs.applied;

-- database.take_over [postgres]
-- Put back what workers that have not been heard of so long were looking at, and what failed.
SELECT wakeline.take_over(:seconds, '{}');

-- database.hurry [postgres]
-- Have workers look at once at all that they would look at later.
UPDATE wakeline_jobs.procrastinate_jobs SET scheduled_at = NULL
 WHERE status = 'todo' AND queue_name = 'wakeline' AND scheduled_at > now();

-- database.is_called [postgres]
-- Whether workers have something to look at now, or are looking.
SELECT EXISTS (SELECT FROM wakeline_jobs.procrastinate_jobs
                WHERE queue_name = 'wakeline' AND (status = 'doing' OR status = 'todo'
                  AND (scheduled_at IS NULL OR scheduled_at <= now())));

-- database.hydrate_agent [postgres]
-- What an agent needs to act, as one value. The only statement of its transaction: it has a tenant
-- during the call and none after it.
SELECT wakeline.hydrate_agent(
    name => :name, project => :project, mem_limit => :mem_limit, fact_limit => :fact_limit,
    task_limit => :task_limit, content_max => :content_max, tenant => :tenant_id,
    project_key => :project_key, moment => :moment, min_fact_importance => :min_fact_importance,
    project_limit => :project_limit, hint_limit => :hint_limit);

-- database.lock_head [postgres]
-- Where an agent's log stands, held until the transaction ends: its writers queue here.
SELECT @Head FROM log_heads
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id FOR UPDATE;

-- database.next_number [postgres]
-- A number that no other row of that kind in this tenant has.
INSERT INTO numbers (tenant_id, name, last) VALUES (:tenant_id, :name, 1)
    ON CONFLICT (tenant_id, name) DO UPDATE SET last = numbers.last + 1
RETURNING last;

-- database.note_numbers [postgres]
-- Numbers up to this one are in use.
INSERT INTO numbers (tenant_id, name, last) VALUES (:tenant_id, :name, :last)
    ON CONFLICT (tenant_id, name) DO UPDATE SET last = greatest(numbers.last, excluded.last);

-- database.tables_of_agents [postgres]
-- Every table that holds rows of agents.
SELECT c.relname FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agent_id' AND NOT a.attisdropped
 WHERE c.relnamespace = CAST('wakeline' AS regnamespace) AND c.relkind IN ('r', 'p')
 ORDER BY c.relname;

-- database.chunks [postgres]
-- One array of a sealed part, in order.
SELECT number, data FROM segment_chunks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND name = :name AND part = :part
 ORDER BY number;

-- database.some_chunks [postgres]
-- Some chunks of some arrays.
SELECT kept.part, kept.number, kept.data
  FROM unnest(:parts::text[], :numbers::bigint[]) AS wanted (part, number)
  JOIN segment_chunks kept
    ON kept.tenant_id = :tenant_id AND kept.agent_id = :agent_id AND kept.name = :name
   AND kept.part = wanted.part AND kept.number = wanted.number;

-- database.keep_chunks [postgres]
-- Some chunks of one array, to be kept.
INSERT INTO segment_chunks (tenant_id, agent_id, name, part, number, data)
SELECT :tenant_id, :agent_id, :name, :part, number, data
  FROM unnest(:numbers::bigint[], :chunks::bytea[]) AS given (number, data);

-- database.drop_chunks [postgres]
-- A sealed part goes.
DELETE FROM segment_chunks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND name = :name;

-- database.sweep_chunks [postgres]
-- Sealed parts that nobody knows go.
DELETE FROM segment_chunks
 WHERE tenant_id = :tenant_id AND agent_id = :agent_id
   AND name <> ALL(:known::text[]);
