-- The account of what is to be clarified with the bank (docs/decisions/0107-what-is-not-clear-in-the-journal.md).
ALTER TABLE journal_accounts DROP CONSTRAINT journal_accounts_role_check;
ALTER TABLE journal_accounts ADD CONSTRAINT journal_accounts_role_check
  CHECK (role IN ('sales', 'refunds', 'fees', 'processing', 'vat', 'charges', 'unclear', 'receivable', 'unjudged', 'bank',
    'odooJournal', 'erpnextCompany'));
