-- Rows of a bank file that are no lines are kept with what they are, and a total with the lines that it closes.
ALTER TABLE bank_line_notes DROP CONSTRAINT bank_line_notes_kind_check;
ALTER TABLE bank_line_notes ADD CONSTRAINT bank_line_notes_kind_check
  CHECK (kind IN ('REJECTED', 'WARNING', 'NOT_COUNTED'));
ALTER TABLE bank_line_notes ADD COLUMN total jsonb;
