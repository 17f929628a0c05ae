import { latePlants } from './late-plants.ts';
import { isRiyals, type LinePlant, type LineWork, reject } from './line-work.ts';
import { nextDay } from './made-up-payments.ts';
import { amountText, hasTime, type Manner, namesCurrency } from './manner.ts';
import { answer, chargesOf, keepKeys, signedMinor, type Taken, take } from './plant-work.ts';
import { quotePlants } from './quote-plants.ts';
import { rejectedPlants } from './rejected-plants.ts';
import type { KnownPayment, SettlementLine } from './settlement-line.ts';
import { lineOf } from './written-book.ts';

const hasZone = ({ clock }: Manner): boolean =>
  clock === 'zoneColumn' || clock === 'abbreviation' || clock === 'offset';
/** The day of the sale stands in the file: weak keys hold on that day alone. */
const hasOwnDay = ({ dates }: Manner): boolean => dates !== 'settlementAlone';

/** A key that a spreadsheet program kept as a number and wrote rounded: it is said, and other keys find the payment. */
function round(work: LineWork, field: string, text: (taken: Taken) => string): void {
  const taken = take(work, keepKeys);
  if (!taken) return;
  const line = { ...taken.line, printed: { [field]: text(taken) } };
  work.lines.push(line);
  work.warned.push({ line, code: 'float' });
}

const scientific = (text: string, digits: number): string => Number(text).toExponential(digits).toUpperCase();

/** A purchase and its whole reversal, both of the file's days; which of them the file has, the plant says. */
function reverse(work: LineWork, plant: (purchase: Taken, reversal: Taken) => void): void {
  const taken = take(work, ({ originalId }) => originalId === null);
  if (!taken) return;
  const { payment } = taken;
  const atMs = Math.min(payment.createdAtMs + 180_000, work.book.closeMs - 60_000);
  const made = work.book.sellMore(payment.tid, atMs, payment.scheme);
  const { amountMinor, currency, id } = payment;
  Object.assign(made, {
    type: 'REVERSAL',
    amountMinor,
    currency,
    originalId: id,
    feeMinor: 0,
    vatMinor: 0,
  } satisfies Partial<KnownPayment>);
  plant(taken, { payment: made, line: lineOf(made) });
}

export const linePlants = {
  ...quotePlants,
  ...rejectedPlants,
  ...latePlants,
  emptyCharges: {
    needs: { fees: 'apart' },
    fits: ({ fees }) => fees !== 'none',
    plant: (work) => {
      // Where no line of a currency says its charge, lines of fees are all that was kept.
      const taken = take(work, (payment) => keepKeys(payment) && isRiyals(payment));
      if (!taken) return;
      const line = { ...taken.line, printed: { fee: '', vat: '', totalFee: '', net: '', netCurrency: '' } };
      work.lines.push(line);
      work.unsaid.add(line);
    },
  },
  statusLeftEmpty: {
    needs: { status: 'said' },
    fits: ({ status }) => status === 'said',
    plant: (work) => reject(work, 'statusWord', ({ line }) => ({ ...line, printed: { status: '' } })),
  },
  unknownToThePortal: {
    plant: (work) => {
      const [like] = work.book.anchors;
      if (!like) return;
      const digits = String(work.fresh++).padStart(3, '0');
      const keys = { rrn: `999999999${digits}`, stan: `999${digits}`, authCode: `ZZZ${digits}` };
      const line = { ...like, ...keys, grossMinor: 987_601 + work.fresh, feeMinor: 0, vatMinor: 0 };
      work.lines.push(line);
      answer(work, 'missingInPortal', null, [line], line.grossMinor);
    },
  },
  dollars: {
    needs: { currency: 'column' },
    fits: namesCurrency,
    plant: (work) => {
      const taken = take(work, ({ currency }) => currency === 'USD');
      if (taken) work.lines.push(taken.line);
    },
  },
  dollarsForRiyals: {
    needs: { currency: 'before' },
    fits: namesCurrency,
    plant: (work) => {
      // An amount of its own: no payment in dollars comes near it.
      const isAlone = ({ amountMinor }: KnownPayment): boolean =>
        work.book.payments.filter((one) => one.amountMinor === amountMinor).length === 1;
      const taken = take(work, (payment) => isRiyals(payment) && keepKeys(payment) && isAlone(payment));
      if (!taken) return;
      const line = { ...taken.line, currency: 'USD', feeMinor: 0, vatMinor: 0 };
      work.lines.push(line);
      answer(work, 'missingInPortal', null, [line], line.grossMinor, 'currency');
      answer(work, 'missingInBank', taken.payment, [], -signedMinor(taken.payment), 'currency');
    },
  },
  currencyNotKept: {
    needs: { currency: 'behind' },
    fits: namesCurrency,
    plant: (work) => reject(work, 'currency', ({ line }) => ({ ...line, currency: 'AED' })),
  },
  noCurrencyOnRow: {
    needs: { currency: 'column' },
    fits: namesCurrency,
    plant: (work) => reject(work, 'currency', ({ line }) => ({ ...line, currency: '' })),
  },
  feeRowWithoutCurrency: {
    needs: { currency: 'column' },
    fits: (manner) => namesCurrency(manner),
    plant: (work) => {
      const line = keyless(work, { grossMinor: -500, currency: '' });
      work.lines.push(line);
      work.rejected.push({ line, code: 'currency' });
    },
  },
  netInAnotherCurrency: {
    needs: { currency: 'column', fees: 'apartAndNet' },
    fits: ({ currency, fees }) => currency === 'column' && (fees === 'netAlone' || fees === 'apartAndNet'),
    plant: (work) => {
      const taken = take(work, isRiyals);
      if (!taken) return;
      const net = Math.round((taken.line.grossMinor - taken.line.feeMinor) * 0.26);
      const printed = { net: amountText(work.manner, net), netCurrency: 'USD' };
      const line = { ...taken.line, printed };
      work.lines.push(line);
      work.warned.push({ line, code: 'chargeCurrency' });
    },
  },
  zoneNobodyKnows: {
    needs: { clock: 'zoneColumn', dates: 'timeApart' },
    fits: hasZone,
    plant: (work) => {
      const isInDate = work.manner.clock !== 'zoneColumn' && work.manner.dates !== 'timeApart';
      const day = work.manner.dates === 'iso' ? '2026-11-12' : '11/11/2026';
      const printed: Record<string, string> = isInDate
        ? { date: `${day} 10:00 QZT` }
        : work.manner.clock === 'zoneColumn'
          ? { timeZone: 'Mars/Olympus' }
          : { time: '10:00 QZT' };
      reject(work, isInDate ? 'date' : 'timeZone', ({ line }) => ({ ...line, printed }));
    },
  },
  noSuchDay: {
    needs: { dates: 'dayFirst' },
    fits: hasOwnDay,
    plant: (work) => reject(work, 'date', ({ line }) => ({ ...line, printed: { date: '31/02/2026' } })),
  },
  spoiltAmount: {
    plant: (work) => reject(work, 'amount', ({ line }) => ({ ...line, isUnreadable: true })),
  },
  roundedRrn: {
    needs: { dates: 'iso' },
    fits: hasOwnDay,
    plant: (work) => round(work, 'rrn', ({ line }) => scientific(line.rrn ?? '', 5)),
  },
  roundedTerminal: { plant: (work) => round(work, 'terminalId', ({ line }) => scientific(line.tid, 2)) },
  roundedCode: { plant: (work) => round(work, 'authCode', ({ line }) => scientific(line.authCode ?? '', 4)) },
  zerosLostFromRrn: {
    needs: { dates: 'timeApart' },
    fits: hasOwnDay,
    plant: (work) => {
      const isRefunded = ({ id }: KnownPayment): boolean =>
        work.book.payments.some(({ originalId }) => originalId === id);
      const taken = take(work, (payment) => keepKeys(payment) && !isRefunded(payment));
      if (!taken) return;
      const rrn = (taken.line.rrn ?? '').slice(2).replace(/^0+/, '');
      taken.payment.rrn = rrn.padStart(12, '0');
      const line = { ...taken.line, rrn };
      work.lines.push(line);
      work.warned.push({ line, code: 'rrn' });
    },
  },
  onlyADamagedRrn: {
    needs: { dates: 'dayFirst' },
    fits: hasOwnDay,
    plant: (work) => {
      // An amount of its own: no other payment may be meant.
      const isAlone = ({ amountMinor }: KnownPayment): boolean =>
        work.book.payments.filter((one) => one.amountMinor === amountMinor).length === 1;
      const isRefunded = ({ id }: KnownPayment): boolean =>
        work.book.payments.some(({ originalId }) => originalId === id);
      const taken = take(work, (payment) => keepKeys(payment) && isAlone(payment) && !isRefunded(payment));
      if (!taken) return;
      const rrn = (taken.line.rrn ?? '').slice(2).replace(/^0+/, '');
      taken.payment.rrn = rrn.padStart(12, '0');
      const line = { ...taken.line, rrn, uuid: null, orderRef: null, stan: null, authCode: null, card: null };
      work.lines.push(line);
      work.warned.push({ line, code: 'rrn' });
      answer(work, 'undecidedSum', null, [line], line.grossMinor, 'nearLine');
      answer(work, 'waits', taken.payment, [], -signedMinor(taken.payment), 'nearLine');
    },
  },
  zerosLostFromTerminal: {
    plant: (work) => {
      const taken = take(work);
      if (taken) work.lines.push({ ...taken.line, tid: taken.line.tid.replace(/^0+/, '') });
    },
  },
  batchRounding: {
    needs: { fees: 'apart' },
    fits: ({ fees }) => fees !== 'none',
    plant: (work) => {
      const isOpen = ({ amountMinor, capLimitMinor, mdrBps }: KnownPayment): boolean =>
        capLimitMinor === null || (amountMinor * mdrBps) / 10_000 < capLimitMinor - 2;
      const one = take(work, isOpen);
      if (!one) return;
      const isLike = ({ tid, scheme, businessDay, currency }: KnownPayment): boolean =>
        [tid, scheme, businessDay, currency].join() ===
        [one.payment.tid, one.payment.scheme, one.payment.businessDay, one.payment.currency].join();
      const other = take(work, (payment) => isLike(payment) && isOpen(payment));
      const more = { ...one.line, feeMinor: one.line.feeMinor + 1 };
      if (!other) return void work.lines.push(one.line);
      const less = { ...other.line, feeMinor: other.line.feeMinor - 1 };
      work.lines.push(more, less);
      // Another way of rounding one payment may come to the same figure: it is rounding in any case.
      answer(work, 'rounding', one.payment, [more], -1);
      answer(work, 'rounding', other.payment, [less], 1);
    },
  },
  reversedAndBothAbsent: { plant: (work) => reverse(work, () => {}) },
  reversedAndBothPaid: {
    plant: (work) =>
      reverse(work, (purchase, reversal) => void work.lines.push(purchase.line, reversal.line)),
  },
  reversalNotTaken: {
    plant: (work) =>
      reverse(work, (purchase, reversal) => {
        work.lines.push(purchase.line);
        answer(work, 'missingInBank', reversal.payment, [], purchase.payment.amountMinor);
      }),
  },
  reversedButNotPaid: {
    plant: (work) =>
      reverse(work, (purchase, reversal) => {
        work.lines.push(reversal.line);
        answer(work, 'missingInBank', purchase.payment, [], -purchase.payment.amountMinor);
      }),
  },
  refundUnderItsPurchase: {
    plant: (work) => {
      const isWhole = ({ originalId }: KnownPayment): boolean => originalId !== null;
      const taken = take(work, isWhole, 'REFUND');
      const original = work.book.payments.find(({ id }) => id === taken?.payment.originalId);
      if (taken) work.lines.push({ ...taken.line, rrn: original?.rrn ?? null, stan: null, authCode: null });
    },
  },
  oneRefundOfTwoOfAPurchase: {
    plant: (work) => {
      const taken = take(work, ({ originalId }) => originalId !== null, 'REFUND');
      if (!taken) return;
      const { payment, line } = taken;
      // Pressed twice: of the same terminal, minute, card and amount.
      const again = work.book.sellMore(payment.tid, payment.createdAtMs, payment.scheme);
      const { id, uuid, rrn, stan, authCode } = again;
      Object.assign(again, payment, { id, uuid, rrn, stan, authCode } satisfies Partial<KnownPayment>);
      const original = work.book.payments.find((one) => one.id === payment.originalId);
      const one = { ...line, rrn: original?.rrn ?? null, stan: null, authCode: null };
      work.lines.push(one);
      answer(work, 'undecidedSum', null, [one], one.grossMinor, 'severalRefunds');
      for (const refund of [payment, again])
        answer(work, 'waits', refund, [], -signedMinor(refund), 'severalRefunds');
    },
  },
  presentedLate: {
    plant: (work) => {
      const taken = take(work, keepKeys);
      if (!taken) return;
      const { payment } = taken;
      const days = work.random.whole(20, 60);
      payment.createdAtMs -= days * 86_400_000;
      payment.businessDay = new Date(payment.createdAtMs + 10_800_000).toISOString().slice(0, 10);
      payment.dueDay = nextDay(payment.businessDay);
      work.lines.push(taken.line);
    },
  },
  sentToTheHostLater: {
    plant: (work) => {
      const taken = take(work);
      if (!taken) return;
      taken.payment.hostAtMs = work.book.closeMs + 2 * 86_400_000;
      taken.payment.dueDay = nextDay(nextDay(nextDay(nextDay(taken.payment.businessDay))));
    },
  },
  notDecidedYet: {
    plant: (work) => {
      const taken = take(work, keepKeys);
      if (!taken) return;
      taken.payment.status = 'UNKNOWN';
      work.lines.push(taken.line);
      answer(work, 'statusConflict', taken.payment, [taken.line], taken.line.grossMinor);
    },
  },
  codeOfAnotherAmount: {
    needs: { dates: 'timeApart' },
    fits: hasOwnDay,
    plant: (work) => {
      const taken = take(work, (payment) => keepKeys(payment) && payment.amountMinor > 2_000);
      if (!taken) return;
      // Neither RRN, STAN nor reference: approval code, card, terminal and minute are left.
      const grossMinor = taken.line.grossMinor + 100;
      const charges = chargesOf(taken.payment, grossMinor);
      const others = { rrn: null, stan: null, uuid: null, orderRef: null };
      const line = { ...taken.line, ...others, ...charges, grossMinor };
      work.lines.push(line);
      answer(work, 'amountDiffers', taken.payment, [line], 100);
    },
  },
  chargeOfOtherAmount: {
    needs: { fees: 'within' },
    fits: ({ fees }) => fees !== 'none',
    plant: (work) => {
      const taken = take(
        work,
        ({ amountMinor, capLimitMinor }) => amountMinor > 5_000 && capLimitMinor === null,
      );
      if (!taken) return;
      const charges = chargesOf(taken.payment, taken.payment.amountMinor * 2);
      const line = { ...taken.line, ...charges };
      work.lines.push(line);
      const { feeMinor, vatMinor } = taken.payment;
      answer(
        work,
        'feeDiffers',
        taken.payment,
        [line],
        feeMinor + vatMinor - charges.feeMinor - charges.vatMinor,
      );
    },
  },
  keptByAnotherColumn: {
    needs: { fees: 'apartAndNet' },
    fits: ({ fees }) => fees === 'apartAndNet' || fees === 'netAlone',
    plant: (work) => {
      const taken = take(work, ({ amountMinor }) => amountMinor > 8_000);
      if (!taken) return;
      const keptMinor = work.random.whole(1_001, 6_000);
      const line = { ...taken.line, keptMinor };
      work.lines.push(line);
      answer(work, 'undecidedCharge', taken.payment, [line], -keptMinor, 'unreadColumn');
    },
  },
  timeOfAnotherClock: {
    fits: hasTime,
    plant: (work) => {
      // A terminal whose clock is some minutes late.
      const taken = take(work, keepKeys);
      if (taken) work.lines.push({ ...taken.line, atMs: taken.line.atMs + 4 * 60_000 });
    },
  },
} as const satisfies Record<string, LinePlant>;

/** A line of the bank's own, about no payment. */
export function keyless(work: LineWork, change: Partial<SettlementLine>): SettlementLine {
  const [like] = work.book.anchors;
  if (!like) throw new RangeError('a file without lines');
  return {
    ...like,
    uuid: null,
    orderRef: null,
    rrn: null,
    stan: null,
    authCode: null,
    card: null,
    type: 'FEE',
    feeMinor: 0,
    vatMinor: 0,
    ...change,
  };
}
