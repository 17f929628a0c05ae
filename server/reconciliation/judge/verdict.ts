import { quietOutcomes, undecidedOutcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { AbsentKind, Verdict } from '@mizan/contract/verdicts.ts';
import { schemeName } from '../match/compare.ts';
import type { UnreadRows } from '../match/rejected-rows.ts';
import type { SharedTexts } from '../normalise/bank-lines.ts';
import type { NormalisedFile } from '../normalise/normalise.ts';
import { isNotCompared } from '../normalise/stated-figures.ts';
import type { TotalCheck } from '../normalise/total-checks.ts';
import type { Bridge } from './bridge.ts';
import type { FileCoverage } from './cover-file.ts';
import type { Judged } from './judge.ts';
import type { ChargesSeen } from './unseen-charges.ts';
import type { VatAlone } from './vat-alone.ts';

/** What a file lacks, or what is not known of it. */
export interface Absent {
  kind: AbsentKind;
  /** The terminal's number, the scheme's name, a stretch 'from/to' (ISO instants), or minor units for a total. */
  value: string;
  /** How many payments or lines are concerned. */
  count: number;
}

/**
 * The verdict over all currencies, and what the file lacks: UNBALANCED where something differs or is past its due day,
 * and then with the gaps named; INCOMPLETE where a covered payment is awaited or something is absent. Else BALANCED, and
 * GROSS_AGREED where it is not seen of a line what the bank kept.
 */
export function verdictOf(
  file: NormalisedFile,
  cover: FileCoverage,
  bridges: readonly Bridge[],
  { openFees }: Pick<Judged, 'openFees'>,
  charges: ChargesSeen & { vatAlone: VatAlone },
): { verdict: Verdict; absent: Absent[] } {
  const absent = [...absentParts(cover, file.shared), ...file.totals.flatMap(absentOfTotal)];
  const { vatAlone } = charges;
  if (vatAlone.count > 0)
    absent.push({ kind: 'vatAlone', value: String(vatAlone.aboveMinor), count: vatAlone.count });
  const { figuresBeyond } = file;
  if (figuresBeyond > 0)
    absent.push({ kind: 'figuresBeyond', value: String(figuresBeyond), count: figuresBeyond });
  if (file.absentParts.length > 0)
    absent.push({ kind: 'partOfFile', value: file.absentParts.join(', '), count: file.absentParts.length });
  if (file.unreadSheets.length > 0)
    absent.push({ kind: 'sheet', value: file.unreadSheets.join(', '), count: file.unreadSheets.length });
  for (const { name, count } of file.unreadColumns) absent.push({ kind: 'unreadColumn', value: name, count });
  for (const { count, aboveMinor } of openFees)
    absent.push({ kind: 'feeLines', value: String(aboveMinor), count });
  if (file.rejectedCount > 0) absent.push({ kind: 'rejectedLines', value: '', count: file.rejectedCount });
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
  if (isUndecided || absent.length > 0) return { verdict: 'INCOMPLETE', absent };
  return { verdict: charges.unseenCount > 0 ? 'GROSS_AGREED' : 'BALANCED', absent };
}

/** What a file lacks by what it says of itself: files of its set, sheets not read, or lines that it counts above its headings. */
export function lackingOf({
  absentParts,
  unreadSheets,
  lacking,
}: NormalisedFile): Pick<UnreadRows, 'lacking' | 'lackingCount'> {
  if (absentParts.length > 0)
    return {
      lackingCount: Number.POSITIVE_INFINITY,
      lacking: { kind: 'partOfFile', value: absentParts.join(', ') },
    };
  if (unreadSheets.length > 0)
    return {
      lackingCount: Number.POSITIVE_INFINITY,
      lacking: { kind: 'sheet', value: unreadSheets.join(', ') },
    };
  if (lacking.count === 0) return { lackingCount: 0, lacking: null };
  return { lackingCount: lacking.most, lacking: { kind: 'countOfTotal', value: String(lacking.count) } };
}

/** What a total or payout of the file has more, or less, than its lines, or that nothing could be compared with it. */
function absentOfTotal(check: TotalCheck): Absent[] {
  const { kind, measure, stated, sum, agrees } = check;
  if (isNotCompared(check)) return [{ kind: 'notCompared', value: String(stated), count: 1 }];
  if (agrees !== false || stated === null || sum === null) return [];
  const value = String(stated - sum);
  if (kind === 'payout') return [{ kind: 'linesOfPayout', value, count: 1 }];
  return [{ kind: measure === 'count' ? 'countOfTotal' : 'linesOfTotal', value, count: 1 }];
}

/** The name of a stretch 'from/to', both excluded. */
export const stretchName = (fromMs: number, toMs: number): string =>
  `${new Date(fromMs).toISOString()}/${new Date(toMs).toISOString()}`;

/** Terminals and schemes without a line, stretches without a file, what files of its day name, whether its part is not known. */
function absentParts({ coverage, summary, isPartUnknown }: FileCoverage, shared: SharedTexts): Absent[] {
  const parts = (coverage?.absent ?? []).map(({ kind, id, count }): Absent => {
    const value = kind === 'terminal' ? (shared.terminalNames[id] ?? '') : schemeName(id);
    return { kind, value, count };
  });
  parts.sort((a, b) => a.kind.localeCompare(b.kind) || a.value.localeCompare(b.value));
  const stretches = new Map<string, Absent>();
  for (const { fromMs, toMs, sums } of summary?.withoutFile ?? []) {
    const value = stretchName(fromMs, toMs);
    const stretch = stretches.get(value) ?? { kind: 'withoutFile', value, count: 0 };
    stretch.count += sums.reduce((all, { count }) => all + count, 0);
    stretches.set(value, stretch);
  }
  const unknown: Absent[] = isPartUnknown ? [{ kind: 'part', value: '', count: 1 }] : [];
  const beside = coverage?.namedBesideCount ?? 0;
  const sameDay: Absent[] = beside > 0 ? [{ kind: 'sameDay', value: '', count: beside }] : [];
  return [...unknown, ...parts, ...stretches.values(), ...sameDay];
}
