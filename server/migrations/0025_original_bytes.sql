-- What a terminal sends about a charge is kept as far as it can be read. Where that is not all of it, the frame stands
-- beside it as it came; only card numbers are taken out.
ALTER TABLE terminal_results ADD COLUMN original bytea;
ALTER TABLE link_violations ADD COLUMN original bytea;
-- How many of a terminal are kept already: a device that sends nothing else must not fill the disk.
CREATE INDEX link_violations_with_original ON link_violations (merchant_id, tid, at) WHERE original IS NOT NULL;
