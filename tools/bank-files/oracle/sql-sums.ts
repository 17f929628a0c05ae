import type { Tx } from '../../../server/platform/database/database.ts';

/**
 * Lines that add up what a terminal sold between two closings of its batch, of purchases alone. Each is a run of its payments in
 * the order of time, without a gap between one line's and the next one's. All ways of cutting are written down.
 */

/** Lines without any key, and what nobody has of their terminals. */
const tables = [
  `CREATE TEMPORARY TABLE sums ON COMMIT DROP AS
     SELECT b.*, b.at::date AS day, row_number() OVER (PARTITION BY tid ORDER BY line) - 1 AS place FROM bank b
      WHERE rrn IS NULL AND stan IS NULL AND auth IS NULL AND last4 IS NULL AND ref IS NULL AND order_ref IS NULL
        AND type = 'PURCHASE' AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.line = b.line)`,
  `CREATE TEMPORARY TABLE free ON COMMIT DROP AS
     SELECT id, tid, gross, business_day, least(at::date, business_day) AS from_day, greatest(at::date, business_day) AS to_day,
            row_number() OVER of_tid AS place, sum(gross) OVER of_tid AS until
       FROM payments p WHERE status = 'APPROVED' AND NOT is_brought AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = p.id)
     WINDOW of_tid AS (PARTITION BY tid ORDER BY at, id)`,
  // What the own day of a line gives it, where that comes to its amount.
  `CREATE TEMPORARY TABLE own_days ON COMMIT DROP AS
     SELECT s.line, min(f.place) AS from_place, max(f.place) AS to_place FROM sums s
       JOIN free f ON f.tid = s.tid AND f.business_day = s.day GROUP BY s.line, s.gross HAVING sum(f.gross) = s.gross`,
  // Terminals of which the days tell every line.
  `CREATE TEMPORARY TABLE told ON COMMIT DROP AS
     SELECT s.tid, min(o.from_place) AS from_place, max(o.to_place) AS to_place FROM sums s
       LEFT JOIN own_days o ON o.line = s.line GROUP BY s.tid HAVING count(*) = count(o.line)`,
];

/** Every way: from which place to which each line has the payments; lines that say the same come in the order of the file. */
const waysSql = `
  CREATE TEMPORARY TABLE ways ON COMMIT DROP AS
    WITH RECURSIVE cut AS (
      SELECT f.tid, f.place AS first, f.place AS at, f.until - f.gross AS before, 0::bigint AS used, ARRAY[]::text[] AS spans
        FROM free f WHERE f.tid IN (SELECT tid FROM sums)
       UNION ALL
      SELECT c.tid, c.first, e.place + 1, e.until, c.used | (1::bigint << s.place::int),
             c.spans || (s.line || ' ' || c.at || ' ' || e.place)
        FROM cut c
        JOIN sums s ON s.tid = c.tid AND c.used & (1::bigint << s.place::int) = 0
        JOIN free e ON e.tid = c.tid AND e.place >= c.at AND e.until = c.before + s.gross
        JOIN free b ON b.tid = c.tid AND b.place = c.at
       WHERE (s.count IS NULL OR s.count = e.place - c.at + 1)
         AND b.to_day >= s.day - 1 AND e.from_day <= s.day + 1
         AND NOT EXISTS (
               SELECT 1 FROM sums o WHERE o.tid = c.tid AND c.used & (1::bigint << o.place::int) = 0
                  AND (o.day < s.day OR (o.day = s.day AND o.place < s.place AND o.gross = s.gross
                                         AND o.count IS NOT DISTINCT FROM s.count))))
    SELECT c.tid, row_number() OVER () AS way, c.spans FROM cut c LEFT JOIN told t ON t.tid = c.tid
     WHERE cardinality(c.spans) = (SELECT count(*) FROM sums s WHERE s.tid = c.tid)
       AND (t.tid IS NULL OR (c.first <= t.from_place AND c.at > t.to_place))`;

const spansSql = `
  CREATE TEMPORARY TABLE spans ON COMMIT DROP AS
    SELECT w.tid, w.way, split_part(x, ' ', 1)::int AS line, split_part(x, ' ', 2)::int AS from_place,
           split_part(x, ' ', 3)::int AS to_place
      FROM ways w, unnest(w.spans) x`;

/** More ways than these are not told apart. */
const waysMax = 20;

/** What is decided of each line: one span in all ways; where its day tells it, that has to be the day's. */
const decidedSql = `
  CREATE TEMPORARY TABLE decided ON COMMIT DROP AS
    SELECT s.line, s.tid, s.count AS said, t.tid IS NOT NULL AS by_day, o.from_place AS day_from, o.to_place AS day_to,
           min(p.from_place) AS from_place, min(p.to_place) AS to_place, count(DISTINCT (p.from_place, p.to_place)) AS ways,
           max(p.to_place - p.from_place + 1) AS longest,
           (SELECT count(*) FROM ways w WHERE w.tid = s.tid) >= ${waysMax} AS is_beyond
      FROM sums s LEFT JOIN told t ON t.tid = s.tid LEFT JOIN own_days o ON o.line = s.line LEFT JOIN spans p ON p.line = s.line
     GROUP BY s.line, s.tid, s.count, t.tid, o.from_place, o.to_place`;

const isDoubted = `(ways > 0 AND CASE WHEN by_day THEN is_beyond OR ways > 1 OR from_place <> day_from OR to_place <> day_to
  ELSE is_beyond OR ways > 1 END)`;

/** Beside lines of single payments one payment alone is no sum, where its line does not say how many it has. */
const isOne = (hasKeys: boolean): string => `(${hasKeys} AND NOT by_day AND longest < 2 AND said IS NULL)`;

/** Gives the sums of a file what is decided of them; `hasKeys` where it has columns of keys, too. */
export async function joinSums(tx: Pick<Tx, 'change'>, hasKeys: boolean): Promise<void> {
  for (const table of tables) await tx.change(table);
  for (const table of [waysSql, spansSql, decidedSql]) await tx.change(table);
  await tx.change(
    `INSERT INTO undecided SELECT line, 'sums' FROM decided WHERE ${isDoubted} AND NOT ${isOne(hasKeys)}`,
  );
  await tx.change(`
    INSERT INTO pairs SELECT d.line, f.id, 'batch' FROM decided d JOIN free f ON f.tid = d.tid
       AND f.place BETWEEN CASE WHEN by_day THEN day_from ELSE from_place END AND CASE WHEN by_day THEN day_to ELSE to_place END
     WHERE NOT ${isDoubted} AND NOT ${isOne(hasKeys)}`);
  await tx.change('DELETE FROM bank WHERE line IN (SELECT line FROM undecided)');
  await tx.change('DROP TABLE sums, free, own_days, told, ways, spans, decided');
}
