-- Rents and monthly fees that are claimed (docs/decisions/0286-a-rent-is-claimed-once.md): how much of what a bank took too much for a
-- terminal and month stands in a claim. Claims of a merchant are made one after the other, so that their sum is never more than that.
CREATE TABLE rent_claim_lines (
  merchant_id bigint NOT NULL,
  claim_id bigint NOT NULL,
  bank_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('rent', 'bankFee')),
  month date NOT NULL,
  tid text NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  over_minor bigint NOT NULL CHECK (over_minor > 0),
  PRIMARY KEY (merchant_id, claim_id, kind, month, tid)
);
SELECT place_table('rent_claim_lines', 'merchant');
CREATE INDEX rent_claim_lines_live ON rent_claim_lines (merchant_id, month) WHERE is_live;

ALTER TABLE rent_claim_lines ENABLE ROW LEVEL SECURITY;
ALTER TABLE rent_claim_lines FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON rent_claim_lines TO mizan_app USING (merchant_id = tenant_id()) WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON rent_claim_lines TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON rent_claim_lines TO mizan_app, mizan_platform;
