import type { EntryFilter } from '@mizan/contract/reconciliation.ts';
import { outcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import type { ExportTable } from '../../platform/exports/export-sheet.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { type NamedEntry, nameEarlierFiles } from './earlier-files.ts';
import { entryColumns, entryRow, entryTotals } from './entries-export-rows.ts';
import { entrySpanOf } from './entry-span.ts';
import { findOpened, pageOfEntries } from './reconciliation.service.ts';

const pageRows = 2_000;

function nameOf(filter: EntryFilter, { text }: Words): string {
  if (filter === 'all') return text('reconciliation:entries.all');
  if (filter === 'portal') return text('reconciliation:bridge.portalTotal');
  if (filter === 'toClaim' || filter === 'paidTooMuch') return text(`reconciliation:difference.${filter}`);
  const isOutcome = (outcomes as readonly string[]).includes(filter);
  return text(isOutcome ? `reconciliation:outcome.${filter}.title` : `reconciliation:group.${filter}`);
}

/**
 * The entries of a bank file as a table for a file, in the language and with the digits of its reader; `fileTitle` is
 * what the file is called. @throws Failure 'notFound' or 'bankFileNotReady'
 */
export async function entriesTable(
  { db, clock }: { db: Database; clock: Clock },
  merchantId: string,
  { bankFileId, outcome }: { bankFileId: string; outcome: EntryFilter },
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const record = await inTenant(db, merchantId, (tx) => findOpened(tx, bankFileId));
  const totals = entryTotals(words);
  async function* rows() {
    for await (const page of entryPages(db, merchantId, bankFileId, outcome)) {
      for (const entry of page) totals.add(entry);
      yield page.map((entry) => entryRow(entry, words));
    }
  }
  return {
    title: words.text('exports:entries.sheet'),
    fileTitle: `${record.fileName.replace(/\.[^.]{1,5}$/, '')}-${outcome}`,
    facts: [
      words.text('exports:entries.file', { name: isolated(record.fileName) }),
      words.text('exports:entries.lines', { which: nameOf(outcome, words) }),
      words.text('exports:made', { when: words.moment(clock.now()) }),
    ],
    columns: entryColumns(words),
    reader,
    rowsTotal: entrySpanOf(record.summary, outcome).count,
    rows: rows(),
    totals: totals.rows,
  };
}

/** Page by page, each in a transaction of its own: a slow download holds nothing. */
async function* entryPages(
  db: Database,
  merchantId: string,
  id: string,
  outcome: EntryFilter,
): AsyncGenerator<NamedEntry[]> {
  for (let after = 0; ; ) {
    const page = await inTenant(db, merchantId, async (tx) =>
      nameEarlierFiles(tx, await pageOfEntries(tx, await findOpened(tx, id), { outcome }, after, pageRows)),
    );
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = last.seq;
  }
}
