import { type Tx, tenantIn } from '../../platform/database/database.ts';
import type { OwnedTable } from './owned-tables.ts';

/** What the export of everything reads. Names of tables and columns come from owned-tables.ts alone. */

/** Rows that one FETCH brings. */
const rowsAtOnce = 2_000;

/** Everything that follows reads one moment; its name, for a second connection, where the database gives one. */
export async function beginReading(tx: Tx): Promise<string | null> {
  await tx.client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await tx.client.query("SET LOCAL TIME ZONE 'UTC'");
  if (tx.distributed) return null;
  const { rows } = await tx.client.query<{ moment: string }>('SELECT pg_export_snapshot() AS moment');
  return rows[0]?.moment ?? null;
}

const momentShape = /^[0-9A-F-]+$/;

/** The same moment as the platform, for what the merchant's own role may not read. */
export async function joinReading(tx: Tx, moment: string | null): Promise<void> {
  await tx.client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  if (moment !== null) {
    if (!momentShape.test(moment)) throw new Error(`not a snapshot: ${moment}`);
    await tx.client.query(`SET TRANSACTION SNAPSHOT '${moment}'`);
  }
  await tx.client.query("SET LOCAL TIME ZONE 'UTC'");
}

const idShape = /^[1-9]\d{0,18}$/;

/** The platform sees every merchant, so each of its statements names the one. */
function ownIn(tx: Tx, merchantId: string): string {
  if (tx.merchantId !== null) return tenantIn(tx);
  if (!idShape.test(merchantId)) throw new Error(`not a merchant id: ${merchantId}`);
  return `${merchantId}::bigint`;
}

function rowsOf(tx: Tx, merchantId: string, table: string, of: OwnedTable['of']): string {
  const own = ownIn(tx, merchantId);
  const where = {
    self: `id = ${own}`,
    user: `user_id IN (SELECT id FROM users WHERE merchant_id = ${own})`,
    application: `application_id IN (SELECT id FROM applications WHERE merchant_id = ${own})`,
    merchant: `merchant_id = ${own}`,
  };
  return `FROM ${table} WHERE ${where[of ?? 'merchant']}`;
}

const words = (text: string): string[] => text.split(' ');

function valueOf(column: string): string {
  const [name, way] = column.split(':');
  if (way === 'hex' || way === 'base64') return `encode("${name}", '${way}')`;
  if (way === 'address') return `split_part("${name}", '?', 1)`;
  return `"${name}"::text`;
}

/** As its first line names them. */
export const columnsOf = ({ columns }: OwnedTable): string[] =>
  words(columns).map((column) => column.split(':')[0] ?? '');

export async function countOwned(
  tx: Tx,
  merchantId: string,
  table: string,
  { of }: OwnedTable,
): Promise<number> {
  const { rows } = await tx.client.query<{ count: number }>(
    `SELECT count(*) AS count ${rowsOf(tx, merchantId, table, of)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Every row of a table that is the merchant's, as texts, a batch at a time. */
export async function* readOwned(
  tx: Tx,
  merchantId: string,
  table: string,
  owned: OwnedTable,
): AsyncGenerator<(string | null)[][]> {
  const order = words(owned.key).map((name) => `"${name}"`);
  await tx.client.query(
    `DECLARE owned NO SCROLL CURSOR FOR SELECT ${words(owned.columns).map(valueOf).join(', ')}
      ${rowsOf(tx, merchantId, table, owned.of)} ORDER BY ${order.join(', ')}`,
  );
  for (;;) {
    const { rows } = await tx.client.query<(string | null)[]>({
      text: `FETCH ${rowsAtOnce} FROM owned`,
      rowMode: 'array',
    });
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.client.query('CLOSE owned');
}

/** A file that people brought, and where its bytes are. */
export interface OwnedFile {
  folder: 'bank-files' | 'account-statements' | 'chargeback-evidence' | 'logo' | 'application-documents';
  id: string;
  name: string;
  /** On the disk, under this name; otherwise in its row. */
  uuid: string | null;
}

/** The platform's role keeps the documents of applications; the merchant's own role all else. */
export async function selectOwnedFiles(own: Tx, platform: Tx, merchantId: string): Promise<OwnedFile[]> {
  const { rows } = await own.client.query<OwnedFile>(
    `SELECT 'bank-files' AS folder, id::text, file_name AS name, uuid::text FROM bank_files
      WHERE merchant_id = ${ownIn(own, merchantId)}
     UNION ALL SELECT 'account-statements', id::text, file_name, NULL FROM arrived_statements
      WHERE merchant_id = ${ownIn(own, merchantId)} AND content IS NOT NULL
     UNION ALL SELECT 'chargeback-evidence', id::text, file_name, NULL FROM chargeback_evidence
      WHERE merchant_id = ${ownIn(own, merchantId)}
     UNION ALL SELECT 'logo', merchant_id::text, replace(logo_type, 'image/', 'logo.'), NULL FROM business_profiles
      WHERE merchant_id = ${ownIn(own, merchantId)} AND logo IS NOT NULL
     ORDER BY 1, 2`,
  );
  const documents = await platform.client.query<OwnedFile>(
    `SELECT 'application-documents' AS folder, id AS place, id::text, file_name AS name, NULL AS uuid
     ${rowsOf(platform, merchantId, 'application_documents', 'application')} ORDER BY place`,
  );
  return [...rows, ...documents.rows];
}

/** The table, and the columns of the bytes and of the id. */
const contents = {
  'account-statements': ['arrived_statements', 'content', 'id'],
  'chargeback-evidence': ['chargeback_evidence', 'content', 'id'],
  logo: ['business_profiles', 'logo', 'merchant_id'],
} as const;

/** The bytes of one that lies in its row. */
export async function selectContent(
  own: Tx,
  platform: Tx,
  merchantId: string,
  { folder, id }: OwnedFile,
): Promise<Buffer | null> {
  const isDocument = folder === 'application-documents';
  if (folder === 'bank-files') return null;
  const [table, column, key] = isDocument
    ? (['application_documents', 'content', 'id'] as const)
    : contents[folder];
  const reader = isDocument ? platform : own;
  const from = rowsOf(reader, merchantId, table, isDocument ? 'application' : undefined);
  const { rows } = await reader.client.query<{ content: Buffer }>(
    `SELECT ${column} AS content ${from} AND ${key} = $1`,
    [id],
  );
  return rows[0]?.content ?? null;
}

/** Whose it is, as the manifest names them. */
export async function selectOwner(tx: Tx): Promise<{ uuid: string; nameEn: string; nameAr: string } | null> {
  const { rows } = await tx.client.query<{ uuid: string; nameEn: string; nameAr: string }>(
    `SELECT uuid::text, name_en AS "nameEn", name_ar AS "nameAr" FROM merchants WHERE id = ${tenantIn(tx)}`,
  );
  return rows[0] ?? null;
}
