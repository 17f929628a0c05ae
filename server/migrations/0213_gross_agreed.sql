-- A file that does not say what the bank kept has a verdict of its own: GROSS_AGREED (docs/decisions/0275-gross-agreed-is-a-verdict.md).
ALTER TABLE bank_files DROP CONSTRAINT bank_imports_verdict_check;
ALTER TABLE bank_files ADD CONSTRAINT bank_files_verdict_check
  CHECK (verdict IN ('BALANCED', 'GROSS_AGREED', 'UNBALANCED', 'INCOMPLETE'));
ALTER TABLE bank_file_verdicts DROP CONSTRAINT bank_file_verdicts_verdict_check;
ALTER TABLE bank_file_verdicts ADD CONSTRAINT bank_file_verdicts_verdict_check
  CHECK (verdict IN ('BALANCED', 'GROSS_AGREED', 'UNBALANCED', 'INCOMPLETE'));
DROP INDEX bank_files_open;
CREATE INDEX bank_files_open ON bank_files (merchant_id, created_at DESC, id DESC)
  WHERE state = 'WAITING_LAYOUT' OR (state = 'DONE' AND verdict IN ('UNBALANCED', 'INCOMPLETE'));

-- Files that were judged before have what their summary says: those without any column of charges. Earlier verdicts stay
-- as they were told.
ALTER TABLE bank_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_file_verdicts NO FORCE ROW LEVEL SECURITY;
UPDATE bank_file_verdicts v SET verdict = 'GROSS_AGREED'
  FROM bank_files f
 WHERE f.merchant_id = v.merchant_id AND f.id = v.bank_file_id AND v.verdict = 'BALANCED'
   AND f.verdict = 'BALANCED' AND (f.summary ->> 'isGrossOnly')::boolean
   AND NOT EXISTS (SELECT 1 FROM bank_file_verdicts later
                    WHERE later.merchant_id = v.merchant_id AND later.bank_file_id = v.bank_file_id AND later.seq > v.seq);
UPDATE bank_files SET verdict = 'GROSS_AGREED', summary = jsonb_set(summary, '{verdict}', '"GROSS_AGREED"')
 WHERE verdict = 'BALANCED' AND (summary ->> 'isGrossOnly')::boolean;
ALTER TABLE bank_files FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_file_verdicts FORCE ROW LEVEL SECURITY;
