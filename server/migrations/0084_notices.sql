-- Notices (docs/decisions/0120-notices-in-the-order-of-their-commits.md): what rings the bell, kept by the portal.
-- The number of a notice is drawn from its merchant's row here as the last thing of a transaction, and the row stays
-- locked until that commits: numbers are seen in their order, without a gap.
CREATE TABLE notice_counters (
  merchant_id bigint PRIMARY KEY,
  newest_seq bigint NOT NULL
);
SELECT place_table('notice_counters', 'merchant');

CREATE TABLE notices (
  merchant_id bigint NOT NULL,
  -- 0: everybody who runs the merchant. Otherwise the cashier who heard it, as terminals were assigned then.
  audience_id bigint NOT NULL,
  seq bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('TCO', 'TDI', 'FRC', 'SRC', 'SIL', 'UNB', 'OVD')),
  -- The terminal's number (TCO, TDI, FRC, SRC, SIL), the bank file's (UNB), the currency (OVD).
  about text NOT NULL,
  -- Of OVD: the sum, and of how many settlements.
  amount_minor bigint,
  count integer,
  at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, audience_id, seq),
  CHECK ((type = 'OVD') = (amount_minor IS NOT NULL AND count IS NOT NULL))
);
SELECT place_table('notices', 'merchant');

-- How far somebody has read, on whichever device, and how far they were written to by mail.
CREATE TABLE notice_places (
  merchant_id bigint NOT NULL,
  user_id bigint NOT NULL,
  read_seq bigint NOT NULL DEFAULT 0,
  mailed_seq bigint NOT NULL DEFAULT 0,
  mailed_at timestamptz,
  PRIMARY KEY (merchant_id, user_id)
);
SELECT place_table('notice_places', 'merchant');

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY['notice_counters', 'notices', 'notice_places']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format('CREATE POLICY tenant ON %I TO mizan_app USING (merchant_id = tenant_id()) '
                   'WITH CHECK (merchant_id = tenant_id())', tenant_table);
    EXECUTE format('CREATE POLICY platform ON %I TO mizan_platform USING (true) WITH CHECK (true)', tenant_table);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO mizan_app, mizan_platform', tenant_table);
  END LOOP;
END
$$;

-- Which notices also come by mail, and to the devices that somebody let in; amounts there only where they said so.
ALTER TABLE user_preferences
  ADD COLUMN mail_notices text[] NOT NULL DEFAULT '{SIL,UNB,OVD}',
  ADD COLUMN push_notices text[] NOT NULL DEFAULT '{SIL,UNB,OVD}',
  ADD COLUMN push_amounts boolean NOT NULL DEFAULT false,
  ADD CHECK (mail_notices <@ ARRAY['TCO', 'TDI', 'FRC', 'SRC', 'SIL', 'UNB', 'OVD']),
  ADD CHECK (push_notices <@ ARRAY['TCO', 'TDI', 'FRC', 'SRC', 'SIL', 'UNB', 'OVD']);
