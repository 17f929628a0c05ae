import {
  type AbsentKind,
  outcomes,
  quietOutcomes,
  undecidedOutcomes,
  type Verdict,
} from '@mizan/contract/reconciliation-terms.ts';
import { schemeName } from '../match/compare.ts';
import type { BankLines, SharedTexts } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import type { NormalisedFile } from '../normalise/normalise.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import type { TotalCheck } from '../normalise/total-checks.ts';
import type { Bridge } from './bridge.ts';
import { lineDay } from './coverage.ts';
import type { Judged } from './judge.ts';
import type { JudgeRules } from './judge-rules.ts';

/** Something the portal has and the whole file has not: a terminal, a scheme, a day, a batch. */
export interface Absent {
  kind: AbsentKind;
  /** The terminal's number, the scheme's name, the day (ISO), the batch number, or minor units for a total. */
  value: string;
  /** How many payments or lines are concerned. */
  count: number;
}

const missingInBank = outcomes.indexOf('missingInBank');

/** The verdict over all currencies, and what an INCOMPLETE one names. */
export function verdictOf(
  file: NormalisedFile,
  records: PortalRecords,
  judged: Judged,
  bridges: readonly Bridge[],
  rules: JudgeRules,
): { verdict: Verdict; absent: Absent[] } {
  const absent = [
    ...absentParts(file, records, judged, rules),
    ...absentBatches(file.lines, records, judged, file.shared),
    ...file.totals.flatMap(absentOfTotal),
  ];
  if (absent.length > 0) return { verdict: 'INCOMPLETE', absent };
  const isUneven = bridges.some(({ groups, causes }) => {
    const exceptions = causes.some(
      ({ outcome }) => !quietOutcomes.includes(outcome) && !undecidedOutcomes.includes(outcome),
    );
    return groups.toClaim !== 0 || groups.paidTooMuch !== 0 || exceptions;
  });
  if (isUneven) return { verdict: 'UNBALANCED', absent };
  const isUndecided = bridges.some(({ causes }) =>
    causes.some(({ outcome }) => undecidedOutcomes.includes(outcome)),
  );
  if (isUndecided && file.rejectedCount === 0) return { verdict: 'INCOMPLETE', absent };
  // Everything agrees, but a line could not be read: it is not known what the bank says in it.
  if (file.rejectedCount === 0) return { verdict: 'BALANCED', absent };
  return { verdict: 'INCOMPLETE', absent: [{ kind: 'rejectedLines', value: '', count: file.rejectedCount }] };
}

/** What a total or payout of the file has more, or less, than its lines. */
function absentOfTotal({ kind, measure, stated, sum, agrees }: TotalCheck): Absent[] {
  if (agrees !== false || stated === null || sum === null) return [];
  const value = String(stated - sum);
  if (kind === 'payout') return [{ kind: 'linesOfPayout', value, count: 1 }];
  return [{ kind: measure === 'count' ? 'countOfTotal' : 'linesOfTotal', value, count: 1 }];
}

/** The terminals, schemes and days of which the file has any line. */
function presentParts(lines: BankLines, rules: JudgeRules) {
  const terminals = new Set<number>();
  const schemes = new Set<number>();
  const days = new Set<number>();
  const { terminal, scheme, epochDay } = lines.columns;
  for (let line = 0; line < lines.count; line++) {
    const before = line - 1;
    const day = lineDay(lines, line, rules);
    days.add(day);
    // Lines of one terminal and day often stand together; the sets are asked only where something changes.
    if (
      line > 0 &&
      terminal[line] === terminal[before] &&
      scheme[line] === scheme[before] &&
      epochDay[line] === epochDay[before]
    ) {
      continue;
    }
    terminals.add(terminal[line] as number);
    schemes.add(scheme[line] as number);
    days.add(epochDay[line] as number);
  }
  return { terminals, schemes, days };
}

/** Terminals, schemes and days with payments that are missing, of which the file has no line at all. */
function absentParts(
  file: NormalisedFile,
  records: PortalRecords,
  judged: Judged,
  rules: JudgeRules,
): Absent[] {
  const { lines, shared } = file;
  if (!judged.recordOutcome.includes(missingInBank)) return [];
  const { terminals, schemes, days } = presentParts(lines, rules);
  const hasTerminals = file.mapping.fields.includes('terminalId') && [...terminals].some((id) => id >= 0);
  // One line whose scheme has no known name may be of any scheme: then none can be called absent.
  const hasSchemes = file.mapping.fields.includes('scheme') && !schemes.has(0);
  const missing = new Map<string, Absent>();
  const note = (kind: AbsentKind, value: string): void => {
    const absent = missing.get(`${kind}|${value}`) ?? { kind, value, count: 0 };
    absent.count++;
    missing.set(`${kind}|${value}`, absent);
  };
  for (let record = 0; record < records.count; record++) {
    if (judged.recordOutcome[record] !== missingInBank) continue;
    const { terminal, scheme, businessDay, epochDay } = records.columns;
    if (hasTerminals && !terminals.has(terminal[record] as number))
      note('terminal', shared.terminalNames[terminal[record] as number] ?? '');
    if (hasSchemes && (scheme[record] as number) > 0 && !schemes.has(scheme[record] as number))
      note('scheme', schemeName(scheme[record] as number));
    if (!days.has(businessDay[record] as number) && !days.has(epochDay[record] as number))
      note('day', isoDayOf(businessDay[record] as number));
  }
  return [...missing.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.value.localeCompare(b.value));
}

/** A gap longer than this is a new numbering, not so many lost batches. */
const batchGapMax = 20;

/**
 * Batch numbers of a terminal that are left out between two others, where payments of that terminal are missing too.
 * A gap alone proves nothing: a batch without approved payments never reaches the bank's file.
 */
function absentBatches(
  lines: BankLines,
  records: PortalRecords,
  judged: Judged,
  shared: SharedTexts,
): Absent[] {
  const missingByTerminal = new Map<number, number>();
  for (let record = 0; record < records.count; record++) {
    if (judged.recordOutcome[record] !== missingInBank) continue;
    const terminal = records.columns.terminal[record] as number;
    missingByTerminal.set(terminal, (missingByTerminal.get(terminal) ?? 0) + 1);
  }
  if (missingByTerminal.size === 0) return [];
  const numbers = new Map<number, Set<number>>();
  const batchNumbers: number[] = [];
  for (let line = 0; line < lines.count; line++) {
    const batch = lines.columns.batch[line] as number;
    const terminal = lines.columns.terminal[line] as number;
    if (batch < 0 || !missingByTerminal.has(terminal)) continue;
    const number = (batchNumbers[batch] ??= numberOfBatch(lines.batches.text(batch)));
    if (number < 0) continue;
    const known = numbers.get(terminal) ?? new Set();
    numbers.set(terminal, known.add(number));
  }
  return [...numbers].flatMap(([terminal, known]) =>
    gapsIn([...known]).map(
      (batch): Absent => ({
        kind: 'batch',
        value: `${shared.terminalNames[terminal] ?? ''} ${batch}`.trim(),
        count: missingByTerminal.get(terminal) ?? 0,
      }),
    ),
  );
}

/** A batch's number, -1 where it has a name instead. */
const numberOfBatch = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1);

function gapsIn(numbers: number[]): number[] {
  const sorted = numbers.sort((a, b) => a - b);
  return sorted.flatMap((number, index) => {
    const next = sorted[index + 1];
    if (next === undefined || next - number > batchGapMax) return [];
    return Array.from({ length: next - number - 1 }, (_, step) => number + step + 1);
  });
}
