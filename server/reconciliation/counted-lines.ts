import type { CoveredRow } from '@mizan/contract/bank-file-part.ts';
import type { CountedLine, CountedSide } from '@mizan/contract/counted-lines.ts';
import { lineTypes, schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { othersRow, type Place, rowsAt, walkSides } from './both-sides.ts';
import { type JudgedFile, judgeBankFile } from './judge-bank-file.ts';
import { lineFlag, rrnText } from './normalise/bank-lines.ts';
import { isoDayOf } from './normalise/date-text.ts';
import { withoutCardNumbers } from './normalise/key-text.ts';
import { recordKinds } from './normalise/portal-records.ts';
import type { ReconcileEnds, ReconcileJob } from './reconcile-job.ts';

/** A row of the table of a file, and which of what it counts is asked for. Passes to the worker thread as a message. */
export interface CountedRow extends Pick<CoveredRow, 'currency' | 'kind' | 'value'> {
  of: CountedSide;
  /** The number after which the page begins. */
  after: number;
  limit: number;
}

/** One page, and how many and how much all of them are, in minor units. */
export interface CountedPage {
  rows: CountedLine[];
  nextAfter: number | null;
  count: number;
  totalMinor: number;
}

/**
 * Reads a file again and answers what a row of its table counts (both-sides.ts), in the order of the file. The file is read,
 * matched and placed as for the table, so both say the same as long as the payments are the same. Refuses as `readTable` does.
 */
export async function countLines(
  job: ReconcileJob,
  row: CountedRow,
  ends: Pick<ReconcileEnds, 'payments' | 'latePayments'>,
): Promise<CountedPage> {
  return countedPageOf(await judgeBankFile(job, { ...ends, progress: () => {} }), row);
}

function countedPageOf(
  judged: JudgedFile,
  { currency, kind, value, of, after, limit }: CountedRow,
): CountedPage {
  const isHere = (place: Place): boolean =>
    place.currency === currency && rowsAt(place).some(([at, name]) => at === kind && name === value);
  const seqOf = numbersOf(judged, of);
  let [count, totalMinor] = [0, 0];
  const later: number[] = [];
  const take = (index: number, amountMinor: number): void => {
    count += 1;
    totalMinor += amountMinor;
    if (seqOf(index) > after) later.push(index);
  };
  walkSides(judged, {
    line: (line, place, amountMinor) => {
      if (of === 'lines' && isHere(place)) take(line, amountMinor);
    },
    other: (line, ownCurrency, amountMinor) => {
      if (of === 'lines' && kind === othersRow[0] && ownCurrency === currency) take(line, amountMinor);
    },
    record: (record, place, amountMinor, isOut) => {
      if ((of === 'payments' || (of === 'notInFile' && isOut)) && isHere(place)) take(record, amountMinor);
    },
  });
  const shown = later.sort((one, other) => seqOf(one) - seqOf(other)).slice(0, limit);
  const rows = shown.map((index) => (of === 'lines' ? lineOf(judged, index) : recordOf(judged, index)));
  return { rows, nextAfter: later.length > limit ? (rows.at(-1)?.seq ?? null) : null, count, totalMinor };
}

/** A line's number in the file, or a payment's own. */
const numbersOf =
  ({ file, records }: JudgedFile, of: CountedSide) =>
  (index: number): number =>
    (of === 'lines' ? file.lines.columns.line : records.columns.id)[index] as number;

function lineOf({ file, records, matches }: JudgedFile, index: number): CountedLine {
  const { columns } = file.lines;
  const record = matches.recordOf[index] as number;
  const isChargeKnown = ((columns.flags[index] as number) & lineFlag.chargeKnown) !== 0;
  return {
    seq: columns.line[index] as number,
    line: columns.line[index] as number,
    transactionId: record < 0 ? null : String(records.columns.id[record]),
    type: lineTypes[columns.type[index] as number] ?? 'PURCHASE',
    amountMinor: columns.grossMinor[index] as number,
    chargeMinor: isChargeKnown ? (columns.chargeMinor[index] as number) : null,
    ...keysOf(columns, index, file.shared),
  };
}

function recordOf({ file, records }: JudgedFile, index: number): CountedLine {
  const { columns } = records;
  const chargeMinor = (columns.feeMinor[index] as number) + (columns.vatMinor[index] as number);
  return {
    seq: columns.id[index] as number,
    line: null,
    transactionId: String(columns.id[index]),
    type: recordKinds[columns.kind[index] as number] ?? 'PURCHASE',
    amountMinor: columns.amountMinor[index] as number,
    chargeMinor: Number.isNaN(chargeMinor) ? null : chargeMinor,
    ...keysOf(columns, index, file.shared),
  };
}

type BothColumns = Pick<
  JudgedFile['records']['columns'],
  'epochDay' | 'minute' | 'rrnHigh' | 'rrnLow' | 'terminal' | 'scheme'
>;

/** What lines and payments keep in the same way. */
function keysOf(columns: BothColumns, index: number, shared: JudgedFile['file']['shared']) {
  const minute = columns.minute[index] as number;
  const terminal = columns.terminal[index] as number;
  const scheme = columns.scheme[index] as number;
  const rrn = rrnText(columns.rrnHigh[index] as number, columns.rrnLow[index] as number, shared);
  const tid = terminal < 0 ? '' : (shared.terminalNames[terminal] ?? '');
  return {
    day: isoDayOf(columns.epochDay[index] as number),
    minute: minute < 0 ? null : minute,
    rrn: withoutCardNumbers(rrn) || null,
    tid: withoutCardNumbers(tid) || null,
    scheme: scheme === 0 ? null : (schemeNames[scheme] ?? null),
  };
}
