import { writeBankFile } from '../bank-file.ts';
import { makePayments, nextDay } from '../made-up-payments.ts';
import { signedMinor } from '../plant-work.ts';
import { type Plantable, plantDifferences } from '../planting.ts';
import type { Random } from '../random.ts';
import type { KnownPayment, SettlementLine } from '../settlement-line.ts';
import type { BankRow, PaymentRow } from './sql-tables.ts';

/** Files of single payments, with what makes their keys hard to tell apart. */

const planted: readonly Plantable[] = [
  'missingInBank',
  'missingInPortal',
  'amountDiffers',
  'feeDiffers',
  'duplicate',
  'statusConflict',
  'lostRrn',
  'damagedRrn',
  'onlyApprovalCode',
  'otherTerminal',
  'decimalRrn',
  'refundUnderItsSale',
  'confirmedBefore',
  'batchBegunAnew',
  'sameAsBefore',
  'paidInTwoFiles',
  'refundInTwoFiles',
  'correctedAmount',
  'correctedFee',
];
/** Told by keys that Adyen does not print. */
const onKeys: readonly Plantable[] = [
  'lostRrn',
  'damagedRrn',
  'onlyApprovalCode',
  'otherTerminal',
  'decimalRrn',
];
const layouts = ['english', 'mashreq', 'adyen', 'orders', 'najd'] as const;
type Layout = (typeof layouts)[number];
const lastDay = '2026-11-22';
const dayMs = 86_400_000;

/** A file, and what SQL is told of it. */
export interface OracleFile {
  bytes: Uint8Array;
  payments: KnownPayment[];
  bank: BankRow[];
  rows: PaymentRow[];
  /** Its lines reach from the first to the last of the payments, in whatever way they are told. */
  isCovered: boolean;
  /** It has columns of keys: lines without any are sums among lines of single payments. */
  hasKeys: boolean;
}

/** A line by what its layout prints of it. */
const bankRow = (line: SettlementLine, number: number, layout: Layout): BankRow => ({
  line: number,
  ...(layout === 'adyen'
    ? { tid: null, rrn: null, stan: null, auth: null, last4: null, ref: line.saleUuid ?? line.uuid }
    : {
        tid: line.tid === '' ? null : line.tid,
        rrn: line.rrn?.replace(/\.0$/, '') ?? null,
        stan: line.stan,
        auth: line.authCode,
        last4: line.card?.slice(-4) ?? null,
        ref: null,
      }),
  order_ref: layout === 'orders' ? line.orderRef : null,
  scheme: line.scheme,
  gross: line.grossMinor,
  fee: line.feeMinor,
  vat: line.vatMinor,
  batch: line.batch,
  settled: layout === 'najd' ? (line.settled ?? null) : null,
  at_ms: line.atMs,
});

export const paymentRow = (payment: KnownPayment): PaymentRow => ({
  id: payment.id,
  tid: payment.tid,
  rrn: payment.rrn,
  stan: payment.stan,
  auth: payment.authCode,
  last4: payment.lastFour,
  scheme: payment.scheme,
  gross: signedMinor(payment),
  uuid: payment.uuid,
  order_ref: payment.orderRef,
  type: payment.type,
  original_id: payment.originalId,
  status: payment.status,
  business_day: payment.businessDay,
  mdr_bps: payment.mdrBps,
  vat_bps: payment.vatBps,
  fee_cap: payment.capLimitMinor,
  is_rated: payment.isUnrated !== true,
  e_line: payment.earlier?.line ?? null,
  e_gross: payment.earlier?.grossMinor ?? null,
  e_charge: payment.earlier?.chargeMinor ?? null,
  e_batch: payment.earlier?.batch ?? null,
  e_settled: payment.earlier?.settled ?? null,
  due_day: payment.dueDay ?? nextDay(payment.businessDay),
  at_ms: payment.createdAtMs,
});

/** Payments that share keys by twos and threes: an RRN of another terminal, one approval code, card and amount. */
function sharingKeys(random: Random, payments: readonly KnownPayment[]): KnownPayment[] {
  const all: KnownPayment[] = [];
  for (const payment of payments) {
    const near = all.length > 0 ? random.pick(all.slice(-12)) : payment;
    const { amountMinor, feeMinor, vatMinor, authCode, firstSix, lastFour, mdrBps, capLimitMinor } = near;
    const money = { amountMinor, feeMinor, vatMinor, mdrBps, capLimitMinor };
    const isLike = payment.type === 'PURCHASE' && near.type === 'PURCHASE' && payment.status === near.status;
    const card = { authCode, firstSix, lastFour, ...money };
    if (isLike && random.oneIn(4)) all.push({ ...payment, ...card });
    else if (isLike && random.oneIn(8)) all.push({ ...payment, ...money, rrn: near.rrn });
    else all.push(payment);
  }
  return all;
}

const twinIds = 70_000;
const twinUuid = '0193a1b2-0000-7000-a000';

/** Some purchases have a twin: whatever a file prints of both is the same, but for the time of some. */
function withTwins(random: Random, payments: readonly KnownPayment[]): KnownPayment[] {
  const lastMs = Math.max(...payments.map(({ createdAtMs }) => createdAtMs));
  const like = payments.filter(
    ({ type, status }) => type === 'PURCHASE' && status === 'APPROVED' && random.oneIn(12),
  );
  return [
    ...payments,
    ...like.map((payment, index) => ({
      ...payment,
      id: payment.id + twinIds,
      uuid: `${twinUuid}-000000${700_000 + index}`,
      createdAtMs: Math.min(lastMs, payment.createdAtMs + random.pick([0, 0, 20_000, 30 * 60_000])),
    })),
  ];
}

/** Of twins the bank prints both, or one, which may say no time of theirs, or one twice. */
function withFewerTwins(
  random: Random,
  lines: readonly SettlementLine[],
  payments: readonly KnownPayment[],
): SettlementLine[] {
  const twins = new Map<string, string>();
  for (const { id, uuid } of payments)
    if (uuid.startsWith(twinUuid))
      twins.set(uuid, payments.find((one) => one.id === id - twinIds)?.uuid ?? '');
  const gone = new Set<string>();
  const untimed = new Set<string>();
  const twice = new Set<string>();
  for (const pair of twins) {
    for (const uuid of random.pick<readonly string[]>([[], [], [pair[0]], [pair[1]], pair])) gone.add(uuid);
    for (const uuid of random.pick<readonly string[]>([[], pair, pair])) untimed.add(uuid);
    if (random.oneIn(5)) twice.add(random.pick(pair));
  }
  return lines
    .filter(({ uuid }) => uuid === null || !gone.has(uuid))
    .map((line) => (untimed.has(line.uuid ?? '') ? { ...line, atMs: line.atMs - 40 * 60_000 } : line))
    .flatMap((line) => (twice.has(line.uuid ?? '') ? [line, { ...line }] : [line]));
}

/** Some lines lose their RRN and have another amount besides: their STAN is all that is left, or approval code and card. */
const withOtherAmounts = (random: Random, lines: readonly SettlementLine[]): SettlementLine[] =>
  lines.map((line) =>
    line.type === 'PURCHASE' && line.stan !== null && random.oneIn(25)
      ? {
          ...line,
          rrn: null,
          stan: random.oneIn(3) ? null : line.stan,
          grossMinor: line.grossMinor + 300,
        }
      : line,
  );

/** Orders of few numbers, so that several payments have one; some as long as an RRN. */
const withOrders = (random: Random, payments: readonly KnownPayment[]): KnownPayment[] =>
  payments.map((payment) => ({
    ...payment,
    orderRef: random.pick([
      null,
      null,
      `ORD-${random.whole(1, 20)}`,
      String(random.whole(1, 30)),
      `SO-2026-${String(random.whole(1, 60)).padStart(6, '0')}`,
    ]),
  }));

/** Lines that have no more than their order, of which terminal and day are said, are others or are not said. */
const byOrderAlone = (
  random: Random,
  lines: readonly SettlementLine[],
  payments: readonly KnownPayment[],
): SettlementLine[] =>
  lines.map((line) => {
    // A line that no payment has, under an order of its terminal that one has.
    if (line.uuid?.startsWith('ffffffff'))
      return {
        ...line,
        rrn: null,
        orderRef: random.pick(payments.filter(({ tid }) => tid === line.tid)).orderRef,
      };
    if (line.orderRef === null || !random.oneIn(3)) return line;
    const own = payments.find(({ uuid }) => uuid === line.uuid);
    const sale = payments.find(({ id }) => id === own?.originalId);
    return {
      ...line,
      // A stranger's RRN names another payment than the one of that order.
      rrn: random.oneIn(4) ? `888888${random.whole(100_000, 999_999)}` : null,
      stan: null,
      authCode: null,
      card: null,
      tid: random.pick([line.tid, '', '', random.pick(payments).tid]),
      orderRef: (random.oneIn(2) ? sale?.orderRef : null) ?? line.orderRef,
      atMs: line.atMs + random.pick([0, -3, -2, -1, 1, 2]) * dayMs,
      grossMinor: line.grossMinor + random.pick([0, 0, 0, 400]),
    };
  });

/** Refunds without a line, beside lines that name the sale of several and say neither card nor minute of one of them. */
const withFewerRefunds = (random: Random, lines: readonly SettlementLine[]): SettlementLine[] =>
  lines.flatMap((line) => {
    if (line.type !== 'REFUND') return [line];
    if (line.saleUuid === undefined) return random.oneIn(8) ? [] : [line];
    return [random.oneIn(2) ? line : { ...line, card: null, atMs: line.atMs - 40 * 60_000 }];
  });

/** Earlier files have some of the payments, in other words or in the same; their lines may stand here again, also twice. */
function withEarlierFiles(
  random: Random,
  lines: readonly SettlementLine[],
  payments: readonly KnownPayment[],
): SettlementLine[] {
  const days = ['2026-11-23', '2026-11-24'];
  const brought = new Map(payments.filter(({ earlier }) => earlier).map(({ uuid }) => [uuid, true]));
  return lines.flatMap((line) => {
    const settled = random.pick(days);
    const own = payments.find(({ uuid, status }) => uuid === line.uuid && status === 'APPROVED');
    if (!own || brought.has(own.uuid) || !random.oneIn(9)) return [{ ...line, settled }];
    brought.set(own.uuid, true);
    own.earlier = {
      line: 12,
      grossMinor: line.grossMinor + random.pick([0, 0, 0, 100]),
      chargeMinor: random.pick([null, line.feeMinor + line.vatMinor, line.feeMinor + line.vatMinor, 1]),
      batch: random.pick([null, line.batch, line.batch, '9999']),
      ...(random.oneIn(3) ? {} : { settled: random.pick(days) }),
    };
    const again = { ...line, settled };
    // Without any key it would be a sum, of which other files of the oracle are.
    const rrn = line.authCode === null && line.orderRef === null ? line.rrn : null;
    const weak = { ...again, rrn, stan: random.oneIn(2) ? line.stan : null };
    return random.pick([[], [again], [again], [again, { ...again }], [weak], [weak, again]]);
  });
}

/** Some purchases are taken back as a whole three minutes later. */
function withReversals(random: Random, payments: readonly KnownPayment[]): KnownPayment[] {
  const refunded = new Set(payments.map(({ originalId }) => originalId));
  const isFree = ({ id, type, status }: KnownPayment): boolean =>
    type === 'PURCHASE' && status === 'APPROVED' && !refunded.has(id);
  const reversed = payments.filter((payment) => isFree(payment) && random.oneIn(9));
  return [
    ...payments,
    ...reversed.map((payment, index): KnownPayment => {
      const digits = String(500_000 + index);
      return {
        ...payment,
        id: payment.id + 50_000,
        uuid: `0193a1b2-0000-7000-9000-000000${digits}`,
        orderRef: null,
        rrn: `777777${digits}`,
        stan: digits,
        authCode: `R${digits.slice(1)}`,
        type: 'REVERSAL',
        status: random.oneIn(5) ? 'DECLINED' : 'APPROVED',
        amountMinor: payment.amountMinor - random.pick([0, 0, 0, 0, 50]),
        createdAtMs: payment.createdAtMs + 180_000,
        feeMinor: 0,
        vatMinor: 0,
        originalId: payment.id,
      };
    }),
  ];
}

/** Of a purchase and its reversal banks print both, or neither, or forget one. */
function withoutReversed(
  random: Random,
  lines: readonly SettlementLine[],
  payments: readonly KnownPayment[],
): SettlementLine[] {
  const gone = new Set<string>();
  for (const { type, uuid, originalId } of payments) {
    if (type !== 'REVERSAL') continue;
    const sale = payments.find(({ id }) => id === originalId)?.uuid ?? uuid;
    for (const one of random.pick([[], [sale, uuid], [sale, uuid], [sale], [uuid]])) gone.add(one);
  }
  return lines.filter(({ uuid }) => uuid === null || !gone.has(uuid));
}

/** A file with planted differences, and the payments that it is about. */
export function plantOracleFile(random: Random): OracleFile {
  const made = makePayments(random, { day: lastDay, count: random.whole(40, 160), terminals: 3 });
  const layout = random.pick(layouts);
  const shared = sharingKeys(random, made);
  const hasOrders = layout === 'orders';
  const ordered = hasOrders
    ? withOrders(random, shared)
    : shared.map((payment) => ({ ...payment, orderRef: null }));
  const payments = withReversals(random, withTwins(random, ordered));
  const wanted = Array.from({ length: random.whole(0, 40) }, () => random.pick(planted)).filter(
    (word) => layout !== 'adyen' || !onKeys.includes(word),
  );
  const spoilt = withOtherAmounts(random, plantDifferences(payments, wanted, lastDay, random).lines);
  const told = withEarlierFiles(random, withFewerTwins(random, spoilt, payments), payments);
  const left = withFewerRefunds(random, withoutReversed(random, told, payments));
  const lines = hasOrders ? byOrderAlone(random, left, payments) : left;
  const file = writeBankFile(lines, { layout, format: 'csv' });
  const bank = lines.map((line) => bankRow(line, file.lineNumber(line), layout));
  return {
    bytes: file.bytes,
    payments: random.shuffled(payments),
    bank,
    rows: payments.map(paymentRow),
    isCovered: true,
    hasKeys: true,
  };
}
