import type { Currency } from '@mizan/contract/money.ts';
import type { JudgementCause } from '@mizan/contract/reconciliation.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { SettledFile, SettledLines } from '../../reconciliation/normalise/paid-elsewhere.ts';
import { marked } from './judged-again.queries.ts';

/** Deposits whose lines stand in other files of the bank (docs/decisions/0370-a-deposit-of-earlier-lines.md). */

const isOfBank = `f.merchant_id = tenant_id() AND own.merchant_id = tenant_id() AND own.id = $1 AND f.id <> $1
        AND f.state = 'DONE' AND f.settled IS NOT NULL`;

/** The newest other files of the bank with what they say of their deposits; `bankName` where somebody says another one. */
export const selectSettledFiles = async (
  tx: Tx,
  bankFileId: string,
  bankName: string | null,
): Promise<SettledFile[]> =>
  (
    await tx.rows<{ bankFileId: string; lastDay: string | null; cameBefore: boolean; settled: SettledLines }>(
      `SELECT f.id::text AS "bankFileId", f.last_day::text AS "lastDay", f.id < own.id AS "cameBefore", f.settled
         FROM bank_files f, bank_files own
        WHERE ${isOfBank} AND f.bank_name = coalesce($2, own.bank_name)
        ORDER BY f.last_day DESC NULLS LAST, f.id DESC LIMIT ${bankFileLimits.settledFilesMax}`,
      [bankFileId, bankName],
    )
  ).map(({ settled, ...file }) => ({ ...file, ...settled }));

/** What a file says of its deposits as it was judged last; null where it says nothing. */
export const selectSettled = async (tx: Tx, bankFileId: string): Promise<SettledLines | null> =>
  (
    await tx.row<{ settled: SettledLines | null }>(
      'SELECT settled FROM bank_files WHERE merchant_id = tenant_id() AND id = $1',
      [bankFileId],
    )
  )?.settled ?? null;

/** A day or batch of which a file has other lines or deposits than before. */
interface Changed {
  day: string | null;
  batch: string | null;
  currency: Currency;
}

function changedOf(former: SettledLines | null, now: SettledLines | null): Changed[] {
  const all = (settled: SettledLines | null): Map<string, Changed> =>
    new Map([...(settled?.open ?? []), ...(settled?.asked ?? [])].map((one) => [nameOf(one), one]));
  const [before, after] = [all(former), all(now)];
  return [
    ...[...before].flatMap(([name, one]) => (after.has(name) ? [] : [one])),
    ...[...after].flatMap(([name, one]) => (before.has(name) ? [] : [one])),
  ];
}

/** The same whatever order the fields come in: what is read from the database has another one than what was judged now. */
const nameOf = (one: object): string =>
  JSON.stringify(Object.entries(one).toSorted(([a], [b]) => a.localeCompare(b)));

/** Marks the files of the bank whose deposits may pay what a file has otherwise than before; answers how many. */
export async function markPayers(
  tx: Tx,
  bankFileId: string,
  { former, now, cause }: { former: SettledLines | null; now: SettledLines | null; cause: JudgementCause },
): Promise<number> {
  const changed = changedOf(former, now);
  if (changed.length === 0) return 0;
  const others = await tx.rows<{ id: string; asked: SettledLines['asked'] }>(
    `SELECT f.id::text, f.settled -> 'asked' AS asked FROM bank_files f, bank_files own
      WHERE ${isOfBank} AND f.bank_name = own.bank_name AND f.settled -> 'asked' <> '[]'`,
    [bankFileId],
  );
  const leaning = others.filter(({ asked }) =>
    asked.some((each) => changed.some((one) => leansOn(each, one))),
  );
  if (leaning.length === 0) return 0;
  return tx.change(
    `UPDATE bank_files f SET ${marked('$2')}
      WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.id = ANY ($1::bigint[])`,
    [leaning.map(({ id }) => id), JSON.stringify(cause)],
  );
}

/** A file that is taken back has lines and deposits for no other one. */
export async function forgetSettled(tx: Tx, bankFileId: string, cause: JudgementCause): Promise<void> {
  await markPayers(tx, bankFileId, { former: await selectSettled(tx, bankFileId), now: null, cause });
  await tx.change('UPDATE bank_files SET settled = NULL WHERE merchant_id = tenant_id() AND id = $1', [
    bankFileId,
  ]);
}

const leansOn = (asked: SettledLines['asked'][number], { day, batch, currency }: Changed): boolean =>
  asked.currency === currency &&
  ((day === null && batch === null) ||
    (day !== null && (day === asked.day || (!asked.isNamed && day <= asked.byDay))) ||
    (batch !== null && batch === asked.batch));
