-- Operational: who runs an agent's jobs now, and until when unless it is renewed.
CREATE TABLE job_claims (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    holder text NOT NULL, host text NOT NULL, boot_id text NOT NULL, process bigint NOT NULL,
    process_start text NOT NULL, job text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    progress bigint NOT NULL, since timestamptz NOT NULL, renewed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, agent_id)
);

DO $$
BEGIN
    ALTER TABLE job_claims ENABLE ROW LEVEL SECURITY;
    ALTER TABLE job_claims FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_tenant ON job_claims
        USING (tenant_id = current_setting('wakeline.tenant', true))
        WITH CHECK (tenant_id = current_setting('wakeline.tenant', true));
END
$$;

-- A worker serves all tenants, which no walled table lets it see. So the queue is the library's,
-- in a schema of its own without walls, and holds ids alone: one entry for each agent that has
-- something waiting. The tenant is set from it before anything is read.
CREATE FUNCTION call_worker(tenant text, agent text, seconds double precision) RETURNS void
LANGUAGE plpgsql SET search_path = wakeline_jobs, pg_temp AS $$
DECLARE
    who text := tenant || '/' || agent;
    due timestamptz := CASE WHEN seconds > 0 THEN now() + make_interval(secs => seconds) END;
BEGIN
    UPDATE procrastinate_jobs SET scheduled_at = due
     WHERE queueing_lock = who AND status = 'todo' AND scheduled_at > coalesce(due, now());
    IF FOUND OR EXISTS (
        SELECT FROM procrastinate_jobs WHERE queueing_lock = who AND status = 'todo') THEN
        RETURN;
    END IF;
    PERFORM procrastinate_defer_jobs_v1(ARRAY[ROW(
        'wakeline', 'tend', 0, who, who,
        jsonb_build_object('tenant', tenant, 'agent', agent), due)::procrastinate_job_to_defer_v1]);
EXCEPTION WHEN unique_violation THEN
    NULL; -- a worker has just put it back
END
$$;

-- Whoever asks for a job, or puts it off, calls for a worker in the same transaction. Delays are
-- those of the back-off: clocks of other machines must not put anything off for long.
CREATE FUNCTION job_asked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM wakeline.call_worker(NEW.tenant_id, NEW.agent_id, CASE WHEN NEW.attempts = 0 THEN 0
        ELSE least(greatest(extract(epoch FROM NEW.run_after - now()), 0), 960) END);
    RETURN NULL;
END
$$;

CREATE TRIGGER job_asked AFTER INSERT OR UPDATE ON jobs
    FOR EACH ROW WHEN (NEW.state = 'waiting') EXECUTE FUNCTION job_asked();

-- Nobody needs to look at an agent for which nothing waits that can be done at this moment. To be
-- run while its writers queue behind: who asks for a job then calls anew.
CREATE FUNCTION call_off(tenant text, agent text, moment timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = wakeline_jobs, pg_temp AS $$
BEGIN
    DELETE FROM procrastinate_jobs
     WHERE queueing_lock = tenant || '/' || agent AND status = 'todo' AND NOT EXISTS (
           SELECT FROM wakeline.jobs job
            WHERE job.tenant_id = tenant AND job.agent_id = agent AND job.state = 'waiting'
              AND job.run_after <= moment);
END
$$;

-- Put back what workers that have not been heard of so long were looking at, looks that failed, and
-- those of which the caller knows that they ended though nothing says so; how many. Where somebody
-- has called for that agent again meanwhile, that call will do.
CREATE FUNCTION take_over(seconds double precision, ended bigint[]) RETURNS integer
LANGUAGE plpgsql SET search_path = wakeline_jobs, pg_temp AS $$
DECLARE
    left_behind record;
    taken integer := 0;
BEGIN
    FOR left_behind IN
        SELECT job.id, job.queueing_lock FROM procrastinate_jobs job
         WHERE job.queue_name = 'wakeline' AND (job.status = 'failed'
            OR job.status = 'doing' AND (job.id = ANY(ended) OR NOT EXISTS (
               SELECT FROM procrastinate_workers worker
                WHERE worker.id = job.worker_id
                  AND worker.last_heartbeat >= now() - make_interval(secs => seconds))))
           FOR UPDATE OF job SKIP LOCKED
    LOOP
        BEGIN
            IF EXISTS (SELECT FROM procrastinate_jobs
                        WHERE queueing_lock = left_behind.queueing_lock AND status = 'todo') THEN
                DELETE FROM procrastinate_jobs WHERE id = left_behind.id;
            ELSE
                PERFORM procrastinate_retry_job_v2(left_behind.id, now(), NULL, NULL, NULL);
            END IF;
            taken := taken + 1;
        EXCEPTION WHEN unique_violation THEN
            NULL; -- called for at this very moment; the next time, then
        END;
    END LOOP;
    RETURN taken;
END
$$;

-- What waits already. Its owner sees past the walls for the length of this statement.
ALTER TABLE jobs NO FORCE ROW LEVEL SECURITY;
SELECT call_worker(tenant_id, agent_id, 0) FROM jobs
 WHERE state = 'waiting' GROUP BY tenant_id, agent_id;
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
