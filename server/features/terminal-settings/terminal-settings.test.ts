import type { TerminalSettings } from '@mizan/contract/terminal-settings-terms.ts';
import { beforeEach, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { configureTerminal, terminalSettings } from './terminal-settings.service.ts';

/** Settings of a terminal: given once or again, in force by the terminal's own word alone. */
const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
let till: Till;

beforeEach(async () => {
  till = await openTill(world, stand);
});

const first: TerminalSettings = { language: 'en', ownPurchases: true, ownRefunds: false, cash: false };
const second: TerminalSettings = { ...first, ownPurchases: false };
const configure = (settings: TerminalSettings) =>
  configureTerminal(deps, till.shop.owner, till.place.id, settings);
const shown = () => terminalSettings(deps, till.shop.owner, till.place.id);
const ack = (version: number, outcome: 'APPLIED' | 'REFUSED' | 'OLDER', inForce: number | null) =>
  till.terminal.send({ type: 'config.ack', version, outcome, inForce });
const becomes = (what: object) => expect.poll(shown).toMatchObject(what);
/** Settings in force as the first number. */
async function configured(): Promise<void> {
  await configure(first);
  await till.terminal.next('config.update');
  ack(1, 'APPLIED', 1);
  await becomes({ inForce: { version: 1 }, asked: null });
}
const factsOf = (fact: string) =>
  platformRows<{ after: object }>(
    db,
    'SELECT after FROM audit_entries WHERE merchant_id = $1 AND action = $2 ORDER BY id',
    [till.shop.merchantId, fact],
  );

test('sent once, and in force only when the terminal says so', async () => {
  expect(await shown()).toEqual({ inForce: null, asked: null });
  expect((await configure(first)).asked).toMatchObject({ version: 1, settings: first });
  expect(await till.terminal.next('config.update')).toMatchObject({ version: 1, settings: first });
  await becomes({ inForce: null, asked: { version: 1, state: 'SENT' } });
  // The same again, while it is on its way, is the same.
  await configure(first);
  ack(1, 'APPLIED', 1);
  await becomes({ inForce: { version: 1, settings: first }, asked: null });
  expect((await configure(first)).asked).toBeNull();
  expect(till.terminal.waiting('config.update')).toBe(0);
  expect(await factsOf('terminals.configureAsked')).toMatchObject([
    { after: { settingsVersion: 1, ...first } },
  ]);
  expect(await factsOf('terminals.configured')).toHaveLength(1);
});

test('what was in force stays so until the newer number is', async () => {
  await configured();
  await configure(second);
  expect(await till.terminal.next('config.update')).toMatchObject({ version: 2, settings: second });
  await becomes({ inForce: { version: 1, settings: first }, asked: { version: 2, state: 'SENT' } });
  ack(2, 'APPLIED', 2);
  await becomes({ inForce: { version: 2, settings: second }, asked: null });
});

test('refused: said so, and what was in force still is', async () => {
  await configured();
  await configure(second);
  await till.terminal.next('config.update');
  ack(2, 'REFUSED', 1);
  await becomes({ inForce: { version: 1 }, asked: { version: 2, state: 'REFUSED' } });
  expect(await factsOf('terminals.settingsRefused')).toHaveLength(1);
  // Asked for once more it is a new number.
  await configure(second);
  expect(await till.terminal.next('config.update')).toMatchObject({ version: 3, settings: second });
});

test('a terminal that is away gets them when it is back; an answer that was lost is asked for', async () => {
  till.terminal.drop();
  await configure(first);
  await till.reconnect(stand);
  await till.terminal.next('config.update');
  till.terminal.drop();
  await till.reconnect(stand);
  await till.terminal.next('config.query');
  till.terminal.send({ type: 'config.status', inForce: 1 });
  await becomes({ inForce: { version: 1 }, asked: null });
  expect(till.terminal.waiting('config.update')).toBe(0);
});

test('another device with its number knows of none: they wait again, and are sent to it', async () => {
  await configured();
  till.terminal.drop();
  await till.reconnect(stand);
  await till.terminal.next('config.query');
  clock.advance(60_000);
  till.terminal.send({ type: 'config.status', inForce: null });
  expect(await till.terminal.next('config.update')).toMatchObject({ version: 1, settings: first });
  await becomes({ inForce: null, asked: { version: 1, state: 'SENT' } });
  ack(1, 'APPLIED', 1);
  await becomes({ inForce: { version: 1 }, asked: null });
});

test('a terminal that has a higher number gets the next one after it', async () => {
  await configure(first);
  await till.terminal.next('config.update');
  ack(1, 'OLDER', 7);
  await becomes({ inForce: null, asked: { version: 8 } });
  clock.advance(6_000);
  await stand.gateway.tick();
  expect(await till.terminal.next('config.update')).toMatchObject({ version: 8, settings: first });
  ack(8, 'APPLIED', 8);
  await becomes({ inForce: { version: 8, settings: first }, asked: null });
});

test('a terminal that takes nothing and does not say so is not written to without a pause', async () => {
  await configure(first);
  for (let sent = 0; sent < 3; sent += 1) {
    await till.terminal.next('config.update');
    ack(1, 'APPLIED', null);
    await becomes({ asked: { state: 'WAITING' } });
    await stand.gateway.tick();
    expect(till.terminal.waiting('config.update')).toBe(0);
    clock.advance(6_000);
    await stand.gateway.tick();
  }
});

test('404: a terminal out of service takes no settings', async () => {
  await platformRows(db, `UPDATE terminals SET status = 'RETIRED' WHERE id = $1`, [till.place.id]);
  await expect(configure(first)).rejects.toMatchObject({ code: 'notFound' });
});
