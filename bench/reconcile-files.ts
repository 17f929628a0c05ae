import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { loadTransactions } from '../server/features/transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../server/features/transactions/testing/merchant-world.ts';
import { inPlatformBulk, type Tx } from '../server/platform/database/database.ts';
import { asOwner, type BenchDatabase, loadedStatistics } from './bench-database.ts';

/** A merchant, the bank's file about its payments, and the same payments as a file for the baseline. */
export interface ReconcileFiles {
  merchant: MerchantWorld;
  bankPath: string;
  portalPath: string;
  /** The head of the bank's file: enough to confirm its columns with. */
  samplePath: string;
  bankLines: number;
  payments: number;
}

/** A month: what a merchant of this size uploads at once where the bank sends a file a month. */
const spanDays = 30;
const dayMs = 86_400_000;
/** So many of the loaded payments are approved, so that the file has as many lines as asked for. */
const approvedShare = 0.93;
const size = { branches: 5, terminals: 40, cashiers: 60 };

const bankHeader =
  'Terminal ID,RRN,Auth Code,Transaction Date,Card Number,Card Type,Transaction Type,Transaction Amount,Commission,VAT';
const portalHeader = 'id,tid,rrn,status,amount,fee,vat';

const signedSql = "CASE type WHEN 'PURCHASE' THEN amount_minor ELSE -amount_minor END";
const decimalSql = (minor: string): string => `((${minor}) / 100.0)::numeric(14,2)`;

/** One line in a thousand is left out, one has another amount, one another fee. $2 is the id before the page. */
const bankSql = `
  SELECT id, CASE WHEN id % 1000 <> 0 AND status = 'APPROVED' THEN concat_ws(',', tid, rrn, approval_code,
           to_char(created_at AT TIME ZONE 'Asia/Riyadh', 'YYYY-MM-DD HH24:MI:SS'), first_six || '******' || last_four,
           scheme, CASE type WHEN 'PURCHASE' THEN 'Purchase' ELSE 'Refund' END,
           ${decimalSql(`${signedSql} - CASE id % 1000 WHEN 1 THEN 100 ELSE 0 END`)},
           ${decimalSql('fee_minor + CASE id % 1000 WHEN 2 THEN 5 ELSE 0 END')}, ${decimalSql('vat_minor')}) END AS line
    FROM transactions WHERE merchant_id = $1 AND id > $2 ORDER BY id LIMIT $3`;

const portalSql = `
  SELECT id, concat_ws(',', id, tid, rrn, status, ${decimalSql(signedSql)}, ${decimalSql('fee_minor')},
           ${decimalSql('vat_minor')}) AS line
    FROM transactions WHERE merchant_id = $1 AND id > $2 ORDER BY id LIMIT $3`;

const pageRows = 50_000;

/** The lines of a query, page by page, at most `limit` of them. */
async function* linesOf(tx: Tx, sql: string, merchantId: string, header: string, limit: number) {
  yield `${header}\n`;
  let left = limit;
  for (let after = 0; left > 0; ) {
    const rows = await tx.rows<{ id: number; line: string | null }>(sql, [merchantId, after, pageRows]);
    const lines = rows.flatMap(({ line }) => (line === null ? [] : [line])).slice(0, left);
    if (rows.length === 0) return;
    left -= lines.length;
    after = rows.at(-1)?.id ?? after;
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
}

/** Makes a merchant with enough payments for a file of `lines` lines, and writes both files. */
export async function reconcileFiles(
  { db, ownerUrl }: BenchDatabase,
  lines: number,
  folder: string,
  log: (sentence: string) => void,
): Promise<ReconcileFiles> {
  const payments = Math.ceil(lines / approvedShare);
  log(`loading a merchant of ${payments} payments`);
  const merchant = await makeMerchant(db, size);
  const until = new Date(Date.now() - dayMs);
  const from = new Date(until.getTime() - spanDays * dayMs);
  const paths = {
    bankPath: join(folder, 'bank.csv'),
    portalPath: join(folder, 'portal.csv'),
    samplePath: join(folder, 'sample.csv'),
  };
  await inPlatformBulk(db, (tx) => loadTransactions(tx, merchant, { count: payments, from, until }));
  await asOwner(ownerUrl, (client) => client.query(loadedStatistics));
  const written = await inPlatformBulk(db, async (tx) => {
    const write = (sql: string, header: string, path: string, limit: number) =>
      pipeline(linesOf(tx, sql, merchant.merchantId, header, limit), createWriteStream(path));
    await write(bankSql, bankHeader, paths.bankPath, lines);
    await write(bankSql, bankHeader, paths.samplePath, 1);
    await write(portalSql, portalHeader, paths.portalPath, Number.POSITIVE_INFINITY);
    return countLines(paths.bankPath);
  });
  return { merchant, ...paths, bankLines: written, payments };
}

async function countLines(path: string): Promise<number> {
  let count = -1;
  for await (const chunk of createReadStream(path))
    count += (chunk as Buffer).toString('latin1').split('\n').length - 1;
  return count;
}
