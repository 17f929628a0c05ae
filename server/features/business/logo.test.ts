import { getSession } from '@mizan/contract/auth.ts';
import * as contract from '@mizan/contract/business.ts';
import { pictureLimits } from '@mizan/contract/pictures.ts';
import {
  downloadReceipt,
  makeReceiptLink,
  openLogo,
  openReceipt,
  revokeReceiptLink,
} from '@mizan/contract/receipts.ts';
import { beforeAll, expect, test } from 'vitest';
import { inPlatform, platformRows, tenantRows } from '../../platform/database/database.ts';
import { exif, jpegOf, pngOf } from '../../platform/scanner/testing/document-files.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';

const portal = await testPortal();
const { db, clock } = portal;
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
let world: MerchantWorld;
let token: string;
let stranger: string;

beforeAll(async () => {
  world = await makeMerchant(db);
  const until = clock.now();
  await inPlatform(db, (tx) =>
    loadTransactions(tx, world, { count: 5, from: new Date(until.getTime() - 3_600_000), until }),
  );
  token = await portal.tokenOf(world.owner.userId);
  stranger = await portal.tokenOf((await makeMerchant(db)).owner.userId);
});

const set = (body: Buffer, of = token) =>
  portal.call(contract.setLogo, { body: body as never }, { token: of });
const versionIn = (answer: { json: () => unknown }): string =>
  (answer.json() as { logoVersion: string }).logoVersion;
const get = (version: string, of = token) =>
  portal.call(contract.getLogo, { params: { version } }, { token: of });
const logoActions = async (): Promise<string[]> =>
  (
    await platformRows<{ action: string }>(
      db,
      `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'business.logo%' ORDER BY id`,
      [world.merchantId],
    )
  ).map(({ action }) => action);

test('a logo is kept as the picture alone, sent under its kind, and kept by the browser that asked for it', async () => {
  const version = versionIn(
    await set(Buffer.concat([jpegOf({ width: 64, height: 32, before: [exif()] }), svg])),
  );
  const answer = await get(version);
  expect(answer.rawPayload.equals(jpegOf({ width: 64, height: 32 }))).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-disposition': 'attachment; filename=logo.jpg',
  });
  const profile = await portal.call(contract.getBusiness, {}, { token });
  expect(profile.json()).toMatchObject({ logoVersion: version });
  // The shell shows it beside the name of the business.
  const session = await portal.call(getSession, {}, { token });
  expect(session.json()).toMatchObject({ merchant: { logoVersion: version } });
});

test.each([
  ['an SVG with a script', svg, 422, 'pictureInvalid'],
  ['a PNG that was cut', pngOf(32, 32).subarray(0, -1), 422, 'pictureInvalid'],
  ['sides too long', pngOf(pictureLimits.sideMax + 1, 16), 422, 'pictureTooLong'],
  ['sides too short', pngOf(32, pictureLimits.sideMin - 1), 422, 'pictureTooShort'],
  [
    'too many bytes',
    Buffer.concat([pngOf(32, 32), Buffer.alloc(pictureLimits.bytes)]),
    413,
    'pictureTooLarge',
  ],
])('refused, and the logo before stays: %s', async (_, content, status, reason) => {
  const before = versionIn(await set(pngOf(40, 40)));
  const answer = await set(content);
  expect([answer.statusCode, answer.json<{ details: object }>().details]).toMatchObject([status, { reason }]);
  expect((await get(before)).statusCode).toBe(200);
});

test('404: of another merchant, of a version that is no more; the database shows no other merchant the row', async () => {
  const version = versionIn(await set(pngOf(41, 41)));
  expect((await get(version, stranger)).statusCode).toBe(404);
  const rowOf = (reader: string) =>
    tenantRows(db, reader, 'SELECT logo_version FROM business_profiles WHERE merchant_id = $1', [
      world.merchantId,
    ]);
  const seen = await rowOf(world.merchantId);
  expect(seen).toEqual([{ logo_version: version }]);
  const other = await makeMerchant(db);
  expect(await rowOf(other.merchantId)).toEqual([]);
  await set(pngOf(42, 42));
  expect((await get(version)).statusCode).toBe(404);
});

test('each change is written down once; taken out, its bytes are gone; a number of the application stays', async () => {
  await set(pngOf(43, 43));
  const before = await logoActions();
  await set(pngOf(44, 44));
  await set(pngOf(44, 44));
  const remove = () => portal.call(contract.removeLogo, {}, { token });
  expect((await remove()).json()).toEqual({ logoVersion: null });
  expect((await remove()).json()).toEqual({ logoVersion: null });
  expect((await logoActions()).slice(before.length)).toEqual(['business.logoSet', 'business.logoRemoved']);
  const [row] = await platformRows(
    db,
    'SELECT logo, logo_type, logo_version FROM business_profiles WHERE merchant_id = $1',
    [world.merchantId],
  );
  expect(row).toEqual({ logo: null, logo_type: null, logo_version: null });
});

test('the receipt of a payment shows it to whoever has its address, until that ends; the PDF draws it', async () => {
  const [paid] = await platformRows<{ id: string }>(
    db,
    `SELECT id::text FROM transactions WHERE merchant_id = $1 AND status = 'APPROVED' LIMIT 1`,
    [world.merchantId],
  );
  const params = { id: paid?.id ?? '' };
  const pdf = () => portal.call(downloadReceipt, { params, query: {} }, { token });
  await portal.call(contract.removeLogo, {}, { token });
  expect((await pdf()).rawPayload.includes('/Subtype /Image')).toBe(false);
  const version = versionIn(await set(pngOf(45, 45)));
  expect((await pdf()).rawPayload.includes('/Subtype /Image')).toBe(true);
  const made = (await portal.call(makeReceiptLink, { params }, { token })).json<{ address: string }>();
  const code = new URL(made.address).searchParams.get('code') ?? '';
  expect((await portal.call(openReceipt, { params: { code } })).json()).toMatchObject({
    logoVersion: version,
  });
  const shown = () => portal.call(openLogo, { params: { code, version } });
  expect((await shown()).rawPayload.equals(pngOf(45, 45))).toBe(true);
  await portal.call(revokeReceiptLink, { params }, { token });
  expect((await shown()).statusCode).toBe(404);
});
