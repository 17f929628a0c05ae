-- Unique, as tokens are: a planner without statistics would expect many rows and read every session besides.
DROP INDEX sessions_replaced;
CREATE UNIQUE INDEX sessions_replaced ON sessions (replaced_hash) WHERE replaced_hash IS NOT NULL;
