-- What the platform says of itself (docs/decisions/0141-figures-of-the-platform.md).

-- What each portal process says of one minute; its newest row says whether it runs, and with which version.
CREATE TABLE process_minutes (
  process_id uuid NOT NULL,
  minute timestamptz NOT NULL,
  version text NOT NULL,
  said_at timestamptz NOT NULL,
  -- It said good-bye: whoever falls silent without that is missed.
  stopped boolean NOT NULL DEFAULT false,
  requests integer NOT NULL,
  -- Answers with a fault (5xx).
  faults integer NOT NULL,
  -- How many live messages came after which time, by the bounds of server/platform/lag-buckets.ts.
  lags integer[] NOT NULL,
  PRIMARY KEY (process_id, minute)
);
SELECT place_table('process_minutes', 'coordinator');
CREATE INDEX process_minutes_by_minute ON process_minutes (minute);

-- What nobody can count afterwards, as it stood at each minute.
CREATE TABLE platform_minutes (
  minute timestamptz PRIMARY KEY,
  undecided integer NOT NULL,
  jobs_waiting integer NOT NULL,
  files_in_work integer NOT NULL,
  terminals_connected integer NOT NULL
);
SELECT place_table('platform_minutes', 'coordinator');

GRANT SELECT, INSERT, UPDATE, DELETE ON process_minutes, platform_minutes TO mizan_platform;

-- Payments of the last minutes over all merchants. By ranges of pages: payments come in the order of their time, so it stays
-- small, and one more of them writes nothing to it.
CREATE INDEX transactions_by_time ON transactions USING brin (created_at) WITH (autosummarize = on);
