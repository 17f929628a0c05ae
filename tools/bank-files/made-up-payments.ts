import type { Random } from './random.ts';
import type { KnownPayment } from './settlement-line.ts';

interface Wanted {
  /** The ISO day of the payments; those after 22:00 belong to the next business day. */
  day: string;
  count: number;
  terminals: number;
}

const rates: Readonly<Record<string, { mdrBps: number; capLimitMinor: number | null }>> = {
  Mada: { mdrBps: 80, capLimitMinor: 4_000 },
  Visa: { mdrBps: 240, capLimitMinor: null },
  MasterCard: { mdrBps: 240, capLimitMinor: null },
  Maestro: { mdrBps: 180, capLimitMinor: null },
};
const vatBps = 1_500;
const cutoffHour = 22;
const share = (minor: number, bps: number): number => Math.floor((minor * bps + 5_000) / 10_000);

/**
 * One day of payments with what makes matching hard: the same amounts over and over, the same cards, STANs that
 * start over on every terminal, declined tries before approved ones, refunds, and a few after the cut-off.
 */
export function makePayments(random: Random, { day, count, terminals }: Wanted): KnownPayment[] {
  const tids = Array.from({ length: terminals }, (_, index) => `0${88_501_000 + index * 7}`);
  const amounts = Array.from({ length: 6 }, () => random.whole(300, 90_000));
  const midnightMs = Date.parse(`${day}T00:00:00+03:00`);
  const stans = new Map<string, number>();
  const payments: KnownPayment[] = [];
  for (let index = 0; index < count; index++) {
    const tid = random.pick(tids);
    const stan = (stans.get(tid) ?? 0) + 1;
    stans.set(tid, stan);
    const minute = Math.floor((index / count) * (24 * 60 - 420)) + 420;
    const refunded = random.oneIn(12)
      ? payments.find((one) => one.status === 'APPROVED' && one.type === 'PURCHASE')
      : undefined;
    const scheme = refunded?.scheme ?? random.pick(['Mada', 'Mada', 'Mada', 'Visa', 'MasterCard', 'Maestro']);
    const declined = refunded === undefined && random.oneIn(9);
    const amountMinor =
      refunded?.amountMinor ?? (random.oneIn(2) ? random.pick(amounts) : random.whole(100, 700_000));
    const { mdrBps, capLimitMinor } = rates[scheme] ?? { mdrBps: 0, capLimitMinor: null };
    const feeMinor = refunded
      ? 0
      : Math.min(share(amountMinor, mdrBps), capLimitMinor ?? Number.POSITIVE_INFINITY);
    payments.push({
      id: 900_000 + index,
      uuid: `0193a1b2-0000-7000-8000-${String(index).padStart(12, '0')}`,
      orderRef: random.oneIn(4) ? `ORD-${random.whole(1, 30)}` : null,
      tid,
      rrn: `${random.pick(['0', '6'])}${String(32_614_000_000 + index * 13)}`,
      stan: String(stan).padStart(6, '0'),
      authCode: declined ? null : String(random.whole(1, 899_999)).padStart(6, '0'),
      firstSix: random.pick(['484783', '455036', '529415']),
      lastFour: String(random.pick([1234, 7619, random.whole(0, 9_999)])).padStart(4, '0'),
      scheme,
      type: refunded ? 'REFUND' : 'PURCHASE',
      status: declined ? 'DECLINED' : 'APPROVED',
      amountMinor,
      currency: 'SAR',
      businessDay: minute >= cutoffHour * 60 ? nextDay(day) : day,
      createdAtMs: midnightMs + minute * 60_000,
      mdrBps,
      vatBps,
      capLimitMinor,
      feeMinor,
      vatMinor: share(feeMinor, vatBps),
      originalId: refunded?.id ?? null,
    });
  }
  return payments;
}

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Payments as PostgreSQL's COPY text in the engine's order of columns, cut anywhere into chunks. */
export function* copyTextOf(payments: readonly KnownPayment[], chunkBytes: number): Generator<Uint8Array> {
  const text = Buffer.from(payments.map(copyRow).join(''));
  for (let at = 0; at < text.length; at += chunkBytes) yield text.subarray(at, at + chunkBytes);
}

const earlierFile = 77;

function copyRow(payment: KnownPayment): string {
  const values = [
    payment.id,
    payment.uuid,
    payment.orderRef,
    payment.tid,
    payment.rrn,
    payment.stan,
    payment.authCode,
    payment.lastFour,
    payment.scheme,
    payment.type,
    payment.status,
    payment.amountMinor,
    payment.currency,
    payment.businessDay,
    payment.createdAtMs,
    ...(payment.isUnrated
      ? [null, null, null, null]
      : [payment.mdrBps, payment.vatBps, payment.capLimitMinor, 0]),
    payment.isUnrated ? null : payment.feeMinor,
    payment.isUnrated ? null : payment.vatMinor,
    payment.originalId,
    payment.earlier ? earlierFile : null,
    null,
    payment.bankId ?? 1,
    payment.dueDay ?? nextDay(payment.businessDay),
    payment.hostAtMs ?? payment.createdAtMs,
    payment.earlier?.line ?? null,
    payment.earlier?.grossMinor ?? null,
    payment.earlier?.chargeMinor ?? null,
    payment.earlier?.settled ?? null,
    payment.earlier?.batch ?? null,
    null,
    payment.cashMinor ?? 0,
  ];
  return `${values.map((value) => value ?? '\\N').join('\t')}\n`;
}
