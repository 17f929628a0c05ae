import type { Tx } from '../../../server/platform/database/database.ts';
import { broughtSql } from './sql-brought.ts';
import { judgeFees } from './sql-fees.ts';
import {
  againSql,
  bestBroughtSql,
  doubtSql,
  keys,
  leftOverSql,
  leftSql,
  orderWithoutPlace,
  pairSql,
  partedSql,
  repeatedSql,
  rrnKey,
  type SqlKey,
  takenSql,
  twinsSql,
} from './sql-keys.ts';
import { joinSums } from './sql-sums.ts';
import { type BankRow, dropTables, fillTables, type PaymentRow } from './sql-tables.ts';
import { inOrder, type Pair, type Told } from './told.ts';

/** Both sides of a file, and whether it has columns of keys. */
interface Asked {
  bank: readonly BankRow[];
  rows: readonly PaymentRow[];
  hasKeys: boolean;
}

type Asking = Pick<Tx, 'change' | 'rows'>;

async function takeOff(tx: Asking, key: SqlKey): Promise<void> {
  while ((await tx.change(takenSql(key))) > 0);
}

/** Lines that stand there twice are taken off; whether there were any. */
async function takeFromRepeated(tx: Asking, key: SqlKey): Promise<boolean> {
  const count = await tx.change(repeatedSql(key));
  if (count > 0) await takeOff(tx, { ...key, rule: `${key.rule} AND l.line IN (SELECT line FROM repeated)` });
  return count > 0;
}

/** Gives lines their payments by one key, and takes those off that no weaker key may give another one. */
async function join(tx: Asking, key: SqlKey): Promise<void> {
  await tx.change('CREATE TEMPORARY TABLE earlier ON COMMIT DROP AS SELECT line FROM pairs');
  await tx.change(againSql(key));
  await tx.change('CREATE TEMPORARY TABLE repeated (line int) ON COMMIT DROP');
  do {
    while ((await tx.change(bestBroughtSql(key))) + (await tx.change(pairSql(key))) > 0);
  } while (await takeFromRepeated(tx, key));
  await tx.change('DROP TABLE again, repeated');
  await tx.change(
    'CREATE TEMPORARY TABLE asked ON COMMIT DROP AS SELECT * FROM pairs WHERE line NOT IN (SELECT line FROM earlier)',
  );
  await tx.change(twinsSql(key));
  while ((await tx.change(partedSql(key))) > 0);
  for (const sql of doubtSql(key)) await tx.change(sql);
  await tx.change('DROP TABLE asked, twins');
  if (key.isNaming) await takeOff(tx, key);
  await tx.change('DROP TABLE earlier');
}

/** Lines whose order says neither its terminal nor its day, beside a payment that nobody else has. */
const placelessSql = `
  INSERT INTO undecided SELECT l.line, 'shortOrder' FROM bank l
   WHERE NOT EXISTS (SELECT 1 FROM pairs x WHERE x.line = l.line)
     AND EXISTS (SELECT 1 FROM payments p WHERE p.status = 'APPROVED' AND NOT p.is_brought
                    AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = p.id) AND ${orderWithoutPlace})`;

/** A purchase and its whole reversal, of which the file has neither. */
const reversalSql = `
  CREATE TEMPORARY TABLE reversals ON COMMIT DROP AS
    SELECT unnest(ARRAY[p.id, s.id]) AS id FROM payments p JOIN payments s ON s.id = p.original_id
     WHERE p.type = 'REVERSAL' AND p.status = 'APPROVED' AND s.status = 'APPROVED' AND p.gross = -s.gross
       AND NOT p.is_brought AND NOT s.is_brought
       AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id IN (p.id, s.id))`;

/** What is not simply matched; a payment without a line is open, whether it is missing or may still come. */
const outcomeSql = `
  SELECT DISTINCT l.line || ' ' || CASE
      WHEN f.told IS NOT NULL THEN f.told
      WHEN y.key = 'batch' THEN 'paid'
      WHEN p.status <> 'APPROVED' THEN 'statusConflict'
      WHEN p.gross <> l.gross THEN 'amountDiffers'
      WHEN p.id IS NOT NULL THEN 'paid'
      WHEN u.why IS NOT NULL THEN u.why
      WHEN d.line IS NOT NULL AND b.told = 'duplicate'
        THEN CASE WHEN d.key LIKE 'original%' THEN 'severalRefunds' ELSE 'severalPayments' END
      WHEN b.told IS NOT NULL THEN b.told
      WHEN t.line IS NOT NULL THEN 'duplicate'
      ELSE 'unknown' END AS told
    FROM every_line l LEFT JOIN pairs y ON y.line = l.line LEFT JOIN payments p ON p.id = y.id
    LEFT JOIN undecided u ON u.line = l.line LEFT JOIN taken t ON t.line = l.line LEFT JOIN brought b ON b.line = l.line
    LEFT JOIN doubtful d ON d.line = l.line
    LEFT JOIN fees f ON f.line = l.line
   UNION ALL
  SELECT 'payment ' || p.id || ' open' FROM payments p
   WHERE p.status = 'APPROVED' AND NOT p.is_brought AND p.id NOT IN (SELECT id FROM reversals)
     AND NOT EXISTS (SELECT 1 FROM pairs x WHERE x.id = p.id)`;

/** What SQL says of a file. */
export async function toldBySql(tx: Asking, { bank, rows, hasKeys }: Asked): Promise<Told> {
  await fillTables(tx, bank, rows);
  for (const key of keys.filter((one) => !one.isOfAnyAmount)) await join(tx, key);
  while ((await tx.change(leftSql)) > 0);
  for (const sql of leftOverSql) await tx.change(sql);
  await takeOff(tx, rrnKey);
  for (const key of keys.filter((one) => one.isOfAnyAmount)) await join(tx, key);
  await joinSums(tx, hasKeys);
  for (const key of keys) if (!key.isShared) await takeOff(tx, key);
  await tx.change(placelessSql);
  await tx.change(reversalSql);
  // What another line has since is nobody's doubt.
  await tx.change('DELETE FROM doubtful WHERE id IN (SELECT id FROM pairs)');
  await tx.change(broughtSql);
  await judgeFees(tx);
  const pairs = await tx.rows<Pair>('SELECT line, id, key FROM pairs');
  const outcomes = await tx.rows<{ told: string }>(outcomeSql);
  const cancelled = await tx.rows<{ id: number }>('SELECT id FROM reversals');
  await tx.change(`${dropTables}, reversals, brought, fees`);
  return inOrder({
    pairs,
    outcomes: outcomes.map(({ told }) => told),
    cancelled: cancelled.map(({ id }) => id),
  });
}
