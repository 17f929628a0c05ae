import { nextDay } from './made-up-payments.ts';
import { type Manner, namesCurrency } from './manner.ts';
import type { Random } from './random.ts';
import { honestLine, type KnownPayment, type SettlementLine } from './settlement-line.ts';

/** A shop's payments and which of them the file is about, written before the file is. */
export interface WrittenBook {
  payments: KnownPayment[];
  /** Approved payments that the file is to bring, with their honest lines. */
  free: { payment: KnownPayment; line: SettlementLine }[];
  /** One of each terminal and scheme in the last hour before the close: nothing is planted on them. */
  anchors: SettlementLine[];
  declined: KnownPayment[];
  /** Sold after the close: not due in this file. */
  late: KnownPayment[];
  /** What the files hold, as their owner said. */
  part: { tids: string[] | null; schemes: 'Mada'[] | null; openingMs: number; closingMinute: number };
  /** The instants between which the file is to bring everything. */
  openMs: number;
  closeMs: number;
  /** The business days that it covers, ISO. */
  days: string[];
  todayIso: string;
  tids: string[];
  /** Makes one more payment of the file, to be changed by whoever asks for it. */
  sellMore: (tid: string, atMs: number, scheme: string) => KnownPayment;
}

const lastDay = '2026-11-12';
const dayMs = 86_400_000;
const minuteMs = 60_000;
const schemes = ['Mada', 'Visa', 'MasterCard', 'Maestro'] as const;
const rates: Readonly<Record<string, { mdrBps: number; capLimitMinor: number | null }>> = {
  Mada: { mdrBps: 80, capLimitMinor: 4_000 },
  Visa: { mdrBps: 240, capLimitMinor: null },
  MasterCard: { mdrBps: 240, capLimitMinor: null },
  Maestro: { mdrBps: 180, capLimitMinor: null },
};
const share = (minor: number, bps: number): number => Math.floor((minor * bps + 5_000) / 10_000);
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/** The instant at which a business day ends: a cut-off in the evening ends it early, one in the morning late. */
const closeOf = (day: string, cutoff: Manner['cutoff']): number =>
  Date.parse(`${cutoff === '22:00' ? day : nextDay(day)}T${cutoff}:00+03:00`);

/** What stands behind every payment that is made. */
interface Pen {
  random: Random;
  manner: Manner;
  payments: KnownPayment[];
  stans: Map<string, number>;
  closes: { day: string; closeMs: number }[];
  secondBank: ReadonlySet<string>;
}

/** Two days of two to four terminals; the dates are such that day and month can stand for each other. */
export function writeBook(random: Random, manner: Manner, count: number): WrittenBook {
  const tids = Array.from({ length: random.whole(2, 4) }, (_, index) => `0${88_501_000 + index * 7}`);
  const days = [dayBefore(lastDay, 1), lastDay];
  const [openMs, closeMs] = [
    closeOf(dayBefore(lastDay, 2), manner.cutoff),
    closeOf(lastDay, manner.cutoff),
  ] as const;
  const others = tids.slice(Math.ceil(tids.length / 2));
  const pen: Pen = {
    random,
    manner,
    payments: [],
    stans: new Map(),
    closes: [...days, nextDay(lastDay)].map((day) => ({ day, closeMs: closeOf(day, manner.cutoff) })),
    secondBank: new Set(manner.files === 'bank' ? others : []),
  };
  const isOfFile = ({ tid, scheme }: KnownPayment): boolean =>
    !(manner.files === 'mada' && scheme !== 'Mada') &&
    !((manner.files === 'branch' || manner.files === 'bank') && others.includes(tid));
  for (let index = 0; index < count; index++)
    sell(pen, random.pick(tids), openMs + minuteMs + Math.floor(((closeMs - openMs) * index) / count));
  const refundable = pen.payments.filter(({ status }) => status === 'APPROVED');
  for (const original of refundable) if (random.oneIn(9)) refund(pen, original, closeMs);
  const inTime = [...pen.payments];
  const anchors = tids.flatMap((tid) =>
    schemes.map((scheme) => sell(pen, tid, closeMs - random.whole(1, 59) * minuteMs, scheme)),
  );
  const late = Array.from({ length: random.whole(0, 2) }, (_, index) =>
    sell(pen, random.pick(tids), closeMs + (index * 40 + 7) * minuteMs),
  );
  const approved = inTime.filter((payment) => payment.status === 'APPROVED' && isOfFile(payment));
  return {
    payments: pen.payments,
    free: random.shuffled(approved.map((payment) => ({ payment, line: lineOf(payment) }))),
    anchors: anchors.filter(isOfFile).map(lineOf),
    declined: inTime.filter((payment) => payment.status === 'DECLINED' && isOfFile(payment)),
    late: late.filter(isOfFile),
    part: {
      tids: manner.files === 'branch' ? tids.filter((tid) => !others.includes(tid)) : null,
      schemes: manner.files === 'mada' ? ['Mada'] : null,
      openingMs: openMs,
      closingMinute: (Number(manner.cutoff.slice(0, 2)) * 60) % 1_440,
    },
    openMs,
    closeMs,
    days,
    todayIso: random.pick([nextDay(lastDay), nextDay(nextDay(nextDay(lastDay)))]),
    tids,
    sellMore: (tid, atMs, scheme) => {
      const made = sell(pen, tid, atMs, scheme);
      return Object.assign(made, { status: 'APPROVED', authCode: String(400_000 + pen.payments.length) });
    },
  };
}

/** The line that pays a payment as agreed, on its due day. */
export const lineOf = (payment: KnownPayment): SettlementLine => ({
  ...honestLine(payment),
  settled: payment.dueDay ?? nextDay(payment.businessDay),
});

/** Makes a payment of an instant, in the state that chance gives it. */
function sell(
  pen: Pen,
  tid: string,
  atMs: number,
  scheme: string = pen.random.pick(['Mada', ...schemes]),
): KnownPayment {
  const { random, payments } = pen;
  const index = payments.length;
  const stan = (pen.stans.get(tid) ?? 0) + 1;
  pen.stans.set(tid, stan);
  const isTried = atMs < (pen.closes[1]?.closeMs ?? 0) - 60 * minuteMs;
  const isDeclined = isTried && random.oneIn(9);
  const whole = random.oneIn(3) ? 100 : 1;
  const amountMinor = random.oneIn(5) ? 120_000 : Math.ceil(random.whole(100, 700_000) / whole) * whole;
  const { mdrBps, capLimitMinor } = rates[scheme] ?? { mdrBps: 0, capLimitMinor: null };
  const feeMinor = Math.min(share(amountMinor, mdrBps), capLimitMinor ?? Number.POSITIVE_INFINITY);
  const businessDay = pen.closes.find(({ closeMs }) => atMs < closeMs)?.day ?? lastDay;
  const payment: KnownPayment = {
    id: 900_000 + index,
    uuid: `0193a1b2-0000-7000-8000-${String(index).padStart(12, '0')}`,
    orderRef: null,
    tid,
    rrn: String(632_614_000_000 + index * 13),
    stan: String(stan).padStart(6, '0'),
    authCode: isDeclined ? null : String(100_000 + index * 7).padStart(6, '0'),
    firstSix: random.pick(['484783', '455036', '529415']),
    lastFour: String(random.whole(0, 9_999)).padStart(4, '0'),
    scheme,
    type: 'PURCHASE',
    status: isDeclined ? 'DECLINED' : 'APPROVED',
    amountMinor,
    // Terminals take riyals; another currency stands only where a file could say so.
    currency: isTried && namesCurrency(pen.manner) && random.oneIn(8) ? 'USD' : 'SAR',
    businessDay,
    createdAtMs: Math.floor(atMs / minuteMs) * minuteMs,
    mdrBps,
    vatBps: 1_500,
    capLimitMinor,
    feeMinor,
    vatMinor: share(feeMinor, 1_500),
    originalId: null,
    dueDay: nextDay(businessDay),
    bankId: pen.secondBank.has(tid) ? 2 : 1,
  };
  payments.push(payment);
  return payment;
}

/** Takes a payment back some time after it, before the close. */
function refund(pen: Pen, original: KnownPayment, closeMs: number): void {
  const atMs = Math.min(original.createdAtMs + pen.random.whole(5, 600) * minuteMs, closeMs - minuteMs);
  const made = sell(pen, original.tid, atMs, original.scheme);
  const { amountMinor, currency, id } = original;
  Object.assign(made, {
    type: 'REFUND',
    status: 'APPROVED',
    authCode: String(300_000 + pen.payments.length),
    amountMinor,
    currency,
    originalId: id,
    feeMinor: 0,
    vatMinor: 0,
  } satisfies Partial<KnownPayment>);
}
