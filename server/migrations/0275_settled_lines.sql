-- What of a judged file other files of its bank are asked for: its lines without a deposit, and its deposits
-- (docs/decisions/0370-a-deposit-of-earlier-lines.md). A file that was judged before says nothing of it until it is judged again.
ALTER TABLE bank_files ADD COLUMN settled jsonb;
