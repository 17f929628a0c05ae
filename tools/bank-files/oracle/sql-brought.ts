import { apartFromEarlier, whatStandsInIt } from './sql-keys.ts';

/** How lines stand to the lines of earlier files that have their payments. */

/** The batch of a line has a payment that no earlier file has: it may be another batch of that number. */
const isOfNewBatch = `EXISTS (
  SELECT 1 FROM every_line o JOIN pairs x ON x.line = o.line JOIN payments q ON q.id = x.id
   WHERE o.batch = l.batch AND coalesce(o.tid, q.tid) = coalesce(l.tid, p.tid))`;

const standing = `CASE
  WHEN l.line IN (SELECT line FROM doubtful) THEN 'sameAsBefore'
  WHEN ${apartFromEarlier} = 1 THEN CASE WHEN NOT coalesce(l.settled = p.e_settled, false) AND ${isOfNewBatch} THEN 'sameAsBefore' ELSE 'confirmedBefore' END
  ELSE (ARRAY['sameAsBefore', 'corrected', 'duplicate'])[${apartFromEarlier} - 1] END`;

/** One line of a payment may be the earlier one come again, the one that is nearest to it; every other is a duplicate. */
export const broughtSql = `
  CREATE TEMPORARY TABLE brought ON COMMIT DROP AS
    WITH told AS (
      SELECT l.*, p.id, ${standing} AS told FROM every_line l JOIN taken t ON t.line = l.line JOIN payments p ON p.id = t.id
       WHERE p.is_brought),
    ranked AS (
      SELECT line, told, row_number() OVER (PARTITION BY id
               ORDER BY array_position(ARRAY['confirmedBefore', 'sameAsBefore', 'corrected', 'duplicate'], told),
                        ${whatStandsInIt}) AS place FROM told)
    SELECT line, CASE WHEN place = 1 THEN told ELSE 'duplicate' END AS told FROM ranked`;
