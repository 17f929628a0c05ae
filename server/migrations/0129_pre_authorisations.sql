-- Pre-authorisations, what completes them and what lets them go (docs/decisions/0170-what-is-held.md).
ALTER TABLE transactions DROP CONSTRAINT transactions_type_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_type_check
  CHECK (type IN ('PURCHASE', 'CASH_ADVANCE', 'PREAUTH', 'COMPLETION', 'PREAUTH_VOID', 'REFUND', 'REVERSAL'));

-- Charged beyond what was held, or held and ended twice: the money moved, and a person looks.
ALTER TABLE reviews DROP CONSTRAINT reviews_reason_check;
ALTER TABLE reviews ADD CONSTRAINT reviews_reason_check
  CHECK (reason IN ('NO_ANSWER', 'JOURNAL_LOST', 'RESULT_MISMATCH', 'CODES_CONTRADICT', 'LATE_APPROVAL',
                    'FOREIGN_PAYMENT', 'OVER_REFUND', 'OVER_HOLD'));
