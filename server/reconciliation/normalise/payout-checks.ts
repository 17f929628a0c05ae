import { currencies } from '@mizan/contract/money.ts';
import { bankFileLimits, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, lineFlag, noDay } from './bank-lines.ts';
import { addToStretches, closedRows, type Stretches, type StretchesLeft } from './line-stretches.ts';
import type { TotalCheck } from './total-checks.ts';

const payout = lineTypes.indexOf('PAYOUT');
const feeType = lineTypes.indexOf('FEE');
const isPaymentType = (type: number): boolean =>
  ['PURCHASE', 'REFUND', 'REVERSAL'].includes(lineTypes[type] ?? '');

/** Payouts of one batch or settlement date and one currency, with the lines that they pay. */
interface Payment {
  line: number;
  paidMinor: number;
  netMinor: number;
  count: number;
  stretches: Stretches;
  /** A payment among them does not say what was taken for it, and no line of fees does. */
  isNetUnknown: boolean;
  hasFeeLines: boolean;
}

interface Groups {
  byBatch: Map<number, Payment>;
  byDay: Map<number, Payment>;
}

/**
 * Holds what the bank says it paid out against the net of the lines that it pays: those of the same batch, or else of the
 * same settlement date. Several payouts of one batch are taken together. A payout of which the file has no lines says
 * nothing of them.
 */
export function checkPayouts(lines: BankLines, kept: StretchesLeft): TotalCheck[] {
  const payouts: number[] = [];
  for (let line = 0; line < lines.count && payouts.length < bankFileLimits.totalsKeptMax; line++)
    if (isPaid(lines, line) && lines.columns.type[line] === payout) payouts.push(line);
  if (payouts.length === 0) return [];
  const batches = new Set<number>();
  for (let line = 0; line < lines.count; line++)
    if (lines.columns.type[line] !== payout) batches.add(batchName(lines, line));
  const groups: Groups = { byBatch: new Map(), byDay: new Map() };
  const alone = payouts.flatMap((line) => addPayout(lines, groups, batches, line));
  for (let line = 0; line < lines.count; line++) addPaid(lines, groups, line);
  return [...groups.byBatch.values(), ...groups.byDay.values(), ...alone]
    .sort((a, b) => a.line - b.line)
    .map((group) => checkOf(lines, group, kept));
}

const isPaid = ({ columns }: BankLines, line: number): boolean =>
  ((columns.flags[line] as number) & lineFlag.unpaid) === 0;

const netOf = ({ columns }: BankLines, line: number): number =>
  (columns.grossMinor[line] as number) - (columns.chargeMinor[line] as number);

/** Batch and currency, day and currency, as one number each; -1 for none. */
const batchName = ({ columns }: BankLines, line: number): number =>
  (columns.batch[line] as number) < 0
    ? -1
    : (columns.batch[line] as number) * currencies.length + (columns.currency[line] as number);
const dayName = ({ columns }: BankLines, line: number): number =>
  columns.settlementDay[line] === noDay
    ? -1
    : (columns.settlementDay[line] as number) * currencies.length + (columns.currency[line] as number);

/** Adds a payout to its group; one that names neither a batch of lines nor a day stays by itself, and is answered. */
function addPayout(
  lines: BankLines,
  { byBatch, byDay }: Groups,
  batches: ReadonlySet<number>,
  line: number,
): Payment[] {
  const batch = batchName(lines, line);
  const hasBatch = batch >= 0 && batches.has(batch);
  const [groups, name] = hasBatch ? [byBatch, batch] : [byDay, dayName(lines, line)];
  const known = name === -1 ? undefined : groups.get(name);
  const group = known ?? newPayment(line);
  group.paidMinor += netOf(lines, line);
  if (name === -1) return [group];
  groups.set(name, group);
  return [];
}

const newPayment = (line: number): Payment => ({
  line,
  paidMinor: 0,
  netMinor: 0,
  count: 0,
  stretches: [],
  isNetUnknown: false,
  hasFeeLines: false,
});

function addPaid(lines: BankLines, { byBatch, byDay }: Groups, line: number): void {
  const { type, flags } = lines.columns;
  if (type[line] === payout || !isPaid(lines, line)) return;
  const group = byBatch.get(batchName(lines, line)) ?? byDay.get(dayName(lines, line));
  if (!group) return;
  group.netMinor += netOf(lines, line);
  group.count++;
  addToStretches(group.stretches, line);
  if (type[line] === feeType) group.hasFeeLines = true;
  const isKnown = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
  if (!isKnown && isPaymentType(type[line] as number)) group.isNetUnknown = true;
}

function checkOf(lines: BankLines, group: Payment, kept: StretchesLeft): TotalCheck {
  const { columns } = lines;
  const [stated, sum] = [Math.abs(group.paidMinor), Math.abs(group.netMinor)];
  const isOpen = group.count === 0 || (group.isNetUnknown && !group.hasFeeLines && stated !== sum);
  return {
    line: columns.line[group.line] as number,
    kind: 'payout',
    currency: currencies[columns.currency[group.line] as number] ?? null,
    measure: 'net',
    stated,
    sum: group.count === 0 ? null : sum,
    lineCount: group.count,
    ...closedRows(lines, group.stretches, kept),
    agrees: isOpen ? null : stated === sum,
  };
}
