import { type ExportFormat, exportLimits } from '@mizan/contract/export-terms.ts';
import {
  type getProof,
  type Proof,
  type ProofListed,
  type ProofTone,
  proofLevels,
} from '@mizan/contract/proof.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { inTenant } from '../../platform/database/database.ts';
import type { ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { type ProofDeps, reckoned } from './proof.service.ts';
import type { Book } from './proof-book.ts';
import {
  type CauseAt,
  columns,
  factsOf,
  figureRows,
  listedRow,
  restRow,
  rowName,
  rowOf,
} from './proof-report-rows.ts';
import { kindOf } from './proof-rows.queries.ts';
import { proofRows, settlementRows } from './proof-rows.service.ts';
import type { ProofSelection } from './proof-sets.ts';

type Asked = RouteInput<typeof getProof>['query'];
type Format = Exclude<ExportFormat, 'csv'>;

/** A cell is a place of its own, and what is written there travels on. */
const isolates = /[\u2066-\u2069]/g;
/**
 * What agrees or is still to come is most of a month: on paper its number and sum say all that anybody reads. Of what differs a page of
 * each cause is listed; the workbook has every row (docs/decisions/0463-the-proof-on-paper.md).
 */
const ofNumberAlone: readonly ProofTone[] = ['quiet', 'waits'];
const paperRows = 40;
/** Payments or lines that are in memory at a time. */
const pageRows = 5_000;

/**
 * How many rows of each cause a file has room for: those with few are whole, the others share what is left.
 * `counts` and the answer are in the order of the causes.
 */
export function roomsOf(counts: readonly number[], room: number): number[] {
  const rooms = counts.map(() => 0);
  let left = Math.max(0, room);
  const order = [...counts.entries()].toSorted(([, one], [, other]) => one - other);
  for (const [done, [at, count]] of order.entries()) {
    const own = Math.min(count, Math.floor(left / (counts.length - done)));
    rooms[at] = own;
    left -= own;
  }
  return rooms;
}

/** A cause of the whole with what it comes to, and how many rows of it the file has room for. */
interface Chapter extends CauseAt {
  count: number;
  amountMinor: number;
  room: number;
}

/** At most so many rows as this has each cause: of what changed only the sum is known before. */
const rowsMaxOf = ({ cause, count }: { cause: CauseAt['cause']; count: number }, { closed }: Book): number =>
  cause === 'CHANGED_SINCE' ? closed.reduce((total, { closings }) => total + closings, 0) : count;

function chaptersOf({ total }: Proof, book: Book, room: number, format: Format): Chapter[] {
  const causes = proofLevels.flatMap((level) =>
    (total.gaps[level]?.causes ?? []).map((cause) => ({ level, ...cause })),
  );
  const wanted = (cause: (typeof causes)[number]): number => {
    if (format === 'xlsx') return rowsMaxOf(cause, book);
    return ofNumberAlone.includes(cause.tone) ? 0 : Math.min(rowsMaxOf(cause, book), paperRows);
  };
  // Each may need a row that says what is left out.
  const rooms = roomsOf(causes.map(wanted), room - causes.length);
  return causes.map((cause, at) => ({ ...cause, room: rooms[at] ?? 0 }));
}

interface Report {
  deps: ProofDeps;
  merchantId: string;
  asked: Asked;
  proof: Proof;
  book: Book;
  of: ProofSelection;
}

/** The rows of a cause, page by page, each in a transaction of its own: a slow download holds nothing. */
async function* pagesOf(
  { deps, merchantId, asked, book, of }: Report,
  { cause, room }: Chapter,
): AsyncGenerator<ProofListed[]> {
  // Of what no settlement owes a part are lines.
  if (kindOf(cause) === 'settlement' && cause !== 'UNPLACED') {
    yield settlementRows(book, of, 'all', cause).slice(0, room);
    return;
  }
  // The days as they were when the sums were made: yesterday may be another day by now.
  const days =
    of.from === of.to ? { day: of.from, month: undefined } : { day: undefined, month: of.from.slice(0, 7) };
  let cursor: string | undefined;
  for (let left = room; left > 0; ) {
    const page = await proofRows(deps, merchantId, {
      ...asked,
      ...days,
      currency: of.currency,
      cause,
      row: 'all',
      cursor,
      limit: Math.min(left, pageRows),
    });
    yield page.rows;
    if (page.nextCursor === null) return;
    left -= page.rows.length;
    cursor = page.nextCursor;
  }
}

/** A cause as its rows, and what they lack of its sum. */
async function* chapterRows(
  report: Report,
  chapter: Chapter,
  { words, format }: { words: Words; format: Format },
): AsyncGenerator<ExportRow[]> {
  let count = 0;
  let amountMinor = 0;
  for await (const page of pagesOf(report, chapter)) {
    count += page.length;
    for (const row of page) amountMinor += row.amountMinor;
    yield page.map((row) => listedRow(row, chapter, report.proof, words));
  }
  const isLeftOut = chapter.room < chapter.count && count === chapter.room;
  if (!isLeftOut && amountMinor === chapter.amountMinor) return;
  const rest = {
    amountMinor: chapter.amountMinor - amountMinor,
    count: isLeftOut ? chapter.count - count : null,
    isLeftOut,
  };
  yield [restRow(chapter, { ...rest, format }, words)];
}

/** Levels, gaps and causes of the whole and of each row. */
const summaryOf = (proof: Proof, by: Asked['by'], words: Words): ExportRow[] => [
  ...figureRows(words.text(`proof:all.${by}`), proof.total, words),
  ...proof.rows.flatMap((row) => figureRows(rowName(row, by, words), row, words)),
];

/**
 * The proof as a table for a file: levels, gaps and causes of the whole and of each row, then what the causes of the whole
 * are made of, as far as the format has room; a PDF lists what differs. Listed rows and what is said to be left out always come to the cause.
 * @throws Failure 'notFound' where the branch or the bank is not the merchant's
 */
export async function proofReport(
  deps: ProofDeps,
  merchantId: string,
  asked: Asked,
  { reader, format, rowsMax }: { reader: Reader; format: Format; rowsMax?: number },
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const now = deps.clock.now();
  const { proof, book, of } = await inTenant(deps.db, merchantId, (tx) => reckoned(tx, asked, now));
  const facts = [...factsOf(proof, asked, words), words.text('exports:made', { when: words.moment(now) })];
  const most = rowsMax ?? { pdf: exportLimits.pdfRowsMax, xlsx: exportLimits.directWorkbookRowsMax }[format];
  const head = [
    // What stands above the figures of a PDF stands in rows of its own where programs read.
    ...(format === 'xlsx' ? facts.map((fact) => rowOf({ of: fact.replaceAll(isolates, '') })) : []),
    ...summaryOf(proof, asked.by, words),
    rowOf({ of: words.text('exports:proof.behind') }),
  ];
  const chapters = chaptersOf(proof, book, most - head.length, format);
  const report = { deps, merchantId, asked, proof, book, of };
  async function* rows() {
    yield head;
    for (const chapter of chapters) yield* chapterRows(report, chapter, { words, format });
  }
  return {
    title: words.text('exports:proof.sheet'),
    fileTitle: `proof-${proof.from === proof.to ? proof.from : proof.from.slice(0, 7)}`,
    facts,
    columns: Object.entries(columns).map(([name, column]) => ({
      name: words.text(`exports:proof.column.${name}`),
      ...column,
    })),
    reader,
    rowsTotal: head.length + chapters.reduce((total, { room }) => total + room, 0),
    rows: rows(),
    totals: () => [],
  };
}
