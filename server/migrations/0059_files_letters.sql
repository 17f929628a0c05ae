-- The daily e-mail about the files of banks (docs/decisions/0082-the-days-letter-about-bank-files.md).

CREATE TABLE files_letter_times (
  merchant_id bigint NOT NULL PRIMARY KEY,
  -- 'HH:MM' in Asia/Riyadh; null where somebody took it back.
  at_time text CHECK (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- The next time that is to come; one that has passed is due, also after a crash.
  next_at timestamptz,
  -- Users who are written to.
  recipient_ids bigint[] NOT NULL DEFAULT '{}',
  CHECK ((at_time IS NULL) = (next_at IS NULL))
);
SELECT place_table('files_letter_times', 'merchant');
CREATE INDEX files_letter_times_due ON files_letter_times (next_at) WHERE next_at IS NOT NULL;

-- Written with their mails, in one transaction.
CREATE TABLE files_letters (
  merchant_id bigint NOT NULL,
  -- The moment that was due: two processes write it once.
  run_at timestamptz NOT NULL,
  written_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, run_at)
);
SELECT place_table('files_letters', 'merchant');

-- What the letters have said of a file: in which state it was, and of which of its verdicts (0: of none).
CREATE TABLE bank_files_told (
  merchant_id bigint NOT NULL,
  bank_file_id bigint NOT NULL,
  state text NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 0),
  PRIMARY KEY (merchant_id, bank_file_id)
);
SELECT place_table('bank_files_told', 'merchant');

DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['files_letter_times', 'files_letters', 'bank_files_told'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format('CREATE POLICY tenant ON %I TO mizan_app USING (merchant_id = tenant_id()) WITH CHECK (merchant_id = tenant_id())', named);
    EXECUTE format('CREATE POLICY platform ON %I TO mizan_platform USING (true) WITH CHECK (true)', named);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mizan_app, mizan_platform', named);
  END LOOP;
END $$;
