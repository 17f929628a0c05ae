-- An owner closes the account (docs/decisions/0205-closing-an-account.md).
ALTER TABLE merchants ADD COLUMN closed_at timestamp(3) with time zone;
ALTER TABLE merchants DROP CONSTRAINT merchants_status_check;
ALTER TABLE merchants ADD CONSTRAINT merchants_status_check
  CHECK (status IN ('PENDING', 'ACTIVE', 'REJECTED', 'SUSPENDED', 'CLOSED'));
ALTER TABLE merchants ADD CONSTRAINT merchants_closed_check CHECK ((status = 'CLOSED') = (closed_at IS NOT NULL));
