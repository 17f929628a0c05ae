-- A terminal whose journal was lost counts its answers from one again: under a number that was applied before, another
-- answer is an answer of its own. The same one, resent until it is acknowledged, may bear another time or receipt.
ALTER TABLE terminal_results
  ADD COLUMN said text NOT NULL GENERATED ALWAYS AS (md5((body - '{startAt,endAt,receipt}'::text[])::text)) STORED,
  DROP CONSTRAINT terminal_results_pkey,
  ADD PRIMARY KEY (merchant_id, transaction_id, result_seq, said);
