-- The function hydrate_agent came with this version. Its text stands in store/functions, which
-- `wakeline init` applies after the migrations.
SELECT 1;
