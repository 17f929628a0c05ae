import { isPaymentLine, type Matches, recordState } from '../match/matches.ts';
import { lineFlag } from '../normalise/bank-lines.ts';
import { takeBack } from '../normalise/doubtful-lines.ts';
import type { NormalisedFile } from '../normalise/normalised-file.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { keepNotCounted } from '../normalise/rows-not-counted.ts';
import { checkFigures } from '../normalise/stated-figures.ts';
import { batchLabel, type TotalRow } from '../normalise/total-rows.ts';

/** What the lines come to that a row without a key may be the sum of. */
interface Group {
  count: number;
  grossMinor: number;
  /** NaN where one of them does not say it. */
  chargeMinor: number;
  /** The last of them, and the currency of all; -2 where they are of several. */
  lastLine: number;
  currency: number;
  sums: number[];
}

/**
 * Rows without a key, and without a payment that could be theirs, that are as much as all lines of their batch (of their terminal and
 * day, where they name no batch). `isCertain` where nothing else is possible: every row without a key is such a sum below its lines,
 * each batch of the file has one, and not all batches are single lines. `matched` are those of such a file that have a payment.
 */
export function unwordedSums(
  file: NormalisedFile,
  records: PortalRecords,
  matches: Matches,
): { lines: number[]; isCertain: boolean; matched: number[] } {
  const nothing = { lines: [], isCertain: false, matched: [] };
  if (file.keylessRows.size === 0) return nothing;
  const { lines } = file;
  const keyless: number[] = [];
  for (let line = 0; line < lines.count; line++)
    if (file.keylessRows.has(lines.columns.line[line] as number)) keyless.push(line);
  const [first] = keyless;
  if (first === undefined) return nothing;
  const keyOf = groupKeyOf(file, first);
  if (keyOf === null) return nothing;
  const groups = groupsOf(file, keyless, keyOf);
  const fits = fittingPayments(records, matches);
  const sums = keyless.filter((line) => {
    const group = groups.get(keyOf(line));
    return group !== undefined && isLine(file, line) && isSumOf(file, line, group);
  });
  const found = sums.filter((line) => isFree(matches, line) && !fits(file, line));
  const all = [...groups.values()];
  const isWhole =
    (lines.columns.batch[first] as number) >= 0 &&
    sums.length === file.keylessRows.size &&
    all.length > 1 &&
    all.every((group) => group.sums.length === 1 && group.count > 0) &&
    all.some(({ count }) => count > 1);
  const isCertain =
    isWhole &&
    found.length === sums.length &&
    all.every((group) => group.lastLine < (group.sums[0] as number));
  const isOwn = (line: number): boolean =>
    (matches.recordOf[line] as number) >= 0 && !matches.byHand.has(line);
  return { lines: found, isCertain, matched: isWhole ? sums.filter(isOwn) : [] };
}

/** What is a sum by the whole of the file confirms no payment that comes to as much: whose line it is, nobody knows. */
export function leaveSums({ count }: PortalRecords, matches: Matches, sums: readonly number[]): void {
  for (const line of sums) {
    const records: number[] = [];
    for (let record = 0; record < count; record++) if (matches.lineOf[record] === line) records.push(record);
    for (const record of records) matches.lineOf[record] = recordState.free;
    matches.recordOf[line] = -1;
    matches.matchedBy[line] = -1;
    if (records.length > 1) matches.undecidedSums.set(line, { ways: 2, records });
  }
}

/** By what lines are added up: what the first row without a key names. Null where that is nothing. */
function groupKeyOf({ lines }: NormalisedFile, first: number): ((line: number) => string) | null {
  const { batch, epochDay, terminal } = lines.columns;
  const byTerminal = (terminal[first] as number) >= 0;
  if ((batch[first] as number) < 0 && !byTerminal) return null;
  const place = (batch[first] as number) >= 0 ? batch : epochDay;
  return (line) => `${byTerminal ? terminal[line] : ''}|${place[line]}`;
}

const isLine = (file: NormalisedFile, line: number): boolean =>
  isPaymentLine(file.lines, line) && ((file.lines.columns.flags[line] as number) & lineFlag.unpaid) === 0;

function groupsOf(
  file: NormalisedFile,
  keyless: readonly number[],
  keyOf: (line: number) => string,
): Map<string, Group> {
  const { chargeMinor, currency, flags, grossMinor } = file.lines.columns;
  const isKeyless = new Set(keyless);
  const groups = new Map<string, Group>();
  for (let line = 0; line < file.lines.count; line++) {
    if (!isLine(file, line)) continue;
    const key = keyOf(line);
    const own = currency[line] as number;
    const group = groups.get(key) ?? newGroup(own);
    groups.set(key, group);
    if (group.currency !== own) group.currency = -2;
    if (isKeyless.has(line)) {
      group.sums.push(line);
      continue;
    }
    const isKnown = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
    group.count++;
    group.grossMinor += grossMinor[line] as number;
    group.chargeMinor += isKnown ? (chargeMinor[line] as number) : Number.NaN;
    group.lastLine = line;
  }
  return groups;
}

const newGroup = (currency: number): Group => ({
  count: 0,
  grossMinor: 0,
  chargeMinor: 0,
  lastLine: -1,
  currency,
  sums: [],
});

function isSumOf({ lines }: NormalisedFile, line: number, group: Group): boolean {
  const { chargeMinor, flags, grossMinor } = lines.columns;
  const isKnown = ((flags[line] as number) & lineFlag.chargeKnown) !== 0 && !Number.isNaN(group.chargeMinor);
  return (
    group.count > 0 &&
    group.currency !== -2 &&
    grossMinor[line] === group.grossMinor &&
    (!isKnown || chargeMinor[line] === group.chargeMinor)
  );
}

/** It has no payment, and no line or payment that it would be another one of. */
const isFree = ({ recordOf, repeats, duplicateOf, undecidedSums }: Matches, line: number): boolean =>
  recordOf[line] === -1 && repeats[line] === -1 && duplicateOf[line] === -1 && !undecidedSums.has(line);

/** Whether a payment without a line has the amount and the terminal of a line. */
function fittingPayments(
  { columns, count }: PortalRecords,
  { lineOf }: Matches,
): (file: NormalisedFile, line: number) => boolean {
  const open = new Map<number, number[]>();
  for (let record = 0; record < count; record++) {
    if (lineOf[record] !== recordState.free) continue;
    const amount = columns.amountMinor[record] as number;
    open.set(amount, [...(open.get(amount) ?? []), record]);
  }
  return ({ lines }, line) => {
    const terminal = lines.columns.terminal[line] as number;
    return (open.get(lines.columns.grossMinor[line] as number) ?? []).some(
      (record) => terminal < 0 || columns.terminal[record] === terminal,
    );
  };
}

/** Takes rows that are sums for certain out of the lines, and holds them against these like any total. */
export function takeSums(file: NormalisedFile, sums: readonly number[]): void {
  const { columns } = file.lines;
  const totals = [...file.figures.totals];
  for (const line of sums) {
    const number = columns.line[line] as number;
    const isKnown = ((columns.flags[line] as number) & lineFlag.chargeKnown) !== 0;
    const gross = columns.grossMinor[line] as number;
    const total: TotalRow = {
      line: number,
      label: batchLabel,
      stated: { gross, ...(isKnown && { net: gross - (columns.chargeMinor[line] as number) }) },
      isUnplaced: false,
      currency: columns.currency[line] as number,
      terminal: columns.terminal[line] as number,
      batch: columns.batch[line] as number,
      rejectedAbove: file.rejections.filter((rejected) => rejected.line < number).length,
    };
    totals.push(total);
    keepNotCounted(file.notCounted, number, 'total', file.keylessRows.get(number) ?? []);
    columns.flags[line] = (columns.flags[line] as number) | lineFlag.sumOfBatch;
  }
  file.figures.totals = totals.sort((a, b) => a.line - b.line);
  file.notCounted.rows.sort((a, b) => a.line - b.line);
  file.keylessRows.clear();
  takeBack(file.lines, lineFlag.sumOfBatch);
  Object.assign(file, checkFigures(file, null));
}
