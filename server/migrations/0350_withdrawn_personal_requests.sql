-- Whoever asked under the personal data law may take it back while nobody has answered (docs/decisions/0476-a-request-taken-back.md).
ALTER TABLE personal_requests ADD COLUMN withdrawn_at timestamp(3) with time zone;
ALTER TABLE personal_requests DROP CONSTRAINT personal_requests_state_check;
ALTER TABLE personal_requests ADD CONSTRAINT personal_requests_state_check
  CHECK (state IN ('ASKED', 'IN_WORK', 'DONE', 'REFUSED', 'WITHDRAWN'));
ALTER TABLE personal_requests ADD CONSTRAINT personal_requests_withdrawn_check
  CHECK ((state = 'WITHDRAWN') = (withdrawn_at IS NOT NULL));
