-- One name a thing (docs/glossary.md): what a bank sends is a bank file and no import, and a terminal is paired, not
-- enrolled.
ALTER TABLE bank_imports RENAME TO bank_files;
ALTER INDEX bank_imports_same RENAME TO bank_files_same;
ALTER INDEX bank_imports_running RENAME TO bank_files_running;
ALTER INDEX bank_imports_list RENAME TO bank_files_list;
ALTER INDEX bank_imports_work RENAME TO bank_files_work;
ALTER INDEX bank_imports_open RENAME TO bank_files_open;
ALTER TABLE bank_entries RENAME COLUMN import_id TO bank_file_id;
ALTER TABLE bank_line_notes RENAME COLUMN import_id TO bank_file_id;
ALTER TABLE transactions RENAME COLUMN bank_import_id TO bank_file_id;
ALTER TABLE reviews RENAME COLUMN decided_by_import TO decided_by_bank_file;
ALTER INDEX reviews_by_import RENAME TO reviews_by_bank_file;
ALTER TABLE terminal_directory RENAME COLUMN enrol_code_hash TO pairing_code_hash;
ALTER TABLE terminal_directory RENAME COLUMN enrol_expires_at TO pairing_code_expires_at;

-- What is kept as JSON under the old name: which earlier file has the payment of an entry, and what a prepared export is of.
ALTER TABLE bank_entries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE export_jobs NO FORCE ROW LEVEL SECURITY;
UPDATE bank_entries
   SET detail = jsonb_set(detail, '{params}', (detail -> 'params') - 'importId'
                                              || jsonb_build_object('bankFileId', detail -> 'params' -> 'importId'))
 WHERE reason = 'claimed' AND detail -> 'params' ? 'importId';
UPDATE export_jobs
   SET subject = subject - 'importId' || jsonb_build_object('bankFileId', subject -> 'importId')
 WHERE subject ? 'importId';
ALTER TABLE bank_entries FORCE ROW LEVEL SECURITY;
ALTER TABLE export_jobs FORCE ROW LEVEL SECURITY;
