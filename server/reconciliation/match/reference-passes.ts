import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import { hashBytes } from '../normalise/byte-dictionary.ts';
import { absentKey } from '../normalise/key-text.ts';
import { noDueDay, uuidLength } from '../normalise/portal-records.ts';
import { mixed, noHash, settled } from './key-index.ts';
import { type Pass, passOf } from './pass.ts';
import { clockSlackMinutes, comparisons, dayDistance, minuteDistance, type Sides } from './sides.ts';

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
export function referencePass(
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
    isOfSale
      ? rrnContradicts(l, r) && rrnContradicts(l, sides.originalOf[r] as number)
      : rrnContradicts(l, r) || isOtherOfOrder(sides, l, r);
  const isById = named === 'uuid' && !isOfSale;
  return passOf(sides, {
    key,
    isById,
    isNaming: isById,
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
  });
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
