-- The platform's totals read days and hours of all merchants. As a B-tree that index drew a merchant's own
-- queries to it, which then looked at everybody's rows of those days; a BRIN is as good for a whole range, since
-- rows are written in the order of their days, and never the cheaper way to one merchant.
DROP INDEX transaction_day_rollups_by_day;
DROP INDEX transaction_rollups_by_hour;
CREATE INDEX transaction_day_rollups_by_day ON transaction_day_rollups USING brin (day);
CREATE INDEX transaction_rollups_by_hour ON transaction_rollups USING brin (hour);
