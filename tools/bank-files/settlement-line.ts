/** A payment as the merchant's side holds it: what a bank's file is written about. Amounts in minor units, unsigned. */
export interface KnownPayment {
  id: number;
  uuid: string;
  orderRef: string | null;
  tid: string;
  rrn: string | null;
  stan: string | null;
  authCode: string | null;
  firstSix: string;
  lastFour: string;
  scheme: string;
  type: 'PURCHASE' | 'REFUND' | 'REVERSAL';
  status: string;
  amountMinor: number;
  currency: string;
  /** ISO day. */
  businessDay: string;
  createdAtMs: number;
  /** The rate of its day, and what it gives. */
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  feeMinor: number;
  vatMinor: number;
  originalId: number | null;
  /** Cash paid out with it, part of the amount and free of charge. */
  cashMinor?: number;
  /** The ISO day on which it is to be paid, and the bank that owes it; by itself the next day, and the only bank. */
  dueDay?: string;
  bankId?: number;
  /** When the host had it, where that was later than it was made. */
  hostAtMs?: number;
  /** No rate was agreed for it: its fee is not known. */
  isUnrated?: boolean;
  /** What the line of an earlier file said that has this payment. */
  earlier?: {
    line: number;
    grossMinor: number;
    chargeMinor: number | null;
    batch: string | null;
    /** The ISO day on which that line was to be paid out. */
    settled?: string;
  };
}

export type SettledType = 'PURCHASE' | 'REFUND' | 'CHARGEBACK' | 'FEE' | 'PAYOUT';

/** A line of the bank: signed minor units, keys as the bank prints them (null where it leaves them out). */
export interface SettlementLine {
  uuid: string | null;
  /** Of a refund that names its sale by reference and itself nowhere but in a column of modifications: the sale's. */
  saleUuid?: string;
  orderRef: string | null;
  tid: string;
  rrn: string | null;
  stan: string | null;
  authCode: string | null;
  card: string | null;
  scheme: string;
  type: SettledType;
  /** The bank's own word for it, where that is not the one of its type. */
  typeWord?: string;
  atMs: number;
  grossMinor: number;
  feeMinor: number;
  vatMinor: number;
  currency: string;
  batch: string;
  /** The ISO day on which the bank pays it out, in layouts that say so. */
  settled?: string;
  /** What the bank took of it beside fee and VAT, under a name that nobody knows. */
  keptMinor?: number;
  /** The bank spoilt its amounts: no reader can take the line. */
  isUnreadable?: boolean;
  /** What a stray quotation mark does to it, and at which of its cells (counted round). */
  quote?: { does: 'neverCloses' | 'opens' | 'closes' | 'staysWithin'; cell: number };
  /** Its row ends before its amount, or has one cell more behind its first one. */
  cells?: 'cutShort' | 'oneMore';
  /** What the bank prints in a cell instead of the value, by the name of its column. */
  printed?: Readonly<Record<string, string>>;
}

export const netMinor = (line: SettlementLine): number =>
  line.grossMinor - line.feeMinor - line.vatMinor - (line.keptMinor ?? 0);

/** The line of a bank that pays a payment as agreed. */
export function honestLine(payment: KnownPayment): SettlementLine {
  const purchase = payment.type === 'PURCHASE';
  return {
    uuid: payment.uuid,
    orderRef: payment.orderRef,
    tid: payment.tid,
    rrn: payment.rrn,
    stan: payment.stan,
    authCode: payment.authCode,
    card: `${payment.firstSix}******${payment.lastFour}`,
    scheme: payment.scheme,
    type: purchase ? 'PURCHASE' : 'REFUND',
    atMs: payment.createdAtMs,
    grossMinor: purchase ? payment.amountMinor : -payment.amountMinor,
    feeMinor: purchase ? payment.feeMinor : 0,
    vatMinor: purchase ? payment.vatMinor : 0,
    currency: payment.currency,
    batch: batchOf(payment),
  };
}

/** Banks close a batch per terminal and day; numbers run on. */
function batchOf({ tid, businessDay }: KnownPayment): string {
  const day = Math.floor(Date.parse(`${businessDay}T00:00:00Z`) / 86_400_000);
  return String(((day + Number(tid.slice(-2))) % 900) + 100);
}
