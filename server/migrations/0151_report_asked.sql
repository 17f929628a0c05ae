-- Who asks for a report is counted before it is written: a run that is not written yet, or never came to be, is shown to nobody
-- (docs/decisions/0162-reports-by-e-mail.md).
ALTER TABLE report_runs ADD COLUMN is_written boolean NOT NULL DEFAULT true;
