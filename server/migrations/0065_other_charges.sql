-- What a bank takes for itself and no payment has an account of its own
-- (docs/decisions/0094-what-a-bank-takes-for-itself-in-the-journal.md).

ALTER TABLE journal_accounts DROP CONSTRAINT journal_accounts_role_check;
ALTER TABLE journal_accounts ADD CONSTRAINT journal_accounts_role_check CHECK (role IN ('sales', 'refunds', 'fees',
  'processing', 'vat', 'charges', 'receivable', 'unjudged', 'bank', 'odooJournal', 'erpnextCompany'));
