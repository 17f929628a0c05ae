-- The rows that a total or payout of a bank file closes, where lines of another one stand between them: its lines are listed by
-- these (docs/decisions/0190-lines-of-mingled-totals.md). Files judged before have none.
ALTER TABLE bank_line_notes ADD COLUMN total_rows int4multirange;
