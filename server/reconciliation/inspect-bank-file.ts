import {
  type BankField,
  bankFileLimits,
  type ReadingChange,
  type ReadingQuestion,
} from '@mizan/contract/reconciliation-terms.ts';
import { type BothSides, bothSidesOf } from './evidence/both-sides.ts';
import { layoutOf } from './evidence/reading.ts';
import { changedQuestions } from './evidence/remembered.ts';
import { createSampler, type RowSample } from './evidence/sample.ts';
import { newTrialFile, type TrialFile } from './evidence/trial-file.ts';
import type { TrialScope } from './evidence/trial-scope.ts';
import { foundReading, paymentsToTry, type Trial, tryReadings } from './evidence/try-readings.ts';
import { hasKeyColumns, matchRecords } from './match/match.ts';
import { anyReference } from './match/passes.ts';
import { isoDayOf } from './normalise/date-text.ts';
import { withoutCardNumbers } from './normalise/key-text.ts';
import {
  createNormaliser,
  type NormalisedFile,
  type Normaliser,
  type Rejection,
} from './normalise/normalise.ts';
import { createPortalReader } from './normalise/portal-reader.ts';
import type { PortalRecords } from './normalise/portal-records.ts';
import type { NotCounted } from './normalise/rows-not-counted.ts';
import { detectFormats } from './normalise/value-formats.ts';
import { isArabicName } from './read/column-names.ts';
import {
  type ColumnMapping,
  detectColumns,
  type Layout,
  recordMarker,
  type SampleRow,
  sampleRowOf,
} from './read/columns.ts';
import { fileRefused } from './read/file-refused.ts';
import { readTable, type TableFacts } from './read/read-table.ts';
import type { PortalScope } from './reconcile-job.ts';

/** A file that a person is to look at, or of which it is asked whether it is read as before. */
export interface InspectJob {
  filePath: string;
  /** Today in Riyadh, ISO: no payment is dated later. */
  todayIso: string;
  /** Columns as a person chose them, to be tried; without them they are found, or remembered. */
  layout?: Layout | undefined;
}

/** What an inspection asks of the portal. Payments are COPY text of `portalColumns`, as for a reconciliation. */
export interface InspectEnds {
  /** The layout remembered for files of these column names. */
  layoutFor: (keys: readonly string[]) => Promise<Layout | null>;
  payments: (scope: PortalScope | TrialScope) => AsyncIterable<Uint8Array>;
}

/** What was found in a file, for a person to confirm or correct before it is judged. */
export interface Inspection {
  facts: TableFacts;
  mapping: ColumnMapping;
  /** The columns as they were found and the values as they seem to be written: where readings are answered from. */
  layout: Layout;
  /** The first lines under the header, card numbers masked. */
  preview: SampleRow[];
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
  lines: number;
  rejected: number;
  rejections: Rejection[];
  /** All rows of the file, and what those are that are neither heading, line nor rejected. */
  rowCount: number;
  notCounted: NotCounted;
  sides: BothSides[];
}

/** Fields whose cells are long figures without being card numbers. */
const plainFigures: ReadonlySet<BankField | null> = new Set(['terminalId', 'merchantId', 'rrn']);

/**
 * Looks at a file and tries every way of reading it against the payments. Reads places spread over it for that, and the
 * whole of it as it is proposed where a person is to look at it. Refuses as `readTable` does, with `noHeader` where no row names columns, and
 * with `noLines` where none follows.
 */
export async function inspectBankFile(job: InspectJob, ends: InspectEnds): Promise<Inspection> {
  const { facts, sample } = await readSample(job);
  const first = sample.first.map(sampleRowOf);
  if (facts.needsArabicProof && !first.some((row) => row.cells.some(isArabicName)))
    throw fileRefused('encoding');
  const named = detectColumns(first, job.layout);
  if (!named) throw fileRefused('noHeader');
  const remembered = job.layout ? null : await ends.layoutFor(named.keys);
  const layout = job.layout ?? remembered ?? undefined;
  const mapping = (layout && detectColumns(first, layout)) ?? named;
  const preview = previewOf(first, mapping);
  // Nobody is asked about the columns of a file that has nothing in them.
  if (preview.length === 0 && sample.count === first.length) throw fileRefused('noLines');
  const formats = detectFormats(mapping, first, layout, job.todayIso);
  const found = {
    facts,
    mapping,
    layout: layoutOf(mapping, { fields: mapping.fields, formats }, facts.sheet ?? undefined),
    preview,
    isRemembered: remembered !== null,
  };
  if (mapping.missing.length > 0) return { ...found, trial: null, changes: {}, whole: null };
  const above = first.filter(({ line }) => line < mapping.headerLine);
  const file = newTrialFile(mapping, formats, above, sample.spread);
  const trial = await runTrial(file, ends, layout);
  const changes = remembered ? changedQuestions(trial, remembered, foundReading(file)) : {};
  const isAlone = remembered !== null && Object.keys(changes).length === 0;
  const whole = isAlone ? null : await readWhole(job, facts, layoutOf(mapping, trial.reading), ends);
  return { ...found, trial, changes, whole };
}

async function readSample({
  filePath,
  layout,
}: InspectJob): Promise<{ facts: TableFacts; sample: RowSample }> {
  const sampler = createSampler();
  let facts: TableFacts | null = null;
  await readTable(filePath, {
    sheet: layout?.sheet,
    isSample: true,
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

async function runTrial(file: TrialFile, ends: InspectEnds, layout: Layout | undefined): Promise<Trial> {
  const reader = createPortalReader(file.shared, file.rows.length, true);
  for await (const chunk of ends.payments(paymentsToTry(file))) reader.push(chunk);
  return tryReadings(file, reader.end(), layout);
}

/** How far around the days of its lines payments are loaded, as for a reconciliation. */
const loadDaysBefore = 7;
const loadDaysAfter = 1;

async function readWhole(
  { filePath, todayIso }: InspectJob,
  { needsArabicProof, sheet }: TableFacts,
  layout: Layout,
  ends: InspectEnds,
): Promise<InspectedFile> {
  const normaliser: Normaliser = createNormaliser({ layout, todayIso, needsArabicProof });
  await readTable(filePath, {
    sheet: sheet ?? undefined,
    onFacts: () => {},
    onRow: normaliser.push,
    onProgress: () => {},
  });
  const file = normaliser.end();
  const records = await readPayments(file, ends);
  const matches = matchRecords(file.lines, records, {
    hasKeyColumns: hasKeyColumns(file.mapping),
    shared: file.shared,
  });
  return {
    lines: file.lines.count,
    rejected: file.rejectedCount,
    rejections: file.rejections.slice(0, bankFileLimits.rowsShownMax),
    rowCount: file.rowCount,
    notCounted: {
      ...file.notCounted,
      rows: file.notCounted.rows.slice(0, bankFileLimits.rowsShownMax),
    },
    sides: bothSidesOf(file.lines, records, file.shared, matches),
  };
}

async function readPayments(file: NormalisedFile, ends: InspectEnds): Promise<PortalRecords> {
  const { lines, shared } = file;
  const reader = createPortalReader(shared, lines.count, anyReference(lines));
  if (lines.count === 0) return reader.end();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let line = 0; line < lines.count; line++) {
    first = Math.min(first, lines.columns.epochDay[line] as number);
    last = Math.max(last, lines.columns.epochDay[line] as number);
  }
  const scope: PortalScope = {
    fromDay: isoDayOf(first),
    toDay: isoDayOf(last),
    spans: [{ fromDay: isoDayOf(first - loadDaysBefore), toDay: isoDayOf(last + loadDaysAfter) }],
    lineCount: lines.count,
  };
  for await (const chunk of ends.payments(scope)) reader.push(chunk);
  return reader.end();
}

function previewOf(sample: readonly SampleRow[], mapping: ColumnMapping): SampleRow[] {
  return sample
    .filter(
      (row) =>
        row.line > mapping.headerLine &&
        !['header', 'total'].includes(recordMarker(row.cells[0] ?? '') ?? ''),
    )
    .slice(0, bankFileLimits.previewRowsMax)
    .map((row) => ({
      line: row.line,
      cells: row.cells
        .slice(mapping.shift)
        .map((cell, index) =>
          plainFigures.has(mapping.fields[index] ?? null) ? cell : withoutCardNumbers(cell),
        ),
    }));
}
