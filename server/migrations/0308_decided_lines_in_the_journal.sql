-- Accounts of lost chargebacks and of accepted differences, and how a chargeback stood after each step
-- (docs/decisions/0419-decided-lines-leave-the-receivable.md).
ALTER TABLE journal_accounts DROP CONSTRAINT journal_accounts_role_check;
ALTER TABLE journal_accounts ADD CONSTRAINT journal_accounts_role_check
  CHECK (role IN ('sales', 'refunds', 'fees', 'processing', 'vat', 'charges', 'unclear', 'writtenOff', 'lostChargebacks',
    'acceptedDifferences', 'receivable', 'unjudged', 'bank', 'odooJournal', 'erpnextCompany'));

-- Of steps of kind CHARGEBACK; null in those before this column.
ALTER TABLE bank_exception_steps ADD COLUMN stage text;
ALTER TABLE bank_exception_steps ADD CONSTRAINT bank_exception_steps_stage_check
  CHECK (stage IS NULL OR kind = 'CHARGEBACK' AND stage IN ('RECEIVED', 'ANSWERED', 'WON', 'LOST'));

-- What a line pays beyond what is owed for its payment, where its difference says another sum. It stays when the file goes.
ALTER TABLE bank_exceptions ADD COLUMN beyond_minor bigint;

ALTER TABLE bank_exceptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE expectations NO FORCE ROW LEVEL SECURITY;
UPDATE bank_exceptions x SET beyond_minor = n.bank_minor - n.charge_minor - e.net_minor
  FROM bank_entries n
  JOIN expectations e ON e.merchant_id = n.merchant_id AND e.transaction_id = n.transaction_id
 WHERE n.merchant_id = x.merchant_id AND n.bank_file_id = x.bank_file_id AND n.seq = x.seq
   AND x.outcome = 'amountDiffers' AND n.outcome = 'amountDiffers' AND n.claims AND e.is_owed;
ALTER TABLE bank_exceptions FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE expectations FORCE ROW LEVEL SECURITY;

-- When one was called lost was not kept: the last word said of it is the first moment of which it is known.
ALTER TABLE bank_exception_steps NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_chargebacks NO FORCE ROW LEVEL SECURITY;
UPDATE bank_exception_steps s SET stage = 'LOST'
  FROM (SELECT t.merchant_id, t.exception_id, max(t.id) AS id
          FROM bank_exception_steps t
          JOIN bank_chargebacks c ON c.merchant_id = t.merchant_id AND c.exception_id = t.exception_id
         WHERE t.kind = 'CHARGEBACK' AND c.stage = 'LOST'
         GROUP BY t.merchant_id, t.exception_id) l
 WHERE s.merchant_id = l.merchant_id AND s.exception_id = l.exception_id AND s.id = l.id;
ALTER TABLE bank_exception_steps FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_chargebacks FORCE ROW LEVEL SECURITY;
