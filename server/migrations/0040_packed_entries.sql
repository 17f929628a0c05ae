-- Matched lines of a bank file in blocks, and who holds a payment as bits of a page
-- (docs/decisions/0058-matched-lines-in-blocks.md).

-- Some hundred plainly matched lines that follow each other. What else an entry of them shows stands on the payment.
CREATE TABLE bank_entry_blocks (
  merchant_id bigint NOT NULL,
  bank_file_id bigint NOT NULL,
  -- Entries are counted from 1 within the file, over blocks and rows of bank_entries together.
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  -- Whether these entries take their payments for themselves, in this bank file and in all others.
  claims boolean NOT NULL,
  matched_by text NOT NULL,
  -- The lowest and the highest payment, and their first and last business day.
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  -- One element for each entry.
  transaction_ids bigint[] NOT NULL,
  lines bigint[] NOT NULL,
  days date[] NOT NULL,
  -- Fee and VAT together; null where the line did not say.
  charges bigint[] NOT NULL,
  -- Null where no line of the block says one.
  settlement_days date[],
  batches text[],
  PRIMARY KEY (merchant_id, bank_file_id, first_seq)
);
-- Figures that differ from line to line: trying to compress them costs more than it saves.
ALTER TABLE bank_entry_blocks
  ALTER COLUMN transaction_ids SET STORAGE EXTERNAL,
  ALTER COLUMN lines SET STORAGE EXTERNAL,
  ALTER COLUMN days SET STORAGE EXTERNAL,
  ALTER COLUMN charges SET STORAGE EXTERNAL,
  ALTER COLUMN settlement_days SET STORAGE EXTERNAL;
SELECT place_table('bank_entry_blocks', 'merchant');
CREATE INDEX bank_entry_blocks_claim ON bank_entry_blocks (merchant_id, last_id, first_id) WHERE claims;

-- A bit for each payment that a bank file holds: page p has the payments from 512 p on. A bit that is set twice, or taken
-- back twice, breaks the count, so that no payment is held by two files.
CREATE TABLE bank_claims (
  merchant_id bigint NOT NULL,
  page bigint NOT NULL,
  held bit(512) NOT NULL,
  held_count bigint NOT NULL,
  PRIMARY KEY (merchant_id, page),
  CONSTRAINT bank_claims_once CHECK (bit_count(held) = held_count)
);
SELECT place_table('bank_claims', 'merchant');

ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
INSERT INTO bank_claims (merchant_id, page, held, held_count)
SELECT merchant_id, transaction_id / 512, bit_or(set_bit(0::bit(512), (transaction_id % 512)::integer, 1)), count(*)
  FROM bank_entries WHERE claims
 GROUP BY merchant_id, transaction_id / 512;
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['bank_entry_blocks', 'bank_claims']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I TO mizan_app USING (merchant_id = tenant_id()) '
                   'WITH CHECK (merchant_id = tenant_id())', tenant_table);
    EXECUTE format('CREATE POLICY platform ON %I TO mizan_platform USING (true) WITH CHECK (true)', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mizan_app, mizan_platform', tenant_table);
  END LOOP;
END
$$;
GRANT DELETE ON bank_entry_blocks TO mizan_app;
