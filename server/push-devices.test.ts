import { changePreferences, getPreferences, type Preferences } from '@mizan/contract/preferences.ts';
import * as contract from '@mizan/contract/push-devices.ts';
import { expect, test } from 'vitest';
import {
  forgetSignedOut,
  type PushDeps,
  sendNotice,
  sendOne,
} from './features/push-devices/send-push.service.ts';
import {
  pushServiceStandIn,
  type TestBrowser,
  vapidClaims,
} from './features/push-devices/testing/push-service.ts';
import { inTenant, platformRows } from './platform/database/database.ts';
import { happened, nobody } from './platform/facts/facts.ts';
import { isPublicAddress } from './platform/http/public-address.ts';
import { testSecret } from './platform/testing/database.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { testPortal } from './testing/test-portal.ts';

const portal = await testPortal();
const { db, clock } = portal;
const service = await pushServiceStandIn();
const deps: PushDeps = {
  db,
  clock,
  secret: testSecret,
  linkBase: () => 'https://mizan.test',
  pushService: { isReachable: () => true, ca: service.ca },
};

const add = async (token: string, { endpoint, p256dh, auth }: TestBrowser) =>
  portal.call(contract.addPushDevice, { body: { endpoint, p256dh, auth } }, { token });
const devicesOf = async (token: string) =>
  (await portal.call(contract.listPushDevices, {}, { token })).json<{
    publicKey: string;
    rows: contract.PushDevice[];
  }>();

/** What is overdue, as the job that looks for it tells it; answers its number. */
async function overdue(shop: Shop): Promise<number> {
  await inTenant(db, shop.merchantId, (tx) =>
    happened(tx, nobody(shop.merchantId), {
      fact: 'settlement.overdue',
      at: clock.now(),
      about: { type: 'merchant', id: shop.merchantId },
      params: { count: 2, amountMinor: 124_000, currency: 'SAR' },
    }),
  );
  const [row] = await platformRows<{ number: number }>(
    db,
    'SELECT newest_seq AS number FROM notice_counters WHERE merchant_id = $1',
    [shop.merchantId],
  );
  return row?.number ?? 0;
}

/** The jobs that a notice has made for devices; they are run here, one by one. */
async function send(shop: Shop, seq: number): Promise<void> {
  const { merchantId } = shop;
  await sendNotice(deps, { merchantId, seq });
  const jobs = await platformRows<{ id: string; payload: { deviceId: string } }>(
    db,
    `DELETE FROM graphile_worker._private_jobs WHERE key LIKE $1 RETURNING id::text, payload`,
    [`push ${merchantId} ${seq} %`],
  );
  for (const { payload } of jobs) await sendOne(deps, { merchantId, seq, deviceId: payload.deviceId });
}

test('a notice comes to the device, which alone can read it, signed with the key that it was given', async () => {
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const browser = service.browser();
  expect((await add(token, browser)).statusCode).toBe(200);
  await send(shop, await overdue(shop));
  expect(browser.read().map((text) => JSON.parse(text))).toEqual([
    {
      title: 'ميزان',
      body: 'تسويتان متأخرتان',
      lang: 'ar',
      dir: 'rtl',
      tag: 'notice-1',
      path: '/settlement',
    },
  ]);
  const { headers, body } = service.got.at(-1) ?? service.nothing;
  expect(body.toString('latin1')).not.toContain('settlement');
  expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm', urgency: 'high' });
  const signed = vapidClaims(String(headers['authorization']));
  expect(signed?.key).toBe((await devicesOf(token)).publicKey);
  expect(signed?.claims).toMatchObject({ aud: service.origin, sub: 'https://mizan.test' });
});

test('an amount is in it only where the person said so, in their language', async () => {
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const browser = service.browser();
  await add(token, browser);
  const { languageChosen: _chosen, ...now } = (await portal.call(getPreferences, {}, { token })).json();
  const choose = (change: Partial<Preferences>) =>
    portal.call(changePreferences, { body: { ...now, ...change } }, { token });
  await choose({ pushAmounts: true, language: 'en' });
  await send(shop, await overdue(shop));
  expect(JSON.parse(browser.read()[0] ?? '')).toMatchObject({
    body: '2 settlements are overdue: 1,240.00 SAR by agreed rates',
    dir: 'ltr',
  });
  await choose({ pushNotices: ['TCO'] });
  await send(shop, await overdue(shop));
  expect(browser.read()).toHaveLength(1);
});

test('what the push service no longer knows is removed, and what it could not take is tried again', async () => {
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const [gone, kept] = [service.browser(), service.browser()];
  await add(token, gone);
  service.answer(410);
  await send(shop, await overdue(shop));
  expect((await devicesOf(token)).rows).toEqual([]);
  await add(token, kept);
  service.answer(503);
  await expect(send(shop, await overdue(shop))).rejects.toThrow('answered 503');
  service.answer(201);
  expect((await devicesOf(token)).rows).toHaveLength(1);
});

test('who signed out is sent nothing more, also where the job of the notice waits already', async () => {
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const browser = service.browser();
  await add(token, browser);
  const seq = await overdue(shop);
  const [device] = (await devicesOf(token)).rows;
  await portal.app.inject({
    method: 'POST',
    url: '/api/v1/auth/logout',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  });
  await sendOne(deps, { merchantId: shop.merchantId, seq, deviceId: device?.id ?? '' });
  await send(shop, seq);
  expect(browser.read()).toEqual([]);
  expect(await forgetSignedOut(deps)).toBe(1);
  const again = await portal.tokenOf(shop.owner.userId);
  expect((await devicesOf(again)).rows).toEqual([]);
});

test('a browser in other hands: notices of whoever was there before no longer come through it', async () => {
  const [one, two] = [await openShop(db, 1), await openShop(db, 1)];
  const tokens = await Promise.all([one, two].map(({ owner }) => portal.tokenOf(owner.userId)));
  const browser = service.browser();
  await add(tokens[0] ?? '', browser);
  await add(tokens[1] ?? '', browser);
  expect((await devicesOf(tokens[0] ?? '')).rows).toEqual([]);
  await send(one, await overdue(one));
  expect(browser.read()).toEqual([]);
  // It says it with every start, and stands in the list once.
  await add(tokens[1] ?? '', browser);
  expect((await devicesOf(tokens[1] ?? '')).rows).toHaveLength(1);
});

test('a device is removed by its owner alone, and at most ten are kept', async () => {
  const [one, two] = [await openShop(db, 1), await openShop(db, 1)];
  const [mine = '', theirs = ''] = await Promise.all(
    [one, two].map(({ owner }) => portal.tokenOf(owner.userId)),
  );
  for (let count = 0; count < contract.pushDevicesMax + 2; count += 1) await add(mine, service.browser());
  const { rows } = await devicesOf(mine);
  expect(rows).toHaveLength(contract.pushDevicesMax);
  const [first] = rows;
  const remove = (token: string) =>
    portal.call(contract.removePushDevice, { params: { id: first?.id ?? '' } }, { token });
  expect((await remove(theirs)).statusCode).toBe(404);
  expect((await remove(mine)).json()).toEqual({ removed: 1 });
  expect((await portal.call(contract.removePushDevices, {}, { token: mine })).json()).toEqual({
    removed: contract.pushDevicesMax - 1,
  });
});

test('news of yesterday is sent to nobody', async () => {
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const browser = service.browser();
  await add(token, browser);
  const seq = await overdue(shop);
  clock.advance(25 * 60 * 60_000);
  await send(shop, seq);
  expect(browser.read()).toEqual([]);
});

test('no call leaves for a private network, whatever a browser names as its push service', async () => {
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const browser = service.browser();
  await add(token, browser);
  const [device] = (await devicesOf(token)).rows;
  const named = { merchantId: shop.merchantId, deviceId: device?.id ?? '', seq: await overdue(shop) };
  const guarded = { ...deps, pushService: { isReachable: isPublicAddress, ca: service.ca } };
  await expect(sendOne(guarded, named)).rejects.toThrow('in a network');
  await platformRows(db, 'UPDATE push_devices SET endpoint = $2 WHERE id = $1 RETURNING id', [
    device?.id,
    'https://127.0.0.1:9/x',
  ]);
  await expect(sendOne(guarded, named)).rejects.toThrow('not called');
  expect(browser.read()).toEqual([]);
  const plain = { ...browser, endpoint: 'http://push.example.com/x' };
  expect((await add(token, plain)).statusCode).toBe(400);
});
