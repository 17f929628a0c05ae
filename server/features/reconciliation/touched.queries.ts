import type { Tx } from '../../platform/database/database.ts';
import { loadDaysAfter, loadDaysBefore } from '../../reconciliation/portal-scope.ts';
import type { Touch } from '../expectations/files-touched.service.ts';
import { marked } from './judged-again.queries.ts';
import { withoutLineIn } from './without-line.ts';

/**
 * Of judged files f: whether what changed touches them. Each has its own parameters from $2 on; too many files is no
 * harm, because a verdict that stays what it was is not told twice, and too few would leave a wrong one.
 */
const conditions: Readonly<Record<Touch['kind'], string>> = {
  // A payment, and of a reversal the one that it takes back: files of their days, and the next one after them.
  payment: `EXISTS (
    SELECT 1 FROM transactions p
     WHERE p.merchant_id = tenant_id() AND p.id = ANY ($2::bigint[])
       AND (p.business_day BETWEEN f.first_day - ${loadDaysBefore} AND f.last_day + ${loadDaysAfter}
            OR f.newest_line_at >= p.created_at AND NOT EXISTS (
              SELECT 1 FROM bank_files o
               WHERE o.merchant_id = tenant_id() AND o.state = 'DONE' AND o.bank_name = f.bank_name
                 AND o.part_id IS NOT DISTINCT FROM f.part_id
                 AND o.newest_line_at >= p.created_at AND o.newest_line_at < f.newest_line_at)))`,
  // Lines that were held against the rate, also where their payments are not marked yet.
  rate: `(f.confirming AND f.last_day >= $4::date OR f.id IN (
    SELECT e.bank_file_id FROM expectations e
     WHERE e.merchant_id = tenant_id() AND e.bank_id = $2 AND e.scheme = $3 AND e.is_owed
       AND e.business_day >= $4::date AND ($5::date IS NULL OR e.business_day < $5::date)))`,
  // Files of the days around any payment of the terminal that a bank owes now.
  terminal: `EXISTS (
    SELECT 1 FROM expectations e
     WHERE e.merchant_id = tenant_id() AND e.terminal_id = $2 AND e.is_owed
       AND e.business_day BETWEEN f.first_day - ${loadDaysBefore} AND f.last_day + ${loadDaysAfter})`,
  // Files of the days, and later ones that name a payment of theirs.
  days: `f.last_day >= $2::date AND (f.first_day <= $3::date OR EXISTS (
    SELECT 1 FROM bank_entries b
      JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = b.transaction_id
     WHERE b.merchant_id = tenant_id() AND b.bank_file_id = f.id AND ${withoutLineIn('b.')}
       AND e.business_day BETWEEN $2::date AND $3::date))`,
};

/** Marks the judged files of the merchant that something touches as to be judged again; answers how many. */
export async function markTouched(tx: Tx, touch: Touch, cause: object): Promise<number> {
  return tx.change(
    `UPDATE bank_files f SET ${marked('$1')}
      WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND ${conditions[touch.kind]}`,
    [JSON.stringify(cause), ...(await parametersOf(tx, touch))],
  );
}

async function parametersOf(tx: Tx, touch: Touch): Promise<unknown[]> {
  if (touch.kind === 'rate') return [touch.bankId, touch.scheme, touch.from, touch.before];
  if (touch.kind === 'terminal') return [touch.terminalId];
  if (touch.kind === 'days') return [touch.from, touch.to];
  const row = await tx.row<{ ids: string[] }>(
    `SELECT ARRAY[id, coalesce(CASE WHEN type = 'REVERSAL' THEN original_id END, id)]::text[] AS ids
       FROM transactions WHERE merchant_id = tenant_id() AND id = $1`,
    [touch.transactionId],
  );
  return [row?.ids ?? []];
}
