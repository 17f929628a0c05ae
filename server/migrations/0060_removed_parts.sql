-- A part that no file is of may be removed; the row stays, as every row of a merchant.
ALTER TABLE bank_layout_parts ADD COLUMN removed_at timestamptz;
