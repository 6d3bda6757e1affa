-- The function hydrate_agent told more of a guardian from this version on. Its text stands in
-- store/functions.
SELECT 1;
