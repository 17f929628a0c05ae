import * as z from 'zod';
import { currencies } from './money.ts';
import { instant } from './page.ts';
import { type Outcome, schemeNames } from './reconciliation-terms.ts';
import { absentKinds } from './verdicts.ts';

const count = z.number().int();
const minor = z.number().int();

/**
 * What becomes of entries, in the order in which a bank file numbers them: each group is one span of numbers. What asks
 * for a person, what waits for the bank, what later files are to bring, lines that an earlier file brought, money moved
 * to the account, what lines that add up payments kept back of all of them, what this file confirms, and purchases that cancel out with their reversal and stand in no line.
 */
export const entryGroups = [
  'exceptions',
  'waits',
  'notDue',
  'already',
  'payouts',
  'sums',
  'confirmed',
  'cancelled',
] as const;
export type EntryGroup = (typeof entryGroups)[number];

/**
 * The group of an outcome. Lines of payouts stand apart, and so do payments that cancel out; what is not due yet waits
 * for the bank where its terminal or scheme is absent.
 */
export const groupOfOutcome: Readonly<Record<Outcome, EntryGroup>> = {
  missingInBank: 'exceptions',
  chargeback: 'exceptions',
  amountDiffers: 'exceptions',
  feeDiffers: 'exceptions',
  adjustment: 'exceptions',
  rent: 'exceptions',
  bankFee: 'exceptions',
  chargebackFee: 'exceptions',
  invoice: 'exceptions',
  carriedOver: 'exceptions',
  unnamedLine: 'exceptions',
  statusConflict: 'exceptions',
  duplicate: 'exceptions',
  missingInPortal: 'exceptions',
  sameAsBefore: 'exceptions',
  undecidedSum: 'exceptions',
  undecidedCharge: 'exceptions',
  countDiffers: 'exceptions',
  waits: 'waits',
  timing: 'notDue',
  confirmedBefore: 'already',
  otherTerminal: 'confirmed',
  rounding: 'confirmed',
  matched: 'confirmed',
};

/** One group in one currency: its entries, the lines of the file among them, and the sums of both sides before fees. */
export const entryGroupSum = z.object({
  group: z.enum(entryGroups),
  currency: z.enum(currencies),
  count,
  lines: count,
  portalMinor: minor,
  bankMinor: minor,
  differenceMinor: minor,
});
export type EntryGroupSum = z.infer<typeof entryGroupSum>;

/**
 * What of a file is not whole: a day, what `absentKinds` name, `undecidedSums`: payments that may be in a line of which the file
 * does not say the payments, `nearLines`: payments each beside a line of its terminal, day and amount that may be its own, or `more`: what no longer stands in the list by itself.
 */
const holeKinds = ['day', ...absentKinds, 'undecidedSums', 'nearLines', 'more'] as const;
export type HoleKind = (typeof holeKinds)[number];

/**
 * A hole and the payments that wait because of it; every one that waits stands in exactly one. Its entries are numbered
 * one after the other, behind those of the holes before it. Amounts are signed, before fees.
 */
export const hole = z.object({
  kind: z.enum(holeKinds),
  /** An ISO day, a terminal's number, a scheme, a stretch 'from/to', minor units of a total, or how many holes `more` are. */
  value: z.string(),
  /** Null where nothing waits and no money is named. */
  currency: z.enum(currencies).nullable(),
  /** Rows that could not be read, undecided sums, payments of a part that is absent or of a stretch. */
  count,
  /** Covered payments of the place that earlier files and this one confirm, that wait, and that are past their due day. */
  earlierCount: count,
  hereCount: count,
  waitsCount: count,
  missingCount: count,
  waitsMinor: minor,
  /** Money of a stretch that no file holds; it is in no total of this file. */
  outsideMinor: minor,
  /** When the host had the first and the last of those that wait. */
  from: instant.nullable(),
  to: instant.nullable(),
  /** All that wait came after, or before, everything of the day that is confirmed, which ended or began at `edgeAt`. */
  edge: z.enum(['after', 'before']).nullable(),
  edgeAt: instant.nullable(),
  /** Those that wait by scheme and by terminal, the most first; at most `holeLimits.namesMax` of each. */
  schemes: z.array(z.object({ scheme: z.enum(schemeNames), count })),
  terminals: z.array(z.object({ tid: z.string(), count })),
});
export type Hole = z.infer<typeof hole>;

export const holeLimits = {
  /** Holes with payments that wait, of one currency; the smaller ones beyond them are one hole together. */
  waitingMax: 1_000,
  /** Holes without any; of more their number is said. */
  othersMax: 1_000,
  namesMax: 20,
} as const;
