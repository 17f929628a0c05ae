-- What a line that should not be there pays beyond what is owed: its amount less what it keeps
-- (docs/decisions/0419-decided-lines-leave-the-receivable.md).
ALTER TABLE bank_exceptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE expectations NO FORCE ROW LEVEL SECURITY;
UPDATE bank_exceptions x SET beyond_minor = n.beyond_minor
  FROM (SELECT n.merchant_id, n.bank_file_id, n.seq, n.outcome,
               coalesce(n.bank_minor, 0) - coalesce(n.charge_minor, 0)
                 - CASE WHEN n.claims AND e.is_owed THEN e.net_minor ELSE 0 END AS beyond_minor
          FROM bank_entries n
          LEFT JOIN expectations e ON e.merchant_id = n.merchant_id AND e.transaction_id = n.transaction_id
         WHERE n.outcome IN ('duplicate', 'missingInPortal', 'statusConflict', 'undecidedSum')) n
 WHERE n.merchant_id = x.merchant_id AND n.bank_file_id = x.bank_file_id AND n.seq = x.seq AND n.outcome = x.outcome;
ALTER TABLE bank_exceptions FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE expectations FORCE ROW LEVEL SECURITY;
