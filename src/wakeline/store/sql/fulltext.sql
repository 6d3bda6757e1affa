-- Full text over the analyser's terms. On SQLite an FTS5 table; PostgreSQL keeps postings as
-- rows and scores them by the same formula (BM25, k1 1.2, b 0.75, as FTS5 computes it).

-- fulltext.search [sqlite]
-- Rows that hold any of the terms, best first.
SELECT rowid, -bm25(fulltext) FROM fulltext
 WHERE fulltext MATCH :question ORDER BY bm25(fulltext), rowid DESC LIMIT :limit;

-- fulltext.search [postgres]
-- The same sums in the same order of operations, so that scores are equal to the last bit.
WITH totals AS (
    SELECT rows, CAST(length AS float8) / nullif(rows, 0) AS mean FROM text_totals
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id),
asked AS MATERIALIZED (
    SELECT q.term, q.position,
           (SELECT count(*) FROM postings p
             WHERE p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.term = q.term) AS n
      FROM unnest(CAST(:terms AS text[])) WITH ORDINALITY AS q (term, position)),
weighed AS (
    SELECT a.term, a.position, t.mean,
           CASE WHEN a.n < t.rows - a.n
                THEN ln((t.rows - a.n + float8 '0.5') / (a.n + float8 '0.5'))
                ELSE float8 '1e-6' END AS idf
      FROM asked a CROSS JOIN totals t)
SELECT p.seq,
       sum(w.idf * ((p.tf * float8 '2.2') / (p.tf + float8 '1.2' * (
           float8 '0.25' + float8 '0.75' * p.length / w.mean))) ORDER BY w.position) AS score
  FROM weighed w
  JOIN postings p
    ON p.tenant_id = :tenant_id AND p.agent_id = :agent_id AND p.term = w.term
 GROUP BY p.seq ORDER BY score DESC, p.seq DESC LIMIT :limit;

-- fulltext.add [sqlite]
-- One row's terms.
INSERT INTO fulltext (rowid, terms) VALUES (?, ?);

-- fulltext.add [postgres]
-- The terms of many rows: a posting for each term of a row, the row's length, and the sums.
WITH added AS (
    SELECT * FROM unnest(CAST(:terms AS text[]), CAST(:seqs AS bigint[]),
                         CAST(:tfs AS integer[])) AS t (term, seq, tf)),
sized AS (
    SELECT * FROM unnest(CAST(:rows AS bigint[]), CAST(:lengths AS integer[])) AS r (seq, length)),
posted AS (
    INSERT INTO postings (tenant_id, agent_id, term, seq, tf, length)
    SELECT :tenant_id, :agent_id, a.term, a.seq, a.tf, s.length
      FROM added a JOIN sized s ON s.seq = a.seq),
measured AS (
    INSERT INTO text_lengths (tenant_id, agent_id, seq, length, terms)
    SELECT :tenant_id, :agent_id, s.seq, s.length, coalesce(g.terms, '{}')
      FROM sized s
      LEFT JOIN (SELECT seq, array_agg(term) AS terms FROM added GROUP BY seq) g ON g.seq = s.seq)
INSERT INTO text_totals (tenant_id, agent_id, rows, length)
SELECT :tenant_id, :agent_id, count(*), coalesce(sum(length), 0) FROM sized
    ON CONFLICT (tenant_id, agent_id) DO UPDATE
   SET rows = text_totals.rows + excluded.rows, length = text_totals.length + excluded.length;

-- fulltext.remove [sqlite]
-- Take one row out.
DELETE FROM fulltext WHERE rowid = ?;

-- fulltext.remove [postgres]
-- Take one row out.
WITH gone AS (
    DELETE FROM text_lengths
     WHERE tenant_id = :tenant_id AND agent_id = :agent_id AND seq = :seq
    RETURNING seq, length, terms),
unposted AS (
    DELETE FROM postings p USING gone
     WHERE p.tenant_id = :tenant_id AND p.agent_id = :agent_id
       AND p.term = ANY (gone.terms) AND p.seq = gone.seq)
UPDATE text_totals t SET rows = t.rows - 1, length = t.length - gone.length FROM gone
 WHERE t.tenant_id = :tenant_id AND t.agent_id = :agent_id;

-- fulltext.clear [sqlite]
-- Drop everything.
INSERT INTO fulltext (fulltext) VALUES ('delete-all');

-- fulltext.clear [postgres]
-- Drop everything.
WITH unposted AS (
    DELETE FROM postings WHERE tenant_id = :tenant_id AND agent_id = :agent_id),
unmeasured AS (
    DELETE FROM text_lengths WHERE tenant_id = :tenant_id AND agent_id = :agent_id)
DELETE FROM text_totals WHERE tenant_id = :tenant_id AND agent_id = :agent_id;

-- fulltext.compact [sqlite]
-- Merge all segments, so that nothing of a removed row stays behind.
INSERT INTO fulltext (fulltext) VALUES ('optimize');

-- fulltext.compact [postgres]
-- Nothing to do: the server clears away what was removed, by itself.
SELECT seq FROM postings WHERE FALSE;
