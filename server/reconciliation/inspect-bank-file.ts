import type { CoveredRow } from '@mizan/contract/bank-file-part.ts';
import type { AskedWord } from '@mizan/contract/bank-file-words.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import {
  type BankField,
  bankFileLimits,
  quietOutcomes,
  type ReadingChange,
  type ReadingQuestion,
  type ReadingWay,
  type SchemeName,
  schemeNames,
  undecidedOutcomes,
} from '@mizan/contract/reconciliation-terms.ts';
import { placeOfLine, type TableForm } from '@mizan/contract/table-form.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import { coveredRowsOf } from './covered-rows.ts';
import { layoutOf, type Reading, readSo } from './evidence/reading.ts';
import { changedQuestions } from './evidence/remembered.ts';
import { createSampler, type RowSample } from './evidence/sample.ts';
import { newTrialFile } from './evidence/trial-file.ts';
import type { TrialScope } from './evidence/trial-scope.ts';
import { type Tried, tryColumns } from './evidence/try-columns.ts';
import { foundReading, paymentsToTry, type Trial, tryReadings } from './evidence/try-readings.ts';
import { partsOfFile } from './judge/cover-file.ts';
import type { JobPart } from './judge/coverage-job.ts';
import { dayOfInstant } from './judge/coverage-model.ts';
import type { Absent } from './judge/verdict.ts';
import { type JudgedFile, judgeBankFile } from './judge-bank-file.ts';
import type { LateKeys } from './match/late-keys.ts';
import { recordState } from './match/matches.ts';
import { lineFlag } from './normalise/bank-lines.ts';
import { isoDayOf } from './normalise/date-text.ts';
import { withoutCardNumbers } from './normalise/key-text.ts';
import type { Rejection } from './normalise/normalise.ts';
import { createPortalReader } from './normalise/portal-reader.ts';
import type { NotCounted } from './normalise/rows-not-counted.ts';
import { detectFormats } from './normalise/value-formats.ts';
import { fieldOfName, isArabicName } from './read/column-names.ts';
import {
  type ColumnMapping,
  detectColumns,
  type Layout,
  namesColumnOf,
  recordMarker,
  type SampleRow,
  sampleRowOf,
} from './read/columns.ts';
import { fileRefused } from './read/file-refused.ts';
import { readTable, type TableFacts } from './read/read-table.ts';
import { firstRowsMax, formOf, rowsToShow, type TableOf } from './read/told-table.ts';
import type { PortalScope, ReconcileJob } from './reconcile-job.ts';

/** A file that a person is to look at, or of which it is asked whether it is read as before. */
export interface InspectJob
  extends Pick<
    ReconcileJob,
    'filePath' | 'todayIso' | 'nowMs' | 'cutoff' | 'cutoffs' | 'answers' | 'handMatches' | 'settledFiles'
  > {
  /** Columns as a person chose them, to be tried; without them they are found, or remembered. */
  layout?: Layout | undefined;
  /** What a person answered, to be tried; the rest is read as it is proposed. */
  readings?: Partial<Record<ReadingQuestion, ReadingWay | undefined>> | undefined;
  /** What it is judged as, unless its columns are remembered. */
  parts: JobPart[];
  /** Tables that people said how to tell, with the keys of their columns: a file that is of one is read so. */
  forms?: readonly TableOf[] | undefined;
  /** Judged as it is read, also where nobody is asked how: the part that it is of is asked. */
  isWhole?: boolean | undefined;
}

/** What an inspection asks of the portal. Payments are COPY text of `portalColumns`, as for a reconciliation. */
export interface InspectEnds {
  /** What is remembered for files of these column names. */
  layoutFor: (keys: readonly string[]) => Promise<RememberedLayout | null>;
  payments: (scope: PortalScope | TrialScope) => AsyncIterable<Uint8Array>;
  latePayments?: ((scope: PortalScope, keys: LateKeys) => AsyncIterable<Uint8Array>) | undefined;
}

export interface RememberedLayout {
  layout: Layout;
  parts: JobPart[];
}

/** What was found in a file, for a person to confirm or correct before it is judged. */
export interface Inspection {
  facts: TableFacts;
  mapping: ColumnMapping;
  /** The columns as they were found and the values as they seem to be written: where readings are answered from. */
  layout: Layout;
  /** The places of the columns that the payments told, as their names do not. */
  byValues: number[];
  /** The first lines under the header, card numbers masked. */
  preview: SampleRow[];
  /** The first rows as they are, whatever they are; card numbers masked. */
  rows: SampleRow[];
  /** Nothing proves the encoding that the file was read in. */
  isEncodingGuessed: boolean;
  /** Null where a required column is missing: nothing can be tried before it is chosen. */
  trial: Trial | null;
  /** Files of these columns were confirmed before; `changes` are the questions that are asked again. */
  isRemembered: boolean;
  changes: Partial<Record<ReadingQuestion, ReadingChange>>;
  /** The whole file as proposed; null where it is judged without a person, or cannot be read yet. */
  whole: InspectedFile | null;
}

/** What the whole file comes to as it is proposed to be read. */
export interface InspectedFile {
  /** What it was read by. */
  layout: Layout;
  lines: number;
  rejected: number;
  rejections: Rejection[];
  /** All rows of the file, and what those are that are neither heading, line nor rejected. */
  rowCount: number;
  notCounted: NotCounted;
  words: AskedWord[];
  sides: CoveredRow[];
  /** Until when it covers; null where no line has a payment, or its part is not known. */
  covers: { fromMs: number | null; toMs: number } | null;
  atBest: {
    verdict: Verdict;
    absent: Absent[];
    days: { day: string; count: number }[];
    exceptionCount: number;
  };
  /** The confirmed part that it was judged as; null where it is none. */
  partId: string | null;
  openingMs: number | null;
  /** How many of the parts hold all its lines: where it is not one, a person is asked. */
  holding: number;
  /** Those of its lines, where every row is a line that says its own; null where one is assumed, or nobody could read it. */
  currencies: Currency[] | null;
  /** Of the payments that its lines have. */
  tids: string[];
  schemes: SchemeName[];
  bankIds: number[];
}

/** Fields whose cells are long figures without being card numbers. */
const plainFigures: ReadonlySet<BankField | null> = new Set(['terminalId', 'merchantId', 'rrn']);

/**
 * Looks at a file and tries every way of reading it against the payments. Reads places spread over it for that, and the
 * whole of it as it is proposed where a person is to look at it. Refuses as `readTable` does, with `noHeader` where no row names columns, and
 * with `noLines` where none follows.
 */
export async function inspectBankFile(job: InspectJob, ends: InspectEnds): Promise<Inspection> {
  const form = job.layout ? null : await formOf(job.filePath, job.forms ?? [], { isNamed });
  const { facts, sample } = await readSample(job, job.layout?.table ?? form?.table);
  const first = sample.first.map(sampleRowOf);
  const isEncodingGuessed = facts.needsArabicProof && !first.some((row) => row.cells.some(isArabicName));
  // Confirmed, the encoding that was guessed is one that a person said.
  const table = isEncodingGuessed
    ? { ...job.layout?.table, encoding: facts.encoding ?? undefined }
    : (job.layout?.table ?? form?.table);
  const named = detectColumns(first, job.layout ?? (form ? layoutOfForm(form) : undefined));
  if (!named) throw fileRefused('noHeader');
  const remembered = job.layout ? null : await ends.layoutFor(named.keys);
  const layout = job.layout ?? remembered?.layout;
  const detected = (layout && detectColumns(first, layout)) ?? named;
  const preview = previewOf(first, detected);
  // Nobody is asked about the columns of a file that has nothing in them.
  if (preview.length === 0 && sample.count === first.length) throw fileRefused('noLines');
  const tryBy = (mapping: ColumnMapping): Promise<Tried> =>
    tryMapping(mapping, { first, spread: sample.spread, layout, todayIso: job.todayIso }, ends);
  const tried =
    detected.missing.length > 0 ? null : await (layout ? tryBy(detected) : tryColumns(detected, tryBy));
  const mapping = tried?.file.mapping ?? detected;
  const formats = tried?.file.formats ?? detectFormats(mapping, first, layout, job.todayIso);
  const of = { sheet: facts.sheet ?? undefined, table: layout?.table ?? table };
  const found = {
    facts,
    mapping,
    byValues: mapping.fields.flatMap((field, index) =>
      layout || field === null || field === fieldOfName(mapping.titles[index] ?? '')?.field ? [] : [index],
    ),
    layout: layoutOf(mapping, { fields: mapping.fields, formats }, of),
    preview,
    rows: maskedRows(rowsToShow(first.filter(isOfFirstSheet), mapping.headerLine), mapping),
    isEncodingGuessed,
    isRemembered: remembered !== null,
  };
  if (!tried) return { ...found, trial: null, changes: {}, whole: null };
  const { file, trial } = tried;
  const changes = remembered ? changedQuestions(trial, remembered.layout, foundReading(file)) : {};
  const isAlone = remembered !== null && !isEncodingGuessed && Object.keys(changes).length === 0;
  // Of which bank a file is, where those of several look alike, only its payments tell.
  const isOfOneBank = new Set(remembered?.parts.map(({ bankId }) => bankId)).size <= 1;
  if (isAlone && isOfOneBank && !job.isWhole) return { ...found, trial, changes, whole: null };
  const reading = readAs(trial, foundReading(file), job.readings ?? {});
  const whole = isAlone && remembered ? remembered.layout : layoutOf(mapping, reading, of);
  return {
    ...found,
    trial,
    changes,
    whole: await judgeWhole(job, whole, remembered?.parts ?? job.parts, ends),
  };
}

/** The reading that is proposed, but for what a person answered otherwise. */
function readAs(
  { questions, reading, zone }: Trial,
  found: Reading,
  chosen: NonNullable<InspectJob['readings']>,
): Reading {
  if (questions.every(({ question, way }) => (chosen[question] ?? way) === way)) return reading;
  return questions.reduce((read, { question, way, ways }) => {
    const as = chosen[question] ?? way ?? ways[0]?.way;
    return as ? readSo(read, question, as, zone) : read;
  }, found);
}

/** Whether the rows name all that a file of payments needs. */
const isNamed = (sample: readonly SampleRow[]): boolean => detectColumns(sample)?.missing.length === 0;

const layoutOfForm = ({ table, keys }: TableOf): Layout => ({
  fields: Object.fromEntries(keys.map((key) => [key, null])),
  table,
});

async function readSample(
  { filePath, layout }: InspectJob,
  table: TableForm | undefined,
): Promise<{ facts: TableFacts; sample: RowSample }> {
  const sampler = createSampler(firstRowsMax(table));
  let facts: TableFacts | null = null;
  await readTable(filePath, {
    sheet: layout?.sheet,
    table,
    names: layout && { isName: namesColumnOf(layout) },
    ofOthers: layout?.words ?? {},
    // Spread places leave out rows in which the names may stand.
    isSample: (table?.namesLine ?? 0) < bankFileLimits.sampleRowsMax,
    onFacts: (found) => {
      facts = found;
    },
    onRow: sampler.push,
    onProgress: () => {},
  });
  const sample = sampler.end();
  if (!facts || sample.count === 0) throw fileRefused('empty');
  return { facts, sample };
}

async function tryMapping(
  mapping: ColumnMapping,
  of: { first: SampleRow[]; spread: RowSample['spread']; layout: Layout | undefined; todayIso: string },
  ends: InspectEnds,
): Promise<Tried> {
  const { first, spread, layout, todayIso } = of;
  const formats = detectFormats(mapping, first, layout, todayIso);
  const above = first.filter(({ line }) => line < mapping.headerLine);
  const file = newTrialFile(mapping, formats, above, spread);
  const reader = createPortalReader(file.shared, file.rows.length, true);
  for await (const chunk of ends.payments(paymentsToTry(file))) reader.push(chunk);
  const payments = reader.end();
  return { file, payments, trial: tryReadings(file, payments, layout) };
}

/** The file judged as it would be, by what is proposed, remembered or tried: nothing of it is kept. */
async function judgeWhole(
  job: InspectJob,
  layout: Layout,
  parts: JobPart[],
  ends: InspectEnds,
): Promise<InspectedFile> {
  const { filePath, cutoff, cutoffs, answers, handMatches, todayIso, nowMs } = job;
  const judged = await judgeBankFile(
    { filePath, layout, cutoff, cutoffs, answers, handMatches, todayIso, nowMs, parts },
    { payments: ends.payments, latePayments: ends.latePayments, progress: () => {} },
  );
  const { file, records, matches, cover } = judged;
  const sides = { lines: file.lines, records, matches, shared: file.shared };
  const { rowsShownMax } = bankFileLimits;
  return {
    layout,
    lines: file.lines.count,
    rejected: file.rejectedCount,
    rejections: file.rejections.slice(0, rowsShownMax),
    rowCount: file.rowCount,
    notCounted: { ...file.notCounted, rows: file.notCounted.rows.slice(0, rowsShownMax) },
    words: file.words,
    sides: coveredRowsOf(judged),
    covers: cover.summary && { fromMs: cover.summary.fromMs, toMs: cover.summary.toMs },
    atBest: atBestOf(judged),
    partId: cover.part?.id ?? null,
    openingMs: cover.summary?.openingMs ?? null,
    holding: cover.isPartUnknown ? partsOfFile(sides, parts).length : 1,
    currencies: saidCurrencies(judged),
    ...namesOfLines(judged),
  };
}

/** The verdict that the file has as it is, and why: it cannot become better by being confirmed. */
function atBestOf({ verdict, absent, cover, bridges, ...judged }: JudgedFile): InspectedFile['atBest'] {
  const days = new Map<string, number>();
  const { hostMs } = judged.records.columns;
  for (let record = cover.covered.indexOf(1); record >= 0; record = cover.covered.indexOf(1, record + 1)) {
    if (judged.matches.lineOf[record] !== recordState.free) continue;
    const day = isoDayOf(dayOfInstant(hostMs[record] as number, cover.dayEnd));
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const differing = bridges
    .flatMap(({ causes }) => causes)
    .filter(({ outcome }) => !quietOutcomes.includes(outcome) && !undecidedOutcomes.includes(outcome));
  return {
    verdict,
    absent,
    days: [...days].map(([day, count]) => ({ day, count })).sort((a, b) => a.day.localeCompare(b.day)),
    exceptionCount: differing.reduce((sum, { count }) => sum + count, 0),
  };
}

function saidCurrencies({ file }: JudgedFile): Currency[] | null {
  const { columns, count } = file.lines;
  if (count === 0 || file.rejectedCount > 0) return null;
  const found = new Set<number>();
  for (let line = 0; line < count; line++) {
    if (((columns.flags[line] as number) & lineFlag.currencyAssumed) !== 0) return null;
    found.add(columns.currency[line] as number);
  }
  return currencies.filter((_, index) => found.has(index));
}

/** The terminals, schemes and banks of the payments that its lines have. */
function namesOfLines({ records, matches, file }: JudgedFile) {
  const { terminal, scheme, bank } = records.columns;
  const found = { tids: new Set<string>(), schemes: new Set<SchemeName>(), bankIds: new Set<number>() };
  for (let record = 0; record < records.count; record++) {
    if ((matches.lineOf[record] as number) < 0) continue;
    found.tids.add(file.shared.terminalNames[terminal[record] as number] ?? '');
    found.schemes.add(schemeNames[scheme[record] as number] ?? 'None');
    found.bankIds.add(bank[record] as number);
  }
  return { tids: [...found.tids], schemes: [...found.schemes], bankIds: [...found.bankIds] };
}

function previewOf(sample: readonly SampleRow[], mapping: ColumnMapping): SampleRow[] {
  return sample
    .filter(
      (row) =>
        row.line > mapping.headerLine &&
        !['header', 'total'].includes(recordMarker(row.cells[0] ?? '') ?? ''),
    )
    .slice(0, bankFileLimits.previewRowsMax)
    .map((row) => ({ line: row.line, cells: masked(row.cells.slice(mapping.shift), mapping) }));
}

/** The names of the columns stand in the sheet that was chosen. */
const isOfFirstSheet = ({ line }: SampleRow): boolean => placeOfLine(line).sheet === null;

const maskedRows = (rows: readonly SampleRow[], mapping: ColumnMapping): SampleRow[] =>
  rows.map(({ line, cells }) => ({ line, cells: masked(cells, mapping) }));

const masked = (cells: readonly string[], { fields }: ColumnMapping): string[] =>
  cells.map((cell, index) => (plainFigures.has(fields[index] ?? null) ? cell : withoutCardNumbers(cell)));
