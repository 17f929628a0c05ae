import type { Random } from './random.ts';
import type { KnownPayment, SettlementLine } from './settlement-line.ts';

/** One difference, written down before the file is. */
export interface Answer {
  outcome: string;
  /** Why, in the product's word for it; null where the outcome says all. */
  reason: string | null;
  transactionId: number | null;
  /** The lines that show it; of several the last one in the file is meant. Empty for what the file leaves out. */
  lines: SettlementLine[];
  /** What the bank pays more (or less, negative) than it ought to, because of this. */
  differenceMinor: number;
}

/** What a plant works on: each takes payments that nothing was planted on yet, adds lines, and writes its answer down. */
export interface PlantWork {
  random: Random;
  /** Approved payments that nothing was planted on yet, with their honest lines. */
  free: { payment: KnownPayment; line: SettlementLine }[];
  declined: KnownPayment[];
  /** All payments that the merchant knows. */
  payments: readonly KnownPayment[];
  fresh: number;
  lines: SettlementLine[];
  answers: Answer[];
}

export type Taken = PlantWork['free'][number];

/** The reason that an outcome has where nothing else is said. */
const usualReasons: Readonly<Record<string, string>> = {
  missingInBank: 'nothingNear',
  missingInPortal: 'noRrn',
  amountDiffers: 'amount',
  feeDiffers: 'fee',
  rounding: 'fee',
  duplicate: 'claimed',
  statusConflict: 'status',
  otherTerminal: 'otherTerminal',
  confirmedBefore: 'confirmedBefore',
  sameAsBefore: 'sameAsBefore',
  waits: 'notDue',
  timing: 'notDue',
};

export function answer(
  work: Pick<PlantWork, 'answers'>,
  outcome: string,
  payment: KnownPayment | null,
  lines: SettlementLine[],
  differenceMinor: number,
  reason: string | null = usualReasons[outcome] ?? null,
): void {
  work.answers.push({ outcome, reason, transactionId: payment?.id ?? null, lines, differenceMinor });
}

/** Takes a purchase that fits off the free ones. */
export function take(
  work: PlantWork,
  fits: (payment: KnownPayment) => boolean = () => true,
  type: KnownPayment['type'] = 'PURCHASE',
): Taken | null {
  const at = work.free.findIndex(({ payment }) => payment.type === type && fits(payment));
  return at < 0 ? null : (work.free.splice(at, 1)[0] ?? null);
}

export const signedMinor = ({ type, amountMinor }: KnownPayment): number =>
  type === 'PURCHASE' ? amountMinor : -amountMinor;

export const keepKeys = ({ rrn, stan, authCode }: KnownPayment): boolean =>
  rrn !== null && stan !== null && authCode !== null;

/** A line whose payment an earlier file has. */
export function bringAgain(
  work: PlantWork,
  plant: (taken: Taken) => void,
  type: KnownPayment['type'] = 'PURCHASE',
): void {
  const taken = take(work, ({ rrn }) => rrn !== null, type);
  if (!taken) return;
  plant(taken);
  work.lines.push(taken.line);
}

/** The earlier file said the same of the payment, but for `change`. */
export function claim(
  payment: KnownPayment,
  { grossMinor, feeMinor, vatMinor, batch }: SettlementLine,
  change: Partial<NonNullable<KnownPayment['earlier']>>,
): void {
  payment.earlier = { line: 12, grossMinor, chargeMinor: feeMinor + vatMinor, batch, ...change };
}

/** A payment that keeps fewer keys than it had, and still must find its line. */
export function weaken(work: PlantWork, change: (line: SettlementLine) => SettlementLine): void {
  const taken = take(work, keepKeys);
  if (taken) work.lines.push(change(taken.line));
}

export const truncated = (amountMinor: number, bps: number): number =>
  Math.floor((amountMinor * bps) / 10_000);

/** Fee and VAT of another amount at a payment's rate, half-up: worked out here anew, not taken from the portal. */
export function chargesOf(
  { mdrBps, vatBps, capLimitMinor }: KnownPayment,
  amountMinor: number,
): { feeMinor: number; vatMinor: number } {
  const share = (minor: number, bps: number): number => Math.floor((minor * bps + 5_000) / 10_000);
  const feeMinor = Math.min(share(amountMinor, mdrBps), capLimitMinor ?? Number.POSITIVE_INFINITY);
  return { feeMinor, vatMinor: share(feeMinor, vatBps) };
}
