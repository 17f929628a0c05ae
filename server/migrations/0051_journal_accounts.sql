-- Which account of the merchant's own books each line of the journal goes to (docs/decisions/0078-layouts-of-the-journal.md).

CREATE TABLE journal_accounts (
  merchant_id bigint NOT NULL,
  -- What the account stands for; 'odooJournal' and 'erpnextCompany' are names that those programs ask for beside them.
  role text NOT NULL CHECK (role IN ('sales', 'refunds', 'fees', 'processing', 'vat', 'receivable', 'unjudged', 'bank',
    'odooJournal', 'erpnextCompany')),
  -- 0 for all banks without one of their own.
  bank_id bigint NOT NULL DEFAULT 0,
  -- Null where one was chosen and is no more.
  account text CHECK (account <> '' AND length(account) <= 120),
  PRIMARY KEY (merchant_id, role, bank_id),
  CHECK (bank_id = 0 OR role IN ('receivable', 'bank'))
);
SELECT place_table('journal_accounts', 'merchant');

ALTER TABLE journal_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE journal_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON journal_accounts TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON journal_accounts TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON journal_accounts TO mizan_app, mizan_platform;
