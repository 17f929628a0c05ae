-- The journal that a terminal named at its last hello, and since when the portal knows it: what a terminal does not know of a payment
-- that was sent before that time proves nothing (decision 0385). Both stay empty for terminals that name none.
ALTER TABLE terminal_directory ADD COLUMN journal_id uuid;
ALTER TABLE terminal_directory ADD COLUMN journal_since timestamptz;
