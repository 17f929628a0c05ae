-- Which unbalanced and incomplete bank files still ask for a person, and which folder holds an uploaded file.

ALTER TABLE bank_imports
  -- What later files brought of the payments that this one lacked, by currency: [{currency, count, minor}]; `minor`
  -- is what is no longer to claim.
  ADD COLUMN settled jsonb NOT NULL DEFAULT '[]',
  -- Since when nothing of the file is open any more; null while something is.
  ADD COLUMN settled_at timestamptz,
  -- The folder in which the upload was put, by the id that lies in it; null for files from before folders had one.
  ADD COLUMN folder_id uuid;
CREATE INDEX bank_imports_open ON bank_imports (merchant_id, created_at DESC, id DESC)
  WHERE state = 'WAITING_LAYOUT' OR (state = 'DONE' AND verdict <> 'BALANCED' AND settled_at IS NULL);

-- The folders that running processes see, so that a file in another process's folder is not taken for lost, and
-- a folder that is not shared is noticed.
CREATE TABLE bank_file_folders (
  process_id uuid PRIMARY KEY,
  folder_id uuid NOT NULL,
  seen_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON bank_file_folders TO mizan_platform;

-- What was judged before: the same as server/features/reconciliation/open-differences.ts keeps from now on.
ALTER TABLE bank_imports NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
WITH brought AS (
  SELECT e.merchant_id, e.import_id, e.currency, count(*) AS count, -sum(least(e.difference_minor, 0)) AS minor
    FROM bank_imports i
    JOIN bank_entries e ON e.merchant_id = i.merchant_id AND e.import_id = i.id
     AND e.outcome = 'missingInBank' AND e.outcome <> 'matched'
    JOIN bank_entries c ON c.merchant_id = e.merchant_id AND c.transaction_id = e.transaction_id AND c.claims
    JOIN bank_imports later ON later.merchant_id = c.merchant_id AND later.id = c.import_id AND later.state = 'DONE'
   WHERE i.state = 'DONE' AND i.verdict <> 'BALANCED'
   GROUP BY e.merchant_id, e.import_id, e.currency),
settled AS (
  SELECT merchant_id, import_id, sum(count) AS count,
         jsonb_agg(jsonb_build_object('currency', currency, 'count', count, 'minor', minor) ORDER BY currency) AS parts
    FROM brought GROUP BY merchant_id, import_id)
UPDATE bank_imports i
   SET settled = s.parts,
       settled_at = CASE
         WHEN i.lines_rejected = 0
          AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(i.summary -> 'absent') a
                           WHERE a ->> 'kind' IN ('linesOfTotal', 'rejectedLines'))
          AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(i.summary -> 'outcomes') o
                           WHERE o ->> 'outcome' NOT IN ('matched', 'timing', 'missingInBank')
                             AND NOT (o ->> 'outcome' = 'rounding' AND (o ->> 'differenceMinor')::bigint = 0))
          AND s.count = (SELECT coalesce(sum((o ->> 'count')::bigint), 0)
                           FROM jsonb_array_elements(i.summary -> 'outcomes') o
                          WHERE o ->> 'outcome' = 'missingInBank')
         THEN now() END
  FROM settled s
 WHERE i.merchant_id = s.merchant_id AND i.id = s.import_id;
ALTER TABLE bank_imports FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;
