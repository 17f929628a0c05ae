import { latinDigits } from '@mizan/contract/money.ts';
import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { fieldOfName, partsOfName } from '../read/column-names.ts';
import type { ColumnMapping } from '../read/columns.ts';
import { comparableHeader } from '../read/header-text.ts';
import { cellText, type Row } from '../read/row.ts';
import { withWordsApart } from '../read/usual-form.ts';
import { type BankLines, lineFlag } from './bank-lines.ts';
import { newUnreadCells, type UnreadCells } from './unread-cells.ts';

/** A column that nothing is read from, and that holds amounts all the same: what they are of, nobody knows. */
interface UnreadColumn {
  /** Where its cells stand in a row. */
  index: number;
  /** Its name in comparable form, by which it is answered for a layout, and as the file writes it. */
  key: string;
  name: string;
  /** Lines in which it holds an amount that is not nil. */
  count: number;
}

/** What a column may repeat on every line, whatever its name: 'chargeBeforeVat' is what the bank kept without the VAT that is named. */
const figures = ['gross', 'net', 'fee', 'vat', 'charge', 'chargeBeforeVat'] as const;
type Figure = (typeof figures)[number];
const figureOf: Partial<Record<BankField, Figure>> = {
  amount: 'gross',
  debit: 'gross',
  credit: 'gross',
  net: 'net',
  netDebit: 'net',
  netCredit: 'net',
  fee: 'fee',
  vat: 'vat',
  totalFee: 'charge',
};

interface CountedColumn extends UnreadColumn {
  /** What it is by its name, which one line shows; another name may hold what it repeats by chance on one. */
  named: Figure | null;
  /** What it repeats on every line so far. */
  repeated: readonly Figure[];
  /** Its whole numbers may be amounts. */
  mayBeWhole: boolean;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(comparableHeader));
/** Names of decimals that are no money of a line: 'Exchange Rate', 'Commission %', 'Running Balance', 'نسبة العمولة'. */
const asideWords = setOf(
  'rate rates percent percentage pct % balance latitude longitude quantity qty points version نسبه النسبه سعر السعر معدل المعدل رصيد الرصيد',
);
const besideWords = setOf(
  'exchange fx conversion forex currency mdr msc msf vat tax commission merchant discount service charge fee interchange running available closing opening account current ledger daily day of the in after before العموله الصرف الضريبه ضريبه الرسوم الخصم القيمه المضافه الحالي المتاح الختامي الافتتاحي الحساب بعد العمليه تحويل العمله',
);

/**
 * Whether a name says that its decimals are shares, rates or balances: in English its last word, in Arabic its first. Another word
 * beside it that is not known may turn it: 'Balance deducted' and 'Rate Fee' are amounts.
 */
export const namesNoMoney = (name: string): boolean => allParts(name, isAside);

/** A name in two languages says the same twice. */
const allParts = (name: string, isSo: (part: string) => boolean): boolean => {
  const parts = partsOfName(name);
  return isSo(name) || (parts.length > 1 && parts.every(isSo));
};

function isAside(name: string): boolean {
  const words = comparableHeader(withWordsApart(name))
    .replaceAll('%', ' % ')
    .split(' ')
    .filter((word) => word !== '');
  const head = /\p{Script=Arabic}/u.test(words[0] ?? '') ? words[0] : words.at(-1);
  if (head === undefined || !asideWords.has(head)) return false;
  return words.every((word) => asideWords.has(word) || besideWords.has(word) || /^\d+$/.test(word));
}

const numberWords = setOf(
  'id no number num nr code mcc sequence seq serial sr index count counts qty quantity items ref reference rrn stan trace رقم رمز كود معرف عدد تسلسل مسلسل',
);
const placeWords = setOf(
  'terminal device pos tid mid merchant outlet branch store shop city region account card bin batch order invoice receipt slip ticket transaction transactions txn txns trx auth approval authorization operator cashier user staff entry mode type category class version year month week day date time hour minute period points of the row line lines record records جهاز الجهاز تاجر التاجر فرع الفرع متجر المتجر حساب الحساب بطاقه البطاقه دفعه الدفعه فاتوره الفاتوره طلب الطلب عمليه العمليه العمليات ايصال الايصال سنه شهر يوم تاريخ وقت ساعه نقاط م',
);

/** Whether a name says that its whole numbers number or count something: 'Branch Code', 'No of items', 'رقم الفرع'. */
export const namesNumber = (name: string): boolean => allParts(name, isNumber);

function isNumber(name: string): boolean {
  const words = comparableHeader(withWordsApart(name))
    .split(' ')
    .filter((word) => word !== '');
  const head = (/\p{Script=Arabic}/u.test(words[0] ?? '') ? words[0] : words.at(-1)) ?? '';
  if (numberWords.has(head) || (words[1] === 'of' && numberWords.has(words[0] ?? ''))) return true;
  return (
    words.length > 0 &&
    words.every((word) => numberWords.has(word) || placeWords.has(word) || /^\d+$/.test(word))
  );
}

/** What a list of disputes calls its amount in the currency in which it is reconciled. */
const repeatNames: ReadonlyMap<string, Figure> = new Map([['recon amount', 'gross']]);

/** Parts that PayerMax prints beside the fee that they make up. */
const feeParts: ReadonlySet<string> = new Set(['rate fee', 'fixed fee'].map(comparableHeader));

/** The columns of which nothing is read, but for those whose names say that they hold no money. */
function unreadColumns({ fields, keys, titles, shift }: ColumnMapping): CountedColumn[] {
  const isFeeRead = fields.includes('fee');
  return titles.flatMap((title, at) => {
    const isAside = namesNoMoney(title) || (isFeeRead && feeParts.has(comparableHeader(title)));
    if (fields[at] !== null || isAside) return [];
    const name = title.trim() === '' ? `#${at + 1}` : title.trim();
    const named = fieldOfName(title)?.field;
    const figure = (named && figureOf[named]) ?? repeatNames.get(comparableHeader(title)) ?? null;
    const mayBeWhole = !namesNumber(title);
    const repeated = figure ? [figure] : figures;
    const column = { index: at + shift, key: keys[at] || name, name, count: 0, mayBeWhole };
    return [{ ...column, named: figure, repeated }];
  });
}

const amount =
  /^[-+(]?\s*(?:\p{L}{2,4}\.?|ر\.?\s?س\.?|[$€£﷼\u20c1])?\s*[-+]?(\d[\d,.٬' ]*)[.,٫](\d{1,2})\s*(?:\p{L}{2,4}\.?|ر\.?\s?س\.?|[$€£﷼\u20c1])?\)?-?$/u;

/** Minor units of a cell that holds an amount with decimals, without its sign; 0 for any other text: a whole number may be anything. */
export function decimalMinor(text: string): number {
  const found = amount.exec(latinDigits(text.trim()));
  if (!found) return 0;
  return Number((found[1] ?? '').replaceAll(/\D/g, '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

const whole =
  /^[-+(]?\s*(?:\p{L}{2,4}\.?|ر\.?\s?س\.?|[$€£﷼\u20c1])?\s*[-+]?([1-9]\d{0,8})\s*(?:\p{L}{2,4}\.?|ر\.?\s?س\.?|[$€£﷼\u20c1])?\)?-?$/u;
const dayForm = /^20\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$|^(?:[0-2]\d|3[01])(?:0[1-9]|1[0-2])20\d\d$/;

/** Halalas of a cell that holds a whole number, without its sign; 0 for a longer one, for a day and for any other text. */
export function wholeMinor(text: string): number {
  const found = whole.exec(latinDigits(text.trim()))?.[1] ?? '0';
  return dayForm.test(found) ? 0 : Number(found);
}

/** Whether a cell can hold an amount with decimals: a mark stands before its last figures. Looks at bytes alone. */
function mayBeDecimal({ bytes, bounds, cellCount }: Row, index: number): boolean {
  if (index >= cellCount) return false;
  const start = bounds[2 * index] as number;
  const end = bounds[2 * index + 1] as number;
  if (end - start < 3 || end - start > cellBytesMax) return false;
  let hasFigure = false;
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes[at] as number;
    // Other scripts need the text.
    if (byte >= 0x80) return true;
    if (byte >= 0x30 && byte <= 0x39) hasFigure = true;
    else if ((byte === 0x2e || byte === 0x2c) && hasFigure) return true;
    else if (hasFigure) return false;
  }
  return false;
}
const cellBytesMax = 64;

/** Minor units of a cell of nothing but a few figures, as whole riyals: nobody is asked for it, but it may explain what a line lacks. */
function wholeRiyals({ bytes, bounds, cellCount }: Row, index: number): number {
  if (index >= cellCount) return 0;
  const end = bounds[2 * index + 1] as number;
  let at = bounds[2 * index] as number;
  if (bytes[at] === 0x2d) at++;
  if (end - at > riyalFiguresMax || bytes[at] === 0x30) return 0;
  let riyals = 0;
  for (; at < end; at++) {
    const figure = (bytes[at] as number) - 0x30;
    if (figure < 0 || figure > 9) return 0;
    riyals = riyals * 10 + figure;
  }
  return riyals * 100;
}
const riyalFiguresMax = 6;

/** Counts the amounts in columns that nothing is read from. */
export interface UnreadColumns {
  /** Takes the row of the line of that index, which was read. */
  take: (row: Row, index: number) => void;
  /** Those that hold amounts which repeat no figure of their lines; of whole riyals the count is 0. */
  found: () => UnreadColumn[];
  cells: UnreadCells;
}

/** `isMinor`: the amounts of the file are whole halalas, and so may be those of a column that nothing is read from. */
export function createUnreadColumns(
  mapping: ColumnMapping,
  lines: BankLines,
  isMinor: boolean,
): UnreadColumns {
  const columns = unreadColumns(mapping);
  const cells = newUnreadCells();
  return {
    cells,
    take: (row, index) => {
      for (const column of columns) {
        let minor = mayBeDecimal(row, column.index) ? decimalMinor(cellText(row, column.index)) : 0;
        if (minor === 0 && isMinor && column.mayBeWhole) minor = wholeMinor(cellText(row, column.index));
        if (minor !== 0) column.count++;
        else if (!isMinor && column.mayBeWhole) minor = wholeRiyals(row, column.index);
        if (minor !== 0) {
          cells.lines.push(row.line);
          cells.columns.push(column.index);
          cells.minors.push(minor);
        }
        if (column.repeated.length > 0)
          column.repeated = column.repeated.filter((figure) => repeats(figure, lines, index, minor));
      }
    },
    found: () =>
      columns
        .filter(({ named, repeated, count }) => repeated.length === 0 || (named === null && count < 2))
        .map(({ index, key, name, count }) => ({ index, key, name, count })),
  };
}

/** Whether an amount is that figure of its line; one that the line does not say is repeated by nothing. */
function repeats(figure: Figure, { columns }: BankLines, line: number, minor: number): boolean {
  const [gross, charge] = [columns.grossMinor[line] as number, columns.chargeMinor[line] as number];
  const isKnown = ((columns.flags[line] as number) & lineFlag.chargeKnown) !== 0;
  if (figure === 'gross') return Math.abs(gross) === minor;
  if (figure === 'fee') return Math.abs(columns.feeMinor[line] as number) === minor;
  const vat = columns.vatMinor[line] as number;
  if (figure === 'vat') return Math.abs(vat) === minor;
  if (figure === 'chargeBeforeVat') return isKnown && Math.abs(charge - vat) === minor;
  return isKnown && Math.abs(figure === 'net' ? gross - charge : charge) === minor;
}
