import {
  type Answer,
  answer,
  bringAgain,
  chargesOf,
  claim,
  keepKeys,
  type PlantWork,
  signedMinor,
  type Taken,
  take,
  truncated,
  weaken,
} from './plant-work.ts';
import type { Random } from './random.ts';
import { honestLine, type KnownPayment, type SettlementLine } from './settlement-line.ts';

/**
 * What can be planted in a file: differences, what only an earlier file explains, and traps that must make none.
 *
 * Not planted, because no file says it: a sum that agrees although one purchase is missing and a refund of the same
 * amount is not deducted (the money agrees; the next file, which deducts the refund, shows it), and a line that
 * repeats one of an earlier file which had no payment itself (no payment carries what that file said).
 */
export const plantable = [
  'missingInBank',
  'missingInPortal',
  'amountDiffers',
  'feeDiffers',
  'duplicate',
  'statusConflict',
  'chargeback',
  'otherLine',
  'rounding',
  'lostRrn',
  'damagedRrn',
  'onlyApprovalCode',
  'decimalRrn',
  'notJudged',
  'cashBack',
  'otherTerminal',
  'twiceWrong',
  'confirmedBefore',
  'batchBegunAnew',
  'sameAsBefore',
  'paidInTwoFiles',
  'refundInTwoFiles',
  'correctedAmount',
  'correctedFee',
  'refundUnderItsSale',
  'oneRefundOfTwo',
  'unreadable',
] as const;
export type Plantable = (typeof plantable)[number];

export interface PlantedFile {
  lines: SettlementLine[];
  answers: Answer[];
}

/**
 * Writes the lines of a file that pays `payments` of the covered days as agreed, but for what `wanted` names: one
 * planted thing for each of its words, each on a payment of its own. Payments after `lastDay` are left out as not
 * due yet. What cannot be planted (no payment is left for it) is left away, and its answer too.
 */
export function plantDifferences(
  payments: readonly KnownPayment[],
  wanted: readonly Plantable[],
  lastDay: string,
  random: Random,
): PlantedFile {
  const approved = payments.filter(({ status }) => status === 'APPROVED');
  const due = approved.filter(({ businessDay }) => businessDay <= lastDay);
  const free = due.map((payment) => ({ payment, line: honestLine(payment) }));
  const declined = payments.filter(
    ({ status, rrn, businessDay }) => status === 'DECLINED' && rrn !== null && businessDay <= lastDay,
  );
  const work: PlantWork = {
    lines: [],
    answers: [],
    random,
    free: random.shuffled(free),
    declined: random.shuffled(declined),
    fresh: 0,
    payments,
  };
  for (const word of wanted) plants[word](work);
  for (const { line } of work.free) work.lines.push(line);
  for (const payment of approved) {
    if (payment.businessDay > lastDay) answer(work, 'timing', payment, [], -signedMinor(payment));
  }
  return { lines: random.shuffled(work.lines), answers: work.answers };
}

export const plants: Record<Plantable, (work: PlantWork) => void> = {
  missingInBank: (work) => {
    const taken = take(work);
    if (taken) answer(work, 'missingInBank', taken.payment, [], -signedMinor(taken.payment));
  },
  missingInPortal: (work) => {
    const like = work.random.pick(work.free).line;
    const digits = String(work.fresh++).padStart(3, '0');
    const line: SettlementLine = {
      ...like,
      uuid: `ffffffff-0000-4000-8000-000000000${digits}`,
      orderRef: null,
      // The same amount on the same terminal as another payment: only its keys tell that it is another one.
      rrn: `999999999${digits}`,
      stan: `999${digits}`,
      authCode: `ZZZ${digits}`,
      type: 'PURCHASE',
      grossMinor: Math.abs(like.grossMinor),
      feeMinor: 0,
      vatMinor: 0,
    };
    work.lines.push(line);
    answer(work, 'missingInPortal', null, [line], line.grossMinor);
  },
  amountDiffers: (work) => {
    const taken = take(work, ({ amountMinor }) => amountMinor > 2_000);
    if (!taken) return;
    const by = work.random.pick([-900, -100, 700]);
    // The bank charges for what it paid: as long as the fee is that of the new amount, only the amount differs.
    const gross = taken.line.grossMinor + by;
    const { feeMinor, vatMinor } = chargesOf(taken.payment, gross);
    const line = { ...taken.line, grossMinor: gross, feeMinor, vatMinor };
    work.lines.push(line);
    answer(work, 'amountDiffers', taken.payment, [line], by);
  },
  feeDiffers: (work) => {
    const taken = take(work, ({ amountMinor }) => amountMinor > 5_000);
    if (!taken) return;
    const more = work.random.whole(17, 400);
    const line = { ...taken.line, feeMinor: taken.line.feeMinor + more };
    work.lines.push(line);
    answer(work, 'feeDiffers', taken.payment, [line], -more);
  },
  duplicate: (work) => {
    const taken = take(work, ({ rrn }) => rrn !== null);
    if (!taken) return;
    const again = { ...taken.line };
    work.lines.push(taken.line, again);
    answer(work, 'duplicate', null, [taken.line, again], taken.line.grossMinor);
  },
  statusConflict: (work) => {
    const payment = work.declined.pop();
    if (!payment) return;
    const line = { ...honestLine(payment), feeMinor: 0, vatMinor: 0 };
    work.lines.push(line);
    answer(work, 'statusConflict', payment, [line], line.grossMinor);
  },
  chargeback: (work) => {
    const disputed = take(work);
    if (!disputed) return;
    const { line: paid } = disputed;
    const line: SettlementLine = {
      ...paid,
      type: 'CHARGEBACK',
      grossMinor: -paid.grossMinor,
      feeMinor: 0,
      vatMinor: 0,
    };
    work.lines.push(paid, line);
    answer(work, 'chargeback', null, [line], line.grossMinor);
  },
  otherLine: (work) => {
    const like = work.random.pick(work.free).line;
    const { outcome, words, takes } = work.random.pick(otherLines);
    const minor = work.random.whole(1_000, 9_000);
    const line: SettlementLine = {
      ...like,
      uuid: null,
      orderRef: null,
      rrn: null,
      stan: null,
      authCode: null,
      card: null,
      type: 'FEE',
      typeWord: work.random.pick(words),
      grossMinor: takes ? -minor : minor,
      feeMinor: 0,
      vatMinor: 0,
    };
    work.lines.push(line);
    answer(work, outcome, null, [line], line.grossMinor);
  },
  rounding: (work) => {
    const cut = ({ amountMinor, mdrBps, vatBps }: KnownPayment): number => {
      const fee = truncated(amountMinor, mdrBps);
      return fee + truncated(fee, vatBps);
    };
    const isUncapped = (payment: KnownPayment): boolean =>
      payment.capLimitMinor === null ||
      truncated(payment.amountMinor, payment.mdrBps) < payment.capLimitMinor - 1;
    const taken = take(
      work,
      (payment) => isUncapped(payment) && cut(payment) !== payment.feeMinor + payment.vatMinor,
    );
    if (!taken) return;
    const fee = truncated(taken.payment.amountMinor, taken.payment.mdrBps);
    const line = { ...taken.line, feeMinor: fee, vatMinor: truncated(fee, taken.payment.vatBps) };
    work.lines.push(line);
    answer(
      work,
      'rounding',
      taken.payment,
      [line],
      taken.payment.feeMinor + taken.payment.vatMinor - fee - line.vatMinor,
    );
  },
  lostRrn: (work) => weaken(work, (line) => ({ ...line, rrn: null })),
  damagedRrn: (work) => weaken(work, (line) => ({ ...line, rrn: damaged(line.rrn ?? '') })),
  onlyApprovalCode: (work) => weaken(work, (line) => ({ ...line, rrn: null, stan: null })),
  decimalRrn: (work) => weaken(work, (line) => ({ ...line, rrn: `${line.rrn}.0` })),
  notJudged: (work) => {
    const taken = take(work);
    if (!taken) return;
    taken.payment.isUnrated = true;
    work.lines.push({ ...taken.line, feeMinor: taken.line.feeMinor + work.random.whole(50, 90) });
  },
  cashBack: (work) => {
    const taken = take(work, ({ amountMinor }) => amountMinor > 20_000);
    if (!taken) return;
    const cashMinor = work.random.whole(1, 3) * 5_000;
    const charges = chargesOf(taken.payment, taken.payment.amountMinor - cashMinor);
    Object.assign(taken.payment, charges, { cashMinor });
    work.lines.push({ ...taken.line, ...charges });
  },
  otherTerminal: (work) => {
    const taken = take(work, keepKeys);
    if (!taken) return;
    const line = { ...taken.line, tid: '099887766', rrn: null, stan: null };
    work.lines.push(line);
    answer(work, 'otherTerminal', taken.payment, [line], 0);
  },
  twiceWrong: (work) => {
    const taken = take(work, ({ rrn, amountMinor }) => rrn !== null && amountMinor > 2_000);
    if (!taken) return;
    const [near, far] = ([-100, 700] as const).map((by): SettlementLine => {
      const grossMinor = taken.line.grossMinor + by;
      return { ...taken.line, grossMinor, ...chargesOf(taken.payment, grossMinor) };
    }) as [SettlementLine, SettlementLine];
    work.lines.push(near, far);
    answer(work, 'amountDiffers', taken.payment, [near], -100);
    answer(work, 'duplicate', null, [far], far.grossMinor);
  },
  confirmedBefore: (work) =>
    bringAgain(work, ({ payment, line }) => {
      // A batch that this file brings nothing new of.
      line.batch = `77${work.fresh++}`;
      claim(payment, line, {});
      answer(work, 'confirmedBefore', payment, [line], 0);
    }),
  batchBegunAnew: (work) => {
    const batch = `88${work.fresh++}`;
    const fresh = take(work, keepKeys);
    const tid = fresh?.payment.tid;
    const again = fresh && take(work, (payment) => keepKeys(payment) && payment.tid === tid);
    if (!fresh) return;
    work.lines.push({ ...fresh.line, batch });
    if (!again) return;
    const line = { ...again.line, batch };
    work.lines.push(line);
    claim(again.payment, line, {});
    answer(work, 'sameAsBefore', again.payment, [line], 0);
  },
  sameAsBefore: (work) =>
    bringAgain(work, ({ payment, line }) => {
      claim(payment, line, { batch: null });
      answer(work, 'sameAsBefore', payment, [line], 0);
    }),
  paidInTwoFiles: (work) =>
    bringAgain(work, ({ payment, line }) => {
      claim(payment, line, { batch: '9999' });
      answer(work, 'duplicate', null, [line], line.grossMinor);
    }),
  refundInTwoFiles: (work) =>
    bringAgain(
      work,
      ({ payment, line }) => {
        claim(payment, line, { batch: '9999' });
        answer(work, 'duplicate', null, [line], line.grossMinor);
      },
      'REFUND',
    ),
  correctedAmount: (work) =>
    bringAgain(work, ({ payment, line }) => {
      const by = work.random.pick([-300, 500]);
      claim(payment, line, { grossMinor: line.grossMinor - by });
      answer(work, 'amountDiffers', payment, [line], by, 'corrected');
    }),
  correctedFee: (work) =>
    bringAgain(work, ({ payment, line }) => {
      claim(payment, line, { chargeMinor: line.feeMinor + line.vatMinor + 40 });
      answer(work, 'feeDiffers', payment, [line], 40, 'corrected');
    }),
  refundUnderItsSale: (work) => {
    const taken = take(work, isOfSale(work), 'REFUND');
    // The minute tells it from other refunds of that sale.
    if (taken) work.lines.push(underItsSale(work, taken));
  },
  oneRefundOfTwo: (work) => {
    const taken = take(work, isOfSale(work), 'REFUND');
    if (!taken) return;
    const { payment, line } = taken;
    const isLike = ({ originalId, tid, amountMinor, businessDay }: KnownPayment): boolean =>
      [originalId, tid, amountMinor, businessDay].join() ===
      [payment.originalId, payment.tid, payment.amountMinor, payment.businessDay].join();
    const other = take(work, isLike, 'REFUND');
    if (!other) return void work.lines.push(line);
    // Neither card nor minute says which of the two it is, nor that it is a third one of that sale.
    const refunds = work.payments.filter(({ originalId }) => originalId === payment.originalId);
    let atMs = Math.min(payment.createdAtMs, other.payment.createdAtMs) - 40 * 60_000;
    const isNear = (refund: KnownPayment): boolean => Math.abs(refund.createdAtMs - atMs) < 10 * 60_000;
    while (refunds.some(isNear)) atMs -= 60_000;
    const one = { ...underItsSale(work, taken), card: null, atMs };
    work.lines.push(one);
    answer(work, 'undecidedSum', null, [one], one.grossMinor, 'severalRefunds');
    for (const { payment: refund } of [taken, other])
      answer(work, 'waits', refund, [], -signedMinor(refund), 'severalRefunds');
  },
  unreadable: (work) => {
    const taken = take(work, keepKeys);
    if (!taken) return;
    work.lines.push({ ...taken.line, isUnreadable: true });
    answer(work, 'waits', taken.payment, [], -signedMinor(taken.payment), 'rejectedLine');
  },
};

const saleOf = ({ payments }: Pick<PlantWork, 'payments'>, { originalId }: KnownPayment) =>
  payments.find(({ id }) => id === originalId);
const isOfSale =
  (work: PlantWork) =>
  (refund: KnownPayment): boolean =>
    saleOf(work, refund) !== undefined;

/** The line of a refund that names its sale, by whatever key the layout prints, and itself by none. */
export function underItsSale(work: Pick<PlantWork, 'payments'>, { payment, line }: Taken): SettlementLine {
  const sale = saleOf(work, payment);
  if (!sale) throw new RangeError('a refund without its sale');
  return { ...line, saleUuid: sale.uuid, rrn: sale.rrn, orderRef: null, stan: null, authCode: null };
}

/** What banks write of lines that are about no payment, and whether their word alone takes money; other words are of no known kind. */
const otherLines: readonly { outcome: string; words: readonly string[]; takes: boolean }[] = [
  { outcome: 'bankFee', words: ['Fee', 'رسوم', 'Monthly fee', 'رسوم شهرية'], takes: true },
  {
    outcome: 'rent',
    words: ['Terminal Rent', 'Rental - Nov 2026', 'إيجار جهاز', 'إيجار أجهزة نقاط البيع'],
    takes: true,
  },
  { outcome: 'chargebackFee', words: ['Chargeback Fee', 'chargeback_penalty', 'رسوم اعتراض'], takes: true },
  { outcome: 'invoice', words: ['VAT Invoice', 'InvoiceDeduction', 'فاتورة ضريبية'], takes: true },
  { outcome: 'adjustment', words: ['Adjustment', 'قيد تعديل'], takes: false },
  { outcome: 'carriedOver', words: ['Balance Transfer', 'Brought forward', 'رصيد مرحّل'], takes: false },
  { outcome: 'unnamedLine', words: ['ZX-9', 'Rent a car Olaya', 'محل إيجار'], takes: false },
];

/** What a spreadsheet makes of an RRN that it takes for a number: zeros lost, or scientific notation (6.32609E+11). */
const damaged = (rrn: string): string =>
  rrn.startsWith('0') ? rrn.replace(/^0+/, '') : Number(rrn).toExponential(5).toUpperCase();
