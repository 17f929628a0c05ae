import { type SchemeName, schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { type Matches, recordState } from '../match/matches.ts';
import type { BankLines, SharedTexts } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import type { JobPart, PartFile } from './coverage-job.ts';
import {
  type CoveragePayments,
  type CoverageQuestion,
  type DayEnd,
  type EarlierFiles,
  noEarlierFiles,
  paymentState,
  type Stretch,
  schemeCount,
} from './coverage-model.ts';
import type { JudgeRules } from './judge-rules.ts';

/** Both sides of a file, matched. */
export interface CoverageSides {
  lines: BankLines;
  records: PortalRecords;
  matches: Matches;
  shared: SharedTexts;
}

const never = Number.NEGATIVE_INFINITY;
const mada = schemeNames.indexOf('Mada');

/** The newest payment at the host that a line of the file has; -Infinity for none. */
export function newestLineMs({ records, matches }: CoverageSides): number {
  const { hostMs, approved } = records.columns;
  let newest = never;
  for (let record = 0; record < records.count; record++) {
    if ((matches.lineOf[record] as number) < 0 || approved[record] !== 1) continue;
    // That a person knows where a line belongs says nothing of what the file covers.
    if (matches.handRecords.has(record)) continue;
    if ((hostMs[record] as number) > newest) newest = hostMs[record] as number;
  }
  return newest;
}

/**
 * Which schemes close and are paid together: mada apart, and of the others those that are due on the same day for every
 * business day on which both were used. By scheme a small number.
 */
function groupsOf({ count, columns }: PortalRecords): Uint8Array {
  const dueDays = schemeNames.map(() => new Map<number, number>());
  for (let record = 0; record < count; record++) {
    if (columns.approved[record] !== 1) continue;
    const days = dueDays[columns.scheme[record] as number];
    const day = columns.businessDay[record] as number;
    if (days && !days.has(day)) days.set(day, columns.dueDay[record] as number);
  }
  const agree = (one: number, other: number): boolean =>
    [...(dueDays[one] ?? [])].every(([day, due]) => (dueDays[other]?.get(day) ?? due) === due);
  const groups = new Uint8Array(schemeCount);
  for (const scheme of schemeNames.keys()) {
    const like = schemeNames.findIndex(
      (_, other) => other < scheme && other !== mada && groups[other] === other && agree(scheme, other),
    );
    groups[scheme] = scheme === mada || like < 0 ? scheme : like;
  }
  return groups;
}

/**
 * The files of a part that stand before one whose newest line is `newestMs`, oldest first. Files of one settlement day stand
 * together where the newest line of all of them lies: else two files could each take the other for the earlier one, and
 * whichever is judged first would name what both cover.
 */
function filesBefore(part: JobPart, newestMs: number, set: readonly PartFile[]): PartFile[] {
  const places = new Map<number, number>();
  for (const { settlement, newestLineMs } of part.files) {
    const day = onlyDayOf(settlement);
    if (day !== null) places.set(day, Math.max(newestLineMs, places.get(day) ?? never));
  }
  const placeOf = ({ settlement, newestLineMs }: PartFile): number =>
    places.get(onlyDayOf(settlement) ?? Number.NaN) ?? newestLineMs;
  return part.files
    .filter((file) => placeOf(file) < newestMs && !set.includes(file))
    .sort((a, b) => placeOf(a) - placeOf(b) || a.newestLineMs - b.newestLineMs);
}

/** The settlement day of a file that has one; null where it has several, or none is known. */
const onlyDayOf = (settlement: CoverageQuestion['settlement']): number | null =>
  settlement && settlement.oldestDay === settlement.newestDay ? settlement.newestDay : null;

/** The other files of the same settlement day: they are judged as one with this one. */
function filesOfSet(part: JobPart, settlement: CoverageQuestion['settlement']): PartFile[] {
  const day = onlyDayOf(settlement);
  return day === null ? [] : part.files.filter((file) => onlyDayOf(file.settlement) === day);
}

/** What the model needs of a file: the payments of its part with their states, and what earlier files say. */
export function coverageInput(
  sides: CoverageSides,
  part: JobPart,
  rules: JudgeRules,
): { payments: CoveragePayments; question: CoverageQuestion } {
  const { records, matches, shared } = sides;
  const groupOf = groupsOf(records);
  const settlement = settlementOf(sides.lines);
  const set = filesOfSet(part, settlement);
  const newestMs = Math.max(newestLineMs(sides), ...set.map((file) => file.newestLineMs));
  const before = filesBefore(part, newestMs, set);
  const claims = newClaims(records, before, set);
  const { columns } = records;
  const payments: CoveragePayments = {
    count: records.count,
    hostAtMs: columns.hostMs,
    terminal: columns.terminal,
    scheme: columns.scheme,
    dueDay: columns.dueDay,
    counts: countsOf(sides, part),
    state: new Uint8Array(records.count),
  };
  const newest = newestByFile(records, matches, claims, before.length, groupOf);
  for (let record = 0; record < records.count; record++)
    payments.state[record] = stateOf(records, matches, claims, newest, groupOf, record);
  const earlier = earlierOf(before, newest, groupOf, shared);
  return {
    payments,
    question: {
      openingMs: openingOf(part, newestMs, before.length === 0),
      closingMinute: part.closingMinute,
      dayEnd: dayEndOf(sides, part, rules),
      groupOf,
      nowMs: rules.nowMs,
      todayDay: rules.todayDay,
      settlement,
      batches: nextBatches(sides, earlier),
      earlier,
    },
  };
}

/**
 * Where a part begins for one of its files. An opening that nobody confirmed is that of the oldest file, and one that is
 * confirmed says nothing of a file that came later and is older than all of it: each of them proposes its own.
 */
function openingOf(part: JobPart, newestMs: number, isOldest: boolean): number | null {
  const isSaid = part.isSaid ?? part.id !== null;
  const isOlder = part.openingMs !== null && newestMs < part.openingMs;
  return isOldest && (!isSaid || isOlder) ? null : part.openingMs;
}

/** When the business days of a part end: as its bank agreed, dated; the merchant's own where it has several banks or none. */
export function dayEndOf(
  { records, matches }: CoverageSides,
  part: JobPart,
  { bankDays, cutoffMinute }: JudgeRules,
): DayEnd {
  const [bank, ...others] =
    part.bankId === null ? banksOfLines(records, matches) : new Set<number>([part.bankId]);
  return (others.length === 0 && bank !== undefined && bankDays?.get(bank)) || cutoffMinute;
}

/** Which file claims or names a payment: its place among the files before, `ofSet`, or `unknown`. */
const ofSet = -2;
const unknown = -1;

/** By id of a file in the dictionary of claimants. */
function newClaims({ claimants }: PortalRecords, before: PartFile[], set: PartFile[]): Int32Array {
  const places = new Int32Array(claimants.size()).fill(unknown);
  for (let id = 0; id < places.length; id++) {
    const bankFileId = claimants.text(id);
    if (set.some((file) => file.bankFileId === bankFileId)) places[id] = ofSet;
    else places[id] = before.findIndex((file) => file.bankFileId === bankFileId);
  }
  return places;
}

/** By file and group the newest line of all files up to it: what is not newer than that of the file before was late. */
function newestByFile(
  { count, columns }: PortalRecords,
  matches: Matches,
  claims: Int32Array,
  files: number,
  groupOf: Uint8Array,
): Float64Array {
  const newest = new Float64Array((files + 1) * schemeCount).fill(never);
  for (let record = 0; record < count; record++) {
    if (matches.lineOf[record] !== recordState.claimedBefore) continue;
    const file = claims[columns.claimant[record] as number] as number;
    if (file < 0) continue;
    const place = (file + 1) * schemeCount + (groupOf[columns.scheme[record] as number] as number);
    if ((columns.hostMs[record] as number) > (newest[place] as number))
      newest[place] = columns.hostMs[record] as number;
  }
  for (let place = schemeCount; place < newest.length; place++)
    newest[place] = Math.max(newest[place] as number, newest[place - schemeCount] as number);
  return newest;
}

function stateOf(
  { columns }: PortalRecords,
  matches: Matches,
  claims: Int32Array,
  newest: Float64Array,
  groupOf: Uint8Array,
  record: number,
): number {
  const line = matches.lineOf[record] as number;
  if (line >= 0) return matches.handRecords.has(record) ? paymentState.elsewhere : paymentState.line;
  if (line === recordState.netted) return paymentState.netted;
  if (line === recordState.claimedBefore) {
    const file = claims[columns.claimant[record] as number] as number;
    if (file === ofSet) return paymentState.line;
    if (file < 0) return paymentState.elsewhere;
    const group = groupOf[columns.scheme[record] as number] as number;
    const isLate = (columns.hostMs[record] as number) <= (newest[file * schemeCount + group] as number);
    return isLate ? paymentState.elsewhere : paymentState.earlier;
  }
  const namer = columns.namer[record] as number;
  const file = namer < 0 ? unknown : (claims[namer] as number);
  if (file === ofSet) return paymentState.namedBeside;
  return file === unknown ? paymentState.open : paymentState.named;
}

/** 1 for approved payments of the part: of its bank, terminals and schemes, and whatever a line of the file has. */
export function countsOf({ records, matches, shared }: CoverageSides, part: JobPart): Uint8Array {
  const { approved, bank, terminal, scheme } = records.columns;
  const banks = part.bankId === null ? banksOfLines(records, matches) : new Set([part.bankId]);
  const tids = part.tids && new Set(part.tids);
  const terminals = tids && shared.terminalNames.map((name) => tids.has(name));
  const schemes = part.schemes && schemeNames.map((name) => part.schemes?.includes(name) ?? true);
  const counts = new Uint8Array(records.count);
  for (let record = 0; record < records.count; record++) {
    if (approved[record] !== 1) continue;
    const isOfPart =
      (banks.size === 0 || banks.has(bank[record] as number)) &&
      (terminals?.[terminal[record] as number] ?? tids === null) &&
      (schemes?.[scheme[record] as number] ?? schemes === null);
    if (isOfPart || (matches.lineOf[record] as number) >= 0) counts[record] = 1;
  }
  return counts;
}

/** The banks that owe the payments of the file's lines. */
export function banksOfLines({ count, columns }: PortalRecords, matches: Matches): Set<number> {
  const banks = new Set<number>();
  for (let record = 0; record < count; record++)
    if ((matches.lineOf[record] as number) >= 0 && !matches.handRecords.has(record))
      banks.add(columns.bank[record] as number);
  return banks;
}

function earlierOf(
  before: readonly PartFile[],
  newest: Float64Array,
  groupOf: Uint8Array,
  shared: SharedTexts,
): EarlierFiles {
  const last = before.at(-1);
  if (!last) return noEarlierFiles;
  const terminals = new Map(shared.terminalNames.map((name, id) => [name, id]));
  const batches = new Map<number, number>();
  for (const { tid, highest } of before.flatMap((file) => file.batches)) {
    const terminal = terminals.get(tid);
    if (terminal !== undefined) batches.set(terminal, Math.max(highest, batches.get(terminal) ?? highest));
  }
  const days = before.flatMap(({ settlement }) => settlement?.newestDay ?? []);
  return {
    newestMs: last.newestLineMs,
    newestOfGroup: newest.slice(before.length * schemeCount),
    settlementDay: days.length > 0 ? Math.max(...days) : null,
    batches,
    stretches: before.flatMap(({ stretches }) =>
      stretches.flatMap(({ tid, schemes, fromMs, toMs }): Stretch[] => {
        const terminal = terminals.get(tid);
        const [scheme] = schemes;
        if (terminal === undefined || scheme === undefined) return [];
        return [{ terminal, group: groupOf[schemeNames.indexOf(scheme)] as number, fromMs, toMs }];
      }),
    ),
  };
}

/** The names of the schemes of a group. */
export const schemesOfGroup = (groupOf: Uint8Array, group: number): SchemeName[] =>
  schemeNames.filter((_, scheme) => groupOf[scheme] === group);

/** The days on which the bank settled the lines, where the file has such a column; epoch days. */
function settlementOf({ count, columns }: BankLines): CoverageQuestion['settlement'] {
  const days = columns['settlementDay'];
  if (!days) return null;
  let [oldestDay, newestDay] = [Number.POSITIVE_INFINITY, never];
  for (let line = 0; line < count; line++) {
    const day = days[line] as number;
    if (day < 0) continue;
    oldestDay = Math.min(oldestDay, day);
    newestDay = Math.max(newestDay, day);
  }
  return newestDay === never ? null : { oldestDay, newestDay };
}

/**
 * By terminal the lowest batch of this file beyond those of earlier files; where there is none, the one that goes on. Cards
 * that are paid later than mada stand in older batches of the same file, also such as were paid with after the newest
 * line of earlier files: they do not tell whether a batch between is lacking.
 */
function nextBatches(sides: CoverageSides, { newestMs, batches }: EarlierFiles): Map<number, number> {
  const { records, matches } = sides;
  const recordOf = (line: number): number => matches.recordOf[line] as number;
  const isAfter = (line: number): boolean =>
    recordOf(line) >= 0 && (records.columns.hostMs[recordOf(line)] as number) > newestMs;
  const goingOn = batchesOf(sides, isAfter);
  // A line without a payment tells all the same that its batch is here.
  const beyond = batchesOf(
    sides,
    (line, terminal, number) =>
      (recordOf(line) < 0 || isAfter(line)) && number > (batches.get(terminal) ?? -1),
  );
  return new Map([...goingOn, ...beyond].map(({ terminal, lowest }) => [terminal, lowest]));
}

/** By terminal the lowest and highest of the batch numbers that are numbers, of all lines or of some. */
export function batchesOf(
  { lines, shared }: Pick<CoverageSides, 'lines' | 'shared'>,
  isOf: (line: number, terminal: number, number: number) => boolean = () => true,
): {
  terminal: number;
  tid: string;
  lowest: number;
  highest: number;
}[] {
  const numbers: number[] = [];
  const found = new Map<number, { terminal: number; tid: string; lowest: number; highest: number }>();
  for (let line = 0; line < lines.count; line++) {
    const batch = lines.columns.batch[line] as number;
    const terminal = lines.columns.terminal[line] as number;
    if (batch < 0 || terminal < 0) continue;
    const number = (numbers[batch] ??= numberOfBatch(lines.batches.text(batch)));
    if (number < 0 || !isOf(line, terminal, number)) continue;
    const known = found.get(terminal);
    if (!known)
      found.set(terminal, {
        terminal,
        tid: shared.terminalNames[terminal] ?? '',
        lowest: number,
        highest: number,
      });
    else if (number < known.lowest) known.lowest = number;
    else if (number > known.highest) known.highest = number;
  }
  return [...found.values()];
}

/** A batch's number, -1 where it has a name instead. */
const numberOfBatch = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1);
