import { Readable } from 'node:stream';
import type { EntryFilter } from '@mizan/contract/reconciliation.ts';
import { inTenant } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type Language, type Words, wordsFor } from '../../platform/words.ts';
import type { EntryRecord } from './entries.queries.ts';
import { csvLine, type ExportCell, exportRow } from './entries-export.rows.ts';
import { exportHeader } from './entries-export.words.ts';
import { findOpened, pageOfEntries, type ReconciliationDeps } from './reconciliation.service.ts';
import { writeWorkbook } from './workbook-writer.ts';

export interface ExportAsked {
  format: 'csv' | 'xlsx';
  lang: Language;
  outcome: EntryFilter;
}

export interface ExportFile {
  name: string;
  mediaType: string;
  content: Readable | Buffer;
}

const pageRows = 2_000;
/** A workbook is put together in memory; who needs more takes the CSV, which streams. */
export const workbookRowsMax = 100_000;
const byteOrderMark = '\ufeff';

/**
 * The entries of an import as a file.
 * @throws Failure 'notFound', 'importNotReady', or 'tooLarge' (details.maxRows) for a workbook beyond its limit.
 */
export async function exportEntries(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
  asked: ExportAsked,
): Promise<ExportFile> {
  const record = await inTenant(deps.db, member.merchantId, (tx) => findOpened(tx, id));
  const name = `${record.fileName.replace(/\.[^.]{1,5}$/, '')}-${asked.outcome}.${asked.format}`;
  const words = wordsFor(asked.lang);
  const pages = entryPages(deps, member, id, asked.outcome);
  if (asked.format === 'csv') {
    const content = Readable.from(csvOf(pages, words));
    return { name, mediaType: 'text/csv; charset=utf-8', content };
  }
  const rows: ExportCell[][] = [exportHeader(words)];
  for await (const page of pages) {
    if (rows.length + page.length > workbookRowsMax) throw tooManyRows();
    rows.push(...page.map((entry) => exportRow(entry, words)));
  }
  const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const sheet = { name: words.text('exports:entries.sheet'), rightToLeft: words.direction === 'rtl', rows };
  return { name, mediaType, content: await writeWorkbook(sheet) };
}

const tooManyRows = (): Failure =>
  new Failure('tooLarge', 'The workbook would be too large; take the CSV file.', {
    maxRows: workbookRowsMax,
  });

/** Page by page, each in a transaction of its own: a slow download holds nothing. */
async function* entryPages(deps: ReconciliationDeps, member: Member, id: string, outcome: EntryFilter) {
  for (let after = 0; ; ) {
    const page: EntryRecord[] = await inTenant(deps.db, member.merchantId, async (tx) =>
      pageOfEntries(tx, await findOpened(tx, id), outcome, after, pageRows),
    );
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = last.seq;
  }
}

/** Excel reads Arabic in a CSV only behind a byte order mark. */
async function* csvOf(pages: AsyncIterable<EntryRecord[]>, words: Words) {
  yield byteOrderMark + csvLine(exportHeader(words));
  for await (const page of pages) yield page.map((entry) => csvLine(exportRow(entry, words))).join('');
}
