import { dateText, figures, hasTime, type Manner, moneyText, zoneOfFile, zoneOfLine } from './manner.ts';
import { netMinor, type SettlementLine } from './settlement-line.ts';

/** A column of a bank's file: what it holds, its title, and what stands in it. */
export interface MannerColumn {
  field: string;
  title: string;
  cell: (line: SettlementLine, index: number) => string;
}

type Titles = Readonly<Record<string, string>>;
const english: Titles = {
  terminalId: 'Terminal ID',
  rrn: 'RRN',
  stan: 'STAN',
  authCode: 'Auth Code',
  card: 'Card Number',
  scheme: 'Card Scheme',
  type: 'Transaction Type',
  direction: 'DR/CR',
  date: 'Transaction Date',
  time: 'Transaction Time',
  timeZone: 'Time Zone',
  postingDate: 'Settlement Date',
  amount: 'Transaction Amount',
  debit: 'Debit',
  credit: 'Credit',
  fee: 'Merchant Commission',
  vat: 'VAT Amount',
  totalFee: 'Total Fee',
  net: 'Net Amount',
  currency: 'Currency',
  netCurrency: 'Net Currency',
  batch: 'Batch No',
  shop: 'Merchant Name',
  mode: 'Mode',
  status: 'Status',
};
const arabic: Titles = {
  terminalId: 'رقم الجهاز',
  rrn: 'رقم المرجع',
  stan: 'رقم التتبع',
  authCode: 'رمز الموافقة',
  card: 'رقم البطاقة',
  scheme: 'نوع البطاقة',
  type: 'نوع العملية',
  direction: 'مدين دائن',
  date: 'تاريخ العملية',
  time: 'وقت العملية',
  timeZone: 'المنطقة الزمنية',
  postingDate: 'تاريخ التسوية',
  amount: 'مبلغ العملية',
  debit: 'مدين',
  credit: 'دائن',
  fee: 'العمولة',
  vat: 'ضريبة القيمة المضافة',
  totalFee: 'اجمالي الرسوم',
  net: 'صافي المبلغ',
  currency: 'العملة',
  netCurrency: 'عملة الصافي',
  batch: 'رقم الدفعة',
  shop: 'اسم المتجر',
  mode: 'طريقة الإدخال',
  status: 'الحالة',
};
const spanish: Titles = {
  terminalId: 'Aparato',
  rrn: 'Referencia',
  stan: 'Traza',
  authCode: 'Autorización',
  card: 'Tarjeta',
  scheme: 'Marca',
  type: 'Operación',
  direction: 'Signo',
  date: 'Fecha',
  time: 'Hora',
  timeZone: 'Zona horaria',
  postingDate: 'Fecha de abono',
  amount: 'Importe',
  debit: 'Debe',
  credit: 'Haber',
  fee: 'Comisión',
  vat: 'IVA',
  totalFee: 'Comisión con IVA',
  net: 'Neto',
  currency: 'Moneda',
  netCurrency: 'Moneda del neto',
  batch: 'Lote',
  shop: 'Comercio',
  mode: 'Modo',
  status: 'Estado',
};
const titlesOf = { english, arabic, spanish } as const;
const amountFields: readonly string[] = ['amount', 'debit', 'credit', 'fee', 'vat', 'totalFee', 'net'];

const types = {
  english: { PURCHASE: 'Purchase', REFUND: 'Refund', CHARGEBACK: 'Chargeback', FEE: 'Fee', PAYOUT: 'Payout' },
  arabic: { PURCHASE: 'شراء', REFUND: 'استرداد', CHARGEBACK: 'اعتراض', FEE: 'رسوم', PAYOUT: 'إيداع' },
} as const;
const shops = ['Total Station 12', 'Total', 'Grand Total Café', 'محطة الإجمالي 7'] as const;
const modes = ['H', 'T', 'D', 'C'] as const;

/** The columns of a file of this manner, with what stands in each. */
export function columnsOf(manner: Manner): MannerColumn[] {
  const names = titlesOf[manner.titles];
  const titleOf = (field: string): string => {
    const title = names[field] ?? field;
    if (manner.currency === 'heading' && amountFields.includes(field)) return `${title} (SAR)`;
    return title;
  };
  return fieldsOf(manner).map((field) => {
    const cell = cells[field] as Cell;
    return {
      field,
      title: titleOf(field),
      cell: (line, index) => line.printed?.[field] ?? cell(manner, line, index),
    };
  });
}

/** What a file of this manner has columns for, in their order. */
function fieldsOf(manner: Manner): string[] {
  const first = manner.first === 'shop' || manner.first === 'mode' ? [manner.first] : [];
  const date = {
    timeApart: ['date', 'time'],
    settlementAlone: ['postingDate'],
  } as Readonly<Record<string, string[]>>;
  const fees: readonly string[] = {
    apart: ['fee', 'vat'],
    apartAndNet: ['fee', 'vat', 'net'],
    within: ['totalFee'],
    netAlone: ['net'],
    none: [],
  }[manner.fees];
  return [
    ...first,
    'terminalId',
    'rrn',
    'stan',
    'authCode',
    'card',
    'scheme',
    'type',
    ...(manner.status === 'said' ? ['status'] : []),
    ...(manner.signs === 'direction' ? ['direction'] : []),
    ...(date[manner.dates] ?? ['date']),
    ...(manner.clock === 'zoneColumn' || manner.clock === 'ast' ? ['timeZone'] : []),
    ...(manner.signs === 'pair' ? ['debit', 'credit'] : ['amount']),
    ...fees,
    ...(manner.currency === 'column' ? ['currency', ...(fees.includes('net') ? ['netCurrency'] : [])] : []),
    'batch',
  ];
}

type Cell = (manner: Manner, line: SettlementLine, index: number) => string;
const text =
  (pick: (line: SettlementLine) => string | null): Cell =>
  (manner, line) =>
    figures(manner, pick(line) ?? '');
/** Beside a word or a mark that says it, the sign is left out. */
const signed = ({ signs }: Manner, minor: number): number =>
  signs === 'word' || signs === 'direction' ? Math.abs(minor) : minor;
const money =
  (pick: (line: SettlementLine) => number): Cell =>
  (manner, line) =>
    line.isUnreadable ? '#####' : moneyText(manner, pick(line), line.currency);
const oneSide =
  (side: 1 | -1): Cell =>
  (manner, line) => {
    if (line.isUnreadable) return side === 1 ? '#####' : '';
    return line.grossMinor * side > 0 ? moneyText(manner, Math.abs(line.grossMinor), line.currency) : '';
  };

const cells: Readonly<Record<string, Cell>> = {
  // A row without a key under a shop that is called 'Total' may be either: it is listed as a total that disagrees.
  shop: (_, { tid, authCode }) =>
    shops[authCode === null ? 0 : Number(tid.slice(-2)) % shops.length] as string,
  mode: (_manner, _line, index) => modes[index % modes.length] as string,
  terminalId: text(({ tid }) => tid),
  rrn: text(({ rrn }) => rrn),
  stan: text(({ stan }) => stan),
  authCode: text(({ authCode }) => authCode),
  card: text(({ card }) => card),
  scheme: text(({ scheme }) => scheme),
  type: ({ titles }, line) => line.typeWord ?? types[titles === 'arabic' ? 'arabic' : 'english'][line.type],
  status: ({ titles }) => (titles === 'arabic' ? 'مدفوع' : 'Settled'),
  direction: (_, line) => (line.grossMinor < 0 ? 'DR' : 'CR'),
  date: (manner, line, index) => {
    const zone = zoneOfLine(manner, index);
    const { day, time } = dateText(manner, line.atMs, zone.minutes);
    if (!hasTime(manner) || manner.dates === 'timeApart') return day;
    const behind = manner.clock === 'abbreviation' || manner.clock === 'offset' ? ` ${zone.text}` : '';
    return `${day} ${time}${behind}`;
  },
  time: (manner, line, index) => {
    const zone = zoneOfLine(manner, index);
    const isBehind = manner.clock === 'abbreviation' || manner.clock === 'offset';
    return `${dateText(manner, line.atMs, zone.minutes).time}${isBehind ? ` ${zone.text}` : ''}`;
  },
  timeZone: (manner, _, index) => zoneOfLine(manner, index).text,
  postingDate: (manner, { settled, atMs }) =>
    dateText(manner, settled === undefined ? atMs + 86_400_000 : Date.parse(`${settled}T12:00:00+03:00`)).day,
  amount: (manner, line, index) => money(() => signed(manner, line.grossMinor))(manner, line, index),
  debit: oneSide(-1),
  credit: oneSide(1),
  fee: money(({ feeMinor }) => feeMinor),
  vat: money(({ vatMinor }) => vatMinor),
  totalFee: money(({ feeMinor, vatMinor }) => feeMinor + vatMinor),
  net: (manner, line, index) => money(() => signed(manner, netMinor(line)))(manner, line, index),
  currency: (_, line) => line.currency,
  netCurrency: (_, line) => line.currency,
  batch: text(({ batch }) => batch),
};

/** What is true of a file of this manner: what its owner would confirm. */
export interface TrueReading {
  /** By the title of the column. */
  fields: Readonly<Record<string, string | null>>;
  dateOrder: 'dayFirst' | 'monthFirst';
  decimalComma: boolean;
  utc: boolean;
  zone: string | undefined;
  ast: 'riyadh' | undefined;
  minorUnits: true | undefined;
  refunds: 'word' | 'minus' | 'direction' | undefined;
}

const ownFields: readonly string[] = ['shop', 'mode'];

export function trueReading(manner: Manner): TrueReading {
  const fields = columnsOf(manner).map(({ title, field }) => [
    title,
    ownFields.includes(field) ? null : field,
  ]);
  const isComma = ['comma', 'commaGrouped', 'dotThousands'].includes(manner.amounts);
  return {
    fields: Object.fromEntries(fields),
    dateOrder: manner.dates === 'monthFirst' ? 'monthFirst' : 'dayFirst',
    decimalComma: isComma && manner.digits === 'latin',
    utc: manner.clock === 'utc',
    zone: manner.clock === 'ofFile' ? zoneOfFile : undefined,
    ast: manner.clock === 'ast' ? 'riyadh' : undefined,
    minorUnits: manner.amounts === 'halalas' || undefined,
    refunds: manner.signs === 'pair' ? undefined : manner.signs,
  };
}
