-- Of which entries no rate was agreed by which what the line kept back could be judged, as it was when the file was judged
-- (docs/decisions/0212-the-last-figures-open.md). Of blocks, null where no entry is so.
ALTER TABLE bank_entries ADD COLUMN not_judged boolean NOT NULL DEFAULT false;
ALTER TABLE bank_entry_blocks ADD COLUMN not_judged boolean[];
