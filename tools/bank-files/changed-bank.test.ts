/**
 * A terminal that goes to another bank in the middle of a month: what it sold before stays the first bank's, in expectations,
 * calendar and the files of both, and is in no file of the second one.
 */
import * as banks from '@mizan/contract/banks.ts';
import { getSettlementMonth, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { expect, test } from 'vitest';
import { agreementOn } from '../../server/features/banks/agreement.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  detailOf,
  type Sold,
  sell,
  upload,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { inTenant, platformRows } from '../../server/platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../server/testing/agreement.ts';
import { writeBankFile } from './bank-file.ts';
import { honestLine } from './settlement-line.ts';
import { nowhere, whatStands } from './what-stands.ts';

const first = await bankWorld();
const { portal } = first;
const { db, clock } = portal;

/** By terminal what is sold when: the first one is with Tihama from the 24th on, the second always with Najd, the third with Tihama. */
const soldAt = [
  ['23 09:00', '23 12:00', '23 23:50', '24 00:10', '24 12:00', '24 22:00'],
  ['23 10:00', '23 23:00', '24 11:00', '24 23:00', '25 11:00', '25 22:00'],
  ['23 10:30', '23 23:10', '24 12:30', '24 23:10'],
] as const;
const lastBefore = '2026-11-23 23:50';

type Bank = 'najd' | 'tihama';
interface Shop {
  world: BankWorld;
  ids: Record<Bank, string>;
  sold: (Sold & { bank: Bank })[];
}

/** A shop whose first terminal changes its bank; every sale is of the bank that is agreed for its moment. */
async function openShop(world: BankWorld): Promise<Shop> {
  const { merchantId, terminals } = world.merchant;
  clock.set(new Date('2026-11-22T09:00:00Z'));
  world.token = await portal.tokenOf(world.merchant.owner.userId);
  const [{ id: najd } = { id: '' }] = await platformRows<{ id: string }>(
    db,
    'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
    [merchantId],
  );
  const added = await portal.call(
    banks.addBank,
    { body: { nameEn: 'Tihama Bank', nameAr: 'بنك تهامة', code: null, iban: null, cutoff: '00:00' } },
    { token: world.token },
  );
  const tihama = added.json<{ id: string }>().id;
  const place = async (terminal: number, bank: string, validFrom: string): Promise<void> => {
    const body = { terminalId: terminals[terminal]?.id ?? '', scheme: null, validFrom };
    const answer = await portal.call(
      banks.placeTerminal,
      { params: { id: bank }, body },
      { token: world.token },
    );
    expect(answer.statusCode).toBe(200);
  };
  await place(2, tihama, '2026-11-23');
  await place(0, tihama, '2026-11-24');
  const sales = soldAt.flatMap((times, terminal) =>
    times.map((time) => ({ at: `2026-11-${time}`, terminal })),
  );
  const agreed = await inTenant(db, merchantId, async (tx) => {
    const found: string[] = [];
    for (const { at, terminal } of sales) {
      const terminalId = terminals[terminal]?.id ?? '';
      const of = { terminalId, scheme: 'Mada' as const, at: new Date(`${at.replace(' ', 'T')}:00+03:00`) };
      found.push((await agreementOn(tx, of)).bankId ?? '');
    }
    return found;
  });
  const sold = await sell(
    world,
    sales.map((sale, place) => ({ ...sale, amountMinor: 10_000 + place, bankId: agreed[place] as string })),
  );
  const bankOf = (place: number): Bank => (agreed[place] === najd ? 'najd' : 'tihama');
  return { world, ids: { najd, tihama }, sold: sold.map((one, place) => ({ ...one, bank: bankOf(place) })) };
}

/** The file of a bank for what was sold on a day of November, which it pays on the next one; answers its id. */
async function bring({ world, sold }: Shop, bank: Bank, day: number, leftOut = ''): Promise<string> {
  const lines = sold
    .filter((one) => one.bank === bank && one.at.startsWith(`2026-11-${day}`) && one.at !== leftOut)
    .map((one) => ({
      ...honestLine({
        ...one,
        id: Number(one.id),
        type: 'PURCHASE',
        stan: null,
        authCode: one.approvalCode,
        firstSix: '484783',
        currency: 'SAR',
        businessDay: one.at.slice(0, 10),
        createdAtMs: Date.parse(`${one.at.replace(' ', 'T')}:00+03:00`),
        mdrBps: 80,
        vatBps: 1_500,
        capLimitMinor: 4_000,
        originalId: null,
      }),
      settled: `2026-11-${day + 1}`,
    }));
  clock.set(new Date(`2026-11-${day + 1}T10:00:00+03:00`));
  world.token = await portal.tokenOf(world.merchant.owner.userId);
  const { bytes } = writeBankFile(lines, { layout: bank, format: 'csv' });
  const answer = await upload(world, Buffer.from(bytes), `${day}-${bank}.csv`);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await first.runner.idle();
  const detail = await detailOf(world, id);
  if (detail.state === 'WAITING_LAYOUT')
    await confirm(world, detail, true, bank === 'najd' ? 'Najd Bank' : 'Tihama Bank');
  await first.runner.idle();
  return id;
}

/** Payments of a bank's files that nothing says anything of, by when they were sold. */
async function nowhereOf({ world, sold }: Shop, bank: Bank): Promise<(string | undefined)[]> {
  const { files, payments } = await whatStands(db, world.merchant.merchantId);
  const atOf = new Map(sold.filter((one) => one.bank === bank).map((one) => [one.id, one.at]));
  return nowhere({
    files: files.filter(({ fileName }) => fileName.includes(bank)),
    payments: payments.filter(({ id, hostAtMs }) => atOf.has(id) && hostAtMs <= clock.now().getTime()),
  }).map(({ id }) => atOf.get(id));
}

/** How many payments of each bank and day the calendar has by state. */
async function calendarOf({ world, ids }: Shop): Promise<string[]> {
  const query = { month: '2026-11' };
  const answer = await portal.call(getSettlementMonth, { query }, { token: world.token });
  return answer
    .json<SettlementMonth>()
    .rows.flatMap(({ bankId, days }) =>
      days.flatMap(({ day, parts }) =>
        parts.map(
          ({ state, count }) =>
            `${bankId === ids.najd ? 'najd' : 'tihama'} ${day.slice(8)} ${state} ${count}`,
        ),
      ),
    )
    .toSorted();
}

/** By whose file each payment is confirmed or named. */
async function filesOf({ world, sold }: Shop, which: string): Promise<string[]> {
  const one = sold.find(({ at }) => at === which);
  const rows = await platformRows<{ told: string }>(
    db,
    `SELECT f.file_name || ' ' || n.outcome AS told FROM bank_entries n
       JOIN bank_files f ON f.merchant_id = n.merchant_id AND f.id = n.bank_file_id
      WHERE n.merchant_id = $1 AND n.transaction_id = $2 AND f.state = 'DONE' ORDER BY 1`,
    [world.merchant.merchantId, one?.id],
  );
  return rows.map(({ told }) => told);
}

test('what a terminal sold before it changed its bank is the first bank’s alone, in files, calendar and sums', {
  timeout: 60_000,
}, async () => {
  const shop = await openShop(first);
  expect(shop.sold.filter(({ terminal }) => terminal === 0).map(({ bank }) => bank)).toEqual([
    'najd',
    'najd',
    'najd',
    'tihama',
    'tihama',
    'tihama',
  ]);
  const files: string[] = [];
  for (const day of [23, 24])
    for (const bank of ['najd', 'tihama'] as const) {
      files.push(await bring(shop, bank, day));
      expect([bank, day, await nowhereOf(shop, bank)]).toEqual([bank, day, []]);
    }
  const verdicts: unknown[] = [];
  for (const id of files) verdicts.push((await detailOf(shop.world, id)).verdict);
  expect(verdicts).toEqual(['BALANCED', 'BALANCED', 'BALANCED', 'BALANCED']);
  expect(await calendarOf(shop)).toEqual([
    'najd 23 CONFIRMED 5',
    'najd 24 CONFIRMED 2',
    'najd 25 NOT_DUE 2',
    'tihama 23 CONFIRMED 2',
    'tihama 24 CONFIRMED 5',
  ]);
  expect(await expectationDifferences(db)).toEqual([]);
  expect(await rollupDifferences(db)).toEqual([]);
});

test('its last sale before the change is named by a file of the first bank, never by the second one’s', {
  timeout: 60_000,
}, async () => {
  const shop = await openShop(await anotherMerchant(first));
  await bring(shop, 'najd', 23, lastBefore);
  expect(await nowhereOf(shop, 'najd')).toEqual([]);
  const before = await bring(shop, 'tihama', 23);
  const after = await bring(shop, 'tihama', 24);
  expect(await filesOf(shop, lastBefore)).toEqual(['23-najd.csv timing']);
  // Its terminal has no later line in Najd's files: it is covered once a file stands behind one with later lines.
  for (const day of [24, 25]) {
    await bring(shop, 'najd', day);
    expect(await nowhereOf(shop, 'najd')).toEqual([]);
  }
  expect(await filesOf(shop, lastBefore)).toContain('25-najd.csv missingInBank');
  expect((await filesOf(shop, lastBefore)).filter((told) => told.includes('tihama'))).toEqual([]);
  for (const id of [before, after]) expect((await detailOf(shop.world, id)).verdict).toBe('BALANCED');
  expect((await calendarOf(shop)).filter((one) => !one.includes('CONFIRMED'))).toEqual(['najd 23 OVERDUE 1']);
});
