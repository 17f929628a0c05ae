import { isPlainRrn } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import { mixed, noHash, settled } from './key-index.ts';
import { type Pass, passOf } from './pass.ts';
import { referencePass } from './reference-passes.ts';
import {
  authDaysMax,
  comparisons,
  dayDistance,
  isOfMinute,
  minuteDistance,
  type Sides,
  stanDaysMax,
} from './sides.ts';

/** The passes, strongest evidence first (rules D6). Exact amounts all come before other amounts. */
export function matchPasses(sides: Sides): Pass[] {
  return [
    referencePass(sides, 'reference', 'uuid'),
    referencePass(sides, 'reference', 'order'),
    ownRrnPass(sides),
    stanPass(sides, 'stan'),
    authPass(sides),
    referencePass(sides, 'originalReference', 'uuid'),
    referencePass(sides, 'originalReference', 'order'),
    originalPass(sides),
    referencePass(sides, 'referenceAnyAmount', 'uuid'),
    referencePass(sides, 'referenceAnyAmount', 'order'),
    rrnPass(sides, 'rrnAnyAmount'),
    stanPass(sides, 'stanAnyAmount'),
    authAnyAmountPass(sides),
  ];
}

export function rrnPass(sides: Sides, key: 'rrn' | 'rrnAnyAmount'): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const { sameMoney, sameDirection, sameRrn, terminalFits, isByChance } = comparisons(sides);
  const moneyFits = key === 'rrn' ? sameMoney : sameDirection;
  const hash = (high: number, low: number): number =>
    isPlainRrn(high) ? settled(mixed(mixed(7, high), low)) : noHash;
  return passOf(sides, {
    key,
    isNaming: true,
    isOfAnyAmount: key === 'rrnAnyAmount',
    lineKeys: 1,
    lineHash: (l) => hash(line.rrnHigh[l] as number, line.rrnLow[l] as number),
    recordHash: (r) => hash(record.rrnHigh[r] as number, record.rrnLow[r] as number),
    fits: (l, r) => sameRrn(l, r) && terminalFits(l, r) && moneyFits(l, r) && !isByChance(l, r),
  });
}

/** By an RRN that is a payment's own name alone. */
function ownRrnPass(sides: Sides): Pass {
  const pass = rrnPass(sides, 'rrn');
  return { ...pass, recordHash: (r) => (sides.underOneRrn.has(r) ? noHash : pass.recordHash(r)) };
}

export function stanPass(sides: Sides, key: 'stan' | 'stanAnyAmount'): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const { sameMoney, sameDirection, rrnContradicts } = comparisons(sides);
  const moneyFits = key === 'stan' ? sameMoney : sameDirection;
  const hash = (terminal: number, stan: number): number =>
    terminal < 0 || stan < 0 ? noHash : settled(mixed(mixed(11, terminal), stan));
  return passOf(sides, {
    key,
    isNaming: false,
    isOfAnyAmount: key === 'stanAnyAmount',
    lineKeys: 1,
    lineHash: (l) => hash(line.terminal[l] as number, line.stan[l] as number),
    recordHash: (r) => hash(record.terminal[r] as number, record.stan[r] as number),
    fits: (l, r) =>
      line.terminal[l] === record.terminal[r] &&
      line.stan[l] === record.stan[r] &&
      dayDistance(sides, l, r) <= stanDaysMax &&
      !rrnContradicts(l, r) &&
      moneyFits(l, r) &&
      (isOfMinute(sides, l, r) || !sides.hasOwnStans()),
  });
}

export function authPass(sides: Sides): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const { sameMoney } = comparisons(sides);
  const hash = (auth: number, amountMinor: number, last4: number): number =>
    auth === absentKey || last4 < 0 ? noHash : settled(mixed(mixed(mixed(13, auth), amountMinor), last4));
  return passOf(sides, {
    key: 'authCode',
    isNaming: false,
    lineKeys: 1,
    lineHash: (l) => hash(line.auth[l] as number, line.grossMinor[l] as number, line.last4[l] as number),
    recordHash: (r) =>
      hash(record.auth[r] as number, record.amountMinor[r] as number, record.last4[r] as number),
    fits: (l, r) =>
      line.auth[l] === record.auth[r] &&
      line.last4[l] === record.last4[r] &&
      sameMoney(l, r) &&
      dayDistance(sides, l, r) <= authDaysMax,
  });
}

/** Approval codes come again: one names a payment of another amount only with its card, and its minute or its terminal and day. */
function authAnyAmountPass(sides: Sides): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const { sameDirection, terminalFits, rrnContradicts } = comparisons(sides);
  const hash = (auth: number, last4: number): number =>
    auth === absentKey || last4 < 0 ? noHash : settled(mixed(mixed(23, auth), last4));
  const isInPlace = (l: number, r: number): boolean =>
    (line.minute[l] as number) < 0
      ? (line.terminal[l] as number) >= 0 && dayDistance(sides, l, r) === 0
      : minuteDistance(sides, l, r) === 0;
  return passOf(sides, {
    key: 'authCodeAnyAmount',
    isNaming: false,
    isShared: true,
    isOfAnyAmount: true,
    lineKeys: 1,
    lineHash: (l) => hash(line.auth[l] as number, line.last4[l] as number),
    recordHash: (r) => hash(record.auth[r] as number, record.last4[r] as number),
    fits: (l, r) =>
      line.auth[l] === record.auth[r] &&
      line.last4[l] === record.last4[r] &&
      terminalFits(l, r) &&
      isInPlace(l, r) &&
      sameDirection(l, r) &&
      !rrnContradicts(l, r),
  });
}

/** By terminal, amount and minute: enough to say whose a file's numbers are, and no key of a payment. */
export function minutePass(sides: Sides): Pick<Pass, 'lineHash' | 'recordHash' | 'fits'> {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const hash = (terminal: number, amountMinor: number, day: number, minute: number): number =>
    terminal < 0 || minute < 0
      ? noHash
      : settled(mixed(mixed(mixed(mixed(19, terminal), amountMinor), day), minute));
  return {
    lineHash: (l) =>
      hash(
        line.terminal[l] as number,
        line.grossMinor[l] as number,
        line.epochDay[l] as number,
        line.minute[l] as number,
      ),
    recordHash: (r) =>
      hash(
        record.terminal[r] as number,
        record.amountMinor[r] as number,
        record.epochDay[r] as number,
        record.minute[r] as number,
      ),
    fits: (l, r) => isOfMinute(sides, l, r),
  };
}

/** Banks print a refund or reversal under the RRN of the purchase it takes back. */
function originalPass(sides: Sides): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const { sameMoney, isByChance } = comparisons(sides);
  const hash = (high: number, low: number): number =>
    isPlainRrn(high) ? settled(mixed(mixed(17, high), low)) : noHash;
  return passOf(sides, {
    key: 'originalRrn',
    isNaming: false,
    lineKeys: 1,
    lineHash: (l) =>
      (line.grossMinor[l] as number) < 0 ? hash(line.rrnHigh[l] as number, line.rrnLow[l] as number) : noHash,
    recordHash: (r) => {
      const original = sides.originalOf[r] as number;
      return original < 0
        ? noHash
        : hash(record.rrnHigh[original] as number, record.rrnLow[original] as number);
    },
    fits: (l, r) => {
      const original = sides.originalOf[r] as number;
      return (
        line.rrnHigh[l] === record.rrnHigh[original] &&
        line.rrnLow[l] === record.rrnLow[original] &&
        sameMoney(l, r) &&
        !isByChance(l, r)
      );
    },
  });
}
