import type { Tx } from '../../../server/platform/database/database.ts';

/** Lines of fees, where no other line says what the bank kept, beside the fees that were agreed on all payments. */

const fee = 'CASE WHEN l.gross < 0 THEN 0 ELSE least(round(l.gross * p.mdr_bps / 10000.0), p.fee_cap) END';
const withVat = `${fee} + round((${fee}) * p.vat_bps / 10000.0)`;

const feesSql = `
  CREATE TEMPORARY TABLE fees ON COMMIT DROP AS
    WITH agreed AS (
      SELECT coalesce(sum(${withVat}) FILTER (WHERE p.is_rated), 0) AS minor, count(*) FILTER (WHERE NOT p.is_rated) AS unrated
        FROM every_line l JOIN pairs x ON x.line = l.line JOIN payments p ON p.id = x.id),
    taken AS (
      SELECT line, -gross AS minor, sum(-gross) OVER () AS whole, row_number() OVER (ORDER BY gross, line) AS place
        FROM every_line WHERE type = 'FEE'),
    alone AS (SELECT min(line) AS line FROM taken, agreed WHERE taken.minor = agreed.minor HAVING count(*) = 1)
    SELECT line, CASE
      WHEN agreed.minor = 0 AND unrated = 0 THEN 'bankFee'
      WHEN agreed.minor <> 0 AND whole = agreed.minor THEN 'feeTotal'
      WHEN agreed.minor <> 0 AND line = (SELECT line FROM alone) THEN 'feeTotal'
      WHEN agreed.minor <> 0 AND EXISTS (SELECT 1 FROM alone WHERE line IS NOT NULL)
        THEN CASE WHEN unrated > 0 THEN 'notJudged' ELSE 'bankFee' END
      WHEN unrated = 0 AND whole > agreed.minor THEN CASE WHEN place = 1 THEN 'feeAbove' ELSE 'feeTotal' END
      ELSE 'notJudged' END AS told
      FROM taken, agreed`;

export async function judgeFees(tx: Pick<Tx, 'change'>): Promise<void> {
  await tx.change(feesSql);
  await tx.change(
    "INSERT INTO pairs SELECT line, 0, 'feeTotal' FROM fees WHERE told IN ('feeTotal', 'feeAbove')",
  );
}
