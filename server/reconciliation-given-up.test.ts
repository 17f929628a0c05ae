import { expect, test } from 'vitest';
import {
  askTerminals,
  terminalStates,
} from './features/terminal-reconciliation/terminal-reconciliation.service.ts';
import type { Shop } from './testing/shop.ts';
import { openWorld } from './testing/stand.ts';
import { openTill } from './testing/till.ts';

const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();

const dayMs = 86_400_000;
const stateOf = async ({ merchantId }: Shop) => (await terminalStates({ db, clock }, merchantId)).rows[0];

test('a terminal that never says what became of it keeps no other from being asked for, and may say it later', async () => {
  const till = await openTill(world, stand);
  const { shop, place } = till;
  const ask = () => askTerminals({ db, clock }, { ...shop.owner, merchantId: shop.merchantId }, [place.id]);
  await ask();
  const { reconciliationId: silent } = await till.terminal.next('recon.start');
  clock.advance(dayMs / 2);
  await till.terminal.next('recon.query');
  expect(await ask()).toMatchObject({ rows: [{ outcome: 'UNDER_WAY' }] });
  clock.advance(dayMs / 2);
  await expect.poll(async () => (await stateOf(shop))?.asked?.failure, { timeout: 15_000 }).toBe('NO_ANSWER');
  expect(await ask()).toMatchObject({ rows: [{ outcome: 'ASKED' }] });
  const { reconciliationId: next } = await till.terminal.next('recon.start');
  expect(next).not.toBe(silent);
  // It was done after all: its host has closed, so it counts.
  const at = clock.now().toISOString();
  const body = { reconciliationId: silent, actionCode: '500' as const, schemes: [], startAt: at, endAt: at };
  till.terminal.send({ type: 'recon.result', body });
  await till.terminal.next('recon.result.ack');
  expect(await stateOf(shop)).toMatchObject({ last: { isEmpty: true }, asked: { state: 'SENT' } });
});
