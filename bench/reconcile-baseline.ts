import { join } from 'node:path';
import type { ReconcileFiles } from './reconcile-files.ts';

/** What the baseline takes of DuckDB: nobody but `npm run bench` installs the package, so its types are not at hand. */
interface DuckDb {
  DuckDBInstance: { create(path: string): Promise<Instance> };
}
interface Instance {
  connect(): Promise<{ run(statement: string): Promise<unknown>; closeSync(): void }>;
  closeSync(): void;
}
const packageName: string = '@duckdb/node-api';

/** Quotes a path for a statement: DuckDB takes none as a parameter. */
const quoted = (path: string): string => `'${path.replaceAll("'", "''")}'`;

/**
 * The baseline: both files read with their types given, joined on the strongest key, every row of either side
 * written out with what became of it. Milliseconds; opening the engine is not counted.
 */
export async function joinWithDuckDb(files: ReconcileFiles, folder: string): Promise<number> {
  const { DuckDBInstance } = (await import(packageName)) as DuckDb;
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const started = performance.now();
  await connection.run(`
    COPY (
      SELECT t.id, b."Terminal ID", b."RRN", b."Transaction Date", b."Transaction Amount", t.amount,
             CASE WHEN t.id IS NULL THEN 'missingInPortal' WHEN b."RRN" IS NULL THEN 'missingInBank'
                  WHEN t.status <> 'APPROVED' THEN 'statusConflict'
                  WHEN b."Transaction Amount" <> t.amount THEN 'amountDiffers'
                  WHEN b."Commission" + b."VAT" <> t.fee + t.vat THEN 'feeDiffers' ELSE 'matched' END AS outcome
        FROM read_csv(${quoted(files.bankPath)}, header = true, columns = {
               'Terminal ID': 'VARCHAR', 'RRN': 'VARCHAR', 'Auth Code': 'VARCHAR', 'Transaction Date': 'TIMESTAMP',
               'Card Number': 'VARCHAR', 'Card Type': 'VARCHAR', 'Transaction Type': 'VARCHAR',
               'Transaction Amount': 'DECIMAL(14,2)', 'Commission': 'DECIMAL(14,2)', 'VAT': 'DECIMAL(14,2)'}) b
        FULL JOIN read_csv(${quoted(files.portalPath)}, header = true, columns = {
               'id': 'BIGINT', 'tid': 'VARCHAR', 'rrn': 'VARCHAR', 'status': 'VARCHAR', 'amount': 'DECIMAL(14,2)',
               'fee': 'DECIMAL(14,2)', 'vat': 'DECIMAL(14,2)'}) t
          ON b."Terminal ID" = t.tid AND b."RRN" = t.rrn
    ) TO ${quoted(join(folder, 'joined.csv'))} (HEADER)`);
  const tookMs = performance.now() - started;
  connection.closeSync();
  instance.closeSync();
  return tookMs;
}
