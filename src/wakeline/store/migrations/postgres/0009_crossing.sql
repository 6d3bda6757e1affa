-- How each wake was; its id is that of the session which it opened. Spans are seconds.
CREATE TABLE disorientations (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    woke_at timestamptz NOT NULL, gap_duration double precision, felt_gap_duration text,
    disorientation_intensity double precision NOT NULL, wake_type text COLLATE "C" NOT NULL,
    return_experience text NOT NULL, lingering_sense_of_elsewhere boolean NOT NULL,
    fragments jsonb NOT NULL, time_to_orient double precision,
    PRIMARY KEY (tenant_id, agent_id, id)
);

-- The stretches in which the agent was not there; `after` and `through` are of the log.
CREATE TABLE gaps (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C" NOT NULL, gap_start timestamptz NOT NULL,
    gap_end timestamptz NOT NULL, felt_magnitude text COLLATE "C" NOT NULL,
    sleep_cycles_during integer NOT NULL, consolidation_occurred boolean NOT NULL,
    felt_absence text NOT NULL, continuity_preserved boolean NOT NULL,
    subjective_experience text NOT NULL, discontinuity_sense double precision NOT NULL,
    missed_experience boolean NOT NULL, after bigint NOT NULL, through bigint NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);

-- What was one way and is another.
CREATE TABLE drifts (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    noticed_at timestamptz NOT NULL, domain text COLLATE "C" NOT NULL, subject text NOT NULL,
    before text NOT NULL, after text NOT NULL, gap_id text COLLATE "C",
    magnitude double precision NOT NULL, measure text COLLATE "C" NOT NULL,
    discovery_experience text NOT NULL, drift_valence text COLLATE "C" NOT NULL,
    source_ids jsonb NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);
CREATE INDEX drifts_noticed ON drifts (tenant_id, agent_id, noticed_at, id);

-- Boundaries that were crossed.
CREATE TABLE thresholds (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    session_id text COLLATE "C", crossed_at timestamptz NOT NULL, type text COLLATE "C" NOT NULL,
    from_state text NOT NULL, to_state text NOT NULL, significance double precision NOT NULL,
    point_of_no_return boolean NOT NULL, threshold_quality text COLLATE "C" NOT NULL,
    crossing_experience text NOT NULL, aware_in_moment boolean NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, id)
);

-- Derived: the meaning of states that can drift, by what they hash to, so that a wake compares
-- them without an embedder.
CREATE TABLE state_vectors (
    tenant_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL,
    fingerprint text COLLATE "C" NOT NULL, text_hash text COLLATE "C" NOT NULL,
    vectors bytea NOT NULL,
    PRIMARY KEY (tenant_id, agent_id, fingerprint, text_hash)
);

-- A message may have been left by one of the agent's own sessions, and may run out.
ALTER TABLE messages ADD COLUMN session_id text COLLATE "C";
ALTER TABLE messages ADD COLUMN expires_at timestamptz;
CREATE INDEX messages_own ON messages (tenant_id, agent_id, id)
 WHERE read_at IS NULL AND is_deleted = FALSE AND session_id IS NOT NULL;

DO $$
DECLARE
    walled text;
BEGIN
    FOREACH walled IN ARRAY
        ARRAY['disorientations', 'gaps', 'drifts', 'thresholds', 'state_vectors']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', walled);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', walled);
        EXECUTE format(
            'CREATE POLICY own_tenant ON %I '
            'USING (tenant_id = current_setting(''wakeline.tenant'', true)) '
            'WITH CHECK (tenant_id = current_setting(''wakeline.tenant'', true))', walled);
    END LOOP;
END
$$;
