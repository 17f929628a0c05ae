import { addDays } from '@mizan/contract/business-day.ts';
import type { DepositParts } from '@mizan/contract/deposits.ts';
import { type OpenCell, plainReadings, stillOpen } from './deposit-readings.ts';

/**
 * Which settlement a deposit may pay together with others that name nothing and pay nothing yet. Amounts alone tell, so that it
 * is proposed to a person only where nothing else can be meant (docs/decisions/0426-deposits-in-parts-that-name-nothing.md).
 */
export interface WaitingDeposit {
  /** null of one that is not entered yet. */
  id: string | null;
  valueDate: string;
  /** What is left of it, minor units, above 0. */
  amountMinor: number;
  reference: string;
}

/** Of so many deposits every set is tried; among more some set fits by chance. */
export const waitingMax = 10;
/** Deposits that pay one settlement together. */
const partsMax = 4;
/** How long after the due day a part may come, in days: an Eid with its weekends. */
export const partDaysMax = 14;

interface Fit {
  deposits: readonly WaitingDeposit[];
  cells: readonly string[];
  /** The settlement, where it is one that parts may pay; null of what a set may pay besides. */
  cell: OpenCell | null;
}

const nameOf = ({ day, scheme }: Pick<OpenCell, 'day' | 'scheme'>): string => `${day} ${scheme}`;

/** Sets of one to `partsMax`, each once. */
function setsOf(deposits: readonly WaitingDeposit[]): WaitingDeposit[][] {
  let sets: WaitingDeposit[][] = [[]];
  for (const deposit of deposits)
    sets = sets.concat(sets.flatMap((set) => (set.length < partsMax ? [[...set, deposit]] : [])));
  return sets.filter((set) => set.length > 0);
}

const isInTime = (
  { day, dueDay }: Pick<OpenCell, 'day' | 'dueDay'>,
  { valueDate }: WaitingDeposit,
): boolean => valueDate >= day && valueDate <= addDays(dueDay, partDaysMax);

/** Every way in which these deposits, alone or together, come to what is open. */
function fitsOf(cells: readonly OpenCell[], deposits: readonly WaitingDeposit[]): Fit[] {
  const byName = new Map(cells.map((cell) => [nameOf(cell), cell]));
  const bySum = Map.groupBy(plainReadings(cells), ({ sumMinor }) => sumMinor);
  const fits: Fit[] = [];
  for (const set of setsOf(deposits)) {
    const sum = set.reduce((total, { amountMinor }) => total + amountMinor, 0);
    for (const { kind, shares } of bySum.get(sum) ?? []) {
      // Among months of days some span fits any set by chance: those are a bank's way of paying once, not in parts.
      if (set.length > 1 && (kind === 'DAYS' || kind === 'SCHEME_DAYS')) continue;
      if (!set.every(({ valueDate }) => shares.every(({ day }) => day <= valueDate))) continue;
      const cell = kind === 'CELL' && shares[0] ? (byName.get(nameOf(shares[0])) ?? null) : null;
      const isPart = cell !== null && set.length > 1 && set.every((each) => isInTime(cell, each));
      fits.push({ deposits: set, cells: shares.map(nameOf), cell: isPart ? cell : null });
    }
  }
  return fits.filter((fit) => !fits.some((other) => other !== fit && isWithin(other, fit)));
}

/** A day whose two settlements are paid by two deposits each says nothing that those do not say. */
const isWithin = (small: Fit, big: Fit): boolean =>
  small.deposits.length < big.deposits.length &&
  small.cells.length < big.cells.length &&
  small.deposits.every((each) => big.deposits.includes(each)) &&
  small.cells.every((each) => big.cells.includes(each));

const meet = (one: Fit, other: Fit): boolean =>
  one.deposits.some((each) => other.deposits.includes(each)) ||
  one.cells.some((each) => other.cells.includes(each));

/**
 * `unknown` are settlements of which nobody knows what is owed: in their time they may take any of the deposits.
 * `others` are at most `waitingMax`, and one more where there are more: then nothing is tried.
 */
export function partsFor(
  open: readonly OpenCell[],
  unknown: readonly Pick<OpenCell, 'day' | 'dueDay'>[],
  deposit: WaitingDeposit,
  others: readonly WaitingDeposit[],
): DepositParts {
  const none = { only: null, count: 0, waitingMax, isCut: false };
  if (others.length > waitingMax) return { ...none, isCut: true };
  if (others.length === 0) return none;
  const fits = fitsOf(stillOpen(open), [deposit, ...others]);
  const own = fits.filter(({ cell, deposits }) => cell !== null && deposits.includes(deposit));
  const [fit] = own;
  if (!fit?.cell) return none;
  const isContested =
    fits.some((other) => other !== fit && meet(fit, other)) ||
    fit.deposits.some((each) => unknown.some((cell) => isInTime(cell, each)));
  if (isContested) return { ...none, count: own.length };
  const { day, scheme, remainingMinor } = fit.cell;
  const beside = fit.deposits.flatMap(({ id, valueDate, amountMinor, reference }) =>
    id === null || id === deposit.id ? [] : [{ id, valueDate, amountMinor, reference }],
  );
  return { ...none, count: 1, only: { day, scheme, sumMinor: remainingMinor, beside } };
}
