-- What a request asked for that made a rule for exceptions: the same id with another body is refused, also after the rule was
-- changed. Null of those that were made before.
ALTER TABLE exception_rules ADD COLUMN asked_sha256 bytea;
ALTER TABLE exception_rules ADD CONSTRAINT exception_rules_asked_check CHECK (octet_length(asked_sha256) = 32);
