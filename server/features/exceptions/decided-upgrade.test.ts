import { readFile } from 'node:fs/promises';
import { exportJournal } from '@mizan/contract/journal.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
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
  exceptionsOf,
  undoFile,
} from './testing/exception-world.ts';

/**
 * What migrations 0308, 0309 and 0318 write into a database that is filled already: the service writes the rows, their columns
 * are taken away as they were before, the migrations run again, and the rows are held against what the service wrote.
 */
const world = await bankWorld();
const { clock } = world.portal;
const noon = clock.now();
const migrations = [
  '0308_decided_lines_in_the_journal',
  '0309_lines_that_pay_beyond',
  '0318_lines_that_say_the_same',
];

const later = (own: BankWorld, days: number): Promise<void> => daysAfter(noon, own, days);

/** The database as it was before these migrations, brought to today by them. */
async function migratedAgain(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(
      `ALTER TABLE bank_exceptions DROP COLUMN beyond_minor, DROP COLUMN line_says;
       ALTER TABLE bank_exception_steps DROP COLUMN stage`,
    );
    for (const name of migrations) {
      const text = await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');
      await owner.query(`BEGIN; ${text}; COMMIT`);
    }
  } finally {
    await owner.end();
  }
}

interface Kept {
  outcome: string;
  state: string;
  differenceMinor: number;
  beyondMinor: number | null;
  lineSays: string | null;
}

const keptOf = ({ portal, merchant }: BankWorld): Promise<Kept[]> =>
  tenantRows<Kept>(
    portal.db,
    merchant.merchantId,
    `SELECT outcome, state, difference_minor AS "differenceMinor", beyond_minor AS "beyondMinor", line_says AS "lineSays"
       FROM bank_exceptions WHERE merchant_id = tenant_id() ORDER BY id`,
  );

async function journalOf({ portal, token }: BankWorld): Promise<string> {
  const query = { from: '2026-11-01', to: '2026-12-31' };
  const answer = await portal.call(exportJournal, { query }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.body;
}

/** What each account of a journal comes to, in halalas; of each entry its lines have to come to nothing. */
function balancesOf(journal: string): Record<string, number> {
  const minor = (text = ''): number => Math.round(100 * Number(text));
  const lines = journal
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
    .map(([entry = '', , , , account = '', debit, credit]) => ({
      entry,
      account,
      sum: minor(debit) - minor(credit),
    }));
  const sumsBy = (name: 'entry' | 'account') =>
    Object.fromEntries(
      [...Map.groupBy(lines, (line) => line[name])].map(([key, of]) => [
        key,
        of.reduce((sum, line) => sum + line.sum, 0),
      ]),
    );
  expect(Object.entries(sumsBy('entry')).filter(([, sum]) => sum !== 0)).toEqual([]);
  return sumsBy('account');
}

/** Lines of each kind that pay other than what was agreed, in two files that overlap; the second has a chargeback and a short line again. */
async function filled(name: string) {
  clock.set(noon);
  const own = await anotherMerchant(world);
  const [plain, feeTooMuch, short, disputed, declined, other, tuesday] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 10:00' },
    { amountMinor: 30_000, at: '2026-11-16 11:00' },
    { amountMinor: 5_000, at: '2026-11-16 12:00' },
    { amountMinor: 4_100, at: '2026-11-16 13:00', status: 'DECLINED' },
    { amountMinor: 7_000, at: '2026-11-16 14:00' },
    { amountMinor: 8_000, at: '2026-11-17 09:00' },
  ])) as [Sold, Sold, Sold, Sold, Sold, Sold, Sold];
  const taken = csvLineOf(disputed, { amountMinor: -5_000, feeMinor: 0, vatMinor: 0 });
  const less = csvLineOf(short, { amountMinor: short.amountMinor - 2_000 });
  const stranger = csvLineOf(other, { rrn: '632116771299', approvalCode: '446899', amountMinor: 3_300 });
  const monday = await reconcile(
    own,
    typedLines([
      [csvLineOf(plain), 'Purchase'],
      [csvLineOf(plain), 'Purchase'],
      [csvLineOf(feeTooMuch, { feeMinor: feeTooMuch.feeMinor + 100 }), 'Purchase'],
      [less, 'Purchase'],
      [csvLineOf(disputed), 'Purchase'],
      [csvLineOf(declined), 'Purchase'],
      [csvLineOf(other), 'Purchase'],
      [stranger, 'Purchase'],
      [taken, 'Chargeback'],
    ]),
    `${name}-monday.csv`,
  );
  await reconcile(
    own,
    typedLines([
      [csvLineOf(tuesday), 'Purchase'],
      [less, 'Purchase'],
      [stranger, 'Purchase'],
      [taken, 'Chargeback'],
    ]),
    `${name}-tuesday.csv`,
  );
  const khalid = await anotherOwner(own, 'Khalid');
  const decideAll = async (): Promise<void> => {
    const second = await own.portal.tokenOf(khalid.id);
    for (const row of await exceptionsOf(own)) {
      if (row.outcome === 'chargeback') continue;
      const asked = await accept(own, row, khalid.id);
      if (asked.state === 'ASKED') await decide(own, row, second);
    }
  };
  const chargebacks = async () => (await exceptionsOf(own)).filter(({ outcome }) => outcome === 'chargeback');
  return { own, monday, decideAll, chargebacks };
}

/**
 * Monday's settlement that the bank paid in two parts, one in each of two files; the second file has its chargeback and its line of
 * nobody again.
 */
async function settledInParts() {
  clock.set(noon);
  const own = await anotherMerchant(world);
  const [one, disputed, tuesday] = (await sell(own, [
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 5_000, at: '2026-11-16 10:00' },
    { amountMinor: 8_000, at: '2026-11-17 09:00' },
  ])) as [Sold, Sold, Sold];
  const taken = csvLineOf(disputed, { amountMinor: -5_000, feeMinor: 0, vatMinor: 0 });
  const stranger = csvLineOf(one, { rrn: '632116771299', approvalCode: '446899', amountMinor: 3_300 });
  const netOf = (line: string): number => Math.round(100 * Number(line.split(',')[8]));
  const monday: [string, string][] = [
    [csvLineOf(one), 'Purchase'],
    [csvLineOf(disputed), 'Purchase'],
    [stranger, 'Purchase'],
    [taken, 'Chargeback'],
  ];
  const payout = (minor: number): [string, string] => {
    const riyals = (minor / 100).toFixed(2);
    return [`,,,2026-11-17 21:00:00,,${riyals},,,${riyals}`, 'Payout'];
  };
  const settled = (days: readonly string[], lines: [string, string][]): string =>
    typedLines(lines)
      .split('\n')
      .map((line, at) => (line === '' ? line : `${line},${at === 0 ? 'Settlement Date' : days[at - 1]}`))
      .join('\n');
  const day = '2026-11-17';
  const firstPart = 10_000;
  const rest = monday.reduce((sum, [line]) => sum + netOf(line), -firstPart);
  const days = monday.map(() => day);
  await reconcile(own, settled([...days, day], [...monday, payout(firstPart)]), 'parts-monday.csv');
  const second: [string, string][] = [[csvLineOf(tuesday), 'Purchase'], ...monday.slice(2), payout(rest)];
  await reconcile(own, settled(['2026-11-18', day, day, day], second), 'parts-tuesday.csv');
  return own;
}

test('a settlement in parts: what its lines say in both files is back-filled with its settlement day, and is lost once', async () => {
  const own = await settledInParts();
  await later(own, 1);
  for (const row of await exceptionsOf(own)) {
    if (row.outcome === 'chargeback') await standsAs(own, row.id, 'LOST');
    else if (row.outcome === 'missingInPortal') await accept(own, row);
  }
  await later(own, 2);
  const [kept, journal] = await Promise.all([keptOf(own), journalOf(own)]);
  const saying = kept.filter(({ lineSays }) => lineSays?.split('|')[1] === '2026-11-17');
  expect(saying.map(({ outcome }) => outcome).toSorted()).toEqual([
    'chargeback',
    'chargeback',
    'missingInPortal',
    'missingInPortal',
  ]);
  expect(new Set(saying.map(({ lineSays }) => lineSays)).size).toBe(2);
  expect(balancesOf(journal)).toMatchObject({ 'Lost chargebacks': 5_000 });
  await migratedAgain(world.portal.database.url);
  expect(await keptOf(own)).toEqual(kept);
  expect(await journalOf(own)).toBe(journal);
});

test('a filled database comes to the rows and the journal that the service writes', async () => {
  const shop = await filled('shop');
  const undone = await filled('undone');
  for (const each of [shop, undone]) {
    await later(each.own, 1);
    await each.decideAll();
    await later(each.own, 2);
    for (const { id } of await each.chargebacks()) {
      await standsAs(each.own, id, 'RECEIVED', 'Asked the bank');
      await standsAs(each.own, id, 'LOST');
    }
  }
  await later(undone.own, 3);
  await undoFile(undone.own, undone.monday.id);
  await later(shop.own, 4);
  await later(undone.own, 4);
  const wrote = await Promise.all([keptOf(shop.own), journalOf(shop.own), journalOf(undone.own)]);
  const outcomes = [
    'amountDiffers',
    'chargeback',
    'duplicate',
    'feeDiffers',
    'missingInPortal',
    'statusConflict',
  ];
  expect([...new Set(wrote[0].map(({ outcome }) => outcome))].toSorted()).toEqual(
    expect.arrayContaining(outcomes),
  );
  // Were a column null in each row, nothing would be compared.
  expect(wrote[0].filter(({ beyondMinor }) => beyondMinor !== null).length).toBeGreaterThanOrEqual(5);
  expect(wrote[0].filter(({ lineSays }) => lineSays !== null).length).toBe(wrote[0].length);
  expect(wrote[1]).toContain('CHARGEBACK_LOST-');
  expect(wrote[2]).toContain('ACCEPTED-');

  await migratedAgain(world.portal.database.url);
  expect(await keptOf(shop.own)).toEqual(wrote[0]);
  expect(await journalOf(shop.own)).toBe(wrote[1]);
  // Of a file that was undone nothing is written anew: what was decided leaves and comes back by another sum (0419).
  const journal = await journalOf(undone.own);
  expect(balancesOf(journal)).toEqual(balancesOf(wrote[2]));
  expect(journal).not.toBe(wrote[2]);
});
