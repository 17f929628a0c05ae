-- The page of integrations (docs/decisions/0137-a-page-for-integrations.md): two secrets for a day, and what an
-- attempt carried and got back.
ALTER TABLE webhook_addresses
  -- What the secret in force is derived by where it was changed; uuid else.
  ADD COLUMN secret_uuid uuid,
  ADD COLUMN former_secret_uuid uuid,
  ADD COLUMN former_secret_until timestamptz,
  ADD CHECK ((former_secret_uuid IS NULL) = (former_secret_until IS NULL));
ALTER TABLE webhook_deliveries
  -- When it was last sent again by hand: its tries count from then.
  ADD COLUMN resent_at timestamptz;
ALTER TABLE webhook_attempts
  ADD COLUMN signature text,
  ADD COLUMN content_type text,
  ADD COLUMN retry_after text;
CREATE INDEX webhook_deliveries_missing ON webhook_deliveries (merchant_id, id) WHERE state <> 'DELIVERED';
CREATE INDEX webhook_deliveries_address ON webhook_deliveries (merchant_id, address_id, created_at, id);
CREATE INDEX webhook_deliveries_fact ON webhook_deliveries (merchant_id, fact, id);
