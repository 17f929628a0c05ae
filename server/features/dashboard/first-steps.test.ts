import { randomUUID } from 'node:crypto';
import { firstStepsDays } from '@mizan/contract/first-steps.ts';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../platform/clock.ts';
import { closeDatabase, openDatabase, platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { makeKey } from '../../testing/hand-terminal.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { pairTerminal } from '../terminals/pairing.service.ts';
import { listTerminals } from '../terminals/terminals.service.ts';
import { areStepsOver, firstStepsOf } from './first-steps.service.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));
const now = new Date('2026-11-22T10:50:00Z');
const clock = testClock(now);

const approve = (shop: Shop) =>
  platformRows(
    db,
    `INSERT INTO applications (merchant_id, owner_id, draft_hash, cr, form, locale, sent_at, state, decided_at)
     VALUES ($1, $2, sha256($3::text::bytea), $3, '{}', 'en', $4, 'APPROVED', $4)`,
    [shop.merchantId, shop.owner.userId, randomUUID().slice(0, 10), now],
  );
const sell = (shop: Shop, status: string) =>
  platformRows(
    db,
    `INSERT INTO transaction_day_rollups (merchant_id, day, branch_id, scheme, type, status, currency, bank_confirmed,
       count, amount_minor, fee_minor, vat_minor, net_minor)
     VALUES ($1, '2026-11-22', 0, 'Mada', 'PURCHASE', $2, 'SAR', false, 1, 100, 1, 0, 99)`,
    [shop.merchantId, status],
  );
const addFile = (shop: Shop, state: 'DONE' | 'UNDONE') =>
  platformRows(
    db,
    `INSERT INTO bank_files (merchant_id, uuid, file_name, size_bytes, sha256, state, uploaded_by, uploaded_by_name,
       created_at, verdict, summary)
     VALUES ($1, $2::uuid, 'a.csv', 1, sha256($2::uuid::text::bytea), $3, $4, 'Huda', $5, 'BALANCED', '{}')`,
    [shop.merchantId, randomUUID(), state, shop.owner.userId, now],
  );
const pair = ({ tid, enrolCode }: { tid: string; enrolCode: string }) =>
  pairTerminal({ db, clock }, { tid, code: enrolCode, serial: 'S1', publicKey: makeKey().publicText });
const steps = (shop: Shop) => firstStepsOf(db, shop.merchantId, now);

test('each step is done by what happened, and the list goes with the last of them', async () => {
  const [shop, other] = [await openShop(db, 2), await openShop(db, 1)];
  await approve(shop);
  const none = { approvedAt: now.toISOString(), tookPayment: false, readBankFile: false, isOver: false };
  expect(await steps(shop)).toEqual(none);
  await sell(shop, 'DECLINED');
  await addFile(shop, 'UNDONE');
  await sell(other, 'APPROVED');
  await addFile(other, 'DONE');
  expect(await steps(shop)).toEqual(none);
  await sell(shop, 'APPROVED');
  await addFile(shop, 'DONE');
  expect(await steps(shop)).toMatchObject({ tookPayment: true, readBankFile: true, isOver: false });
  const [first, second] = shop.terminals;
  if (!first || !second) throw new Error('the shop has two terminals');
  await pair(first);
  expect((await listTerminals({ db, clock }, shop.owner)).map(({ isPaired }) => isPaired)).toEqual([
    true,
    false,
  ]);
  expect((await steps(shop)).isOver).toBe(false);
  await pair(second);
  expect((await steps(shop)).isOver).toBe(true);
});

test('who came without an application is shown the way to the first payment, and no further', async () => {
  const shop = await openShop(db, 1);
  expect(await steps(shop)).toEqual({
    approvedAt: null,
    tookPayment: false,
    readBankFile: false,
    isOver: false,
  });
  await sell(shop, 'APPROVED');
  expect((await steps(shop)).isOver).toBe(true);
});

test('a spare terminal keeps the list for a month; a payment or a file that is missing keeps it longer', () => {
  const later = new Date(now.getTime() + firstStepsDays * 86_400_000 + 1);
  const spare = { tookPayment: true, readBankFile: true, unpairedCount: 1 };
  expect(areStepsOver(spare, now, now)).toBe(false);
  expect(areStepsOver(spare, now, later)).toBe(true);
  expect(areStepsOver({ ...spare, unpairedCount: 0, readBankFile: false }, now, later)).toBe(false);
  expect(areStepsOver({ ...spare, unpairedCount: 0, tookPayment: false }, now, later)).toBe(false);
});
