import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { StatementCalendar } from '@mizan/contract/settlement-statements.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/words.ts';
import type { KeptStatement, KeptSummary } from './figures.ts';

/** The statements behind settlement-statements.service.ts and check-statement.ts. */

/** All that follows sees one moment. The first statement of its transaction, which writes nothing. */
export const seeOneMoment = (tx: Tx): Promise<number> =>
  tx.change('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');

export const selectMerchantName = (tx: Tx): Promise<{ id: string; nameEn: string; nameAr: string } | null> =>
  tx.row(`SELECT id::text, name_en AS "nameEn", name_ar AS "nameAr" FROM merchants WHERE id = tenant_id()`);

/** Of deposits that count, with a value date from $1 to $2, of one bank or of all: what they pay nothing by. */
export const selectUnmatched = (
  tx: Tx,
  { from, to, bankId }: { from: string; to: string; bankId: string | null },
): Promise<{ currency: Currency; amountMinor: number }[]> =>
  tx.rows(
    `SELECT currency, sum(amount_minor - shared_minor) AS "amountMinor" FROM bank_deposits
      WHERE merchant_id = tenant_id() AND undone_at IS NULL AND amount_minor <> shared_minor
        AND value_date BETWEEN $1::date AND $2::date AND ($3::bigint IS NULL OR bank_id = $3)
      GROUP BY currency ORDER BY currency`,
    [from, to, bankId],
  );

const columns = 'id::text, merchant_id::text AS "merchantId", summary, seal';

/** `askedSha256`: null of one that was made before it was kept. */
export const selectByRequest = (
  tx: Tx,
  requestId: string,
): Promise<(KeptSummary & { askedSha256: Buffer | null }) | null> =>
  tx.row(
    `SELECT ${columns}, asked_sha256 AS "askedSha256" FROM settlement_statements WHERE merchant_id = tenant_id() AND request_id = $1`,
    [requestId],
  );

export const selectById = (tx: Tx, id: string): Promise<KeptStatement | null> =>
  tx.row<KeptStatement>(
    `SELECT ${columns}, figures FROM settlement_statements WHERE merchant_id = tenant_id() AND id = $1`,
    [id],
  );

/** As the platform: whoever holds the paper has no tenant. */
export const selectByCode = (tx: Tx, code: string): Promise<KeptSummary | null> =>
  tx.row<KeptSummary>(`SELECT ${columns} FROM settlement_statements WHERE code = $1`, [code]);

export interface ListedStatement extends KeptSummary {
  madeAt: Date;
}
export const selectStatements = (
  tx: Tx,
  after: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<ListedStatement[]> =>
  tx.rows<ListedStatement>(
    `SELECT ${columns}, made_at AS "madeAt" FROM settlement_statements
      WHERE merchant_id = tenant_id() AND ($1::timestamptz IS NULL OR (made_at, id) < ($1, $2::bigint))
      ORDER BY made_at DESC, settlement_statements.id DESC LIMIT $3`,
    [after?.createdAt ?? null, after?.id ?? null, limit],
  );

/** The next number of the merchant, whose askers take turns, and how many were made since $1. */
export async function nextSequence(tx: Tx, since: Date): Promise<{ sequence: number; recent: number }> {
  await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('settlement_statements', tenant_id()))`);
  const row = await tx.row<{ sequence: number; recent: number }>(
    `SELECT coalesce(max(sequence), 0) + 1 AS sequence, count(*) FILTER (WHERE made_at >= $1) AS recent
       FROM settlement_statements WHERE merchant_id = tenant_id()`,
    [since],
  );
  return row ?? { sequence: 1, recent: 0 };
}

export const insertStatement = async (
  tx: Tx,
  made: {
    requestId: string;
    askedSha256: Buffer;
    sequence: number;
    code: string;
    at: Date;
    by: string;
    figures: string;
    summary: string;
    seal: Buffer;
  },
): Promise<KeptSummary | null> =>
  tx.row<KeptSummary>(
    `INSERT INTO settlement_statements (merchant_id, request_id, sequence, code, made_at, made_by, figures, summary, seal,
       asked_sha256)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${columns}`,
    [
      made.requestId,
      made.sequence,
      made.code,
      made.at,
      made.by,
      made.figures,
      made.summary,
      made.seal,
      made.askedSha256,
    ],
  );

export interface StatementFile {
  sha256: Buffer;
  format: ExportFormat;
  language: Language;
  calendar: StatementCalendar;
  seal: Buffer;
}
/** The same file made again is on record already. */
export const insertFile = (tx: Tx, statementId: string, file: StatementFile, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO settlement_statement_files (merchant_id, statement_id, sha256, format, language, calendar, made_at, seal)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [statementId, file.sha256, file.format, file.language, file.calendar, at, file.seal],
  );

const fileColumns = 'f.sha256, f.format, f.language, f.calendar, f.seal';

/** Three formats, two languages, three calendars, and as many again for every version of the portal that wrote one. */
const filesMax = 200;
/** As the platform. */
export const selectFiles = (
  tx: Tx,
  { merchantId, id }: Pick<KeptSummary, 'merchantId' | 'id'>,
): Promise<StatementFile[]> =>
  tx.rows<StatementFile>(
    `SELECT ${fileColumns} FROM settlement_statement_files f
      WHERE f.merchant_id = $1 AND f.statement_id = $2 ORDER BY f.made_at, f.sha256 LIMIT ${filesMax}`,
    [merchantId, id],
  );

/** The statement of which a file of this hash was made. As the platform. */
export const selectByFile = (
  tx: Tx,
  hash: Buffer,
): Promise<{ merchantId: string; statementId: string } | null> =>
  tx.row(
    `SELECT merchant_id::text AS "merchantId", statement_id::text AS "statementId"
       FROM settlement_statement_files WHERE sha256 = $1`,
    [hash],
  );

export const selectOf = (tx: Tx, merchantId: string, statementId: string): Promise<KeptStatement | null> =>
  tx.row<KeptStatement>(
    `SELECT ${columns}, figures FROM settlement_statements WHERE merchant_id = $1 AND id = $2`,
    [merchantId, statementId],
  );
