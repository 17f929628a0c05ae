import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { handTerminal, makeKey, telemetry } from '../../testing/hand-terminal.ts';
import { openShop } from '../../testing/shop.ts';
import { openWorld } from '../../testing/stand.ts';
import { lineLog, terminalByTid, terminalHistory, tidyHistory } from './terminal-history.service.ts';

const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
const [shop, other] = await Promise.all([openShop(db, 2), openShop(db, 1)]);
const [place, quiet] = shop.terminals;
if (!place || !quiet) throw new Error('the shop has two terminals');
const minute = 60_000;
const of = (id: string, hours: '24' | '168' = '24') => ({ params: { id }, query: { hours } });
const log = (id: string) => lineLog(deps, shop.owner, { params: { id }, query: { limit: 50 } });

test('what a terminal was like is kept once in ten minutes, and its line with the reason of each loss', async () => {
  const key = makeKey();
  const start = clock.now();
  const terminal = handTerminal(stand.url, place.tid, key);
  await terminal.signIn(place.enrolCode);
  const say = async (battery: number, madaPackage: string, from = terminal) => {
    from.send({ type: 'telemetry', body: { ...telemetry, battery, madaPackage } });
    await from.next('ack');
  };
  await say(83, '2026.03');
  await say(82, '2026.03');
  clock.advance(10 * minute);
  await say(80, '2026.10');
  const lostAt = clock.now();
  terminal.drop();
  await expect.poll(async () => (await log(place.id)).rows[0]?.event).toBe('LOST');
  clock.advance(15 * minute);
  const back = handTerminal(stand.url, place.tid, key);
  await back.signIn();

  const seen = await terminalHistory(deps, shop.owner, of(place.id));
  expect(seen.health.map(({ batteryPercent }) => batteryPercent)).toEqual([83, 80]);
  expect(seen.line).toEqual({
    knownFrom: start.toISOString(),
    breaks: [{ from: lostAt.toISOString(), to: clock.now().toISOString() }],
  });
  const { rows } = await log(place.id);
  expect(
    rows.map(({ event, reason, detail, afterSeconds }) => [event, reason, detail, afterSeconds]),
  ).toEqual([
    ['CONNECTED', null, null, 15 * 60],
    ['LOST', 'CLOSED', null, null],
    ['PACKAGE', null, '2026.10', null],
    ['PACKAGE', null, '2026.03', null],
    ['CONNECTED', null, null, null],
    ['PAIRED', null, 'HAND1', null],
  ]);
  expect(await terminalByTid(deps, shop.owner, place.tid)).toMatchObject({
    status: 'ACTIVE',
    pairedAt: start.toISOString(),
    packageSince: lostAt.toISOString(),
    now: clock.now().toISOString(),
  });
  back.drop();
});

test('of a terminal that never said a word nothing is made up', async () => {
  expect(await terminalHistory(deps, shop.owner, of(quiet.id, '168'))).toMatchObject({
    health: [],
    line: { knownFrom: null, breaks: [] },
    payments: [],
  });
  expect(await terminalByTid(deps, shop.owner, quiet.tid)).toMatchObject({
    pairedAt: null,
    packageSince: null,
  });
});

test('404: history, log and detail of another merchant’s terminal', async () => {
  const gone = { code: 'notFound' };
  await expect(terminalHistory(deps, other.owner, of(place.id))).rejects.toMatchObject(gone);
  await expect(
    lineLog(deps, other.owner, { params: { id: place.id }, query: { limit: 50 } }),
  ).rejects.toMatchObject(gone);
  await expect(terminalByTid(deps, other.owner, place.tid)).rejects.toMatchObject(gone);
});

test('what has had its time goes; what says how a terminal stands stays, however old', async () => {
  await expect.poll(async () => (await log(place.id)).rows[0]?.event).toBe('LOST');
  clock.advance(91 * 24 * 60 * minute);
  await tidyHistory(deps);
  const { rows } = await log(place.id);
  expect(rows.map(({ event, detail }) => [event, detail])).toEqual([
    ['LOST', null],
    ['CONNECTED', null],
    ['PACKAGE', '2026.10'],
    ['PAIRED', 'HAND1'],
  ]);
  expect(
    await platformRows(db, 'SELECT 1 FROM terminal_health WHERE merchant_id = $1', [shop.merchantId]),
  ).toEqual([]);
});
