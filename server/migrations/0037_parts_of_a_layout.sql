-- What the files of a layout hold is confirmed by a person and kept, and a reading is tried beside the verdict that stands
-- (docs/decisions/0054-parts-are-confirmed-once.md).
ALTER TABLE bank_files
  -- The remembered layout that the file is read by; its parts are those that it may be of.
  ADD COLUMN layout_id bigint,
  -- A reading that somebody tries: what was asked, and once it was tried the proposal that came of it.
  ADD COLUMN trial jsonb;
CREATE INDEX bank_files_trial ON bank_files (lease_until) WHERE trial IS NOT NULL AND NOT trial ? 'proposal';
-- Where a file has lines of several banks, its part is of the banks of its lines.
ALTER TABLE bank_layout_parts ALTER COLUMN bank_id DROP NOT NULL;

ALTER TABLE bank_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_layouts NO FORCE ROW LEVEL SECURITY;
UPDATE bank_files f SET layout_id = l.id
  FROM bank_layouts l
 WHERE l.merchant_id = f.merchant_id AND l.layout = f.layout AND l.bank_name = f.bank_name;
-- Columns that were to be tried when the portal stopped are found anew, and asked about.
UPDATE bank_files SET layout = NULL WHERE layout ? 'isTrial';
ALTER TABLE bank_files FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_layouts FORCE ROW LEVEL SECURITY;
