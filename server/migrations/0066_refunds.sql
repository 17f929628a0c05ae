-- Refunds and reversals that people ask for (docs/decisions/0096-refunds.md). What is sent to a terminal is a transaction of
-- the same number; what is kept here is why, who asked, and whether it waited for a second person.
CREATE TABLE refunds (
  merchant_id bigint NOT NULL,
  -- Drawn from the numbers of transactions.
  id bigint NOT NULL,
  -- Made once by the client: the paymentId on the wire.
  uuid uuid NOT NULL,
  original_id bigint NOT NULL,
  terminal_id bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('REFUND', 'REVERSAL')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  currency text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('RETURNED', 'WRONG_AMOUNT', 'CHARGED_TWICE', 'ORDER_CANCELED', 'OTHER')),
  note text CHECK (note <> ''),
  state text NOT NULL CHECK (state IN ('WAITING', 'SENT', 'REFUSED', 'WITHDRAWN')),
  -- The limit that it went above; null where one person was enough.
  limit_minor bigint,
  asked_by_id bigint NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  decided_by_id bigint,
  decided_by_name text,
  decided_at timestamptz(3),
  decision_note text,
  PRIMARY KEY (merchant_id, id),
  UNIQUE (merchant_id, uuid),
  CHECK (reason <> 'OTHER' OR note IS NOT NULL),
  -- Two persons are two, and nobody sends alone what is above the limit.
  CHECK (state = 'WITHDRAWN' OR decided_by_id <> asked_by_id),
  CHECK (state <> 'SENT' OR limit_minor IS NULL OR decided_by_id IS NOT NULL),
  CHECK (state NOT IN ('REFUSED', 'WITHDRAWN') OR decided_by_id IS NOT NULL)
);
SELECT place_table('refunds', 'merchant');
ALTER TABLE refunds
  ADD FOREIGN KEY (merchant_id, original_id) REFERENCES transactions (merchant_id, id),
  ADD FOREIGN KEY (merchant_id, terminal_id) REFERENCES terminals (merchant_id, id);
CREATE INDEX refunds_unsent ON refunds (merchant_id, asked_at DESC, id DESC) WHERE state <> 'SENT';
CREATE INDEX refunds_by_original ON refunds (merchant_id, original_id);
CREATE INDEX refunds_alone ON refunds (merchant_id, asked_by_id, asked_at) WHERE limit_minor IS NULL;

-- What one person may give back alone within a day, in halalas; a merchant without a row has the default of contract/refunds.ts.
CREATE TABLE refund_limits (
  merchant_id bigint NOT NULL,
  limit_minor bigint NOT NULL CHECK (limit_minor BETWEEN 0 AND 100000000),
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id)
);
SELECT place_table('refund_limits', 'merchant');

-- More was given back than was paid: nothing hides it, and a person looks.
ALTER TABLE reviews DROP CONSTRAINT reviews_reason_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_reason_check
  CHECK (reason IN ('NO_ANSWER', 'JOURNAL_LOST', 'RESULT_MISMATCH', 'CODES_CONTRADICT', 'LATE_APPROVAL',
                    'FOREIGN_PAYMENT', 'OVER_REFUND'));

DO $$
DECLARE
  named text;
BEGIN
  FOREACH named IN ARRAY ARRAY['refunds', 'refund_limits'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', named);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', named);
    EXECUTE format('CREATE POLICY tenant ON %I TO mizan_app USING (merchant_id = tenant_id()) WITH CHECK (merchant_id = tenant_id())', named);
    EXECUTE format('CREATE POLICY platform ON %I TO mizan_platform USING (true) WITH CHECK (true)', named);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mizan_app, mizan_platform', named);
  END LOOP;
END $$;
