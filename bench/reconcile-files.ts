import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import copyStreams from 'pg-copy-streams';
import { loadTransactions } from '../server/features/transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../server/features/transactions/testing/merchant-world.ts';
import { inPlatformBulk } from '../server/platform/database/database.ts';
import type { BenchDatabase } from './bench-database.ts';

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

/** One line in a thousand is left out, one has another amount, one another fee. */
const bankSql = (merchantId: string, lines: number): string => `
  COPY (
    SELECT tid AS "Terminal ID", rrn AS "RRN", approval_code AS "Auth Code",
           to_char(created_at AT TIME ZONE 'Asia/Riyadh', 'YYYY-MM-DD HH24:MI:SS') AS "Transaction Date",
           first_six || '******' || last_four AS "Card Number", scheme AS "Card Type",
           CASE type WHEN 'PURCHASE' THEN 'Purchase' ELSE 'Refund' END AS "Transaction Type",
           (sign * (amount_minor - CASE n % 1000 WHEN 1 THEN 1 ELSE 0 END) / 100)::numeric(14,2) AS "Transaction Amount",
           ((fee_minor + CASE n % 1000 WHEN 2 THEN 5 ELSE 0 END) / 100.0)::numeric(14,2) AS "Commission",
           (vat_minor / 100.0)::numeric(14,2) AS "VAT"
      FROM (SELECT *, row_number() OVER (ORDER BY created_at, id) AS n,
                   CASE type WHEN 'PURCHASE' THEN 1.0 ELSE -1.0 END AS sign
              FROM transactions WHERE merchant_id = ${merchantId} AND status = 'APPROVED') t
     WHERE n % 1000 <> 0 LIMIT ${lines}
  ) TO STDOUT (FORMAT csv, HEADER)`;

const portalSql = (merchantId: string): string => `
  COPY (
    SELECT id, tid, rrn, status, (CASE type WHEN 'PURCHASE' THEN 1.0 ELSE -1.0 END * amount_minor / 100)::numeric(14,2)
             AS amount, (fee_minor / 100.0)::numeric(14,2) AS fee, (vat_minor / 100.0)::numeric(14,2) AS vat
      FROM transactions WHERE merchant_id = ${merchantId}
  ) TO STDOUT (FORMAT csv, HEADER)`;

/** Makes a merchant with enough payments for a file of `lines` lines, and writes both files. */
export async function reconcileFiles(
  { db }: BenchDatabase,
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
  await inPlatformBulk(db, async (tx) => {
    const copy = (sql: string, path: string) =>
      pipeline(tx.client.query(copyStreams.to(sql)), createWriteStream(path));
    await copy(bankSql(merchant.merchantId, lines), paths.bankPath);
    await copy(portalSql(merchant.merchantId), paths.portalPath);
  });
  await writeFile(paths.samplePath, await headOf(db, merchant.merchantId));
  return { merchant, ...paths, bankLines: lines, payments };
}

/** One line is enough to show the columns; its payment is undone before the measured run. */
async function headOf(db: BenchDatabase['db'], merchantId: string): Promise<Buffer> {
  return inPlatformBulk(db, async (tx) => {
    const parts: Buffer[] = [];
    for await (const part of tx.client.query(copyStreams.to(bankSql(merchantId, 1))))
      parts.push(part as Buffer);
    return Buffer.concat(parts);
  });
}
