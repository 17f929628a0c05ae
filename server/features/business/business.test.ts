import * as contract from '@mizan/contract/business.ts';
import { getReceipt, makeReceiptLink, openReceipt, type Receipt } from '@mizan/contract/receipts.ts';
import { beforeAll, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';

const portal = await testPortal();
const { db, clock } = portal;
let world: MerchantWorld;
let token: string;

beforeAll(async () => {
  world = await makeMerchant(db);
  const until = clock.now();
  await inPlatform(db, (tx) =>
    loadTransactions(tx, world, { count: 5, from: new Date(until.getTime() - 3_600_000), until }),
  );
  token = await portal.tokenOf(world.owner.userId);
});

const read = async () =>
  (await portal.call(contract.getBusiness, {}, { token })).json<contract.BusinessProfile>();
const body = {
  nameEn: 'Diyar Coffee',
  nameAr: 'قهوة ديار',
  addressEn: '',
  addressAr: '',
  phone: '920012345',
  email: 'hello@diyar.example',
  vatNumber: '310122393500003',
};
/** As a window that has just read it fills its forms. */
async function seenBy(as: { token: string }) {
  const kept = (await portal.call(contract.getBusiness, {}, as)).json<contract.BusinessProfile>();
  const { nameEn, nameAr, addressEn, addressAr, phone, email, vatNumber } = kept;
  const profile = { nameEn, nameAr, addressEn, addressAr, phone, email, vatNumber };
  return { profile, texts: kept.receiptTexts };
}
const change = async (more: Partial<contract.BusinessBody> = {}, as = { token }) => {
  const { profile: seen } = await seenBy(as);
  return portal.call(contract.changeBusiness, { body: { ...body, ...more, seen } }, as);
};
const setTexts = async (texts: contract.ReceiptTexts, as = { token }) => {
  const { texts: seen } = await seenBy(as);
  return portal.call(contract.changeReceiptTexts, { body: { ...texts, seen } }, as);
};
const texts = { aboveAr: 'أهلًا بكم', aboveEn: 'Welcome', belowAr: '', belowEn: 'Exchange within 7 days' };
const actions = async (): Promise<string[]> =>
  (
    await platformRows<{ action: string }>(
      db,
      `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'business.%' ORDER BY id`,
      [world.merchantId],
    )
  ).map(({ action }) => action);
const flat = (slip: contract.BusinessProfile['sample']): string =>
  slip
    .flat()
    .map(({ left }) => left)
    .join('\n');

test('what is said of the business stands on receipts and their links, those of earlier payments too', async () => {
  expect((await change()).json()).toMatchObject(body);
  expect((await setTexts(texts)).json()).toMatchObject({
    receiptTexts: texts,
    vatNumber: body.vatNumber,
  });
  const [paid] = await platformRows<{ id: string }>(
    db,
    `SELECT id::text FROM transactions WHERE merchant_id = $1 AND status = 'APPROVED' LIMIT 1`,
    [world.merchantId],
  );
  const params = { id: paid?.id ?? '' };
  const { slip } = (await portal.call(getReceipt, { params }, { token })).json<Receipt>();
  for (const said of [
    'Diyar Coffee',
    '920012345 · hello@diyar.example',
    'Welcome',
    'Exchange within 7 days',
  ]) {
    expect(flat(slip ?? [])).toContain(said);
  }
  expect(slip?.at(-1)?.[1]?.left).toBe('THIS IS NOT A TAX INVOICE');
  const made = (await portal.call(makeReceiptLink, { params }, { token })).json<{ address: string }>();
  const code = new URL(made.address).searchParams.get('code') ?? '';
  expect((await portal.call(openReceipt, { params: { code } })).json()).toMatchObject({ slip });
});

test('the preview is made by the rule of the slip', async () => {
  const { sample, receiptTexts } = await read();
  const shown = contract.withReceiptTexts(sample, receiptTexts);
  expect(shown[1]?.map(({ left }) => left)).toEqual(['أهلًا بكم', 'Welcome']);
  expect(shown.at(-2)?.map(({ left }) => left)).toEqual(['Exchange within 7 days']);
});

test('409: a save over what another owner saved meanwhile, of the profile or the texts', async () => {
  const { profile, texts: seen } = await seenBy({ token });
  await change({ phone: '920054321' });
  await setTexts({ ...texts, belowEn: 'No exchange' });
  const answers = await Promise.all([
    portal.call(contract.changeBusiness, { body: { ...body, nameEn: 'Diyar', seen: profile } }, { token }),
    portal.call(contract.changeReceiptTexts, { body: { ...texts, aboveEn: 'Hello', seen } }, { token }),
  ]);
  const refused = { code: 'conflict', details: { reason: 'changedMeanwhile' } };
  expect(answers.map((answer) => answer.json())).toMatchObject([refused, refused]);
  expect(await seenBy({ token })).toMatchObject({
    profile: { phone: '920054321', nameEn: body.nameEn },
    texts: { belowEn: 'No exchange', aboveEn: texts.aboveEn },
  });
  await setTexts(texts);
});

test('each change is written down once, and a repeat not at all', async () => {
  const before = await actions();
  await change({ phone: null });
  await change({ phone: null });
  await setTexts({ ...texts, aboveEn: '' });
  await setTexts({ ...texts, aboveEn: '' });
  expect((await actions()).slice(before.length)).toEqual([
    'business.changed',
    'business.receiptTextsChanged',
  ]);
});

test.each([
  { vatNumber: '410122393500003' },
  { vatNumber: '31012239350000' },
  { phone: '12345' },
  { email: 'hello@diyar' },
  { nameEn: ' ' },
  { nameAr: 'ق'.repeat(contract.businessLimits.nameMax + 1) },
])('400: %o', async (wrong) => {
  expect((await change(wrong)).statusCode).toBe(400);
});

test('400: a text of 41 signs', async () => {
  const answer = await setTexts({ ...texts, aboveEn: 'x'.repeat(41) });
  expect(answer.statusCode).toBe(400);
});

test('the number of the application counts until somebody says another one, or none', async () => {
  const other = await makeMerchant(db);
  const of = { token: await portal.tokenOf(other.owner.userId) };
  await platformRows(
    db,
    `INSERT INTO applications (merchant_id, owner_id, draft_hash, state, cr, form, locale, sent_at)
     VALUES ($1, $2, sha256('a draft of the business test'::bytea), 'APPROVED', '1010445566', $3, 'ar', now())`,
    [
      other.merchantId,
      other.owner.userId,
      JSON.stringify({ business: { name: 'Diyar Trading Est.', vatNumber: '300000000000003' } }),
    ],
  );
  const registered = { name: 'Diyar Trading Est.', cr: '1010445566' };
  const seen = async () => (await portal.call(contract.getBusiness, {}, of)).json<contract.BusinessProfile>();
  expect(await seen()).toMatchObject({ vatNumber: '300000000000003', registered });
  await setTexts(texts, of);
  expect(await seen()).toMatchObject({ vatNumber: '300000000000003', registered });
  await change({ vatNumber: null }, of);
  expect(await seen()).toMatchObject({ vatNumber: null, registered });
});

test.each([
  ['05 1234 5678', '+966512345678'],
  ['٠١١٢٣٤٥٦٧٨', '+966112345678'],
  ['+966 11 234 5678', '+966112345678'],
  ['9200 12345', '920012345'],
  ['800 123 4567', '8001234567'],
  ['12345', null],
  ['+44 20 7946 0000', null],
])('the telephone %s is kept as %s', (typed, kept) => {
  expect(contract.readPhone(typed)).toBe(kept);
});
