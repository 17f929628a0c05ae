import type { Random } from '../random.ts';
import type { KnownPayment } from '../settlement-line.ts';
import { type OracleFile, paymentRow } from './planted-file.ts';
import type { BankRow } from './sql-tables.ts';

/** Files without what a single payment is told by: batches of terminals, and lines of fees beside plain lines. */

const tids = ['88501158', '88505544'] as const;
const two = (value: number): string => String(value).padStart(2, '0');
const money = (minor: number): string => (minor / 100).toFixed(2);
const dayText = (day: string): string => day.split('-').reverse().join('/');
const atOf = (day: string, minute: number): number =>
  Date.parse(`${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00+03:00`);
const share = (minor: number, bps: number): number => Math.floor((minor * bps + 5_000) / 10_000);

function sale(id: number, tid: string, day: string, minute: number, amountMinor: number): KnownPayment {
  const feeMinor = Math.min(share(amountMinor, 80), 4_000);
  const number = String(id).padStart(4, '0');
  return {
    id,
    uuid: `0193a1b2-0000-7000-8000-00000000${number}`,
    orderRef: null,
    tid,
    rrn: `63260912${number}`,
    stan: `00${number}`,
    authCode: `44${number}`,
    firstSix: '484783',
    lastFour: number,
    scheme: 'Mada',
    type: 'PURCHASE',
    status: 'APPROVED',
    amountMinor,
    currency: 'SAR',
    businessDay: minute >= 22 * 60 ? `2026-11-${two(Number(day.slice(-2)) + 1)}` : day,
    createdAtMs: atOf(day, minute),
    mdrBps: 80,
    vatBps: 1_500,
    capLimitMinor: 4_000,
    feeMinor,
    vatMinor: share(feeMinor, 1_500),
    originalId: null,
  };
}

/** What a terminal sells in three days; of amounts that are alike several sets come to the same. */
function soldBy(random: Random, tid: string, from: number, isAlike: boolean): KnownPayment[] {
  const sold: KnownPayment[] = [];
  for (const day of ['2026-11-18', '2026-11-19', '2026-11-20']) {
    let minute = random.whole(0, 500);
    for (let left = random.whole(1, 5); left > 0 && minute < 1_439; left--) {
      const amountMinor = isAlike ? random.pick([1_000, 2_000, 3_000]) : random.whole(100, 90_000);
      sold.push(sale(from + sold.length, tid, day, minute, amountMinor));
      minute += random.whole(10, 400);
    }
  }
  return sold;
}

interface Printed {
  tid: string;
  day: string;
  own: readonly KnownPayment[];
  rrn: string | null;
}

/** Batches that are closed now and then, never over more than two days, dated by one of them. */
function batchesOf(random: Random, tid: string, payments: readonly KnownPayment[]): Printed[] {
  const batches: Printed[] = [];
  for (let at = 0; at < payments.length; ) {
    const own = [payments[at] as KnownPayment];
    const firstDay = own[0]?.businessDay ?? '';
    const isNear = ({ businessDay }: KnownPayment): boolean =>
      Number(businessDay.slice(-2)) <= Number(firstDay.slice(-2)) + 1;
    while (!random.oneIn(3) && payments[at + own.length] && isNear(payments[at + own.length] as KnownPayment))
      own.push(payments[at + own.length] as KnownPayment);
    batches.push({ tid, day: random.pick([firstDay, own.at(-1)?.businessDay ?? firstDay]), own, rrn: null });
    at += own.length;
  }
  return batches;
}

const row = (line: number, tid: string, day: string, gross: number): BankRow => ({
  line,
  tid,
  rrn: null,
  stan: null,
  auth: null,
  last4: null,
  ref: null,
  order_ref: null,
  scheme: 'None',
  gross,
  fee: 0,
  vat: 0,
  batch: null,
  settled: null,
  at_ms: atOf(day, 0),
});

/** Batches of two terminals, with or without their numbers of payments, alone or beside lines of single payments. */
export function plantSums(random: Random): OracleFile {
  const [isAlike, hasCounts, hasKeys] = [random.oneIn(2), random.oneIn(2), random.oneIn(2)];
  const payments: KnownPayment[] = [];
  const printed: Printed[] = [];
  for (const [place, tid] of tids.entries()) {
    const sold = soldBy(random, tid, 1 + place * 40, isAlike);
    const singles = hasKeys ? sold.filter(() => random.oneIn(4)) : [];
    const batches = batchesOf(
      random,
      tid,
      sold.filter((one) => !singles.includes(one)),
    );
    // One line alone, and lines of one payment each, may be anything.
    if (batches.length < 2 || batches.every(({ own }) => own.length < 2)) continue;
    payments.push(...sold);
    printed.push(...batches);
    for (const one of singles) printed.push({ tid, day: one.businessDay, own: [one], rrn: one.rrn });
  }
  if (printed.length === 0) return plantSums(random);
  const lines = random.shuffled(printed);
  const grossOf = (own: readonly KnownPayment[]): number =>
    own.reduce((sum, one) => sum + one.amountMinor, 0);
  const text = lines.map(({ tid, day, own, rrn }) =>
    [
      tid,
      dayText(day),
      ...(hasKeys ? [rrn ?? ''] : []),
      money(grossOf(own)),
      ...(hasCounts ? [own.length] : []),
    ].join(),
  );
  const header = [
    'Terminal ID,Transaction Date',
    ...(hasKeys ? ['RRN'] : []),
    'Amount',
    ...(hasCounts ? ['Transaction Count'] : []),
  ];
  const bank = lines.map(
    ({ tid, day, own, rrn }, at): BankRow => ({
      ...row(at + 2, tid, day, grossOf(own)),
      rrn,
      ...(hasCounts ? { count: own.length } : {}),
    }),
  );
  return {
    bytes: Buffer.from([header.join(), ...text, ''].join('\n')),
    payments: random.shuffled(payments),
    bank,
    rows: payments.map(paymentRow),
    isCovered: false,
    hasKeys,
  };
}

/** Parts of a sum, of which no two are equal. */
const partsOf = (random: Random, minor: number): number[] => {
  const first = Math.floor(minor / random.pick([3, 4, 5]));
  return random.oneIn(2) || first < 1 ? [minor] : [first, minor - first];
};

/** Plain lines that do not say what the bank kept, and lines of fees: all of it, one of them, more or less. */
export function plantFees(random: Random): OracleFile {
  const payments = soldBy(random, tids[0], 1, false).map((one) => ({ ...one, isUnrated: random.oneIn(20) }));
  const rated = payments.filter(({ isUnrated }) => !isUnrated);
  const agreed = rated.reduce((sum, { feeMinor, vatMinor }) => sum + feeMinor + vatMinor, 0);
  const other = agreed + random.whole(1_000, 2_000);
  const fees = random
    .pick([
      partsOf(random, agreed),
      [agreed, other],
      [agreed, agreed],
      partsOf(random, agreed + random.whole(1, 900)),
      partsOf(random, Math.max(1, agreed - random.whole(1, 900))),
    ])
    .filter((minor) => minor > 0);
  const [sales, kept] = [random.shuffled(payments), random.shuffled(fees)];
  const text = [
    ...sales.map(({ tid, rrn, businessDay, amountMinor }) =>
      [tid, rrn, 'Purchase', dayText(businessDay), money(amountMinor)].join(),
    ),
    ...kept.map((minor) => [tids[0], '', 'Fee', '20/11/2026', money(-minor)].join()),
  ];
  const bank = [
    ...sales.map(
      ({ tid, rrn, businessDay, amountMinor }, at): BankRow => ({
        ...row(at + 2, tid, businessDay, amountMinor),
        rrn,
      }),
    ),
    ...kept.map(
      (minor, at): BankRow => ({ ...row(sales.length + at + 2, tids[0], '2026-11-20', -minor), type: 'FEE' }),
    ),
  ];
  return {
    bytes: Buffer.from(['Terminal ID,RRN,Transaction Type,Transaction Date,Amount', ...text, ''].join('\n')),
    payments: random.shuffled(payments),
    bank,
    rows: payments.map(paymentRow),
    isCovered: false,
    hasKeys: true,
  };
}
