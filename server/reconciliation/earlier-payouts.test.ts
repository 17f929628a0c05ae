/** A deposit whose lines stand in another file of its bank is held against these, or named beside a verdict that is not BALANCED. */
import { describe, expect, test } from 'vitest';
import { sold, type Trial, type TrialPayment, tryBankFile } from './bank-file-trial.ts';
import type { SettledFile } from './normalise/paid-elsewhere.ts';

const monday = [1, 2].map((id) => sold(id, `22 1${id}:00`));
const tuesday = [3, 4, 5].map((id) => sold(id, `23 1${id}:00`, { businessDay: '2026-11-23' }));
const names = 'Terminal ID,RRN,Type,Date,Amount,Fee,VAT,Net,Settlement Date,Batch No';
const dateOf = ({ createdAtMs }: TrialPayment): string =>
  new Date(Number(createdAtMs) + 10_800_000).toISOString().slice(0, 10);
const row = (payment: TrialPayment, settled: string, { batch = '', cells = '100.00,0.80,0.12,99.08' } = {}) =>
  `88501158,${payment.rrn},Purchase,${dateOf(payment)} 12:00,${cells},${settled},${batch}`;
const payout = (amount: string, settled = '', { batch = '', date = '2026-11-24' } = {}): string =>
  `,,Payout,${date},${amount},,,,${settled},${batch}`;
const text = (...rows: string[]): string => [names, ...rows, ''].join('\n');
const mondayRows = (more = {}) => monday.map((each) => row(each, '2026-11-23', more));
const tuesdayRows = tuesday.map((each) => row(each, '2026-11-24'));

const asFile = (bankFileId: string, { summary }: Trial, cameBefore = true): SettledFile => ({
  ...summary.settled,
  bankFileId,
  lastDay: summary.scope.toDay,
  cameBefore,
});
/** Monday's file as it was judged, and Tuesday's beside it. */
async function afterMonday(rows: readonly string[], ...tuesdays: string[]) {
  const before = await tryBankFile(text(...rows), monday);
  const later = await tryBankFile(text(...tuesdays), tuesday, { settledFiles: [asFile('7', before)] });
  return { before: before.summary, ...later.summary, entries: later.entries };
}
const payoutEntry = ({ entries }: Pick<Trial, 'entries'>) =>
  entries.flatMap(({ reason, detail }) =>
    reason?.startsWith('pa') ? [{ reason, ...JSON.parse(detail ?? '{}').params }] : [],
  );

describe('a deposit of an earlier settlement day', () => {
  test('that comes to its lines in an earlier file is explained by that file and day', async () => {
    const found = await afterMonday(mondayRows(), ...tuesdayRows, payout('198.16', '2026-11-23'));
    expect(found).toMatchObject({ verdict: 'BALANCED', absent: [] });
    expect(found.totals).toMatchObject([{ kind: 'payout', stated: 19_816, sum: 19_816, agrees: true }]);
    expect(payoutEntry(found)).toMatchObject([
      { reason: 'paysEarlier', bankFileId: '7', date: '2026-11-23', line: null },
    ]);
    // Its own lines have no deposit yet: the next file may bring it.
    expect(found.settled.open).toMatchObject([{ day: '2026-11-24', nets: [29_724], count: 3 }]);
    expect(found.settled.asked).toMatchObject([{ day: '2026-11-23', agrees: true, files: ['7'] }]);
  });

  test.each([
    ['198.15', '-1'],
    ['198.17', '1'],
    ['99.08', '-9908'],
  ])('that differs says by how much, and the file is not balanced: %s', async (amount, value) => {
    const found = await afterMonday(mondayRows(), ...tuesdayRows, payout(amount, '2026-11-23'));
    expect(found.verdict).toBe('INCOMPLETE');
    expect(found.absent).toEqual([{ kind: 'linesOfPayout', value, count: 1 }]);
    expect(payoutEntry(found)).toMatchObject([
      { reason: 'paysEarlierOtherwise', bankFileId: '7', date: '2026-11-23', netMinor: 19_816 },
    ]);
  });

  test('beside one of its own day each pays its own', async () => {
    const two = (first: string, second: string) =>
      afterMonday(mondayRows(), ...tuesdayRows, payout(first, '2026-11-23'), payout(second, '2026-11-24'));
    expect(await two('198.16', '297.24')).toMatchObject({ verdict: 'BALANCED', settled: { open: [] } });
    expect((await two('198.16', '10.00')).absent).toMatchObject([{ kind: 'linesOfPayout', value: '-28724' }]);
    expect((await two('10.00', '297.24')).absent).toMatchObject([{ kind: 'linesOfPayout', value: '-18816' }]);
  });

  test('of which no file has lines is named', async () => {
    const found = await afterMonday(mondayRows(), ...tuesdayRows, payout('198.16', '2026-11-20'));
    expect(found.verdict).toBe('INCOMPLETE');
    expect(found.absent).toMatchObject([{ kind: 'notCompared', value: '19816' }]);
    expect(found.settled.asked).toMatchObject([{ day: '2026-11-20', agrees: null, files: [] }]);
  });

  test('of which the earlier file had the deposit itself is named', async () => {
    const whole = [...mondayRows(), payout('198.16', '2026-11-23', { date: '2026-11-23' })];
    const found = await afterMonday(whole, ...tuesdayRows, payout('198.16', '2026-11-23'));
    expect(found.before).toMatchObject({ verdict: 'BALANCED', settled: { open: [] } });
    expect(found.verdict).toBe('INCOMPLETE');
    expect(found.absent).toMatchObject([{ kind: 'notCompared', value: '19816' }]);
  });

  test('of which it is not known what was kept is named', async () => {
    const noRate = { mdrBps: null, vatBps: null, capLimitMinor: null, feeMinor: null, vatMinor: null };
    const before = await tryBankFile(
      text(...mondayRows({ cells: '100.00,,,' })),
      monday.map((each) => ({ ...each, ...noRate })),
    );
    const job = { settledFiles: [asFile('7', before)] };
    const { summary, entries } = await tryBankFile(
      text(...tuesdayRows, payout('150.00', '2026-11-23')),
      tuesday,
      job,
    );
    expect(summary.verdict).toBe('INCOMPLETE');
    expect(summary.absent).toMatchObject([{ kind: 'notCompared', value: '15000' }]);
    expect(payoutEntry({ entries })).toMatchObject([{ reason: 'paysEarlierPerhaps', bankFileId: '7' }]);
  });

  test('of lines without their charge is held against what was agreed', async () => {
    const gross = mondayRows({ cells: '100.00,,,' });
    expect((await afterMonday(gross, ...tuesdayRows, payout('198.16', '2026-11-23'))).verdict).toBe(
      'BALANCED',
    );
    expect((await afterMonday(gross, ...tuesdayRows, payout('198.15', '2026-11-23'))).verdict).toBe(
      'INCOMPLETE',
    );
  });

  test('that an earlier deposit of another file paid already is named, and the first of the two is not', async () => {
    const before = asFile('7', await tryBankFile(text(...mondayRows()), monday));
    const file = text(...tuesdayRows, payout('198.16', '2026-11-23'));
    const first = await tryBankFile(file, tuesday, { settledFiles: [before] });
    const second = await tryBankFile(file, tuesday, { settledFiles: [before, asFile('8', first)] });
    expect(second.summary.absent).toMatchObject([{ kind: 'notCompared', value: '19816' }]);
    expect(payoutEntry(second)).toMatchObject([{ reason: 'paidByAnother', bankFileId: '8' }]);
    const again = await tryBankFile(file, tuesday, { settledFiles: [before, asFile('8', second, false)] });
    expect(again.summary.verdict).toBe('BALANCED');
  });

  test('of the lines of several files together, as of branches', async () => {
    const [one = '', two = ''] = mondayRows();
    const branches = [
      asFile('7', await tryBankFile(text(one), monday)),
      asFile('8', await tryBankFile(text(two), monday)),
    ];
    const paid = (amount: string) =>
      tryBankFile(text(...tuesdayRows, payout(amount, '2026-11-23')), tuesday, { settledFiles: branches });
    const whole = await paid('198.16');
    expect(whole.summary.verdict).toBe('BALANCED');
    expect(payoutEntry(whole)).toMatchObject([{ reason: 'paysEarlier', files: 2, date: '2026-11-23' }]);
    // Each branch's line alone would do: which one is meant nothing tells.
    expect((await paid('99.08')).summary.absent).toMatchObject([{ kind: 'notCompared' }]);
    expect((await paid('150.00')).summary.absent).toMatchObject([{ kind: 'notCompared' }]);
  });

  test('of lines that stand in its own file and in another one', async () => {
    const [one = '', two = ''] = mondayRows();
    const before = asFile('7', await tryBankFile(text(one), monday));
    const paid = (amount: string) =>
      tryBankFile(text(two, payout(amount, '2026-11-23')), monday, { settledFiles: [before] });
    expect((await paid('198.16')).summary.absent).toEqual([]);
    expect((await paid('99.08')).summary.absent).toEqual([]);
    expect((await paid('198.15')).summary.absent).toMatchObject([{ kind: 'linesOfPayout', value: '9907' }]);
  });
});

describe('a deposit in parts that stand in several files', () => {
  type Files = Record<string, readonly [rows: readonly string[], sales: TrialPayment[]]>;
  /** Judges files in the order of their names, again as long as one says anything else. */
  async function settle(files: Files): Promise<Record<string, Trial>> {
    const judged: Record<string, Trial> = {};
    const said = (): string =>
      JSON.stringify(Object.values(judged).map(({ summary }) => [summary.settled, summary.verdict]));
    for (let round = 0; round < 6; round++) {
      const before = said();
      for (const [id, [rows, sales]] of Object.entries(files)) {
        const settledFiles = Object.entries(judged)
          .filter(([other]) => other !== id)
          .map(([other, trial]) => asFile(other, trial, other < id));
        judged[id] = await tryBankFile(text(...rows), sales, { settledFiles });
      }
      if (said() === before) return judged;
    }
    throw new Error('the files keep each other busy');
  }
  const wednesday = [sold(6, '23 18:00', { businessDay: '2026-11-23' })];
  const tuesdayWith = (...rows: string[]) => [[...tuesdayRows, ...rows], tuesday] as const;
  const wednesdayWith = (...rows: string[]) =>
    [[...wednesday.map((each) => row(each, '2026-11-24')), ...rows], wednesday] as const;
  const ownPart = (amount: string) => payout(amount, '2026-11-23', { date: '2026-11-23' });
  const found = (trial: Trial | undefined) => ({
    verdict: trial?.summary.verdict,
    absent: trial?.summary.absent.map(({ kind, value }) => `${kind} ${value}`),
    reasons: trial ? payoutEntry(trial).map(({ reason, bankFileId }) => `${reason} ${bankFileId}`) : [],
  });

  test('of which each names the other one, where the lines stand in a third file', async () => {
    const judged = await settle({
      7: [mondayRows(), monday],
      8: tuesdayWith(payout('100.00', '2026-11-23')),
      9: wednesdayWith(payout('98.16', '2026-11-23')),
    });
    expect(found(judged[8])).toEqual({ verdict: 'BALANCED', absent: [], reasons: ['paysInParts 9'] });
    expect(found(judged[9])).toEqual({ verdict: 'BALANCED', absent: [], reasons: ['paysInParts 8'] });
  });

  test('of which one stands with the lines', async () => {
    const judged = await settle({
      7: [[...mondayRows(), ownPart('100.00')], monday],
      8: tuesdayWith(payout('98.16', '2026-11-23')),
    });
    expect(found(judged[7])).toEqual({ verdict: 'BALANCED', absent: [], reasons: ['paysInParts 8'] });
    expect(found(judged[8])).toEqual({ verdict: 'BALANCED', absent: [], reasons: ['paysInParts 7'] });
  });

  test('of which one is missing leaves the other one incomplete by it', async () => {
    const alone = await settle({ 7: [[...mondayRows(), ownPart('100.00')], monday] });
    expect(found(alone[7])).toMatchObject({ verdict: 'INCOMPLETE', absent: ['linesOfPayout -9816'] });
    const apart = await settle({ 7: [mondayRows(), monday], 8: tuesdayWith(payout('100.00', '2026-11-23')) });
    expect(found(apart[8])).toMatchObject({ verdict: 'INCOMPLETE', absent: ['linesOfPayout -9816'] });
  });

  test.each([
    ['98.15', '-1'],
    ['98.17', '1'],
  ])('that do not come to the lines say by how much in each file: %s', async (amount, differs) => {
    const judged = await settle({
      7: [[...mondayRows(), ownPart('100.00')], monday],
      8: tuesdayWith(payout(amount, '2026-11-23')),
    });
    for (const [id, other] of [
      [7, 8],
      [8, 7],
    ] as const)
      expect(found(judged[id])).toEqual({
        verdict: 'INCOMPLETE',
        absent: [`linesOfPayout ${differs}`],
        reasons: [`paysInPartsOtherwise ${other}`],
      });
  });

  test('beside another deposit of the whole: the lines are paid once', async () => {
    const judged = await settle({
      7: [mondayRows(), monday],
      8: tuesdayWith(payout('100.00', '2026-11-23')),
      8.5: wednesdayWith(payout('98.16', '2026-11-23')),
      9: tuesdayWith(payout('198.16', '2026-11-23')),
    });
    expect(found(judged[8])).toMatchObject({ absent: [], reasons: ['paysInParts 8.5'] });
    expect(found(judged[9])).toMatchObject({ verdict: 'INCOMPLETE', absent: ['notCompared 19816'] });
    const wholeFirst = await settle({
      7: [mondayRows(), monday],
      8: tuesdayWith(payout('198.16', '2026-11-23')),
      9: wednesdayWith(payout('98.16', '2026-11-23')),
    });
    expect(found(wholeFirst[8])).toMatchObject({ absent: [], reasons: ['paysEarlier 7'] });
    expect(found(wholeFirst[9])).toMatchObject({ verdict: 'INCOMPLETE', reasons: ['paidByAnother 8'] });
  });

  test('that names nothing pays no lines of which a part is paid', async () => {
    const judged = await settle({
      7: [[...mondayRows(), ownPart('100.00')], monday],
      8: tuesdayWith(payout('198.16')),
    });
    expect(found(judged[7])).toMatchObject({ verdict: 'INCOMPLETE' });
    expect(found(judged[8])).toMatchObject({ verdict: 'INCOMPLETE' });
  });

  test('of a batch', async () => {
    const judged = await settle({
      7: [mondayRows({ batch: '0175' }), monday],
      8: tuesdayWith(payout('100.00', '', { batch: '175' })),
      9: wednesdayWith(payout('98.16', '', { batch: '175' })),
    });
    expect(found(judged[8])).toEqual({ verdict: 'BALANCED', absent: [], reasons: ['paysInParts 9'] });
    expect(found(judged[9])).toEqual({ verdict: 'BALANCED', absent: [], reasons: ['paysInParts 8'] });
  });
});

describe('a deposit of a batch', () => {
  const ofBatch = (batch: string) => mondayRows({ batch });

  test('is of that batch in an earlier file, written in any digits', async () => {
    const paid = (amount: string) =>
      afterMonday(ofBatch('0175'), ...tuesdayRows, payout(amount, '', { batch: '175' }));
    expect(await paid('198.16')).toMatchObject({ verdict: 'BALANCED', absent: [] });
    expect((await paid('100.00')).absent).toMatchObject([{ kind: 'linesOfPayout', value: '-9816' }]);
  });

  test('whose number begins anew pays the one that comes to it, and none that does not', async () => {
    const files = [
      asFile('7', await tryBankFile(text(...ofBatch('175')), monday)),
      asFile(
        '8',
        await tryBankFile(text(...tuesday.map((each) => row(each, '', { batch: '175' }))), tuesday),
      ),
    ];
    const paid = (amount: string) =>
      tryBankFile(text(row(monday[0] ?? {}, '2026-11-25'), payout(amount, '', { batch: '175' })), monday, {
        settledFiles: files,
      });
    expect((await paid('297.24')).summary.absent).toEqual([]);
    expect((await paid('10.00')).summary.absent).toMatchObject([{ kind: 'notCompared', value: '1000' }]);
  });
});

describe('a deposit that names nothing', () => {
  test('pays the one earlier day that comes to it, where its own lines do not', async () => {
    const found = await afterMonday(mondayRows(), ...tuesdayRows, payout('198.16'));
    expect(found).toMatchObject({ verdict: 'BALANCED', absent: [] });
    expect(payoutEntry(found)).toMatchObject([
      { reason: 'paysEarlier', bankFileId: '7', date: '2026-11-23' },
    ]);
    const other = await afterMonday(mondayRows(), ...tuesdayRows, payout('198.15'));
    expect(other.verdict).toBe('INCOMPLETE');
    expect(other.absent).toMatchObject([{ kind: 'linesOfPayout', value: '-9909' }]);
  });

  test('that comes to two earlier days pays neither for certain', async () => {
    const before = asFile(
      '7',
      await tryBankFile(text(row(monday[0] ?? {}, '2026-11-22'), row(monday[1] ?? {}, '2026-11-23')), monday),
    );
    const { summary } = await tryBankFile(text(...tuesdayRows, payout('99.08')), tuesday, {
      settledFiles: [before],
    });
    expect(summary.verdict).toBe('INCOMPLETE');
  });

  test('pays no lines that are settled after it', async () => {
    const found = await afterMonday(
      monday.map((each) => row(each, '2026-11-30')),
      ...tuesdayRows,
      payout('198.16'),
    );
    expect(found.verdict).toBe('INCOMPLETE');
  });
});

test('money that is missing in the file is not balanced by a deposit that agrees', async () => {
  const found = await afterMonday(mondayRows(), ...tuesdayRows.slice(1), payout('198.16', '2026-11-23'));
  expect(found.verdict).not.toBe('BALANCED');
});

test('a line that the earlier file has twice is not counted twice, and one that may be it leaves it open', async () => {
  const before = await tryBankFile(text(...mondayRows()), monday);
  const claimed = monday.map((each) => ({
    ...each,
    claimedBy: '7',
    claimedLine: 2,
    claimedGrossMinor: 10_000,
    claimedChargeMinor: 92,
    claimedDay: '2026-11-23',
  }));
  const again = await tryBankFile(text(...mondayRows()), claimed);
  expect(before.summary.settled.open).toMatchObject([{ count: 2, nets: [19_816] }]);
  expect(again.summary.settled.open).toEqual([]);
  const asked = await tryBankFile(
    text(...mondayRows()),
    claimed.map((each) => ({ ...each, claimedDay: null })),
  );
  expect(asked.summary.settled.open).toMatchObject([{ count: 2, nets: [] }]);
});
