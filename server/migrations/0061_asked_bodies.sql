-- What a request asked for that made a claim of fees or a settlement statement: the same id with another body is refused
-- (docs/decisions/0090-claims-and-what-came-after.md). Null of those that were made before.
ALTER TABLE fee_claims ADD COLUMN asked_sha256 bytea;
ALTER TABLE settlement_statements ADD COLUMN asked_sha256 bytea;
