-- The history of one kept row goes by time, as the log does: numbers that several machines hand out say nothing of what came first.
DROP INDEX audit_entries_of_subject;
CREATE INDEX audit_entries_of_subject ON audit_entries (merchant_id, subject_type, subject_id, at DESC, id DESC) WHERE merchant_id = 0;
