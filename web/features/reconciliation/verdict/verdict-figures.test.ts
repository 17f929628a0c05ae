import type { BankFileResult, BridgeBar } from '@mizan/contract/reconciliation.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { EntryGroupSum } from '@mizan/contract/verdict-parts.ts';
import { describe, expect, test } from 'vitest';
import { feesWithin, figureKey, figuresOf, isHereEven } from './verdict-figures.ts';

const group = (of: Partial<EntryGroupSum>): EntryGroupSum => ({
  group: 'confirmed',
  currency: 'SAR',
  count: 1,
  lines: 1,
  portalMinor: 0,
  bankMinor: 0,
  differenceMinor: 0,
  ...of,
});
const verdict = (groups: EntryGroupSum[], toClaim = 0, paidTooMuch = 0): BankFileResult => ({
  verdict: 'INCOMPLETE',
  absent: [],
  groups,
  currencies: [
    {
      currency: 'SAR',
      expectedMinor: 0,
      bankMinor: 0,
      differenceMinor: groups.reduce((sum, { differenceMinor }) => sum + differenceMinor, 0),
      groups: { toClaim, notDueYet: 0, paidTooMuch },
      steps: [],
    },
  ],
  outcomes: [],
  exceptionCount: 0,
  portalCount: 0,
  matchedCount: 0,
  warningCount: 0,
});
const figures = (result: BankFileResult) => figuresOf(result, result.currencies[0] as never);

test('what a figure is called is what its head says: set right is neither paid too much nor to claim', () => {
  const result = verdict([], -500, 500);
  const counts = { toClaim: 1, paidTooMuch: 1, here: 2, bank: 2 };
  result.currencies[0] = { ...(result.currencies[0] as never as object), groupCounts: counts } as never;
  const names = (amountMinor: number, givenMinor: number) =>
    (['toClaim', 'paidTooMuch'] as const).map((figure) =>
      figureKey(result, figure, [{ currency: 'SAR', amountMinor, givenMinor }]),
    );
  expect(names(500, 500)).toEqual([
    'reconciliation:difference.setRight',
    'reconciliation:difference.setsRight',
  ]);
  // Of a part of it alone neither is said.
  expect(names(400, 300)).toEqual([
    'reconciliation:difference.toClaim',
    'reconciliation:difference.paidTooMuch',
  ]);
});

test('charges of a file that corrects another are agreed ones, and what the earlier file kept', () => {
  const result = verdict([], 0, 250);
  const [own] = result.currencies;
  const step = { count: 1, amountMinor: 6300, isTotal: false, group: null, holes: null };
  const named = (bars: readonly BridgeBar[]) => {
    const steps = bars.map((bar) => ({ ...step, bar }));
    const of = { ...own, groupCounts: { charges: 1, notJudged: 0 }, steps } as never;
    return figureKey({ ...result, currencies: [of] }, 'charges', []);
  };
  expect(named(['charges'])).toBe('reconciliation:bridge.charges');
  expect(named(['broughtBefore', 'charges'])).toBe('reconciliation:bridge.chargesOfBoth');
});

describe('the difference in what is here', () => {
  test('is what is left of the whole without what waits and what is not due yet', () => {
    const result = verdict([
      group({ group: 'waits', differenceMinor: -387_437, count: 41 }),
      group({ group: 'notDue', differenceMinor: -500 }),
    ]);
    expect(figures(result)).toMatchObject({ hereMinor: 0, waitsMinor: -387_437, notDueMinor: -500 });
    expect(isHereEven(result, figures(result))).toBe(true);
  });

  test('is not even where exceptions cancel out, though their sum is nil', () => {
    const result = verdict([group({ group: 'exceptions', count: 2 })], -10_000, 10_000);
    expect(figures(result).hereMinor).toBe(0);
    expect(isHereEven(result, figures(result))).toBe(false);
  });

  test('is not even where a row could not be read or a total is not reached', () => {
    for (const kind of [
      'rejectedLines',
      'linesOfTotal',
      'countOfTotal',
      'linesOfPayout',
      'notCompared',
      'figuresBeyond',
      'unreadColumn',
      'feeLines',
      'vatAlone',
      'partOfFile',
      'sheet',
    ] as const) {
      const result = { ...verdict([group({})]), absent: [{ kind, value: '100', count: 1 }] };
      expect(isHereEven(result, figures(result))).toBe(false);
    }
  });

  test('has rounding as a part of its own, so that its parts add up to it', () => {
    const result = verdict(
      [group({ differenceMinor: -3 }), group({ group: 'exceptions', differenceMinor: -90 })],
      -90,
    );
    const { hereMinor, toClaimMinor, paidTooMuchMinor, roundingMinor } = figures(result);
    expect([hereMinor, toClaimMinor + paidTooMuchMinor + roundingMinor, roundingMinor]).toEqual([
      -93, -93, -3,
    ]);
  });
});

test('chargebacks are a part of the difference of their own, beside what is to claim', () => {
  const chargeback = {
    outcome: 'chargeback',
    currency: 'SAR',
    count: 1,
    portalMinor: 0,
    bankMinor: -474_50,
    differenceMinor: -474_50,
  } as const;
  const sums = [group({ group: 'exceptions', differenceMinor: -490_46, count: 2 })];
  const { hereMinor, toClaimMinor, chargebackMinor, roundingMinor } = figures({
    ...verdict(sums, -15_96),
    outcomes: [chargeback],
  });
  expect([hereMinor, toClaimMinor, chargebackMinor, roundingMinor]).toEqual([-490_46, -15_96, -474_50, 0]);
});

describe('fees within the difference of some rows', () => {
  const row = (outcome: Outcome, portalMinor: number, bankMinor: number, differenceMinor: number) => ({
    outcome,
    currency: 'SAR' as const,
    count: 1,
    portalMinor,
    bankMinor,
    differenceMinor,
  });
  const result = {
    ...verdict([]),
    outcomes: [
      row('feeDiffers', 100_00, 100_00, -28_81),
      row('amountDiffers', 29_00, 28_00, -1_00),
      row('duplicate', 0, 23_00, 23_00),
      row('rounding', 70_00, 70_00, 4),
    ],
  };
  const sum = (portalMinor: number, bankMinor: number, differenceMinor: number) => ({
    currency: 'SAR' as const,
    portalMinor,
    bankMinor,
    differenceMinor,
  });

  test('are what leads from both sides to it', () => {
    expect(feesWithin(result, 'exceptions', sum(129_00, 151_00, -6_81))).toBe(-28_81);
    expect(feesWithin(result, 'feeDiffers', sum(100_00, 100_00, -28_81))).toBe(-28_81);
    expect(feesWithin(result, 'confirmed', sum(500_00, 500_00, 4))).toBe(4);
    expect(feesWithin(result, 'duplicate', sum(0, 23_00, 23_00))).toBe(0);
  });

  test('are not said where something else stands between them, too', () => {
    expect(feesWithin(result, 'already', sum(0, 40_00, 0))).toBe(0);
    expect(feesWithin(result, 'exceptions', sum(129_00, 191_00, -6_81))).toBe(0);
  });
});
