-- Everything that a merchant owns is prepared as one ZIP (docs/decisions/0171-everything-taken-away.md).
ALTER TABLE export_jobs DROP CONSTRAINT export_jobs_format_check;
ALTER TABLE export_jobs ADD CONSTRAINT export_jobs_format_check CHECK (format IN ('csv', 'xlsx', 'pdf', 'zip'));
