import { changeChargeback } from '@mizan/contract/chargebacks.ts';
import type { ProofCause } from '@mizan/contract/proof.ts';
import { expect } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../../platform/database/database.ts';
import { addBank } from '../../banks/banks.service.ts';
import { testBank } from '../../banks/testing/test-bank.ts';
import { firstBankOf } from '../../deposits/testing/deposit-world.ts';
import { accept, exceptionsOf, matchByHand } from '../../exceptions/testing/exception-world.ts';
import { expectNoMore } from '../../expectations/expectations.service.ts';
import type { BankWorld, Sold } from '../../reconciliation/testing/bank-world.ts';
import { makeMerchant } from '../../transactions/testing/merchant-world.ts';
import { Month, netOf, type Row, row, strange, type TimedSale, takenBack } from './month-files.ts';
import { claimedDay } from './planted-claim.ts';
import { close } from './proof-world.ts';

/**
 * One shop's month, from terminal totals to the deposit, with each kind of difference once: two banks, three branches, six
 * terminals, files through the real runner, November 2026 as it stands on Tuesday, 1 December, at noon in Riyadh. What each
 * kind comes to is written down beside it in `plantedCauses`, in halalas, before anything is asked of the portal.
 */
export const plantedMonth = '2026-11';
const now = new Date('2026-12-01T09:00:00Z');

/** What is planted, level by level: what the right side has more for it. */
export const plantedCauses = {
  host: { HOST_DIFFERS: -2_700, HOST_UNBALANCED: 0 },
  terminals: {
    TERMINAL_DIFFERS: -2_500,
    CHANGED_SINCE: -2_600,
    FIRST_RECONCILIATION: -1_100,
    NOT_RECONCILED: 3_500,
    CLOSED_BEFORE: 3_200,
    CLOSED_AFTER: 6_400,
    OF_EARLIER_DAYS: -3_100,
    OF_LATER_DAYS: -3_300,
    // Counted under another branch than its own, so it is on both sides of the whole.
    ELSEWHERE: 0,
  },
  lines: {
    MISSING: -15_000,
    MISSING_REFUND: 4_000,
    // 40.00, 15.00 and a refund of 15.00 that may stand in the undecided sum.
    WAITS: -4_000,
    AMOUNT_DIFFERS: -1_000,
    DUPLICATE: 5_000,
    MISSING_IN_PORTAL: 1_100,
    STATUS_CONFLICT: 6_000,
    SAME_AS_BEFORE: 0,
    OVERDUE: -6_100,
    NO_FILE: -6_200 - 3_000,
    PARTLY: -6_300,
    NOT_DUE: -6_400,
    UNDECIDED_SUM: 4_000,
    ACCEPTED_MISSING: -1_700,
    ACCEPTED_LINES: -500,
    WRITTEN_OFF: -1_500,
    MATCHED_BY_HAND: 0,
    BROUGHT_BEFORE: 0,
  },
  deposit: {
    SHORT: -500,
    // 100.00 and 200.00 less 0.92 and 1.84.
    LATE: -29_724,
    MORE_ARRIVED: 300,
    FEE_DIFFERS: -500,
    CHARGEBACK: -10_000,
    // 50.00, and 8.00 of a day without sales.
    ADJUSTMENT: -5_800,
    RENT: -3_000,
    BANK_FEE: -1_700,
    CHARGEBACK_FEE: -2_200,
    INVOICE: -1_300,
    CARRIED_OVER: -900,
    UNNAMED_LINE: -600,
    // Twice 2.30 that nobody agreed to.
    NO_RATE: -460,
    // The line that came twice, 50.00 less 0.46; the 8.00 that were taken for a day without a settlement.
    UNPLACED: -4_154,
    WITHOUT_LINES: 3_000 - 28,
    // 100.00, 100.00 and 200.00 less 3.68.
    UNRECORDED: -39_632,
    // 200.00 less 1.84, of which 50.00 came.
    DEPOSIT_PARTLY: -14_816,
    DUE: -9_908,
    DEPOSIT_NOT_DUE: -9_908,
    ACCEPTED_CHARGES: -70,
    CHARGEBACK_WON: 0,
    CHARGEBACK_LOST: -7_100,
    // By day, 0.80% and 15% VAT, half up: 2.76 + 0.32 + 0.33, 8.57, 5.47, 2.76, 4.09, 3.22; 0.92, 2.76 last; other bank
    // 0.30, 2.76, 3.68; 2.76 beside the undecided sum, and 0.28 + 2.76 of the 16th.
    FEES: -4_070 - 28 - 276,
    // 0.10 and 0.55 of lines without a payment, 0.46 of the one that came twice, 0.51 of the undecided sum.
    LINE_CHARGES: -162,
    ROUNDING: 1,
  },
} as const;

/** What is in no such month, and why; the proof knows no cause besides these and the planted ones. */
export const plantedElsewhere: Partial<Record<ProofCause, string>> = {
  CORRECTED_LINES: 'a later file sets it right: corrected-lines.test.ts',
  CORRECTED_CHARGES: 'as CORRECTED_LINES',
  UNDECIDED_CHARGE: 'a column that nobody read: proof-decided.test.ts',
};

const opening: TimedSale = { time: '09:00', amountMinor: 10_000 };
const closing: TimedSale = { time: '20:00', amountMinor: 20_000 };

/** 2 November: all agrees. 3 November: what a file has otherwise, and 5.00 less arrived than it says. */
async function firstDays(month: Month): Promise<void> {
  const sold = await month.sell('2026-11-02', [
    opening,
    { time: '11:00', amountMinor: 3_500, terminal: 4 },
    { time: '12:00', amountMinor: 3_600, terminal: 3 },
    closing,
  ]);
  const clean = sold.map((sale) => row(sale));
  await month.bring('najd', 'najd-02.csv', clean, '2026-11-03');
  await month.pays('najd', '2026-11-02', netOf(clean), '2026-11-03');
  const [first, , , less, charged, rounded, last] = (await month.sell('2026-11-03', [
    opening,
    { time: '10:00', amountMinor: 15_000 },
    { time: '11:00', amountMinor: 4_000, type: 'REFUND' },
    { time: '12:00', amountMinor: 30_000 },
    { time: '13:00', amountMinor: 25_000 },
    // 0.65 and VAT of 0.0975, which the bank truncates.
    { time: '14:00', amountMinor: 8_155 },
    closing,
  ])) as [Sold, Sold, Sold, Sold, Sold, Sold, Sold];
  const [refused] = (await month.sell('2026-11-03', [
    { time: '15:00', amountMinor: 6_000, status: 'DECLINED' },
  ])) as [Sold];
  const rows = [
    row(first),
    row(less, { amountMinor: 29_000 }),
    row(charged, { feeMinor: charged.feeMinor + 500 }),
    row(rounded, { vatMinor: rounded.vatMinor - 1 }),
    row(first, { ...strange, amountMinor: 1_100, feeMinor: 9, vatMinor: 1 }),
    row(refused, { feeMinor: 48, vatMinor: 7 }),
    row(last),
  ];
  await month.bring('najd', 'najd-03.csv', rows, '2026-11-04');
  await month.pays('najd', '2026-11-03', netOf(rows) - 500, '2026-11-04');
}

/** 4 November: what people decided, and 3.00 more arrived. 5 November: nothing arrived, and its lines came twice. */
async function decidedDays(month: Month): Promise<void> {
  const { world } = month;
  const [first, missing, less, fee, one, other, last] = (await month.sell('2026-11-04', [
    opening,
    { time: '10:00', amountMinor: 1_500 },
    { time: '11:00', amountMinor: 12_000 },
    { time: '12:00', amountMinor: 13_000 },
    { time: '13:00', amountMinor: 2_100 },
    { time: '14:00', amountMinor: 2_300 },
    closing,
  ])) as [Sold, Sold, Sold, Sold, Sold, Sold, Sold];
  const joined = {
    ...strange,
    rrn: '888888888888',
    amountMinor: 4_400,
    feeMinor: one.feeMinor + other.feeMinor,
    vatMinor: one.vatMinor + other.vatMinor,
  };
  const rows = [
    row(first),
    row(less, { amountMinor: 11_500 }),
    row(fee, { feeMinor: fee.feeMinor + 70 }),
    row(one, joined),
    row(last),
  ];
  const file = await month.bring('najd', 'najd-04.csv', rows, '2026-11-05');
  await month.pays('najd', '2026-11-04', netOf(rows) + 300, '2026-11-05');
  expect((await matchByHand(world, file, [5], [one.id, other.id])).status).toBe(200);
  const named = await exceptionsOf(world, { bankFileId: file });
  expect(named.map(({ outcome }) => outcome).toSorted()).toEqual([
    'amountDiffers',
    'feeDiffers',
    'missingInBank',
  ]);
  for (const each of named) expect((await accept(world, each)).status).toBe(200);
  expect(named.find(({ outcome }) => outcome === 'missingInBank')?.transactionId).toBe(missing.id);
  const fifth = (await month.sell('2026-11-05', [opening, closing])).map((sale) => row(sale));
  await month.bring('najd', 'najd-05.csv', fifth, '2026-11-08');
  await month.bring('najd', 'najd-05-again.csv', fifth.toReversed(), '2026-11-08');
}

/** 8 November: what the bank took beside payments. 9 November: a line twice. 11 November: no rate was agreed. */
async function takenDays(month: Month): Promise<void> {
  const { world } = month;
  const [open, lost, won, last] = (await month.sell('2026-11-08', [
    opening,
    { time: '10:00', amountMinor: 7_100 },
    { time: '11:00', amountMinor: 7_200 },
    closing,
  ])) as [Sold, Sold, Sold, Sold];
  const without = (type: string, amount: string): Row => [
    `${open.tid},,,2026-11-08 21:00:00,,${amount},0.00,0.00,${amount}`,
    type,
    'MADA',
  ];
  const rows = [
    ...[open, lost, won, last].map((sale) => row(sale)),
    ...[open, lost, won].map(takenBack),
    row(won, { feeMinor: 0, vatMinor: 0 }, 'Chargeback Reversal'),
    without('Adjustment', '-50.00'),
    without('Terminal rent 11/2026', '-30.00'),
    without('Monthly fee', '-17.00'),
    without('Chargeback fee', '-22.00'),
    without('VAT invoice', '-13.00'),
    without('Balance carried forward', '-9.00'),
    // A shop's name, and no rent.
    without('Rent a Car Olaya', '-6.00'),
  ];
  const file = await month.bring('najd', 'najd-08.csv', rows, '2026-11-09');
  await month.pays('najd', '2026-11-08', netOf(rows), '2026-11-09');
  const chargebacks = await exceptionsOf(world, { bankFileId: file, outcome: 'chargeback' });
  for (const [line, stage] of [
    [7, 'LOST'],
    [8, 'WON'],
  ] as const) {
    const id = chargebacks.find((each) => each.line === line)?.id ?? '';
    const body = { stage, answeredOn: '2026-11-20', deadlineDay: null, note: '' };
    const answer = await world.portal.call(
      changeChargeback,
      { params: { id }, body },
      { token: world.token },
    );
    expect([line, answer.statusCode]).toEqual([line, 200]);
  }
  const [first, twice, end] = (await month.sell('2026-11-09', [
    opening,
    { time: '10:00', amountMinor: 5_000 },
    closing,
  ])) as [Sold, Sold, Sold];
  const ninth = [first, twice, end].map((sale) => row(sale));
  const ofOtherDay: Row = [`${first.tid},,,2026-11-07 21:00:00,,-8.00,0.00,0.00,-8.00`, 'Adjustment', 'MADA'];
  await month.bring('najd', 'najd-09.csv', [...ninth, row(twice), ofOtherDay], '2026-11-10');
  await month.pays('najd', '2026-11-09', netOf(ninth), '2026-11-10');
  const noRate = { mdrBps: 0, vatBps: 0, capLimitMinor: 0, processingFeeMinor: 0 };
  const unrated = await month.sell('2026-11-11', [
    { ...opening, scheme: 'Visa', rate: noRate },
    { ...closing, scheme: 'Visa', rate: noRate },
  ]);
  const visa = unrated.map((sale) => row(sale, { feeMinor: 200, vatMinor: 30 }));
  await month.bring('najd', 'najd-11.csv', visa, '2026-11-16');
  await month.pays('najd', '2026-11-11', netOf(visa), '2026-11-16', 'Visa');
}

/** 12 November: one line pays several payments, and the file does not say which: 40.00 alone is as good as all three. */
async function undecidedDay(month: Month): Promise<void> {
  const [first, large, small, back, last] = (await month.sell('2026-11-12', [
    opening,
    { time: '10:00', amountMinor: 4_000 },
    { time: '11:00', amountMinor: 1_500 },
    { time: '12:00', amountMinor: 1_500, type: 'REFUND' },
    closing,
  ])) as [Sold, Sold, Sold, Sold, Sold];
  const sum: Row = [
    `${large.tid},,,2026-11-12 21:00:00,,40.00,${((large.feeMinor + small.feeMinor + back.feeMinor) / 100).toFixed(2)},${((large.vatMinor + small.vatMinor + back.vatMinor) / 100).toFixed(2)},${(netOf([row(large), row(small), row(back)]) / 100).toFixed(2)}`,
    'Purchase',
    'MADA',
  ];
  const rows = [row(first), sum, row(last)];
  await month.bring('najd', 'najd-12.csv', rows, '2026-11-15');
  await month.pays('najd', '2026-11-12', netOf(rows), '2026-11-15');
}

/** Tihama Bank pays one day; of two others nobody entered a deposit, of one there is no file. */
async function otherBank(month: Month, evening: Sold): Promise<void> {
  const paid = await month.sell(
    '2026-11-03',
    [
      { ...opening, terminal: 2 },
      { ...closing, terminal: 2 },
    ],
    'tihama',
  );
  const rows = [evening, ...paid].map((sale) => row(sale));
  await month.bring('tihama', 'tihama-03.csv', rows);
  await month.bring('tihama', 'tihama-03-again.csv', rows.slice(1, 2));
  await month.pays('tihama', '2026-11-01', netOf(rows.slice(0, 1)), '2026-11-02');
  await month.pays('tihama', '2026-11-03', netOf(rows.slice(1)), '2026-11-04');
  const tenth = await month.sell(
    '2026-11-10',
    [
      { ...opening, terminal: 2 },
      { ...opening, terminal: 5 },
      { ...closing, terminal: 2 },
      // After the last line of the bank's last file.
      { time: '21:00', amountMinor: 6_100, terminal: 2 },
    ],
    'tihama',
  );
  const lines = tenth.slice(0, 3).map((sale) => row(sale));
  await month.bring('tihama', 'tihama-10.csv', lines);
  await month.sell('2026-11-24', [{ time: '12:00', amountMinor: 6_200, terminal: 2 }], 'tihama');
}

/** 29 and 30 November: what is not due, or due today. */
async function lastDays(month: Month): Promise<void> {
  const early = (await month.sell('2026-11-29', [{ ...opening, scheme: 'Visa' }])).map((sale) => row(sale));
  await month.bring('najd', 'najd-29.csv', early, '2026-12-02');
  const [mada, , visa] = (await month.sell('2026-11-30', [
    opening,
    { time: '21:00', amountMinor: 6_300 },
    { ...closing, scheme: 'Visa' },
  ])) as [Sold, Sold, Sold];
  await month.bring('najd', 'najd-30.csv', [row(mada), row(visa)], '2026-12-01');
  await month.pays('najd', '2026-11-30', 5_000, '2026-12-01', 'Visa');
}

/** What is not approved any more, as when the file that had proved it is taken back. */
const undoApproval = ({ portal, merchant }: BankWorld, id: string): Promise<void> =>
  inTenant(portal.db, merchant.merchantId, async (tx) => {
    await tx.change(
      `UPDATE transactions SET status = 'CANCELED' WHERE merchant_id = tenant_id() AND id = $1`,
      [id],
    );
    await expectNoMore(tx, id);
  });

/** The evening before the month: what its reconciliations count of it, and what they leave to the month's. */
async function evening(month: Month): Promise<Sold> {
  const { world } = month;
  const [sold] = (await month.sell(
    '2026-10-31',
    [{ time: '18:00', amountMinor: 3_200, terminal: 2, businessDay: '2026-11-01' }],
    'tihama',
  )) as [Sold];
  for (const terminal of [0, 1, 2, 3, 4]) await close(world, terminal, '2026-10-31 23:55');
  await month.sell('2026-10-31', [{ time: '23:58', amountMinor: 3_100 }]);
  await close(world, 5, '2026-11-01 23:55', { count: 1, minor: 1_100 });
  return sold;
}

/** Terminals 0 and 3 on the first days; the second one has moved to another branch when it reconciles. */
async function firstClosings({ world }: Month): Promise<void> {
  const { merchant, portal } = world;
  await platformRows(
    portal.db,
    'UPDATE terminals SET branch_id = $2 WHERE merchant_id = $1 AND id = $3 RETURNING id',
    [merchant.merchantId, merchant.branchIds[1], merchant.terminals[3]?.id],
  );
  await close(world, 3, '2026-11-02 23:55');
  await close(world, 0, '2026-11-03 23:55');
}

/** Terminal 1 counts one that the portal has not, and then one that is not approved any more. */
async function changedClosings(month: Month): Promise<void> {
  const { world } = month;
  await close(world, 1, '2026-11-09 23:55', { count: 1, minor: 2_500 });
  const [changed] = (await month.sell('2026-11-10', [
    { time: '12:00', amountMinor: 2_600, terminal: 1 },
  ])) as [Sold];
  await close(world, 1, '2026-11-10 23:55');
  await undoApproval(world, changed.id);
}

async function lastClosings(month: Month): Promise<void> {
  const { world } = month;
  await close(world, 5, '2026-11-10 23:55');
  await month.sell(
    '2026-11-30',
    [{ time: '20:00', amountMinor: 3_300, terminal: 2, businessDay: '2026-12-01' }],
    'tihama',
  );
  for (const terminal of [0, 2]) await close(world, terminal, '2026-11-30 23:55');
  await month.sell('2026-11-30', [{ time: '23:58', amountMinor: 6_400, scheme: 'MasterCard' }]);
  await close(world, 0, '2026-12-01 09:00');
}

/** The month as it stands on 1 December; `first` has the portal that it is written to. */
export async function writePlantedMonth(first: BankWorld): Promise<BankWorld> {
  const { portal, runner } = first;
  portal.clock.set(now);
  const merchant = await makeMerchant(portal.db, { branches: 3, terminals: 6 });
  const world = { portal, runner, merchant, token: await portal.tokenOf(merchant.owner.userId) };
  const najd = await firstBankOf(world);
  const tihama = await inPlatform(portal.db, (tx) =>
    addBank(tx, merchant.merchantId, { ...testBank, nameEn: 'Tihama Bank', nameAr: 'بنك تهامة' }),
  );
  const month = new Month(world, { najd, tihama });
  // In the order of time: a terminal counts what came before it closed.
  const before = await evening(month);
  await firstDays(month);
  await firstClosings(month);
  await decidedDays(month);
  await close(world, 0, '2026-11-05 23:55', undefined, { moreCount: 1, moreMinor: 2_700 });
  await changedClosings(month);
  await takenDays(month);
  await close(world, 0, '2026-11-11 23:55', undefined, { isBalanced: false });
  await undecidedDay(month);
  await claimedDay(month);
  await otherBank(month, before);
  await month.paysEarly();
  await lastDays(month);
  await lastClosings(month);
  return world;
}
