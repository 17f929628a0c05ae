-- One table of the times of the day at which something happens by itself, each of its kind
-- (docs/decisions/0093-times-of-the-day.md): reconcile_times and files_letter_times were two of one shape.
CREATE TABLE daily_times (
  merchant_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('RECONCILE', 'FILES_LETTER')),
  -- What it counts for: everything of the merchant, a branch, or a terminal. The nearest counts.
  scope text NOT NULL CHECK (scope IN ('MERCHANT', 'BRANCH', 'TERMINAL')),
  -- The branch or terminal; 0 of the merchant's.
  place_id bigint NOT NULL,
  -- 'HH:MM' in Asia/Riyadh; null where somebody took it back.
  at_time text CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The next time that is to come; one that has passed is due, also after a crash.
  next_at timestamptz,
  -- Users who are written to, on the merchant's row.
  recipient_ids bigint[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (merchant_id, kind, scope, place_id),
  CHECK ((at_time IS NULL) = (next_at IS NULL)),
  CHECK ((scope = 'MERCHANT') = (place_id = 0)),
  CHECK (scope = 'MERCHANT' OR (kind = 'RECONCILE' AND recipient_ids = '{}'))
);
SELECT place_table('daily_times', 'merchant');
CREATE INDEX daily_times_due ON daily_times (kind, next_at) WHERE next_at IS NOT NULL;

-- The owner has no policy: it would see none of their rows.
ALTER TABLE reconcile_times NO FORCE ROW LEVEL SECURITY;
ALTER TABLE files_letter_times NO FORCE ROW LEVEL SECURITY;
INSERT INTO daily_times (merchant_id, kind, scope, place_id, at_time, next_at, recipient_ids)
SELECT merchant_id, 'RECONCILE', 'MERCHANT', 0, at_time, next_at, recipient_ids FROM reconcile_times
ON CONFLICT DO NOTHING;
INSERT INTO daily_times (merchant_id, kind, scope, place_id, at_time, next_at, recipient_ids)
SELECT merchant_id, 'FILES_LETTER', 'MERCHANT', 0, at_time, next_at, recipient_ids FROM files_letter_times
ON CONFLICT DO NOTHING;
DROP TABLE reconcile_times;
DROP TABLE files_letter_times;

ALTER TABLE daily_times ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_times FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON daily_times TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON daily_times TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON daily_times TO mizan_app, mizan_platform;

-- The terminals that were asked at that time; null of letters from before, which are about all of them.
ALTER TABLE reconcile_letters ADD COLUMN terminal_ids bigint[];
