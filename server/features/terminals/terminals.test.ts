import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { handTerminal, makeKey } from '../../testing/hand-terminal.ts';
import { openShop } from '../../testing/shop.ts';
import { openWorld } from '../../testing/stand.ts';
import { pairTerminal } from './pairing.service.ts';
import { getTerminal, listTerminals, newPairingCode } from './terminals.service.ts';

const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
const [shop, other] = await Promise.all([openShop(db, 2), openShop(db, 1)]);
const [first, second] = shop.terminals;
if (!first || !second) throw new Error('the shop has two terminals');

test('the owner sees every terminal of the merchant, a cashier the own one, nobody another merchant’s', async () => {
  const rows = await listTerminals(deps, shop.owner);
  expect(rows.map((row) => row.tid)).toEqual([first.tid, second.tid]);
  expect(rows[0]).toMatchObject({
    connection: 'NEVER',
    cashierName: 'Sami',
    lastSeenAt: null,
    batteryPercent: null,
  });
  expect((await listTerminals(deps, second.cashier)).map((row) => row.tid)).toEqual([second.tid]);
  await expect(getTerminal(deps, second.cashier, first.id)).rejects.toMatchObject({ code: 'notFound' });
  await expect(getTerminal(deps, other.owner, first.id)).rejects.toMatchObject({ code: 'notFound' });
});

test('a pairing code works once, and a newer one makes it void', async () => {
  const old = await newPairingCode(deps, shop.owner, first.id);
  const { code, expiresAt } = await newPairingCode(deps, shop.owner, first.id);
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){2}$/);
  expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(30 * 60_000);
  const tries: [string, string][] = [
    [old.code, 'reject'],
    [code.toLowerCase(), 'enrolled'],
    [code, 'reject'],
  ];
  for (const [given, answer] of tries) {
    const key = makeKey();
    const terminal = handTerminal(stand.url, first.tid, key);
    await terminal.next('challenge');
    terminal.send({ type: 'enrol', code: given, serial: 'S1', model: 'A920', publicKey: key.publicText });
    await terminal.next(answer as 'reject' | 'enrolled');
    terminal.drop();
  }
});

test('a pairing code that is too old pairs nothing', async () => {
  const { code } = await newPairingCode(deps, shop.owner, second.id);
  clock.advance(30 * 60_000);
  const key = makeKey();
  const terminal = handTerminal(stand.url, second.tid, key);
  await terminal.next('challenge');
  terminal.send({ type: 'enrol', code, serial: 'S1', model: 'A920', publicKey: key.publicText });
  expect(await terminal.next('reject')).toMatchObject({ reason: 'BAD_CODE' });
  terminal.drop();
});

test('a code made, refused and used is written down; guesses and a repeated answer do not fill the log', async () => {
  const [place] = other.terminals;
  if (!place) throw new Error('the other shop has a terminal');
  const { tid } = place;
  const { code } = await newPairingCode(deps, other.owner, place.id);
  const pair = (typed: string, publicText = makeKey().publicText) =>
    pairTerminal(deps, { tid, code: typed, serial: 'S9', publicKey: publicText });
  const key = makeKey().publicText;
  for (let guess = 0; guess < 15; guess += 1) expect(await pair('AAAA-BBBB-CCCC')).toBe(false);
  expect(await pair(code, key)).toBe(true);
  expect(await pair(code, key)).toBe(true);
  expect(await pair(code)).toBe(false);
  expect(await pairTerminal(deps, { tid: '9999999999999999', code, serial: 'S9', publicKey: key })).toBe(
    false,
  );
  const rows = await platformRows<{ action: string; subject: string; after: unknown; actor: string | null }>(
    db,
    `SELECT action, subject_type || ' ' || subject_id AS subject, after, actor_id::text AS actor FROM audit_entries
      WHERE merchant_id = $1 ORDER BY id`,
    [other.owner.merchantId],
  );
  const by = { subject: `terminal ${place.id}`, actor: null, after: { tid, serial: 'S9' } };
  expect(rows).toEqual([
    { ...by, action: 'terminals.enrolmentCodeMade', actor: other.owner.userId, after: { tid } },
    ...Array.from({ length: 10 }, () => ({ ...by, action: 'terminals.enrolmentRefused' })),
    { ...by, action: 'terminals.enrolled' },
  ]);
});

test('404: a pairing code for another merchant’s terminal', async () => {
  await expect(newPairingCode(deps, other.owner, first.id)).rejects.toMatchObject({ code: 'notFound' });
});

test('what a terminal says of its health is what the row shows', async () => {
  const { code } = await newPairingCode(deps, shop.owner, second.id);
  const terminal = handTerminal(stand.url, second.tid, makeKey());
  await terminal.signIn(code);
  const wifi = { ssid: 'shop', rssi: -60 };
  terminal.send({
    type: 'telemetry',
    body: {
      battery: 83,
      charging: true,
      wifi,
      bluetooth: false,
      ip: '192.168.1.20',
      madaApp: '3.9.7',
      madaPackage: '2026.10',
      provider: 'Mizan',
      paper: true,
    },
  });
  await terminal.next('ack');
  expect(await getTerminal(deps, shop.owner, second.id)).toMatchObject({
    connection: 'CONNECTED',
    batteryPercent: 83,
    charging: true,
    wifiSsid: 'shop',
    wifiRssi: -60,
    bluetooth: false,
    ipAddress: '192.168.1.20',
    version: '1.4.2',
    madaApp: '3.9.7',
    madaPackage: '2026.10',
    provider: 'Mizan',
    paper: true,
    telemetryAt: clock.now().toISOString(),
    reportedModel: 'A920',
    openTransactionId: null,
  });
  terminal.drop();
});
