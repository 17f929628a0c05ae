import { utils, type WorkSheet, write } from '@e965/xlsx';
import { type FormCell, type Spelling, spellingOf } from './form-cells.ts';
import type { Random } from './random.ts';
import type { KnownPayment } from './settlement-line.ts';
import { type Fault, faultyDay, type Line } from './strange-headings.ts';
import { encodeText, quoted, textEncodings } from './text-table.ts';

/**
 * Files of usual columns in unusual forms: workbooks with covers, summaries and a sheet for each terminal or scheme, headings in groups
 * or none at all, columns from right to left, totals in the middle and without a word, pages, any encoding. What is wrong in a
 * file is written down with it.
 */
export interface FormedFile {
  bytes: Uint8Array;
  payments: KnownPayment[];
  /** The payment that the fault is about; null for none. */
  of: KnownPayment | null;
  saysCharges: boolean;
  /** What each column holds, as a person would say it of a file without names. */
  fields: (string | null)[];
  /** What it looks like, for whoever reads a failure. */
  manner: Readonly<Record<string, unknown>>;
  shown: string;
}

interface Style {
  words: readonly [sale: string, refund: string];
  sides: readonly [credit: string, debit: string];
  isUnsigned: boolean;
  hasTime: boolean;
}

interface Column {
  field: string | null;
  names: readonly [en: string, ar: string];
  group: readonly [en: string, ar: string];
  cell: (line: Line, style: Style, index: number) => FormCell;
  /** What totals add up here. */
  sum?: (line: Line) => number;
}

const text = (value: string): FormCell => ({ kind: 'text', text: value });
const key = (value: string | null): FormCell => ({ kind: 'key', text: value ?? '' });
const money = (minor: number): FormCell => ({ kind: 'amount', minor });
const isRefund = ({ of }: Line): boolean => of.type === 'REFUND';
const netOf = ({ of, grossMinor }: Line): number => grossMinor - of.feeMinor - of.vatMinor;
const deal = ['Transaction', 'العملية'] as const;
const sums = ['Amounts', 'المبالغ'] as const;
const place = ['Merchant', 'التاجر'] as const;
const column = (
  field: string | null,
  names: Column['names'],
  group: Column['group'],
  cell: Column['cell'],
  sum?: Column['sum'],
): Column => ({ field, names, group, cell, ...(sum && { sum }) });
const summed = (field: string, names: Column['names'], sum: (line: Line) => number): Column =>
  column(field, names, sums, (line) => money(sum(line)), sum);

const columns = {
  number: column(null, ['Sr. No.', 'التسلسل'], deal, (_line, _style, index) => key(String(index + 1))),
  store: column(null, ['Merchant Name', 'اسم التاجر'], place, () => text('Noor Coffee')),
  terminal: column('terminalId', ['Terminal ID', 'رقم الجهاز'], place, ({ of }) => key(of.tid)),
  date: column('date', ['Transaction Date', 'تاريخ العملية'], deal, ({ of }, { hasTime }) => {
    return { kind: 'date', atMs: of.createdAtMs, hasTime };
  }),
  rrn: column('rrn', ['RRN', 'الرقم المرجعي'], deal, ({ of }) => key(of.rrn)),
  code: column('authCode', ['Auth Code', 'رمز الموافقة'], deal, ({ of }) => key(of.authCode)),
  card: column('card', ['Card Number', 'رقم البطاقة'], deal, ({ of }) =>
    text(`${of.firstSix}******${of.lastFour}`),
  ),
  scheme: column('scheme', ['Card Scheme', 'نوع البطاقة'], deal, ({ of }) => text(of.scheme)),
  kind: column('type', ['Transaction Type', 'نوع العملية'], deal, (line, { words }) =>
    text(words[isRefund(line) ? 1 : 0]),
  ),
  currency: column('currency', ['Currency', 'العملة'], sums, () => text('SAR')),
  amount: column(
    'amount',
    ['Transaction Amount', 'مبلغ العملية'],
    sums,
    ({ grossMinor }, { isUnsigned }) => money(isUnsigned ? Math.abs(grossMinor) : grossMinor),
    ({ grossMinor }) => grossMinor,
  ),
  side: column('direction', ['DR/CR', 'مدين/دائن'], sums, (line, { sides }) =>
    text(sides[isRefund(line) ? 1 : 0]),
  ),
  debit: column(
    'debit',
    ['Debit', 'مدين'],
    sums,
    (line) => (isRefund(line) ? money(-line.grossMinor) : text('')),
    (line) => (isRefund(line) ? -line.grossMinor : 0),
  ),
  credit: column(
    'credit',
    ['Credit', 'دائن'],
    sums,
    (line) => (isRefund(line) ? text('') : money(line.grossMinor)),
    (line) => (isRefund(line) ? 0 : line.grossMinor),
  ),
  rate: column(null, ['MDR %', 'نسبة العمولة'], sums, (line) => text(isRefund(line) ? '0%' : '0.80%')),
  bareRate: column(null, ['MDR', 'نسبة الخصم'], sums, (line) => {
    return { kind: 'rate', percent: isRefund(line) ? 0 : 0.8 };
  }),
  fee: summed('fee', ['Commission', 'العمولة'], ({ of }) => of.feeMinor),
  vat: summed('vat', ['VAT', 'ضريبة القيمة المضافة'], ({ of }) => of.vatMinor),
  net: summed('net', ['Net Amount', 'صافي المبلغ'], netOf),
} satisfies Record<string, Column>;

interface Form {
  columns: Column[];
  saysCharges: boolean;
  style: Style;
  /** 1 in Arabic. */
  tongue: 0 | 1;
  head: 'one' | 'groups' | 'none';
  totals: 'none' | 'end' | 'middle' | 'middleAndEnd';
  /** Totals stand without a word. */
  isBare: boolean;
  isPaged: boolean;
  above: string[];
  totalWords: readonly [part: string, whole: string];
}

function formOf(random: Random): Form {
  const { number, store, terminal, date, rrn, code, card, scheme, kind, currency } = columns;
  const { amount, side, debit, credit, rate, bareRate, fee, vat, net } = columns;
  const amountsAs = random.pick(['one', 'one', 'one', 'side', 'two'] as const);
  const isUnsigned = amountsAs === 'side' || random.oneIn(2);
  const money = {
    one: [amount],
    side: [amount, side],
    two: random.pick([
      [debit, credit],
      [credit, debit],
    ]),
  };
  const charges: Column[] = random.pick<Column[]>([
    [],
    [fee, vat, net],
    [rate, fee, vat, net],
    [bareRate, fee, vat, net],
    [fee, vat],
    [net],
  ]);
  const maybe = (of: Column): Column[] => (random.oneIn(2) ? [of] : []);
  const used = [
    ...maybe(number),
    ...maybe(store),
    terminal,
    date,
    ...random.pick([[rrn], [rrn, code, card], [code, card]]),
    ...maybe(scheme),
    ...(isUnsigned && amountsAs === 'one' ? [kind] : maybe(kind)),
    ...maybe(currency),
    ...money[amountsAs],
    ...charges,
  ];
  const tongue = random.oneIn(3) ? 1 : 0;
  const title = ['Merchant Settlement Report', 'تقرير التسوية'][tongue] as string;
  return {
    columns: random.oneIn(3) ? used.toReversed() : used,
    saysCharges: charges.length > 0,
    style: {
      words: random.pick([
        ['Purchase', 'Refund'],
        ['SALE', 'RETURN'],
        ['شراء', 'استرجاع'],
      ] as const),
      sides: random.pick([
        ['CR', 'DR'],
        ['C', 'D'],
        ['Credit', 'Debit'],
        ['دائن', 'مدين'],
        ['+', '-'],
      ] as const),
      isUnsigned,
      hasTime: random.oneIn(2),
    },
    tongue,
    head: random.pick(['one', 'one', 'groups', 'groups', 'none'] as const),
    totals: random.pick(['none', 'none', 'end', 'middle', 'middleAndEnd'] as const),
    isBare: random.oneIn(3),
    isPaged: random.oneIn(4),
    above: random.oneIn(3) ? [title, 'IBAN: SA0380000000608010167519'] : [],
    totalWords: tongue
      ? ['إجمالي', 'الإجمالي']
      : random.pick([
          ['Subtotal', 'Total'],
          ['Total for', 'Grand Total'],
        ] as const),
  };
}

type Row = FormCell[];

const headRows = ({ columns: used, head, tongue }: Form): Row[] => {
  const groups = used.map(({ group }, index) => text(used[index - 1]?.group === group ? '' : group[tongue]));
  const names = used.map((own) => text(own.names[tongue]));
  return { none: [], one: [names], groups: [groups, names] }[head];
};

function totalRow({ columns: used, isBare }: Form, words: string, lines: readonly Line[]): Row {
  const cells = used.map(({ sum }) =>
    sum ? money(lines.reduce((all, line) => all + sum(line), 0)) : text(''),
  );
  const at = used.findIndex(({ sum }) => !sum);
  return isBare ? cells : cells.with(at, text(words));
}

/** The rows of a sheet or of a text. */
function rowsOf(form: Form, lines: readonly Line[]): Row[] {
  const { columns: used, style, totals, totalWords, tongue } = form;
  let index = 0;
  const row = (line: Line): Row => {
    index++;
    return used.map(({ cell }) => cell(line, style, index));
  };
  const titles = form.above.map((line) => [text(line)]);
  const top = [...titles, ...headRows(form)];
  const [partWord, wholeWord] = totalWords;
  const end = totals === 'end' || totals === 'middleAndEnd' ? [totalRow(form, wholeWord, lines)] : [];
  if (totals === 'middle' || totals === 'middleAndEnd') {
    const parts = [...Map.groupBy(lines, ({ of }) => of.tid)].flatMap(([tid, own]) => [
      ...own.map(row),
      totalRow(form, `${partWord} ${tid}`, own),
    ]);
    return [...top, ...parts, ...end];
  }
  const all = lines.map(row);
  if (!form.isPaged || form.head === 'none') return [...top, ...all, ...end];
  const half = Math.ceil(all.length / 2);
  const foot = (page: number): Row => [text(tongue ? `صفحة ${page} من 2` : `Page ${page} of 2`)];
  return [...top, ...all.slice(0, half), foot(1), ...top, ...all.slice(half), ...end, foot(2)];
}

function textOfRows(random: Random, { textOf, is1256 }: Spelling, rows: readonly Row[]) {
  const encoding = random.pick(textEncodings.filter((name) => name !== 'windows-1256' || is1256));
  const lineEnd = random.pick(['\n', '\r\n', '\r']);
  const delimiter = random.pick([',', ';', '\t', '|']);
  const isQuoted = random.oneIn(4);
  const cell = (value: string): string =>
    isQuoted ? `"${value.replaceAll('"', '""')}"` : quoted(value, delimiter);
  const lines = rows.map((cells) => cells.map((each) => cell(textOf(each))).join(delimiter));
  const bytes = encodeText(lines.join(lineEnd) + lineEnd, encoding);
  return { bytes, manner: { encoding, lineEnd, delimiter, isQuoted } };
}

function sheetOf({ cellOf }: Spelling, rows: readonly Row[]): WorkSheet {
  const sheet: WorkSheet = {};
  const width = Math.max(...rows.map((cells) => cells.length));
  const merged: NonNullable<WorkSheet['!merges']> = [];
  for (const [r, cells] of rows.entries()) {
    for (const [c, cell] of cells.entries()) {
      const object = cellOf(cell);
      if (object.v !== '') sheet[utils.encode_cell({ r, c })] = object;
    }
    if (cells.length === 1) merged.push({ s: { r, c: 0 }, e: { r, c: width - 1 } });
  }
  sheet['!ref'] = utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length - 1, c: width - 1 } });
  sheet['!merges'] = merged;
  return sheet;
}

function bookOf(random: Random, spelling: Spelling, form: Form, lines: readonly Line[]) {
  const split = form.head === 'none' ? 'none' : random.pick(['none', 'none', 'tid', 'scheme'] as const);
  const [hasCover, hasSummary] = [random.oneIn(2), random.oneIn(4)];
  const bookType = random.pick(['xlsx', 'xlsx', 'biff8'] as const);
  const book = utils.book_new();
  book.Workbook = { WBProps: { date1904: spelling.is1904 } };
  const add = (name: string, sheet: WorkSheet): string => utils.book_append_sheet(book, sheet, name);
  if (hasCover) add('Cover', utils.aoa_to_sheet([['Najd Bank'], ['Merchant', 'Noor Coffee']]));
  if (hasSummary) {
    const total = lines.reduce((sum, { grossMinor }) => sum + grossMinor, 0);
    add(
      'Summary',
      utils.aoa_to_sheet([
        ['Scheme', 'Count', 'Amount'],
        ['All', lines.length, total / 100],
      ]),
    );
  }
  const parts =
    split === 'none' ? new Map([['Details', [...lines]]]) : Map.groupBy(lines, ({ of }) => of[split]);
  for (const [name, own] of parts) add(name, sheetOf(spelling, rowsOf(form, own)));
  const bytes = write(book, { type: 'buffer', bookType, bookSST: true }) as Buffer;
  return { bytes, manner: { bookType, split, hasCover, hasSummary } };
}

export function formedFile(random: Random, fault: Fault): FormedFile {
  const { payments, of, lines: ordered } = faultyDay(random, fault);
  const lines = random.shuffled(ordered);
  const [form, spelling] = [formOf(random), spellingOf(random)];
  const rows = rowsOf(form, lines);
  const { bytes, manner } = random.oneIn(2)
    ? textOfRows(random, spelling, rows)
    : bookOf(random, spelling, form, lines);
  const { head, totals, isBare, isPaged } = form;
  return {
    bytes,
    payments,
    of,
    saysCharges: form.saysCharges,
    fields: form.columns.map(({ field }) => field),
    manner: { ...manner, ...spelling.manner, head, totals, isBare, isPaged },
    shown: rows
      .slice(0, 8)
      .map((cells) => cells.map(spelling.textOf).join(' ¦ '))
      .join('\n'),
  };
}
