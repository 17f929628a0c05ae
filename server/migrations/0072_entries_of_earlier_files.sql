-- Entries narrowed to the earlier file that they speak of, and to what a person joined
-- (docs/decisions/0104-lines-by-hand-and-by-earlier-file.md). A column, because under row-level security no index
-- serves a condition on what stands in `detail`.
ALTER TABLE bank_entries ADD COLUMN earlier_file_id bigint GENERATED ALWAYS AS (
  CASE WHEN outcome = 'sameAsBefore' OR reason = 'corrected' AND outcome IN ('amountDiffers', 'feeDiffers')
       THEN (detail -> 'params' ->> 'bankFileId')::bigint END) STORED;
CREATE INDEX bank_entries_by_earlier_file ON bank_entries (merchant_id, bank_file_id, earlier_file_id, seq)
  WHERE earlier_file_id IS NOT NULL;
CREATE INDEX bank_entries_by_hand ON bank_entries (merchant_id, bank_file_id, seq) WHERE matched_by = 'hand';
