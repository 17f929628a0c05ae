import type { Random } from './random.ts';
import type { KnownPayment } from './settlement-line.ts';
import { quoted } from './text-table.ts';

/**
 * Files of columns as some bank might name and order them, put together at random: usual names, shortened, run together, in two
 * languages or known to nobody, between columns of no interest. What is wrong in a file is written down with it.
 */
export interface StrangeFile {
  text: string;
  payments: KnownPayment[];
  fault: Fault;
  /** The payment that it is about; null for none. */
  of: KnownPayment | null;
  /** Whether it says what the bank kept. */
  saysCharges: boolean;
}

export const faults = ['none', 'omitted', 'amount', 'foreign'] as const;
export type Fault = (typeof faults)[number];

export interface Line {
  of: KnownPayment;
  grossMinor: number;
}

/** Names in English and Arabic of what a column holds, and what it has for a line. The last ones nobody knows. */
interface Column {
  en: readonly string[];
  ar: readonly string[];
  text: (line: Line, style: Style, index: number) => string;
}

interface Style {
  date: (atMs: number) => string;
  hasTime: boolean;
  amount: (minor: number) => string;
  guard: (key: string) => string;
  words: readonly [sale: string, refund: string];
  /** By their word alone refunds are refunds. */
  isUnsigned: boolean;
}

const isRefund = ({ of }: Line): boolean => of.type === 'REFUND';
const chargeOf = (line: Line): number => line.of.feeMinor + line.of.vatMinor;
const key = (text: (payment: KnownPayment) => string | null): Column['text'] => {
  return ({ of }, { guard }) => guard(text(of) ?? '');
};
const timeText = (atMs: number): string => new Date(atMs + riyadhMs).toISOString().slice(11, 19);
const riyadhMs = 3 * 3_600_000;

const column = {
  date: {
    en: ['Transaction Date', 'TXN DT', 'Trx Date', 'Date of Transaction', 'Purchase Date', 'Date'],
    ar: ['تاريخ العملية', 'التاريخ'],
    text: ({ of }, { date, hasTime }) =>
      hasTime ? `${date(of.createdAtMs)} ${timeText(of.createdAtMs)}` : date(of.createdAtMs),
  },
  paidOn: {
    en: ['Settlement Date', 'Value Date', 'Process Date', 'Payout Date'],
    ar: ['تاريخ التسوية', 'تاريخ الإيداع'],
    text: ({ of }, { date }) => date(of.createdAtMs + 86_400_000),
  },
  terminal: {
    en: ['Terminal ID', 'TID', 'POS Terminal ID', 'Term. No', 'Device ID', 'Box', 'Till'],
    ar: ['رقم الجهاز', 'رقم جهاز نقاط البيع', 'الصندوق'],
    text: key(({ tid }) => tid),
  },
  rrn: {
    en: ['RRN', 'Ref. Number', 'Retrieval Ref', 'Reference No', 'Slip', 'Trail'],
    ar: ['الرقم المرجعي', 'رقم المرجع', 'القسيمة'],
    text: key(({ rrn }) => rrn),
  },
  code: {
    en: ['Auth Code', 'Approval No', 'Auth. ID', 'Host answer'],
    ar: ['رمز الموافقة', 'رقم التفويض', 'رد المضيف'],
    text: key(({ authCode }) => authCode),
  },
  card: {
    en: ['Card Number', 'Masked PAN', 'Card No.', 'Plastic'],
    ar: ['رقم البطاقة', 'الوسيلة'],
    text: ({ of }) => `${of.firstSix}******${of.lastFour}`,
  },
  kind: {
    en: ['Transaction Type', 'Trx Type', 'Description', 'What'],
    ar: ['نوع العملية', 'البيان'],
    text: (line, { words }) => words[isRefund(line) ? 1 : 0],
  },
  amount: {
    en: ['Transaction Amount', 'Txn Amt', 'Gross', 'Amount (SAR)', 'Total Amount'],
    ar: ['مبلغ العملية', 'المبلغ'],
    text: ({ grossMinor }, { amount, isUnsigned }) => amount(isUnsigned ? Math.abs(grossMinor) : grossMinor),
  },
  fee: {
    en: ['Commission', 'MDR Amount', 'Bank Fee', 'Merchant Fees'],
    ar: ['العمولة', 'عمولة البنك'],
    text: ({ of }, { amount }) => amount(of.feeMinor),
  },
  vat: {
    en: ['VAT', 'VAT on Fees', 'Fee VAT', 'VAT (15%)', 'Tax Amount'],
    ar: ['ضريبة القيمة المضافة', 'ضريبة العمولة'],
    text: ({ of }, { amount }) => amount(of.vatMinor),
  },
  charge: {
    en: ['Total Fees', 'Fees (Incl. VAT)', 'Commission incl. VAT'],
    ar: ['إجمالي الرسوم', 'الرسوم شاملة الضريبة'],
    text: (line, { amount }) => amount(chargeOf(line)),
  },
  net: {
    en: ['Net Amount', 'Amount Payable', 'Net Settlement', 'To merchant', 'You get'],
    ar: ['صافي المبلغ', 'المبلغ المستحق', 'لكم'],
    text: (line, { amount }) => amount(line.grossMinor - chargeOf(line)),
  },
} satisfies Record<string, Column>;

/** Columns that nobody asks for. */
const beside: readonly Column[] = [
  { en: ['Sr. No.', '#'], ar: ['م', 'التسلسل'], text: (_line, _style, index) => String(index + 1) },
  { en: ['Merchant ID', 'MID'], ar: ['رقم التاجر'], text: () => '600000123456' },
  { en: ['Merchant Name', 'Store'], ar: ['اسم التاجر'], text: () => 'Total Coffee Riyadh' },
  { en: ['Currency', 'Txn Currency'], ar: ['العملة'], text: () => 'SAR' },
  { en: ['MDR %', 'Commission %'], ar: ['نسبة العمولة'], text: () => '0.80' },
  { en: ['VAT Rate', 'VAT %'], ar: ['نسبة الضريبة'], text: () => '15' },
  {
    en: ['ARN'],
    ar: ['رقم مرجع المستحوذ'],
    text: ({ of }) => `7422${String(of.id * 7_919).padStart(19, '0')}`,
  },
  {
    en: ['Debit/Credit Card', 'Card Product'],
    ar: ['فئة البطاقة'],
    text: ({ of }) => (of.scheme === 'Mada' ? 'Debit' : 'Credit'),
  },
  { en: ['Status'], ar: ['الحالة'], text: () => 'Approved' },
  { en: ['MCC'], ar: ['رمز النشاط'], text: () => '5812' },
  { en: ['IBAN'], ar: ['الآيبان'], text: () => 'SA0380000000608010167519' },
  { en: ['Remarks'], ar: ['ملاحظات'], text: () => '' },
  { en: ['Tip', 'Cashback'], ar: ['الإكرامية'], text: () => '0.00' },
  { en: ['Card Expiry'], ar: ['تاريخ الانتهاء'], text: () => '12/28' },
];

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const grouped = (minor: number): string =>
  `${String(Math.floor(minor / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${twoDigits(minor % 100)}`;
const plain = (minor: number): string => grouped(minor).replaceAll(',', '');
const dates: readonly ((iso: string) => string)[] = [
  (iso) => iso,
  (iso) => iso.split('-').reverse().join('/'),
  (iso) => iso.split('-').reverse().join('.'),
  (iso) => iso.replaceAll('-', ''),
];

function styleOf(random: Random): Style {
  const write = random.pick([grouped, plain, (minor: number) => `${plain(minor)} SAR`]);
  const minus = random.pick([
    (text: string) => `-${text}`,
    (text: string) => `(${text})`,
    (text: string) => `${text}-`,
  ]);
  const dateOf = random.pick(dates);
  return {
    date: (atMs) => dateOf(new Date(atMs + riyadhMs).toISOString().slice(0, 10)),
    hasTime: random.oneIn(2),
    amount: (minor) => (minor < 0 ? minus(write(-minor)) : write(minor)),
    guard: random.pick([
      (text: string) => text,
      (text: string) => `="${text}"`,
      (text: string) => `'${text}`,
    ]),
    words: random.pick([
      ['Purchase', 'Refund'],
      ['SALE', 'RETURN'],
      ['شراء', 'استرجاع'],
    ] as const),
    isUnsigned: random.oneIn(2),
  };
}

/** How names are written in one file. */
function namer(random: Random): (column: Column) => string {
  const taken = new Set<string>();
  const write = random.pick([
    ({ en }: Column) => random.pick(en),
    ({ en }: Column) => random.pick(en).toUpperCase(),
    ({ en }: Column) =>
      random
        .pick(en)
        .toLowerCase()
        .replaceAll(/[^a-z0-9%#]+/g, '_'),
    ({ en }: Column) =>
      random
        .pick(en)
        .toLowerCase()
        .replaceAll(/[^a-z0-9%#]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? ''),
    ({ ar }: Column) => random.pick(ar),
    ({ en, ar }: Column) => `${random.pick(en)} / ${random.pick(ar)}`,
    ({ en, ar }: Column) => `${random.pick(en)} (${random.pick(ar)})`,
  ]);
  return (of) => {
    let name = write(of);
    for (let tries = 0; taken.has(name) && tries < 20; tries++) name = write(of);
    taken.add(name);
    return name;
  };
}

/** A day of a shop; its last payments are of the last minutes on every terminal and scheme, so that a file of it is whole. */
function dayOf(random: Random): KnownPayment[] {
  const payments: KnownPayment[] = [];
  const midnightMs = Date.parse('2026-11-14T00:00:00+03:00');
  const sell = (minute: number, tid: string, scheme: string, refunded: KnownPayment | null = null): void => {
    const id = payments.length + 1;
    const amountMinor = refunded?.amountMinor ?? random.whole(500, 99_999);
    const feeMinor = refunded ? 0 : Math.min(Math.floor((amountMinor * 80 + 5_000) / 10_000), 4_000);
    payments.push({
      id,
      uuid: `0193a1b2-0000-7000-8000-${String(id).padStart(12, '0')}`,
      orderRef: null,
      tid,
      rrn: String(632_600_000_000 + id * 13),
      stan: String(100 + id).padStart(6, '0'),
      authCode: String(440_000 + id * 37),
      firstSix: '484783',
      lastFour: refunded?.lastFour ?? String(random.whole(1_000, 9_999)),
      scheme,
      type: refunded ? 'REFUND' : 'PURCHASE',
      status: 'APPROVED',
      amountMinor,
      currency: 'SAR',
      businessDay: '2026-11-14',
      createdAtMs: midnightMs + minute * 60_000,
      mdrBps: refunded ? 0 : 80,
      vatBps: 1_500,
      capLimitMinor: 4_000,
      feeMinor,
      vatMinor: Math.floor((feeMinor * 15 + 50) / 100),
      originalId: refunded?.id ?? null,
    });
  };
  const tids = ['88501150', '88501151'].slice(0, random.whole(1, 2));
  const count = random.whole(6, 20);
  for (let index = 0; index < count; index++)
    sell(480 + index * 40, random.pick(tids), random.pick(['Mada', 'Mada', 'Visa']));
  const refunded = payments.slice(1, random.whole(2, 4));
  for (const [index, sale] of refunded.entries()) sell(1_380 + index, sale.tid, sale.scheme, sale);
  for (const tid of tids) for (const scheme of ['Mada', 'Visa']) sell(1_420, tid, scheme);
  return payments;
}

/** What a line with a fault is said to be, and a payment without a line. */
export const outcomeOf: Record<Exclude<Fault, 'none'>, string> = {
  omitted: 'missingInBank',
  amount: 'amountDiffers',
  foreign: 'missingInPortal',
};

/** A day's payments, its lines with one fault, and the payment that this is about. */
export function faultyDay(
  random: Random,
  fault: Fault,
): { payments: KnownPayment[]; of: KnownPayment | null; lines: Line[] } {
  const payments = dayOf(random);
  const refunded = new Set(payments.map(({ originalId }) => originalId));
  const free = payments.slice(1, -4).filter(({ id, type }) => type === 'PURCHASE' && !refunded.has(id));
  const of = fault === 'none' ? null : random.pick(free);
  const lines = payments
    .filter((payment) => fault !== 'omitted' || payment !== of)
    .map((payment): Line => {
      const sign = payment.type === 'REFUND' ? -1 : 1;
      return {
        of: payment,
        grossMinor: sign * payment.amountMinor + (fault === 'amount' && payment === of ? 100 : 0),
      };
    });
  if (fault === 'foreign' && of)
    lines.push({
      of: {
        ...of,
        id: 990,
        rrn: '700000000777',
        stan: '777777',
        authCode: '777777',
        lastFour: '0007',
        feeMinor: 0,
        vatMinor: 0,
      },
      grossMinor: 4_321,
    });
  return { payments, of, lines };
}

export function strangeFile(random: Random, fault: Fault): StrangeFile {
  const { payments, of, lines } = faultyDay(random, fault);
  const style = styleOf(random);
  const { columns, saysCharges } = columnsOf(random, style);
  const delimiter = random.pick([',', ';', '\t', '|']);
  const row = (cells: readonly string[]): string =>
    cells.map((cell) => quoted(cell, delimiter)).join(delimiter);
  const rows = random
    .shuffled(lines)
    .map((line, index) => row(columns.map(({ text }) => text(line, style, index))));
  const above = random.oneIn(3) ? ['Merchant Settlement Report', ''] : [];
  const below = random.oneIn(3) ? ['End of Report'] : [];
  return {
    text: [...above, row(columns.map(namer(random))), ...rows, ...below, ''].join('\n'),
    payments,
    fault,
    of,
    saysCharges,
  };
}

function columnsOf(random: Random, style: Style): { columns: Column[]; saysCharges: boolean } {
  const { date, paidOn, terminal, rrn, code, card, kind, amount, fee, vat, charge, net } = column;
  const keys = random.pick([[rrn], [rrn, code, card], [code, card]]);
  const charges = random.pick([
    [],
    [fee, vat, net],
    [fee, vat],
    [fee, net],
    [charge, net],
    [net],
    [fee, vat, charge, net],
  ]);
  const between = random.shuffled(beside).slice(0, random.whole(0, 5));
  const named = [date, terminal, ...keys, ...(style.isUnsigned || random.oneIn(2) ? [kind] : [])];
  const first = random.shuffled([...named, ...(random.oneIn(2) ? [paidOn] : []), ...between]);
  return { columns: [...first, amount, ...charges], saysCharges: charges.length > 0 };
}
