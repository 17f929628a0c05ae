import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { EntryFilter } from '@mizan/contract/reconciliation.ts';
import { outcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import type { ExportTable } from '../../platform/exports/export-sheet.ts';
import { isolated } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { type NamedEntry, nameEarlierFiles } from './earlier-files.ts';
import { entryColumns, entryRow, entryTotals } from './entries-export-rows.ts';
import { countEntries, findOpened, pageOfEntries } from './reconciliation.service.ts';

const pageRows = 2_000;

/** Which entries, as the list of them is asked. */
type Which = EntryParts & { outcome: EntryFilter };

function nameOf(filter: EntryFilter, { text }: Words): string {
  if (filter === 'all') return text('reconciliation:entries.all');
  if (filter === 'portal') return text('reconciliation:bridge.portalTotal');
  if (filter === 'toClaim' || filter === 'paidTooMuch') return text(`reconciliation:difference.${filter}`);
  if (filter === 'byHand' || filter === 'corrected') return text(`reconciliation:mended.${filter}`);
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
  { bankFileId, ...filter }: { bankFileId: string } & Which,
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const { outcome } = filter;
  const { record, rowsTotal } = await inTenant(db, merchantId, async (tx) => {
    const found = await findOpened(tx, bankFileId);
    return { record: found, rowsTotal: await countEntries(tx, found, filter) };
  });
  const totals = entryTotals(words);
  async function* rows() {
    for await (const page of entryPages(db, merchantId, bankFileId, filter)) {
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
    rowsTotal,
    rows: rows(),
    totals: totals.rows,
  };
}

/** Page by page, each in a transaction of its own: a slow download holds nothing. */
async function* entryPages(
  db: Database,
  merchantId: string,
  id: string,
  filter: Which,
): AsyncGenerator<NamedEntry[]> {
  for (let after = 0; ; ) {
    const page = await inTenant(db, merchantId, async (tx) =>
      nameEarlierFiles(tx, await pageOfEntries(tx, await findOpened(tx, id), filter, after, pageRows)),
    );
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = last.seq;
  }
}
