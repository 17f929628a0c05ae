import type { DepositReading, DepositShare, readDeposit } from '@mizan/contract/deposits.ts';
import { latinDigits, parseAmount } from '@mizan/contract/money.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { CellParams } from '@mizan/contract/settlement.ts';

/** What a deposit may pay, as a person chooses it: nothing of it is sent before it was looked at. */
export type Readings = RouteOutput<typeof readDeposit>;

export interface Choice {
  id: string;
  kind: DepositReading['kind'] | 'PART' | 'THIS' | 'HAND' | 'LATER';
  shares: DepositShare[];
  /** What the shares leave of what is owed for them: below zero where it is less, null where that is not known. */
  differenceMinor: number | null;
}

export const sumOf = (shares: readonly DepositShare[]): number =>
  shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** What is still to come of a settlement; null where no rate was agreed for a part of it. */
export function remainingOf({ open }: Readings, day: string, scheme: string): number | null {
  const found = open.find((each) => each.day === day && each.scheme === scheme);
  if (!found) return 0;
  return found.unjudgedCount > 0 ? null : found.netMinor - found.arrivedMinor;
}

const names = (
  reading: Pick<Choice, 'shares'>,
  { day, scheme }: Pick<CellParams, 'day' | 'scheme'>,
): boolean =>
  reading.shares.length === 1 && reading.shares[0]?.day === day && reading.shares[0]?.scheme === scheme;

/** Exact readings first; what it pays with others; then the settlement that somebody has open, or the nearest one; by hand, and later. */
export function choicesOf(
  readings: Readings,
  amountMinor: number,
  cell: Pick<CellParams, 'day' | 'scheme'> | undefined,
): Choice[] {
  const exact = readings.exact.map(
    (each, at): Choice => ({ ...each, id: `exact-${at}`, differenceMinor: 0 }),
  );
  const single = (id: string, kind: Choice['kind'], day: string, scheme: CellParams['scheme']): Choice => {
    const remaining = remainingOf(readings, day, scheme);
    return {
      id,
      kind,
      shares: [{ day, scheme, amountMinor }],
      differenceMinor: remaining === null ? null : amountMinor - remaining,
    };
  };
  const { only } = readings.parts;
  const part = only ? [single('part', 'PART', only.day, only.scheme)] : [];
  const hasCell = cell !== undefined && ![...exact, ...part].some((each) => names(each, cell));
  const [near] = readings.nearest?.shares.length === 1 ? readings.nearest.shares : [];
  const isOther =
    near &&
    !(cell && near.day === cell.day && near.scheme === cell.scheme) &&
    !part.some((each) => names(each, near));
  return [
    ...exact,
    ...part,
    ...(hasCell ? [single('this', 'THIS', cell.day, cell.scheme)] : []),
    ...(isOther ? [single('near', 'CELL', near.day, near.scheme)] : []),
    { id: 'hand', kind: 'HAND', shares: [], differenceMinor: null },
    { id: 'later', kind: 'LATER', shares: [], differenceMinor: null },
  ];
}

/**
 * What is chosen before anybody chose: the one exact reading that banks pay by and that says nothing against where somebody
 * came from, or else the settlement that they have open. Two that fit are a question.
 */
export function proposedOf(
  readings: Readings,
  choices: readonly Choice[],
  cell: Pick<CellParams, 'day' | 'scheme'> | undefined,
): string | null {
  const [only, second] = readings.exact;
  if (!only) {
    const own = choices.find(
      (each) => each.id === 'this' || (each.id === 'part' && cell !== undefined && names(each, cell)),
    );
    // More than is due is never preset: somebody says that it is so.
    return own && (own.differenceMinor ?? 0) <= 0 ? own.id : null;
  }
  if (second || readings.more || only.kind === 'COMBINATION') return null;
  const holdsCell =
    cell === undefined || only.shares.some(({ day, scheme }) => day === cell.day && scheme === cell.scheme);
  return holdsCell ? 'exact-0' : null;
}

/** What was typed for each settlement ('2026-11-16 Visa' to text), as shares; null where one of them is no amount. */
export function sharesByHand(typed: Readonly<Record<string, string>>): DepositShare[] | null {
  const shares: DepositShare[] = [];
  for (const [key, text] of Object.entries(typed)) {
    if (text.trim() === '') continue;
    const [day = '', scheme = ''] = key.split(' ');
    const isBack = /^\s*[-−]/.test(latinDigits(text));
    const parsed = parseAmount(text.replace(/^\s*[-−]/, ''));
    if (!parsed.ok) return null;
    shares.push({
      day,
      scheme: scheme as DepositShare['scheme'],
      amountMinor: isBack ? -parsed.amountMinor : parsed.amountMinor,
    });
  }
  return shares;
}

/** Whether a share takes its settlement past what is owed. */
export const isOver = (readings: Readings, { day, scheme, amountMinor }: DepositShare): boolean => {
  const remaining = remainingOf(readings, day, scheme);
  if (remaining === null) return false;
  return remaining >= 0 ? amountMinor > remaining : amountMinor < remaining || amountMinor > 0;
};
