import { maxAmountMinor } from '@mizan/contract/money.ts';
import { type BankField, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import type { ColumnMapping } from '../read/columns.ts';
import {
  currencyOfHeading,
  currencyOfWord,
  noCurrency,
  otherCurrency,
  sameCurrency,
} from '../read/currency-words.ts';
import { cellText, type Row } from '../read/row.ts';
import { amountFromBytes, newReadAmount, type ReadAmount, readAmountText } from './amount-text.ts';
import { createDictionary } from './byte-dictionary.ts';
import { classified, type FieldColumns, halalasOfCell, isEmptyCell } from './line-fields.ts';
import type { LineProblem } from './line-problem.ts';
import { ownCharges } from './line-words.ts';
import type { ValueFormats } from './value-formats.ts';

/** Types whose word alone takes money from the merchant; what is adjusted or carried over says by its sign which way. */
const takesBackTypes: ReadonlySet<number> = new Set(
  (
    ['REFUND', 'REVERSAL', 'CHARGEBACK', 'FEE', 'RENT', 'MONTHLY_FEE', 'CHARGEBACK_FEE', 'INVOICE'] as const
  ).map((type) => lineTypes.indexOf(type)),
);

/** What the bank takes for itself; it is given back at times, under the same word. */
const ownChargeTypes: ReadonlySet<number> = new Set(ownCharges.map((type) => lineTypes.indexOf(type)));

/** What a line says of money: gross and charge signed, in minor units of one currency. */
export interface Money {
  grossMinor: number;
  /** What the bank kept; 0 where `chargeKnown` is false. */
  chargeMinor: number;
  /** As given; NaN where there is none, and where it is of another currency than the gross. */
  feeMinor: number;
  vatMinor: number;
  chargeKnown: boolean;
  /** Fees or net stand in another currency: they are never reckoned against the gross. */
  chargeOfOther: boolean;
  /** Index into `currencies`. */
  currency: number;
  /** Nothing names it: the merchant's own was taken, which holds as long as no line of the file names one. */
  currencyAssumed: boolean;
  /** An amount would be another one with the other decimal mark. */
  isAmbiguous: boolean;
}

/** What a file as a whole says of its amounts, as far as it was read. */
interface AmountFindings {
  /** Lines name currencies, or headings name different ones: a line without any is then rejected. */
  namesCurrency: boolean;
  /** An amount fits the other decimal mark alone: then those that fit both are rejected. */
  contradictsMark: boolean;
  /** A word turned the sign of an amount: a bank's sum of the column as printed differs from ours. */
  turnsSigns: boolean;
}

export interface MoneyReader {
  /** Reads the amounts of a row into `money`, or says why not. `type` is -1 for none, `direction` -1, 0 or 1. */
  read: (row: Row, type: number, direction: number) => LineProblem | null;
  money: Money;
  findings: AmountFindings;
  /** One amount by itself, with the currency of its cell or heading. The object changes with the next call. */
  amountOf: (row: Row, index: number) => ReadAmount;
  /** The same of a figure that stands within other words. */
  amountOfText: (text: string) => ReadAmount;
  /** What the row's own column of currencies says: `noCurrency` where it says nothing. */
  currencyOfRow: (row: Row) => number;
}

/** The amounts of a row as they stand, NaN for those it has not, and the currencies that are named for them. */
interface Figures {
  gross: number;
  fees: number;
  net: number;
  /** The gross is that of a pair of columns, which has its sign. */
  fromPair: boolean;
  ofGross: number;
  inGrossCells: number;
  ofFees: number;
  ofNet: number;
}

/** What reading one row needs and leaves behind. */
interface Work {
  at: FieldColumns;
  formats: ValueFormats;
  /** The currency that each column's heading names. */
  headings: number[];
  wordOf: (row: Row, index: number) => number;
  amount: ReadAmount;
  money: Money;
  figures: Figures;
  findings: AmountFindings;
  bad: LineProblem | null;
  /** The currency of the cells and headings that were read since it was set to none, and of the cells alone. */
  met: number;
  metInCells: number;
}

/** Reads the amounts of one file: each has the currency of its own cell, of its column's heading, or of the row. */
export function createMoneyReader(
  at: FieldColumns,
  mapping: ColumnMapping,
  formats: ValueFormats,
  defaultCurrency: number,
): MoneyReader {
  const work: Work = {
    at,
    formats,
    headings: [...Array<number>(mapping.shift).fill(noCurrency), ...mapping.titles.map(currencyOfHeading)],
    wordOf: classified(createDictionary(), currencyOfWord),
    amount: newReadAmount(),
    money: newMoney(),
    figures: newFigures(),
    findings: { namesCurrency: false, contradictsMark: false, turnsSigns: false },
    bad: null,
    met: noCurrency,
    metInCells: noCurrency,
  };
  work.findings.namesCurrency = headingsDiffer(work, defaultCurrency);
  return {
    money: work.money,
    findings: work.findings,
    read: (row, type, direction) => readMoney(work, row, type, direction, defaultCurrency),
    amountOf: (row, index) => {
      work.met = noCurrency;
      work.amount.minor = readCell(work, row, index, 'amount');
      work.amount.currency = work.met;
      return work.amount;
    },
    amountOfText: (text) => {
      readAmountText(text, formats.decimalComma, work.amount);
      if (formats.minorUnits) work.amount.minor = Number.NaN;
      return work.amount;
    },
    currencyOfRow: (row) => wordIn(work, row, at.currency),
  };
}

const newMoney = (): Money => ({
  grossMinor: 0,
  chargeMinor: 0,
  feeMinor: 0,
  vatMinor: 0,
  chargeKnown: false,
  chargeOfOther: false,
  currency: 0,
  currencyAssumed: false,
  isAmbiguous: false,
});

const newFigures = (): Figures => ({
  gross: 0,
  fees: 0,
  net: 0,
  fromPair: false,
  ofGross: noCurrency,
  inGrossCells: noCurrency,
  ofFees: noCurrency,
  ofNet: noCurrency,
});

/** Whether the headings of amounts name several currencies, or one that is not the merchant's. */
function headingsDiffer({ at, headings }: Work, defaultCurrency: number): boolean {
  const columns = [at.debit, at.credit, at.net, at.netDebit, at.netCredit, at.totalFee];
  const named = [...at.amounts, ...columns, ...at.vats, ...at.fees].map(
    (index) => headings[index] ?? noCurrency,
  );
  return named.some((currency) => currency !== noCurrency && currency !== defaultCurrency);
}

const wordIn = ({ wordOf }: Work, row: Row, index: number): number =>
  isEmptyCell(row, index) ? noCurrency : wordOf(row, index);

/** Reads every amount of a row and settles their currency and signs. */
function readMoney(
  work: Work,
  row: Row,
  type: number,
  direction: number,
  defaultCurrency: number,
): LineProblem | null {
  const { at, money, figures } = work;
  readFigures(work, row);
  if (work.bad) return work.bad;
  const { net, fees, ofNet } = figures;
  const hasGross = !Number.isNaN(figures.gross);
  if (!hasGross && Number.isNaN(net)) return { code: 'missing', field: 'amount', value: '' };
  const badCurrency = settleCurrency(work, row, hasGross, defaultCurrency);
  if (badCurrency) return badCurrency;

  const fits = (currency: number): boolean => currency === noCurrency || currency === money.currency;
  // Fees that name no currency are taken from the net, so they are of the currency that the net names.
  const feesFit = fits(figures.ofFees === noCurrency ? ofNet : figures.ofFees);
  const netFits = fits(ofNet);
  if (!feesFit && !hasGross && fees !== 0 && !Number.isNaN(fees)) return currencyProblem(row, at);
  money.chargeOfOther = (!feesFit && !Number.isNaN(fees)) || (!netFits && !Number.isNaN(net));
  if (!feesFit) {
    money.feeMinor = Number.NaN;
    money.vatMinor = Number.NaN;
  }
  const known = feesFit ? fees : Number.NaN;
  const gross = hasGross ? figures.gross : net + (Number.isNaN(known) ? 0 : Math.abs(known));
  const isSigned = work.formats.charges === 'signed' && ownChargeTypes.has(type);
  const takesBack = takesBackTypes.has(type) && !isSigned;
  const isTurned = !figures.fromPair && gross > 0 && takesMoney(work.formats.refunds, direction, takesBack);
  work.findings.turnsSigns ||= isTurned;
  settleCharge(money, isTurned ? -gross : gross, netFits ? net : Number.NaN, known);
  return null;
}

/** Reads the amounts of a row as they stand, and which currencies their cells and headings name. */
function readFigures(work: Work, row: Row): void {
  const { at, figures, money } = work;
  work.bad = null;
  money.isAmbiguous = false;
  begin(work);
  figures.gross = readSum(work, row, at.amounts, 'amount');
  figures.fromPair = Number.isNaN(figures.gross);
  if (figures.fromPair) figures.gross = readPair(work, row, at.credit, at.debit, 'credit', 'debit');
  figures.ofGross = work.met;
  figures.inGrossCells = work.metInCells;
  begin(work);
  money.vatMinor = readSum(work, row, at.vats, 'vat');
  money.feeMinor = readSum(work, row, at.fees, 'fee');
  const total = readCell(work, row, at.totalFee, 'totalFee');
  figures.fees = Number.isNaN(money.feeMinor)
    ? total
    : money.feeMinor + (Number.isNaN(money.vatMinor) ? 0 : money.vatMinor);
  figures.ofFees = work.met;
  begin(work);
  figures.net = readCell(work, row, at.net, 'net');
  if (Number.isNaN(figures.net))
    figures.net = readPair(work, row, at.netCredit, at.netDebit, 'netCredit', 'netDebit');
  figures.ofNet = sameCurrency(work.met, wordIn(work, row, at.netCurrency));
}

/** The currency of the gross, or why there is none that could be relied on. */
function settleCurrency(
  work: Work,
  row: Row,
  hasGross: boolean,
  defaultCurrency: number,
): LineProblem | null {
  const { figures, findings, money } = work;
  const ofRow = wordIn(work, row, work.at.currency);
  // An amount that the net alone gives is of the net's currency.
  const isOfNet = !hasGross && figures.ofNet !== noCurrency;
  const named = isOfNet ? figures.ofNet : sameCurrency(figures.ofGross, ofRow);
  if (named === otherCurrency) {
    findings.namesCurrency = true;
    return currencyProblem(row, work.at);
  }
  if (named === noCurrency && findings.namesCurrency)
    return { code: 'currency', field: 'currency', value: '' };
  findings.namesCurrency ||= isOfNet || ofRow !== noCurrency || figures.inGrossCells !== noCurrency;
  money.currency = named === noCurrency ? defaultCurrency : named;
  money.currencyAssumed = named === noCurrency;
  return null;
}

/** A currency that is not kept, or one beside another: what the row's column says of it, else its amount. */
function currencyProblem(row: Row, at: FieldColumns): LineProblem {
  const columns = [
    at.currency,
    at.amount,
    at.credit,
    at.debit,
    at.netCurrency,
    at.net,
    at.netCredit,
    at.netDebit,
  ];
  const index = columns.find((column) => !isEmptyCell(row, column)) ?? -1;
  return { code: 'currency', field: 'currency', value: cellText(row, index) };
}

/** What the bank kept of a signed gross: its difference from the net, else the fees; `NaN` stands for what is not known. */
function settleCharge(money: Money, grossMinor: number, net: number, fees: number): void {
  money.grossMinor = grossMinor;
  money.chargeKnown = !Number.isNaN(net) || !Number.isNaN(fees);
  const signedNet = grossMinor < 0 && net > 0 ? -net : net;
  if (!Number.isNaN(net)) money.chargeMinor = grossMinor - signedNet;
  else if (Number.isNaN(fees)) money.chargeMinor = 0;
  else money.chargeMinor = grossMinor < 0 ? fees : Math.abs(fees);
}

/** What tells that a line takes money back which has no minus sign: as the file was confirmed, or whatever it has. */
function takesMoney(refunds: ValueFormats['refunds'], direction: number, takesBack: boolean): boolean {
  if (refunds === 'minus') return false;
  if (refunds === 'word') return takesBack;
  if (refunds === 'direction') return direction < 0;
  return direction < 0 || (direction === 0 && takesBack);
}

function begin(work: Work): void {
  work.met = noCurrency;
  work.metInCells = noCurrency;
}

/** Signed minor units of a cell, NaN where it is empty or malformed; the latter is kept as the row's problem. */
function readCell(work: Work, row: Row, index: number, field: BankField): number {
  if (isEmptyCell(row, index)) return Number.NaN;
  const { formats, amount, findings } = work;
  const heading = work.headings[index] as number;
  if (heading !== noCurrency) work.met = sameCurrency(work.met, heading);
  if (!formats.decimalComma && !formats.minorUnits) {
    const { bytes, bounds } = row;
    const quick = amountFromBytes(bytes, bounds[2 * index] as number, bounds[2 * index + 1] as number);
    if (!Number.isNaN(quick)) return quick;
  }
  const text = cellText(row, index);
  readAmountText(text, formats.decimalComma, amount);
  if (amount.currency !== noCurrency) {
    work.met = sameCurrency(work.met, amount.currency);
    work.metInCells = sameCurrency(work.metInCells, amount.currency);
  }
  if (formats.minorUnits) amount.minor = halalasOfCell(row, index);
  else {
    work.money.isAmbiguous ||= amount.isAmbiguous;
    findings.contradictsMark ||= amount.contradicts;
  }
  if (Number.isNaN(amount.minor) || Math.abs(amount.minor) > maxAmountMinor)
    work.bad ??= { code: 'amount', field, value: text };
  return amount.minor;
}

/** What a pair of columns, one for money paid and one for money taken, comes to. */
function readPair(
  work: Work,
  row: Row,
  credit: number,
  debit: number,
  creditField: BankField,
  debitField: BankField,
): number {
  if (isEmptyCell(row, credit) && isEmptyCell(row, debit)) return Number.NaN;
  const paid = readCell(work, row, credit, creditField);
  const taken = readCell(work, row, debit, debitField);
  return (Number.isNaN(paid) ? 0 : Math.abs(paid)) - (Number.isNaN(taken) ? 0 : Math.abs(taken));
}

/** What the columns of one field come to: NaN where none of them holds anything. */
function readSum(work: Work, row: Row, columns: readonly number[], field: BankField): number {
  if (columns.length === 1) return readCell(work, row, columns[0] as number, field);
  let sum = Number.NaN;
  for (const index of columns) {
    if (isEmptyCell(row, index)) continue;
    sum = (Number.isNaN(sum) ? 0 : sum) + readCell(work, row, index, field);
  }
  return sum;
}
