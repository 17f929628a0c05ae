-- What a line that has a payment said of it, for the next file in which the payment stands again: the same line come
-- again is told from one that pays it twice and from one that was corrected (docs/decisions/0048). Claims of before
-- know none of it; their lines are asked about.
ALTER TABLE bank_entries
  -- Fee and VAT together; null where the line did not say, or paid several payments at once.
  ADD COLUMN charge_minor bigint,
  -- The day on which the bank settles or posts the line.
  ADD COLUMN settlement_day date,
  ADD COLUMN batch text;
