import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import { exportJournal } from '@mizan/contract/journal.ts';
import { proposedAccounts, setJournalAccounts } from '@mizan/contract/journal-accounts.ts';
import { expect, test } from 'vitest';
import { depositOf, entered, firstBankOf } from '../deposits/testing/deposit-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { standsAs, typedLines } from './testing/chargeback-world.ts';
import {
  accept,
  anotherOwner,
  daysAfter,
  decide,
  exceptionOf,
  exceptionsOf,
  reopen,
  undoFile,
} from './testing/exception-world.ts';

/**
 * What people decided of a bank's lines leaves what the bank owes in the journal
 * (docs/decisions/0419-decided-lines-leave-the-receivable.md). Sunday, 22 November 2026, noon in Riyadh.
 */
const world = await bankWorld();
const { clock } = world.portal;
const noon = clock.now();
const receivable = 'Receivable from the bank';

const later = (own: BankWorld, days: number): Promise<void> => daysAfter(noon, own, days);

/**
 * Monday: one sale paid as agreed, one whose fee is 1.00 too much, one of which 20.00 are missing, one in no line; and the
 * chargeback of a sale of 50.00. The bank pays what its lines come to.
 */
async function month() {
  clock.set(noon);
  const own = await anotherMerchant(world);
  const sold = (await sell(
    own,
    [10_000, 20_000, 30_000, 6_000, 5_000].map((amountMinor, at) => ({
      amountMinor,
      at: `2026-11-16 ${String(9 + at).padStart(2, '0')}:00`,
    })),
  )) as [Sold, Sold, Sold, Sold, Sold];
  const [plain, feeTooMuch, short, , disputed] = sold;
  const lines: [string, string][] = [
    [csvLineOf(plain), 'Purchase'],
    [csvLineOf(feeTooMuch, { feeMinor: feeTooMuch.feeMinor + 100 }), 'Purchase'],
    [csvLineOf(short, { amountMinor: short.amountMinor - 2_000 }), 'Purchase'],
    [csvLineOf(disputed), 'Purchase'],
    [csvLineOf(disputed, { amountMinor: -5_000, feeMinor: 0, vatMinor: 0 }), 'Chargeback'],
  ];
  const file = await reconcile(own, typedLines(lines), 'monday.csv');
  const net = (each: Sold): number => each.amountMinor - each.feeMinor - each.vatMinor;
  const paid = net(plain) + net(feeTooMuch) - 100 + net(short) - 2_000 + net(disputed) - 5_000;
  await entered(
    own,
    depositOf(await firstBankOf(own), { amountMinor: paid, valueDate: '2026-11-17', reference: 'NET' }),
  );
  const found = await exceptionsOf(own);
  const one = (outcome: ExceptionRow['outcome']): ExceptionRow => {
    const row = found.find((each) => each.outcome === outcome);
    if (!row) throw new Error(`no exception is ${outcome}: ${found.map((each) => each.outcome).join()}`);
    return row;
  };
  return { own, file, lines, disputed, one };
}

async function linesOf({ portal, token }: BankWorld) {
  const query = { from: '2026-11-01', to: '2026-12-31' };
  const answer = await portal.call(exportJournal, { query }, { token });
  expect(answer.statusCode).toBe(200);
  const minor = (text = '') => Math.round(100 * Number(text));
  return answer.body
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
    .map(([entry = '', day = '', , , account = '', debit, credit]) => ({
      entry,
      day,
      account,
      minor: minor(debit) - minor(credit),
    }));
}
type Lines = Awaited<ReturnType<typeof linesOf>>;
const balance = (lines: Lines, account: string): number =>
  lines.filter((line) => line.account === account).reduce((sum, line) => sum + line.minor, 0);
const decided = (lines: Lines) =>
  lines
    .filter(({ entry, account }) => /^(ACCEPTED|CHARGEBACK_LOST)-/.test(entry) && account !== receivable)
    .map(({ day, account, minor }) => [day, account, minor]);

test('a month of which everything is settled, lost or accepted leaves the bank owing nothing, and every entry balances', async () => {
  const { own, one } = await month();
  await later(own, 1);
  const before = await linesOf(own);
  expect(balance(before, receivable)).toBe(100 + 2_000 + 5_000 + 5_945);
  for (const outcome of ['feeDiffers', 'amountDiffers', 'missingInBank'] as const) {
    expect(await accept(own, one(outcome))).toMatchObject({ state: 'ACCEPTED' });
  }
  await later(own, 2);
  await standsAs(own, one('chargeback').id, 'LOST');
  await later(own, 3);
  const lines = await linesOf(own);
  for (const of of Map.groupBy(lines, ({ entry }) => entry).values()) {
    expect(of.reduce((sum, line) => sum + line.minor, 0)).toBe(0);
  }
  expect(decided(lines)).toEqual([
    ['2026-11-23', 'Accepted differences', 2_100],
    ['2026-11-24', 'Lost chargebacks', 5_000],
  ]);
  expect(balance(lines, 'Written off')).toBe(5_945);
  expect(balance(lines, receivable)).toBe(0);
});

test('what is opened again or no longer lost is owed again from that day on; a note or both words count once', async () => {
  const { own, one } = await month();
  const lost = one('chargeback');
  await standsAs(own, lost.id, 'LOST');
  await accept(own, one('feeDiffers'));
  await later(own, 1);
  // Lost and accepted is one loss, of the first day.
  expect(await accept(own, lost)).toMatchObject({ state: 'ACCEPTED' });
  await later(own, 2);
  await reopen(own, one('feeDiffers').id);
  await later(own, 3);
  await standsAs(own, lost.id, 'RECEIVED');
  await later(own, 4);
  expect(decided(await linesOf(own))).toEqual([
    ['2026-11-22', 'Lost chargebacks', 5_000],
    ['2026-11-22', 'Accepted differences', 100],
    ['2026-11-24', 'Accepted differences', -100],
  ]);
  // Said to be lost no more it still stands as accepted; opened again it is owed.
  await reopen(own, lost.id);
  await later(own, 5);
  expect(decided(await linesOf(own)).at(-1)).toEqual(['2026-11-26', 'Lost chargebacks', -5_000]);
});

test('lines that should not be there bring what they pay, less what they keep of it', async () => {
  clock.set(noon);
  const own = await anotherMerchant(world);
  const [sold, other] = (await sell(own, [
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 7_000, at: '2026-11-16 10:00' },
  ])) as [Sold, Sold];
  const unknown = csvLineOf(other, { rrn: '632116771299', approvalCode: '446899', amountMinor: 6_400 });
  await reconcile(
    own,
    typedLines([
      [csvLineOf(sold), 'Purchase'],
      [csvLineOf(sold), 'Purchase'],
      [csvLineOf(other), 'Purchase'],
      [unknown, 'Purchase'],
    ]),
    'monday.csv',
  );
  const found = await exceptionsOf(own);
  expect(found.map(({ outcome }) => outcome).toSorted()).toEqual(['duplicate', 'missingInPortal']);
  const net = (each: Sold, amountMinor = each.amountMinor) => amountMinor - each.feeMinor - each.vatMinor;
  const paid = 2 * net(sold) + net(other) + net(other, 6_400);
  const deposit = { amountMinor: paid, valueDate: '2026-11-17' };
  await entered(own, depositOf(await firstBankOf(own), deposit));
  await later(own, 1);
  expect(balance(await linesOf(own), receivable)).toBe(-net(sold) - net(other, 6_400));
  const khalid = await anotherOwner(own, 'Khalid');
  for (const one of found) {
    const asked = await accept(own, one, khalid.id);
    if (asked.state === 'ASKED') {
      expect(await decide(own, one, await own.portal.tokenOf(khalid.id))).toMatchObject({
        state: 'ACCEPTED',
      });
    }
  }
  await later(own, 2);
  const lines = await linesOf(own);
  expect(balance(lines, 'Accepted differences')).toBe(-net(sold) - net(other, 6_400));
  expect(balance(lines, receivable)).toBe(0);
});

test('a file that is undone takes back what was decided of its lines', async () => {
  const { own, one, file } = await month();
  await standsAs(own, one('chargeback').id, 'LOST');
  await accept(own, one('amountDiffers'));
  await later(own, 1);
  await undoFile(own, file.id);
  await later(own, 2);
  expect(decided(await linesOf(own))).toEqual([
    ['2026-11-22', 'Lost chargebacks', 5_000],
    ['2026-11-22', 'Accepted differences', 2_000],
    ['2026-11-23', 'Lost chargebacks', -5_000],
    ['2026-11-23', 'Accepted differences', -2_000],
  ]);
});

test('lines that a second file has again are lost and accepted once, whichever of both files stays', async () => {
  const { own, lines: monday } = await month();
  const [tuesday, other] = (await sell(own, [
    { amountMinor: 4_000, at: '2026-11-17 09:00' },
    { amountMinor: 7_000, at: '2026-11-16 18:00' },
  ])) as [Sold, Sold];
  const unknown = csvLineOf(other, { rrn: '632116771299', approvalCode: '446899', amountMinor: 1_400 });
  const again: [string, string][] = [...monday.slice(2), [unknown, 'Purchase']];
  const second = typedLines([...again, [csvLineOf(tuesday), 'Purchase'], [csvLineOf(other), 'Purchase']]);
  const tuesdays = await reconcile(own, second, 'tuesday.csv');
  await reconcile(own, typedLines([...again, [unknown, 'Purchase']]), 'wednesday.csv');
  const found = await exceptionsOf(own);
  const lost = found.filter(({ outcome }) => outcome === 'chargeback');
  expect(lost.map(({ fileName }) => fileName).toSorted()).toEqual([
    'monday.csv',
    'tuesday.csv',
    'wednesday.csv',
  ]);
  expect((await exceptionOf(own, lost[0]?.id ?? '')).sameLines).toHaveLength(2);
  for (const row of lost) await standsAs(own, row.id, 'LOST');
  for (const row of found) {
    if (['amountDiffers', 'missingInPortal', 'duplicate'].includes(row.outcome))
      expect(await accept(own, row)).toMatchObject({ state: 'ACCEPTED' });
  }
  // The unknown line stands once in one file and twice in another: two lines.
  const unknownNet = 1_400 - other.feeMinor - other.vatMinor;
  await later(own, 1);
  const once = [
    ['2026-11-22', 'Lost chargebacks', 5_000],
    ['2026-11-22', 'Accepted differences', 2_000 - 2 * unknownNet],
  ];
  expect(decided(await linesOf(own))).toEqual(once);
  await undoFile(own, tuesdays.id);
  await later(own, 2);
  expect(decided(await linesOf(own))).toEqual(once);
});

test('a chargeback that was taken, given back and taken again is lost by itself each time', async () => {
  const { own, lines: monday, disputed } = await month();
  const taken = monday.at(-1) as [string, string];
  const back: [string, string] = [csvLineOf(disputed, { feeMinor: 0, vatMinor: 0 }), 'Chargeback Reversal'];
  await reconcile(own, typedLines([back]), 'tuesday.csv');
  await reconcile(own, typedLines([taken]), 'wednesday.csv');
  const found = (await exceptionsOf(own)).filter(({ outcome }) => outcome === 'chargeback');
  expect(found.map(({ differenceMinor }) => differenceMinor).toSorted((a, b) => a - b)).toEqual([
    -5_000, -5_000, 5_000,
  ]);
  for (const row of found) await accept(own, row);
  await later(own, 1);
  expect(decided(await linesOf(own))).toEqual([['2026-11-22', 'Lost chargebacks', 5_000]]);
});

/** Lines with what the bank calls each and the day on which it settled them all. */
const settledOn = (day: string, lines: [string, string][]): string =>
  typedLines(lines)
    .split('\n')
    .map((line, at) => (line === '' ? line : `${line},${at === 0 ? 'Settlement Date' : day}`))
    .join('\n');

/** One chargeback on the files of two days, each with a sale of its own; the first may be settled on another day. */
async function takenInTwoFiles(firstDay: string, secondDay: string) {
  clock.set(noon);
  const own = await anotherMerchant(world);
  const [one, two, other] = (await sell(own, [
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 7_000, at: '2026-11-16 10:00' },
    { amountMinor: 5_000, at: '2026-11-16 11:00' },
  ])) as [Sold, Sold, Sold];
  const unknown = csvLineOf(other, { rrn: '632116771299', approvalCode: '446899', amountMinor: 6_400 });
  const taken: [string, string] = [
    csvLineOf(other, { amountMinor: -5_000, feeMinor: 0, vatMinor: 0 }),
    'Chargeback',
  ];
  const both: [string, string][] = [[unknown, 'Purchase'], taken];
  const first: [string, string][] = [[csvLineOf(one), 'Purchase'], [csvLineOf(other), 'Purchase'], ...both];
  await reconcile(own, settledOn(firstDay, first), 'first.csv');
  await reconcile(own, settledOn(secondDay, [[csvLineOf(two), 'Purchase'], ...both]), 'second.csv');
  const lost = (await exceptionsOf(own)).filter(({ outcome }) => outcome === 'chargeback');
  expect(lost).toHaveLength(2);
  const [copy, original] = lost.toSorted((a, b) => Number(b.id) - Number(a.id)) as [
    ExceptionRow,
    ExceptionRow,
  ];
  return { own, other, original, copy };
}

test('a chargeback that was won is no loss by its line in a second file, whenever that was called lost', async () => {
  const { own, other, original, copy } = await takenInTwoFiles('2026-11-17', '2026-11-17');
  const back: [string, string] = [csvLineOf(other, { feeMinor: 0, vatMinor: 0 }), 'Chargeback Reversal'];
  await standsAs(own, copy.id, 'LOST');
  await later(own, 1);
  await reconcile(own, settledOn('2026-11-20', [back]), 'back.csv');
  await standsAs(own, original.id, 'WON');
  await later(own, 2);
  await accept(own, copy);
  await later(own, 3);
  expect(decided(await linesOf(own))).toEqual([
    ['2026-11-22', 'Lost chargebacks', 5_000],
    ['2026-11-23', 'Lost chargebacks', -5_000],
  ]);
  // No longer won, what was said of the copy stands.
  await standsAs(own, original.id, 'RECEIVED');
  expect(balance(await linesOf(own), 'Lost chargebacks')).toBe(5_000);
});

test.each([
  ['one settlement day are one', '2026-11-17', 1],
  ['two settlement days are two', '2026-11-18', 2],
] as const)('the same lines of two files on %s', async (_, day, times) => {
  const { own, other } = await takenInTwoFiles('2026-11-17', day);
  for (const row of await exceptionsOf(own)) {
    if (row.outcome === 'chargeback') await standsAs(own, row.id, 'LOST');
    if (row.outcome === 'missingInPortal') await accept(own, row);
  }
  await later(own, 1);
  expect(decided(await linesOf(own))).toEqual([
    ['2026-11-22', 'Lost chargebacks', times * 5_000],
    ['2026-11-22', 'Accepted differences', -times * (6_400 - other.feeMinor - other.vatMinor)],
  ]);
});

test.each(['odoo', 'erpnext'] as const)(
  'for %s both have accounts of their own, asked for where a line needs them',
  async (layout) => {
    const { own, one } = await month();
    await standsAs(own, one('chargeback').id, 'LOST');
    await accept(own, one('feeDiffers'));
    await later(own, 1);
    const accounts = Object.entries(proposedAccounts).map(([role, account]) => ({
      role,
      bankId: null,
      account,
    }));
    const choose = (chosen: typeof accounts) =>
      own.portal.call(
        setJournalAccounts,
        { body: { accounts: chosen as never, odooJournal: 'MISC', erpnextCompany: 'Diyar' } },
        { token: own.token },
      );
    const saved = () =>
      own.portal.call(
        exportJournal,
        { query: { from: '2026-11-01', to: '2026-11-30', layout } },
        { token: own.token },
      );
    await choose(accounts.filter(({ role }) => !['lostChargebacks', 'acceptedDifferences'].includes(role)));
    expect((await saved()).json()).toMatchObject({
      details: { reason: 'accounts', missing: 'lostChargebacks,acceptedDifferences' },
    });
    expect((await choose(accounts)).statusCode).toBe(200);
    const { body } = await saved();
    expect(body).toMatch(/,6140,(?:"[^"]*",)?50\.00,0\.00/);
    expect(body).toMatch(/,6195,(?:"[^"]*",)?1\.00,0\.00/);
  },
);
