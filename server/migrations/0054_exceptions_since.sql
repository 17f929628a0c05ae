-- From which day the age of an exception counts (docs/decisions/0079-age-counts-from-the-money.md): the day on which the money
-- was due, the settlement day of the bank's line, or, where neither is known, the day on which a verdict named it.
ALTER TABLE bank_exceptions ADD COLUMN since_day date;
ALTER TABLE bank_exceptions ADD COLUMN since_kind text;

ALTER TABLE bank_exceptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE expectations NO FORCE ROW LEVEL SECURITY;
UPDATE bank_exceptions SET since_day = (opened_at AT TIME ZONE 'Asia/Riyadh')::date, since_kind = 'NAMED';
UPDATE bank_exceptions x SET since_day = o.due_day, since_kind = 'DUE'
  FROM expectations o
 WHERE o.merchant_id = x.merchant_id AND o.transaction_id = x.of_row AND x.of_file = 0;
UPDATE bank_exceptions x SET since_day = o.due_day, since_kind = 'DUE'
  FROM bank_entries e, expectations o
 WHERE e.merchant_id = x.merchant_id AND e.bank_file_id = x.bank_file_id AND e.seq = x.seq AND e.line = x.of_row
   AND x.of_file > 0 AND x.gone IS NULL AND e.outcome IN ('amountDiffers', 'feeDiffers')
   AND o.merchant_id = x.merchant_id AND o.transaction_id = e.transaction_id;
UPDATE bank_exceptions x SET since_day = e.settlement_day, since_kind = 'SETTLEMENT'
  FROM bank_entries e
 WHERE e.merchant_id = x.merchant_id AND e.bank_file_id = x.bank_file_id AND e.seq = x.seq AND e.line = x.of_row
   AND x.of_file > 0 AND x.gone IS NULL AND e.settlement_day IS NOT NULL;
ALTER TABLE bank_exceptions FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE expectations FORCE ROW LEVEL SECURITY;

ALTER TABLE bank_exceptions ALTER COLUMN since_day SET NOT NULL;
ALTER TABLE bank_exceptions ALTER COLUMN since_kind SET NOT NULL;
ALTER TABLE bank_exceptions ADD CONSTRAINT bank_exceptions_since CHECK (since_kind IN ('DUE', 'SETTLEMENT', 'NAMED'));

DROP INDEX bank_exceptions_open;
DROP INDEX bank_exceptions_by_state;
CREATE INDEX bank_exceptions_open ON bank_exceptions (merchant_id, since_day, id) WHERE state IN ('OPEN', 'ASKED');
CREATE INDEX bank_exceptions_by_state ON bank_exceptions (merchant_id, state, since_day, id);
