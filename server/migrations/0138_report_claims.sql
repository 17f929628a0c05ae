-- Who writes a report has it to itself for a while, and one that fails stands behind those that did not
-- (docs/decisions/0162-reports-by-e-mail.md).
ALTER TABLE report_schedules ADD COLUMN claimed_until timestamptz;
