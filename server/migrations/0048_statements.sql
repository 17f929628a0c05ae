-- What a person said of bank statements and the next one is read by (docs/decisions/0075-statements-as-tables.md).

-- How the tables of a bank's statements are read: one row for each row of column names.
CREATE TABLE statement_layouts (
  merchant_id bigint NOT NULL,
  bank_id bigint NOT NULL,
  -- SHA-256 of the column names in comparable form, in their order.
  signature bytea NOT NULL,
  -- Fields of the columns from left to right, null for one that is not read, and the ways of reading values.
  fields jsonb NOT NULL,
  ways jsonb NOT NULL,
  confirmed_at timestamptz NOT NULL,
  confirmed_by bigint NOT NULL,
  confirmed_by_name text NOT NULL,
  PRIMARY KEY (merchant_id, bank_id, signature)
);
SELECT place_table('statement_layouts', 'merchant');

-- Which bank pays into an account that is not known by a bank's IBAN.
CREATE TABLE statement_accounts (
  merchant_id bigint NOT NULL,
  -- As statements name it.
  account text NOT NULL,
  bank_id bigint NOT NULL,
  said_at timestamptz NOT NULL,
  said_by bigint NOT NULL,
  said_by_name text NOT NULL,
  PRIMARY KEY (merchant_id, account)
);
SELECT place_table('statement_accounts', 'merchant');

-- Which deposit an entry of a statement took back: the same entry again takes back no other one.
CREATE TABLE statement_reversals (
  merchant_id bigint NOT NULL,
  -- Of the entry, as a deposit's.
  request_id uuid NOT NULL,
  deposit_id bigint NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, request_id)
);
SELECT place_table('statement_reversals', 'merchant');

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['statement_layouts', 'statement_accounts', 'statement_reversals']
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
