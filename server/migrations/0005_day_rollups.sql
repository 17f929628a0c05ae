-- Totals by the day, without terminal and cashier: a range of 90 days costs its days and branches, where the
-- hours of every terminal would cost a hundred times as much. Kept by the same statement as
-- transaction_rollups (server/features/transactions/transaction-rollup.queries.ts).
CREATE TABLE transaction_day_rollups (
  merchant_id bigint NOT NULL,
  -- The calendar day of the payment in Asia/Riyadh.
  day date NOT NULL,
  branch_id bigint NOT NULL,
  scheme text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  currency text NOT NULL,
  bank_confirmed boolean NOT NULL,
  count bigint NOT NULL,
  amount_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  vat_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  PRIMARY KEY (merchant_id, day, branch_id, scheme, type, status, currency, bank_confirmed)
) WITH (fillfactor = 50);
-- What the bank has not confirmed, whatever range a screen shows.
CREATE INDEX transaction_day_rollups_unconfirmed ON transaction_day_rollups (merchant_id, day)
  WHERE status = 'APPROVED' AND NOT bank_confirmed;
-- The platform's totals, over all merchants.
CREATE INDEX transaction_day_rollups_by_day ON transaction_day_rollups (day);
CREATE INDEX transaction_rollups_by_hour ON transaction_rollups (hour);

-- Rows of the present hour change with every payment and no index covers what changes: room for new versions
-- on the same page keeps that cheap.
ALTER TABLE transaction_rollups SET (fillfactor = 50);
-- A cashier's own figures.
CREATE INDEX transaction_rollups_by_terminal ON transaction_rollups (merchant_id, terminal_id, hour);
CREATE INDEX transaction_rollups_by_cashier ON transaction_rollups (merchant_id, cashier_id, hour);

ALTER TABLE transaction_day_rollups ENABLE ROW LEVEL SECURITY;
ALTER TABLE transaction_day_rollups FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON transaction_day_rollups TO mizan_app
  USING (merchant_id = tenant_id()) WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON transaction_day_rollups TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON transaction_day_rollups TO mizan_app, mizan_platform;

-- Lists are continued by (created_at, id), and a cursor carries whole milliseconds: a finer time would lie
-- between two pages and be shown on neither.
ALTER TABLE transactions ALTER COLUMN created_at TYPE timestamptz(3);
