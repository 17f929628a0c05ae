-- What was done with several exceptions at once (docs/decisions/0080-several-exceptions-at-once.md): who asks again under the same
-- id is answered as the first time.
CREATE TABLE exception_requests (
  merchant_id bigint NOT NULL,
  request_id uuid NOT NULL,
  -- What was asked, so that another question under the same id is refused.
  asked_sha256 bytea NOT NULL CHECK (octet_length(asked_sha256) = 32),
  answer jsonb,
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, request_id)
);
SELECT place_table('exception_requests', 'merchant');
ALTER TABLE exception_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE exception_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON exception_requests TO mizan_app
  USING (merchant_id = tenant_id()) WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON exception_requests TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON exception_requests TO mizan_app, mizan_platform;
