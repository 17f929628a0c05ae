-- Claims of what a bank never paid, beside those of what it charged too much (docs/decisions/0285-claims-of-missing-money.md).
ALTER TABLE fee_claims ADD COLUMN kind text NOT NULL DEFAULT 'FEES';
ALTER TABLE fee_claims ADD CONSTRAINT fee_claims_kind_check CHECK (kind IN ('FEES', 'MISSING', 'RENTS'));

-- The payments of such a claim as they stood. One is in one claim that was not withdrawn, and in no second one.
CREATE TABLE missing_claim_lines (
  merchant_id bigint NOT NULL,
  claim_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  -- The file that covers it without a line; null where files only brought other payments of its day.
  bank_file_id bigint,
  day date NOT NULL,
  due_day date NOT NULL,
  scheme text NOT NULL,
  tid text NOT NULL,
  rrn text,
  approval_code text,
  last_four text,
  -- Signed: what was given back is taken off.
  gross_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  vat_minor bigint NOT NULL,
  net_minor bigint NOT NULL,
  PRIMARY KEY (merchant_id, claim_id, transaction_id),
  CHECK (gross_minor - fee_minor - vat_minor = net_minor)
);
SELECT place_table('missing_claim_lines', 'merchant');
CREATE UNIQUE INDEX missing_claim_lines_once ON missing_claim_lines (merchant_id, transaction_id) WHERE is_live;

ALTER TABLE missing_claim_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE missing_claim_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON missing_claim_lines TO mizan_app USING (merchant_id = tenant_id()) WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON missing_claim_lines TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON missing_claim_lines TO mizan_app, mizan_platform;
