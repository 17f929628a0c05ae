import { type BankLines, isPlainRrn, lineFlag, type SharedTexts } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import { paymentTypes } from '../normalise/line-sums.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { compareLines } from './evidence.ts';
import { addToFirst, type HandMatch } from './hand-matches.ts';
import { hasBit, mixed, noHash, settled, sharedBits } from './key-index.ts';
import type { PartLine } from './matches.ts';
import { otherByItsId } from './named-payment.ts';

/**
 * Joins lines that pay one payment together (docs/decisions/0467-one-payment-in-several-lines.md): those of one terminal, RRN,
 * currency, direction, day, settlement day and batch that come to a payment of that RRN to the halala. Their money goes to the
 * first of them, so that every key finds one line; it changes the lines, and those that it joined are handed over when it is asked
 * again with more payments. Lines and payments that a person joined are left to that.
 */
export function joinSeveralLines(
  lines: BankLines,
  records: PortalRecords,
  shared: SharedTexts,
  {
    known,
    handMatches = [],
  }: { known?: ReadonlyMap<number, PartLine>; handMatches?: readonly HandMatch[] | undefined },
): Map<number, PartLine> {
  const parts = new Map(known);
  const byHand = new Set(handMatches.flatMap((match) => match.lines));
  const groups = groupsOf(
    lines,
    (line) => !parts.has(line) && !byHand.has(lines.columns.line[line] as number),
  );
  if (groups.size === 0) return parts;
  const paidByHand = new Set(handMatches.flatMap(({ transactionIds }) => transactionIds));
  const named = paymentsNamed(
    records,
    new Set([...groups.values()].map(([line = -1]) => rrnOf(lines, line))),
  );
  const isOther = otherByItsId({ lines, records });
  for (const group of groups.values()) {
    const payments = named.get(rrnOf(lines, group[0] as number)) ?? [];
    const open = payments.filter((record) => !paidByHand.has(records.columns.id[record] as number));
    const paid = paidTogether(lines, records, group, open);
    if (paid < 0 || group.some((line) => isOther(line, paid))) continue;
    const [first = -1, ...others] = group.sort((a, b) => compareLines({ lines, shared }, a, b));
    for (const line of others) {
      parts.set(line, { first, grossMinor: lines.columns.grossMinor[line] as number });
      addToFirst(lines, first, line);
    }
  }
  return parts;
}

const rrnOf = ({ columns }: BankLines | PortalRecords, at: number): string =>
  `${columns.rrnHigh[at]}|${columns.rrnLow[at]}`;

/** Lines that say the same of all that tells where and when a payment was paid, two or more of each. */
function groupsOf(lines: BankLines, isOpen: (line: number) => boolean): Map<string, number[]> {
  const { type, flags, count, grossMinor, currency, terminal, epochDay, settlementDay, batch } =
    lines.columns;
  const groups = new Map<string, number[]>();
  for (const line of linesOfOneRrn(lines)) {
    const isOne = (count[line] as number) <= 1 && grossMinor[line] !== 0;
    const isPaid = ((flags[line] as number) & lineFlag.unpaid) === 0;
    if (!isOne || !isPaid || !isOpen(line)) continue;
    if (!paymentTypes.includes(type[line] as number)) continue;
    const name = [
      rrnOf(lines, line),
      (grossMinor[line] as number) < 0,
      ...[terminal, currency, epochDay, settlementDay, batch].map((column) => column[line]),
    ].join('|');
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  for (const [name, { length }] of groups) if (length < 2) groups.delete(name);
  return groups;
}

/** Lines whose RRN another line may have as well. */
function linesOfOneRrn({ count, columns }: BankLines): number[] {
  const hashOf = (line: number): number => {
    const high = columns.rrnHigh[line] as number;
    return isPlainRrn(high) ? settled(mixed(mixed(23, high), columns.rrnLow[line] as number)) : noHash;
  };
  const shared = sharedBits(count, hashOf);
  const found: number[] = [];
  for (let line = 0; line < count; line++) if (hasBit(shared, hashOf(line))) found.push(line);
  return found;
}

function paymentsNamed(records: PortalRecords, wanted: ReadonlySet<string>): Map<string, number[]> {
  const named = new Map<string, number[]>();
  for (let record = 0; record < records.count; record++) {
    if (!isPlainRrn(records.columns.rrnHigh[record] as number)) continue;
    const rrn = rrnOf(records, record);
    if (wanted.has(rrn)) named.set(rrn, [...(named.get(rrn) ?? []), record]);
  }
  return named;
}

/** The payment that lines come to; -1 where there is none, where one of them is one by itself, or its other keys are another one's. */
function paidTogether(
  lines: BankLines,
  records: PortalRecords,
  group: readonly number[],
  named: readonly number[],
): number {
  const { grossMinor, terminal, currency } = lines.columns;
  const ours = records.columns;
  const [one = -1] = group;
  const fitting = named.filter(
    (record) =>
      ours.approved[record] === 1 &&
      ours.currency[record] === currency[one] &&
      ((terminal[one] as number) < 0 ||
        (ours.terminal[record] as number) < 0 ||
        terminal[one] === ours.terminal[record]),
  );
  const sumMinor = group.reduce((sum, line) => sum + (grossMinor[line] as number), 0);
  const whole = fitting.filter((record) => ours.amountMinor[record] === sumMinor);
  const isOne = fitting.some((record) => group.some((line) => grossMinor[line] === ours.amountMinor[record]));
  const [record = -1] = whole;
  const isPaid =
    whole.length === 1 && !isOne && !group.some((line) => isOfAnother(lines, records, line, record));
  return isPaid ? record : -1;
}

/** Whether card or approval code are another payment's, or the STAN where no code agrees. */
function isOfAnother(
  { columns }: BankLines,
  { columns: ours }: PortalRecords,
  line: number,
  record: number,
): boolean {
  const known = (one: number, other: number): boolean =>
    [one, other].every((key) => key >= 0 && key !== absentKey);
  const says = (theirs: ArrayLike<number>, own: ArrayLike<number>): number => {
    const [one, other] = [theirs[line] as number, own[record] as number];
    return known(one, other) ? (one === other ? 1 : -1) : 0;
  };
  const code = says(columns.auth, ours.auth);
  return says(columns.last4, ours.last4) < 0 || code < 0 || (code === 0 && says(columns.stan, ours.stan) < 0);
}
