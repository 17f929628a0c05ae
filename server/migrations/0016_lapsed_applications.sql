-- Applications whose e-mail was never verified are deleted after a while, and with them the account and the merchant
-- that were made for them. That is all that the portal may ever delete of either table: the policies see to it.
CREATE INDEX applications_undecided ON applications (sent_at) WHERE state <> 'APPROVED';

GRANT DELETE ON users, merchants TO mizan_platform;
CREATE POLICY lapsed ON users AS RESTRICTIVE FOR DELETE TO mizan_platform
  USING (role = 'MERCHANT' AND email_verified_at IS NULL);
CREATE POLICY lapsed ON merchants AS RESTRICTIVE FOR DELETE TO mizan_platform
  USING (status IN ('PENDING', 'REJECTED'));
