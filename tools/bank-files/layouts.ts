import { netMinor, type SettledType, type SettlementLine } from './settlement-line.ts';

/** A cell before it is written: a text file spells it, a workbook keeps amounts and dates as such. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'amount'; minor: number }
  /** Epoch milliseconds; `time` false for a day alone. */
  | { kind: 'date'; atMs: number; time: boolean };

/** A table of cells: what comes above the names, the names, the lines, the sum. */
export interface Table {
  preamble: string[];
  header: string[];
  rows: Cell[][];
  footer: Cell[] | null;
}

interface Column {
  title: string;
  cell: (line: SettlementLine) => Cell;
}

/** How a bank lays out its file and spells its values. */
export interface Layout {
  name: string;
  columns: Column[];
  preamble: string[];
  /** The word in front of the sum under the lines, null where the bank writes none. */
  totalWord: string | null;
  /** Record markers at the start of every row (header, line, total). */
  markers: { header: string; line: string; total: string } | null;
  dateText: (atMs: number, time: boolean) => string;
  amountText: (minor: number) => string;
}

const text = (value: string | null): Cell => ({ kind: 'text', text: value ?? '' });
const amount = (minor: number): Cell => ({ kind: 'amount', minor });
const moment = (atMs: number): Cell => ({ kind: 'date', atMs, time: true });
const day = (atMs: number): Cell => ({ kind: 'date', atMs, time: false });

const riyadhMs = 3 * 3_600_000;
const riyadhIso = (atMs: number): string => new Date(atMs + riyadhMs).toISOString();
const clock = (atMs: number): string => riyadhIso(atMs).slice(11, 19);

/** 'DD/MM/YYYY', with ' HH:MM' where asked. */
const dayFirst = (atMs: number, time: boolean): string => {
  const iso = riyadhIso(atMs);
  const date = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
  return time ? `${date} ${iso.slice(11, 16)}` : date;
};

const plainAmount = (minor: number): string => (minor / 100).toFixed(2);
const groupedAmount = (minor: number): string =>
  (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const words = (byType: Record<SettledType, string>) => (line: SettlementLine) =>
  text(line.typeWord ?? byType[line.type]);
/** Banks whose type word carries the direction print amounts without a sign. */
const unsigned = (line: SettlementLine): Cell => amount(Math.abs(line.grossMinor));
const unsignedNet = (line: SettlementLine): Cell =>
  amount(line.type === 'PURCHASE' ? netMinor(line) : Math.abs(netMinor(line)));

const english: Layout = {
  name: 'english',
  preamble: ['Najd Bank - Merchant Settlement Report', 'Merchant: Diyar Coffee', ''],
  totalWord: 'Grand Total',
  markers: null,
  dateText: dayFirst,
  amountText: groupedAmount,
  columns: [
    { title: 'Merchant ID', cell: () => text('800150400566') },
    { title: 'Terminal ID', cell: (line) => text(line.tid) },
    { title: 'Transaction Date', cell: (line) => day(line.atMs) },
    { title: 'Transaction Time', cell: (line) => text(clock(line.atMs)) },
    { title: 'Card Scheme', cell: (line) => text(line.scheme.toUpperCase()) },
    { title: 'Card Number', cell: (line) => text(line.card) },
    { title: 'RRN', cell: (line) => text(line.rrn) },
    { title: 'STAN', cell: (line) => text(line.stan) },
    { title: 'Auth Code', cell: (line) => text(line.authCode) },
    {
      title: 'Transaction Type',
      cell: words({
        PURCHASE: 'Purchase',
        REFUND: 'Refund',
        CHARGEBACK: 'Chargeback',
        FEE: 'Fee',
        PAYOUT: 'Payout',
      }),
    },
    { title: 'Transaction Amount', cell: (line) => amount(line.grossMinor) },
    { title: 'Merchant Commission', cell: (line) => amount(line.feeMinor) },
    { title: 'VAT Amount', cell: (line) => amount(line.vatMinor) },
    { title: 'Net Amount', cell: (line) => amount(netMinor(line)) },
    { title: 'Batch No', cell: (line) => text(line.batch) },
  ],
};

const arabic: Layout = {
  name: 'arabic',
  preamble: ['كشف تسوية نقاط البيع', ''],
  totalWord: 'الإجمالي',
  markers: null,
  dateText: (atMs, time) =>
    `${riyadhIso(atMs).slice(0, 10).replaceAll('-', '/')}${time ? ` ${riyadhIso(atMs).slice(11, 16)}` : ''}`,
  amountText: groupedAmount,
  columns: [
    { title: 'رقم التاجر', cell: () => text('800150400566') },
    { title: 'رقم الجهاز', cell: (line) => text(line.tid) },
    { title: 'تاريخ العملية', cell: (line) => day(line.atMs) },
    { title: 'وقت العملية', cell: (line) => text(clock(line.atMs)) },
    { title: 'نوع البطاقة', cell: (line) => text(arabicScheme[line.scheme] ?? line.scheme) },
    { title: 'رقم البطاقة', cell: (line) => text(line.card) },
    { title: 'رقم المرجع', cell: (line) => text(line.rrn) },
    { title: 'رقم التتبع', cell: (line) => text(line.stan) },
    { title: 'رمز الموافقة', cell: (line) => text(line.authCode) },
    {
      title: 'نوع العملية',
      cell: words({
        PURCHASE: 'شراء',
        REFUND: 'استرداد',
        CHARGEBACK: 'اعتراض حامل البطاقة',
        FEE: 'رسوم',
        PAYOUT: 'إيداع',
      }),
    },
    { title: 'مبلغ العملية', cell: unsigned },
    { title: 'العمولة', cell: (line) => amount(line.feeMinor) },
    { title: 'ضريبة القيمة المضافة', cell: (line) => amount(line.vatMinor) },
    { title: 'صافي المبلغ', cell: unsignedNet },
  ],
};
const arabicScheme: Readonly<Record<string, string>> = {
  Mada: 'مدى',
  Visa: 'فيزا',
  MasterCard: 'ماستركارد',
  Maestro: 'مايسترو',
};

const printedUuid = ({ saleUuid, uuid }: SettlementLine): string | null => saleUuid ?? uuid;

const moyasar: Layout = {
  name: 'moyasar',
  preamble: [],
  totalWord: null,
  markers: null,
  // Moyasar's dates are UTC.
  dateText: (atMs) => new Date(atMs).toISOString().slice(0, 19).replace('T', ' '),
  amountText: plainAmount,
  columns: [
    { title: 'payment_id', cell: (line) => text(printedUuid(line)) },
    {
      title: 'description',
      cell: (line) => text(line.orderRef === null ? 'POS, in store' : `Order ${line.orderRef}`),
    },
    { title: 'scheme', cell: (line) => text(line.scheme.toLowerCase()) },
    { title: 'source', cell: () => text('creditcard') },
    {
      title: 'type',
      cell: words({
        PURCHASE: 'pay',
        REFUND: 'refund',
        CHARGEBACK: 'chargeback',
        FEE: 'fee',
        PAYOUT: 'payout',
      }),
    },
    { title: 'currency', cell: (line) => text(line.currency) },
    { title: 'amount', cell: (line) => amount(line.grossMinor) },
    { title: 'net_amount', cell: (line) => amount(netMinor(line)) },
    { title: 'fee', cell: (line) => amount(line.feeMinor) },
    { title: 'vat', cell: (line) => amount(line.vatMinor) },
    { title: 'total_fee', cell: (line) => amount(line.feeMinor + line.vatMinor) },
    { title: 'transaction_date', cell: (line) => moment(line.atMs) },
    { title: 'order_id', cell: (line) => text(line.orderRef) },
  ],
};

const mashreq: Layout = {
  name: 'mashreq',
  preamble: [],
  totalWord: 'Total',
  markers: { header: 'H', line: 'DT', total: 'T' },
  dateText: dayFirst,
  amountText: plainAmount,
  columns: [
    { title: 'Merchant ID', cell: () => text('800150400566') },
    { title: 'Terminal ID', cell: (line) => text(line.tid) },
    // Guarded, so that a spreadsheet leaves its zeros alone.
    { title: 'RRN', cell: (line) => text(line.rrn === null ? '' : `="${line.rrn}"`) },
    { title: 'STAN', cell: (line) => text(line.stan) },
    { title: 'Auth Code', cell: (line) => text(line.authCode === null ? '' : `'${line.authCode}`) },
    {
      title: 'Transaction Type',
      cell: words({
        PURCHASE: 'Purchase',
        REFUND: 'Refund',
        CHARGEBACK: 'Chargeback',
        FEE: 'Fee',
        PAYOUT: 'Payout',
      }),
    },
    { title: 'Transaction Date', cell: (line) => moment(line.atMs) },
    { title: 'Card Type', cell: (line) => text(line.scheme) },
    { title: 'Card Number', cell: (line) => text(line.card) },
    { title: 'Transaction Amount', cell: unsigned },
    { title: 'Commission', cell: (line) => amount(line.feeMinor) },
    { title: 'VAT', cell: (line) => amount(line.vatMinor) },
    { title: 'Net Amount', cell: unsignedNet },
    { title: 'Batch No', cell: (line) => text(line.batch) },
  ],
};

const inDebit = (minor: number): Cell => (minor < 0 ? amount(-minor) : text(''));
const inCredit = (minor: number): Cell => (minor >= 0 ? amount(minor) : text(''));

const pspReference = (uuid: string | null): string =>
  uuid === null ? '' : `P${uuid.slice(-12).toUpperCase()}`;

const adyen: Layout = {
  name: 'adyen',
  preamble: [],
  totalWord: null,
  markers: null,
  dateText: (atMs) => riyadhIso(atMs).slice(0, 19).replace('T', ' '),
  amountText: plainAmount,
  columns: [
    { title: 'Company Account', cell: () => text('DiyarCoffee') },
    { title: 'Merchant Account', cell: () => text('DiyarCoffeePOS') },
    { title: 'Psp Reference', cell: (line) => text(pspReference(printedUuid(line))) },
    { title: 'Merchant Reference', cell: (line) => text(printedUuid(line)) },
    { title: 'Payment Method', cell: (line) => text(line.scheme.toLowerCase()) },
    { title: 'Creation Date', cell: (line) => moment(line.atMs) },
    { title: 'TimeZone', cell: () => text('Asia/Riyadh') },
    {
      title: 'Type',
      cell: words({
        PURCHASE: 'Settled',
        REFUND: 'Refunded',
        CHARGEBACK: 'Chargeback',
        FEE: 'Fee',
        PAYOUT: 'Payout',
      }),
    },
    {
      title: 'Modification Reference',
      cell: (line) => text(line.saleUuid === undefined ? '' : pspReference(line.uuid)),
    },
    { title: 'Gross Currency', cell: (line) => text(line.currency) },
    { title: 'Gross Debit (GC)', cell: (line) => inDebit(line.grossMinor) },
    { title: 'Gross Credit (GC)', cell: (line) => inCredit(line.grossMinor) },
    { title: 'Exchange Rate', cell: () => text('1') },
    { title: 'Net Currency', cell: (line) => text(line.currency) },
    { title: 'Net Debit (NC)', cell: (line) => inDebit(netMinor(line)) },
    { title: 'Net Credit (NC)', cell: (line) => inCredit(netMinor(line)) },
    { title: 'Commission (NC)', cell: (line) => amount(line.feeMinor + line.vatMinor) },
    { title: 'Markup (NC)', cell: () => text('') },
    { title: 'Scheme Fees (NC)', cell: () => text('') },
    { title: 'Interchange (NC)', cell: () => text('') },
    { title: 'Batch Number', cell: (line) => text(line.batch) },
  ],
};

const settledDay = ({ settled = '' }: SettlementLine): Cell => text(settled);

/** The daily files of the demo's two banks say besides on which day the bank pays. */
const najd: Layout = {
  ...english,
  name: 'najd',
  columns: [...english.columns, { title: 'Settlement Date', cell: settledDay }],
};
const tihama: Layout = {
  ...arabic,
  name: 'tihama',
  columns: [...arabic.columns, { title: 'تاريخ التسوية', cell: settledDay }],
};

/** The merchant's own number of an order beside the keys of the payment. */
const orders: Layout = {
  ...english,
  name: 'orders',
  columns: [...english.columns, { title: 'Order ID', cell: (line) => text(line.orderRef) }],
};

export const layouts = { english, arabic, moyasar, mashreq, adyen, najd, tihama, orders } as const;
export type LayoutName = keyof typeof layouts;
/** Layouts of a single file, whose lines belong to no day of settlement. */
export const layoutNames = ['english', 'arabic', 'moyasar', 'mashreq', 'adyen'] as const;

/** Layouts without RRN, STAN and approval code: what is planted on those keys would not be seen in them. */
export const referenceLayouts: readonly LayoutName[] = ['moyasar', 'adyen'];
