-- A bank file is judged again when what it leans on changes (docs/decisions/0053-verdicts-with-a-history.md). What a file
-- came to is worked out anew from its bytes, so its entries go and come; they are the only rows of a merchant that do.
ALTER TABLE bank_files ADD COLUMN covers_from timestamptz;
CREATE INDEX bank_files_judged_again ON bank_files (lease_until) WHERE state = 'DONE' AND rejudge_cause IS NOT NULL;
GRANT DELETE ON bank_entries, bank_line_notes TO mizan_app;

-- The verdicts of until now, as the first ones of their files.
ALTER TABLE bank_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_file_verdicts NO FORCE ROW LEVEL SECURITY;
INSERT INTO bank_file_verdicts (merchant_id, bank_file_id, seq, verdict, cause, by_name, judged_at, exception_count,
                                differences)
SELECT merchant_id, id, 1, verdict, '{"kind": "read"}', uploaded_by_name, coalesce(finished_at, created_at),
       coalesce((summary ->> 'exceptionCount')::bigint, 0), '[]'
  FROM bank_files WHERE state IN ('DONE', 'UNDONE') AND verdict IS NOT NULL;
ALTER TABLE bank_files FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_file_verdicts FORCE ROW LEVEL SECURITY;
