import type { MatchKey } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, isPlainRrn, lineFlag, type SharedTexts } from '../normalise/bank-lines.ts';
import { hashBytes } from '../normalise/byte-dictionary.ts';
import { absentKey } from '../normalise/key-text.ts';
import { noDueDay, type PortalRecords, uuidLength } from '../normalise/portal-records.ts';
import { mixed, noHash, settled } from './key-index.ts';
import { type RrnKind, stansAgree } from './own-rrns.ts';

/** Both sides of a match, with what several passes look up. */
export interface Sides {
  lines: BankLines;
  records: PortalRecords;
  shared: SharedTexts;
  /** The record each refund or reversal takes back, -1 for none loaded. */
  originalOf: Int32Array;
  /** Refunds that have the RRN of their sale, which names others of that amount as well (refunds-by-sale.ts). */
  underOneRrn: ReadonlySet<number>;
  /** Whether a line names another payment than this one by its id (named-payment.ts). */
  isOtherById: (line: number, record: number) => boolean;
  /** Whose numbers the file's RRNs are (own-rrns.ts). */
  rrnKind: () => RrnKind;
  /** Whether the file's STANs are other numbers, which are a payment's by chance (own-stans.ts). */
  hasOwnStans: () => boolean;
}

/**
 * One way of joining lines and records: hashes that bring candidates together, and the comparison that decides.
 * A hash may bring strangers together; `fits` compares the values themselves.
 */
export interface Pass {
  key: MatchKey;
  /**
   * The key names one payment: a line whose payment is taken is a duplicate then, and must not go on to take
   * another one by a weaker key.
   */
  isNaming: boolean;
  /** Line and payment may differ in amount, not in sign. */
  isOfAnyAmount?: boolean;
  /** The key stands on several payments as a rule: that one of them is taken says nothing of the line. */
  isShared?: boolean;
  /** How many keys a line has here: it may print two references. */
  lineKeys: 1 | 2;
  lineHash: (line: number, key: number) => number;
  recordHash: (record: number) => number;
  fits: (line: number, record: number) => boolean;
}

/** Days between a line's date and the nearer of a payment's calendar and business day. */
export function dayDistance(
  { lines, records }: Pick<Sides, 'lines' | 'records'>,
  line: number,
  record: number,
): number {
  const day = lines.columns.epochDay[line] as number;
  const calendar = Math.abs(day - (records.columns.epochDay[record] as number));
  return Math.min(calendar, Math.abs(day - (records.columns.businessDay[record] as number)));
}

const dayMinutes = 1440;

/** Minutes between a line's time and a payment's; 0 where the file gives no time. */
export function minuteDistance({ lines, records }: Sides, line: number, record: number): number {
  const minute = lines.columns.minute[line] as number;
  if (minute < 0) return 0;
  const days = (lines.columns.epochDay[line] as number) - (records.columns.epochDay[record] as number);
  return Math.abs(days * dayMinutes + minute - (records.columns.minute[record] as number));
}

/** A terminal's clock and the bank's differ by moments; zones lie a quarter of an hour apart at least. */
export const clockSlackMinutes = 7;

/** How far an approval code and amount may lie apart in days (reference practice: within one day). */
export const authDaysMax = 1;
/** STANs start over: one names a payment on its own day. */
export const stanDaysMax = 0;

function comparisons(sides: Sides) {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  return {
    sameMoney: (l: number, r: number): boolean =>
      line.grossMinor[l] === record.amountMinor[r] && line.currency[l] === record.currency[r],
    sameDirection: (l: number, r: number): boolean =>
      (line.grossMinor[l] as number) < 0 === (record.amountMinor[r] as number) < 0 &&
      line.currency[l] === record.currency[r],
    sameRrn: (l: number, r: number): boolean =>
      line.rrnHigh[l] === record.rrnHigh[r] && line.rrnLow[l] === record.rrnLow[r],
    /** A terminal that the file does not name contradicts nothing. */
    terminalFits: (l: number, r: number): boolean =>
      line.terminal[l] === -1 || record.terminal[r] === -1 || line.terminal[l] === record.terminal[r],
    rrnContradicts: (l: number, r: number): boolean => rrnContradicts(sides, l, r),
    /** Among a bank's own RRNs one is that of a payment by chance: neither its STAN nor its minute is that payment's. */
    isByChance: (l: number, r: number): boolean =>
      !stansAgree(sides.lines, sides.records, l, r) && !isOfMinute(sides, l, r) && sides.rrnKind() === 'bank',
  };
}

/**
 * Two whole RRNs that differ name two payments, whatever else agrees: STANs start over. Not so where the bank prints
 * numbers of its own.
 */
export function rrnContradicts(
  { lines, records, rrnKind }: Pick<Sides, 'lines' | 'records' | 'rrnKind'>,
  l: number,
  r: number,
): boolean {
  const [line, record] = [lines.columns, records.columns];
  return (
    isPlainRrn(line.rrnHigh[l] as number) &&
    isPlainRrn(record.rrnHigh[r] as number) &&
    (line.rrnHigh[l] !== record.rrnHigh[r] || line.rrnLow[l] !== record.rrnLow[r]) &&
    rrnKind() === 'portal'
  );
}

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
  ];
}

export function rrnPass(sides: Sides, key: 'rrn' | 'rrnAnyAmount'): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const { sameMoney, sameDirection, sameRrn, terminalFits, isByChance } = comparisons(sides);
  const moneyFits = key === 'rrn' ? sameMoney : sameDirection;
  const hash = (high: number, low: number): number =>
    isPlainRrn(high) ? settled(mixed(mixed(7, high), low)) : noHash;
  return {
    key,
    isNaming: true,
    isOfAnyAmount: key === 'rrnAnyAmount',
    lineKeys: 1,
    lineHash: (l) => hash(line.rrnHigh[l] as number, line.rrnLow[l] as number),
    recordHash: (r) => hash(record.rrnHigh[r] as number, record.rrnLow[r] as number),
    fits: (l, r) =>
      sameRrn(l, r) && terminalFits(l, r) && moneyFits(l, r) && !sides.isOtherById(l, r) && !isByChance(l, r),
  };
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
  return {
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
      !sides.isOtherById(l, r) &&
      (isOfMinute(sides, l, r) || !sides.hasOwnStans()),
  };
}

export function authPass(sides: Sides): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const { sameMoney } = comparisons(sides);
  const hash = (auth: number, amountMinor: number, last4: number): number =>
    auth === absentKey || last4 < 0 ? noHash : settled(mixed(mixed(mixed(13, auth), amountMinor), last4));
  return {
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
      !sides.isOtherById(l, r) &&
      dayDistance(sides, l, r) <= authDaysMax,
  };
}

/** Whether a line names amount and minute of a payment, and its terminal where it names one. */
export function isOfMinute({ lines, records }: Sides, l: number, r: number): boolean {
  const [line, record] = [lines.columns, records.columns];
  return (
    (line.minute[l] as number) >= 0 &&
    line.epochDay[l] === record.epochDay[r] &&
    line.minute[l] === record.minute[r] &&
    (line.terminal[l] === -1 || line.terminal[l] === record.terminal[r]) &&
    line.grossMinor[l] === record.amountMinor[r] &&
    line.currency[l] === record.currency[r]
  );
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
  return {
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
        !sides.isOtherById(l, r) &&
        !isByChance(l, r)
      );
    },
  };
}

/** A shorter order reference comes again in any shop; as long as an RRN it names its order by itself (docs/decisions/0282). */
const wholeOrderLength = 12;

/** Whether terminal or day speak for a pair of the same short order reference: its day lies between the sale and its due day. */
function placeFits(sides: Sides, l: number, r: number): boolean {
  const [line, record] = [sides.lines.columns, sides.records.columns];
  const ours = record.terminal[r] as number;
  if (ours >= 0 && line.terminal[l] === ours) return true;
  const day = line.epochDay[l] as number;
  const due = record.dueDay[r] as number;
  const first = Math.min(record.epochDay[r] as number, record.businessDay[r] as number);
  return due === noDueDay ? dayDistance(sides, l, r) === 0 : day >= first && day <= due;
}

/** So many of STAN, approval code, card and time that contradict tell another payment of the same order (docs/decisions/0451). */
const otherKeysMin = 3;

function isOtherOfOrder(sides: Sides, l: number, r: number): boolean {
  const [line, record] = [sides.lines.columns, sides.records.columns];
  const differ = (one: number, other: number): boolean => one >= 0 && other >= 0 && one !== other;
  const found = [
    differ(line.stan[l] as number, record.stan[r] as number) && !sides.hasOwnStans(),
    line.auth[l] !== absentKey && record.auth[r] !== absentKey && line.auth[l] !== record.auth[r],
    differ(line.last4[l] as number, record.last4[r] as number),
    minuteDistance(sides, l, r) > clockSlackMinutes,
  ];
  return found.filter(Boolean).length >= otherKeysMin;
}

/** Which of a payment's names a reference is compared with: its own id, which only it has, or its order's. */
type Named = 'uuid' | 'order';

/** Whether a short order reference needs its place, or is looked for where nothing says which place it is of. */
type Where = 'inPlace' | 'withoutPlace';

/** By a reference of a payment, or of the sale that it takes back: some report a refund under the reference of its sale alone. */
function referencePass(
  sides: Sides,
  key: 'reference' | 'referenceAnyAmount' | 'originalReference',
  named: Named,
  where: Where = 'inPlace',
): Pass {
  const line = sides.lines.columns;
  const record = sides.records.columns;
  const isOfSale = key === 'originalReference';
  const lineBytes = sides.lines.references.bytes;
  const recordBytes = sides.records.references.bytes;
  const { sameMoney, sameDirection, rrnContradicts } = comparisons(sides);
  const isOfAnyAmount = key === 'referenceAnyAmount';
  const moneyFits = isOfAnyAmount ? sameDirection : sameMoney;
  const lineAt = (l: number, k: number): number =>
    (k === 0 ? line.paymentRefAt[l] : line.orderRefAt[l]) as number;
  const lineLength = (l: number, k: number): number =>
    (k === 0 ? line.paymentRefLength[l] : line.orderRefLength[l]) as number;
  /** The payment whose reference is compared, -1 for none loaded. */
  const namedBy = (r: number): number => (isOfSale ? (sides.originalOf[r] as number) : r);
  const recordAt = (r: number): number =>
    (named === 'uuid' ? record.uuidAt[namedBy(r)] : record.orderRefAt[namedBy(r)]) as number;
  const recordLength = (r: number): number => {
    const of = namedBy(r);
    if (of < 0) return 0;
    if (named === 'order') return record.orderRefLength[of] as number;
    return record.uuidAt[of] === absentKey ? 0 : uuidLength;
  };
  // With the amount where that has to agree: a shop may give all its payments one reference.
  const hash = (bytes: Uint8Array, at: number, length: number, amountMinor: number): number =>
    length === 0
      ? noHash
      : settled(mixed(hashBytes(bytes, at, at + length), isOfAnyAmount ? 0 : amountMinor));
  const sameReference = (l: number, r: number): boolean => {
    const length = recordLength(r);
    const to = recordAt(r);
    for (let k = 0; k < 2; k++) {
      if (length === 0 || length !== lineLength(l, k)) continue;
      const from = lineAt(l, k);
      let at = 0;
      while (at < length && lineBytes[from + at] === recordBytes[to + at]) at++;
      if (at === length) return true;
    }
    return false;
  };
  const placed = (l: number, r: number): boolean => {
    const isWhole = recordLength(r) >= wholeOrderLength;
    if (where === 'inPlace') return isWhole || placeFits(sides, l, r);
    const tellsTerminal = (line.terminal[l] as number) >= 0 && (record.terminal[r] as number) >= 0;
    return !isWhole && !tellsTerminal && !placeFits(sides, l, r);
  };
  /** The RRN beside the reference may be the refund's own or its sale's. */
  const contradicts = (l: number, r: number): boolean =>
    sides.isOtherById(l, r) ||
    (isOfSale
      ? rrnContradicts(l, r) && rrnContradicts(l, sides.originalOf[r] as number)
      : rrnContradicts(l, r) || isOtherOfOrder(sides, l, r));
  return {
    key,
    isNaming: named === 'uuid' && !isOfSale,
    isShared: key === 'referenceAnyAmount' && named === 'order',
    isOfAnyAmount,
    lineKeys: 2,
    lineHash: (l, k) =>
      isOfSale && (line.grossMinor[l] as number) >= 0
        ? noHash
        : hash(lineBytes, lineAt(l, k), lineLength(l, k), line.grossMinor[l] as number),
    recordHash: (r) => hash(recordBytes, recordAt(r), recordLength(r), record.amountMinor[r] as number),
    // Payments of one order share its reference; two RRNs then tell them apart.
    fits: (l, r) =>
      sameReference(l, r) && moneyFits(l, r) && (named === 'uuid' || (!contradicts(l, r) && placed(l, r))),
  };
}

/** The orders of short references, of a payment or of a refund's sale, where neither terminal nor day says whose a line is. */
export const placelessPasses = (sides: Sides): Pass[] => [
  referencePass(sides, 'reference', 'order', 'withoutPlace'),
  referencePass(sides, 'originalReference', 'order', 'withoutPlace'),
];

/** Whether any line has a reference: without one the passes and the memory for references are saved. */
export function anyReference(lines: BankLines): boolean {
  for (let line = 0; line < lines.count; line++) {
    if (((lines.columns.flags[line] as number) & lineFlag.hasReference) !== 0) return true;
  }
  return false;
}
