-- What a person accepted alone in the last 24 hours is summed before they accept more
-- (docs/decisions/0095-what-one-person-accepts-in-a-day.md).
CREATE INDEX bank_exceptions_alone ON bank_exceptions (merchant_id, asked_by_id, asked_at)
 WHERE said = 'ACCEPTED' AND approved_by_id IS NULL;
