import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine, type Matches, recordState } from '../match/matches.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { coverageOf } from './coverage.ts';
import { type CoverageSides, countsOf, coverageInput, dayEndOf, newestLineMs } from './coverage-input.ts';
import { type JobPart, unconfirmedPart } from './coverage-job.ts';
import { type Coverage, type DayEnd, dayOfInstant, standing, startOfDay } from './coverage-model.ts';
import { partsHolding } from './coverage-part.ts';
import { type CoverageSummary, coverageSummary } from './coverage-summary.ts';
import type { JudgeRules } from './judge-rules.ts';

/** What a file covers, as it is judged and as it is said. */
export interface FileCoverage {
  /** 1 for each payment that the bridge of the file counts: brought, covered, or named as not due within its days. */
  expected: Uint8Array;
  /** 1 for each of them that the file itself is to bring. */
  covered: Uint8Array;
  /** 1 for each payment of the part; null where it is not known, or nothing can be said of what the file covers. */
  counts: Uint8Array | null;
  coverage: Coverage | null;
  /** Null where no line has a payment, or where it is not known which part of the layout the file is. */
  summary: CoverageSummary | null;
  /** Whether none or several of the confirmed parts hold all its lines: a person is asked. */
  isPartUnknown: boolean;
  /** What it was judged as; null where that is not known. */
  part: JobPart | null;
  /** Whether no other file of its part is older: then its part opens with it. */
  isOldest: boolean;
  dayEnd: DayEnd;
}

/** What a matched file covers of its part's payments. `parts` are the confirmed ones of its layout. */
export function coverFile(sides: CoverageSides, parts: readonly JobPart[], rules: JudgeRules): FileCoverage {
  const { records, matches } = sides;
  const part = parts.length === 0 ? unconfirmedPart : partOfFile(sides, parts);
  const newestMs = newestLineMs(sides);
  const dayEnd = dayEndOf(sides, part ?? unconfirmedPart, rules);
  if (!part || newestMs === Number.NEGATIVE_INFINITY) {
    const covered = part
      ? recordsOfDays(sides, part, dayEnd, broughtRecords(records, matches))
      : broughtRecords(records, matches);
    const nothing = { counts: null, coverage: null, summary: null, isPartUnknown: !part, isOldest: false };
    return { expected: expectBoth(covered, matches), covered, ...nothing, part, dayEnd };
  }
  const { payments, question } = coverageInput(sides, part, rules);
  const isOldest = question.earlier.newestMs === Number.NEGATIVE_INFINITY;
  const coverage = coverageOf(payments, question);
  const summary = coverageSummary(sides, part.id, coverage, { question, state: payments.state, newestMs });
  return {
    ...expectedOf(sides, coverage, newestMs, dayEnd),
    counts: payments.counts,
    coverage,
    summary,
    isPartUnknown: false,
    part,
    isOldest,
    dayEnd,
  };
}

/** A purchase and its reversal cancel out in one bridge, also where only one of them lies in what the file covers. */
function expectBoth(expected: Uint8Array, { netted }: Matches): Uint8Array {
  for (const pair of netted)
    if (pair.some((record) => expected[record] === 1)) for (const record of pair) expected[record] = 1;
  return expected;
}

/** The only part that holds every payment that the file has a line of. */
function partOfFile(sides: CoverageSides, parts: readonly JobPart[]): JobPart | null {
  const holding = partsOfFile(sides, parts);
  return holding.length === 1 ? (holding[0] ?? null) : null;
}

/**
 * The parts that hold every payment that the file has a line of. A part of another bank than all of them is none of these, unless
 * somebody said that the file is of it.
 */
export function partsOfFile(
  { records, matches, shared }: CoverageSides,
  parts: readonly JobPart[],
): JobPart[] {
  const terminals = new Set<number>();
  const schemes = new Set<number>();
  const banks = new Set<number>();
  for (let record = 0; record < records.count; record++) {
    if ((matches.lineOf[record] as number) < 0 || matches.handRecords.has(record)) continue;
    terminals.add(records.columns.terminal[record] as number);
    schemes.add(records.columns.scheme[record] as number);
    banks.add(records.columns.bank[record] as number);
  }
  // Lines that earlier files brought are a bank's all the same.
  if (banks.size === 0)
    for (const record of matches.duplicateOf)
      if (record >= 0) banks.add(records.columns.bank[record] as number);
  // 0 stands for payments of no bank.
  banks.delete(0);
  const isOfBank = ({ bankId, isSaid }: JobPart): boolean =>
    isSaid === true || bankId === null || banks.size === 0 || banks.has(bankId);
  const holding = partsHolding(
    parts.filter(isOfBank).map((part) => ({
      part,
      terminals: part.tids && new Set(part.tids),
      schemes: part.schemes && new Set<string>(part.schemes),
    })),
    [...terminals].map((terminal) => shared.terminalNames[terminal] ?? ''),
    [...schemes].map((scheme) => schemeNames[scheme] ?? 'None'),
  );
  return holding.map(({ part }) => part);
}

const isBrought = (records: PortalRecords, matches: Matches, record: number): boolean =>
  (matches.lineOf[record] as number) >= 0 && records.columns.approved[record] === 1;

function broughtRecords(records: PortalRecords, matches: Matches): Uint8Array {
  const brought = new Uint8Array(records.count);
  for (let record = 0; record < records.count; record++)
    if (isBrought(records, matches, record)) brought[record] = 1;
  return brought;
}

/**
 * A file of which no line has a payment covers nothing that could be said; what was sold on its days is held against
 * its lines all the same, so that the keys that failed show from both sides. What a person joined to its lines is `expected`
 * beside it.
 */
function recordsOfDays(
  sides: CoverageSides,
  part: JobPart,
  dayEnd: DayEnd,
  expected: Uint8Array,
): Uint8Array {
  const { lines, records, matches } = sides;
  const days = new Set<number>();
  for (let line = 0; line < lines.count; line++)
    if (isPaymentLine(lines, line)) days.add(lines.columns.epochDay[line] as number);
  const { epochDay, hostMs } = records.columns;
  const counts = countsOf(sides, part);
  for (let record = 0; record < records.count; record++) {
    if (counts[record] !== 1 || matches.lineOf[record] === recordState.claimedBefore) continue;
    const businessDay = dayOfInstant(hostMs[record] as number, dayEnd);
    if (days.has(epochDay[record] as number) || days.has(businessDay)) expected[record] = 1;
  }
  return expected;
}

/** What lies after the coverage is told payment by payment to the end of the newest line's day. */
function expectedOf(
  { records, matches }: CoverageSides,
  coverage: Coverage,
  newestMs: number,
  dayEnd: DayEnd,
): Pick<FileCoverage, 'expected' | 'covered'> {
  const covered = broughtRecords(records, matches);
  const expected = covered.slice();
  const endOfDay = (end: DayEnd): number => startOfDay(dayOfInstant(newestMs, end) + 1, end);
  const untilMs = Math.max(coverage.toMs, endOfDay(dayEnd) - 1, endOfDay(0) - 1);
  for (let record = 0; record < records.count; record++) {
    const stands = coverage.standing[record];
    const lineOf = matches.lineOf[record] as number;
    if (lineOf !== recordState.free && lineOf !== recordState.netted) continue;
    if (stands === standing.covered) covered[record] = 1;
    else if (stands !== standing.after || (records.columns.hostMs[record] as number) > untilMs) continue;
    expected[record] = 1;
  }
  return { expected: expectBoth(expected, matches), covered };
}
