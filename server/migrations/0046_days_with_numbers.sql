-- The payments of a day with their numbers, in their order: what a bank file is judged against is read day by day, and from
-- which number to which a day goes is read from the index alone.
DROP INDEX transactions_by_day;
CREATE INDEX transactions_by_day ON transactions (merchant_id, business_day, id);
