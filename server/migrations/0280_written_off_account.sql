-- The account of what was written off (docs/decisions/0375-what-was-written-off-leaves-the-portal-as-such.md).
ALTER TABLE journal_accounts DROP CONSTRAINT journal_accounts_role_check;
ALTER TABLE journal_accounts ADD CONSTRAINT journal_accounts_role_check
  CHECK (role IN ('sales', 'refunds', 'fees', 'processing', 'vat', 'charges', 'unclear', 'writtenOff', 'receivable', 'unjudged',
    'bank', 'odooJournal', 'erpnextCompany'));
