-- A chargeback that was won and the lines that gave it back settle each other (docs/decisions/0117-what-a-won-chargeback-settles.md):
-- said of the figures that both had, of which the state is made. All of one settlement have the chargeback's number.
ALTER TABLE bank_exceptions ADD COLUMN settled_with bigint;
ALTER TABLE bank_exceptions DROP CONSTRAINT bank_exceptions_said_check;
ALTER TABLE bank_exceptions ADD CONSTRAINT bank_exceptions_said_check CHECK (said IN ('ASKED', 'ACCEPTED', 'SETTLED'));
ALTER TABLE bank_exceptions ADD CONSTRAINT bank_exceptions_settled_with CHECK (said IS DISTINCT FROM 'SETTLED' OR settled_with IS NOT NULL);
CREATE INDEX bank_exceptions_settled ON bank_exceptions (merchant_id, settled_with) WHERE settled_with IS NOT NULL;

ALTER TABLE bank_exception_steps DROP CONSTRAINT bank_exception_steps_kind_check;
ALTER TABLE bank_exception_steps ADD CONSTRAINT bank_exception_steps_kind_check CHECK (kind IN ('COMMENT', 'ASSIGNED', 'ASKED',
  'ACCEPTED', 'APPROVED', 'REFUSED', 'REOPENED', 'MATCHED', 'MATCH_UNDONE', 'CHARGEBACK', 'EVIDENCE', 'RULED', 'SETTLED',
  'UNSETTLED'));
