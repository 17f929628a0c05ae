import { randomUUID } from 'node:crypto';
import type { ReconBody } from '@mizan/contract/terminal-link.ts';
import type { Balance, ReconcileOrigin } from '@mizan/contract/terminal-reconciliation-terms.ts';
import { expect, test } from 'vitest';
import { askDaily, setTime } from './features/terminal-reconciliation/reconcile-time.service.ts';
import {
  askTerminals,
  terminalStates,
} from './features/terminal-reconciliation/terminal-reconciliation.service.ts';
import { resultOf } from './testing/hand-terminal.ts';
import { openWorld } from './testing/stand.ts';
import { openTill, startOn, type Till } from './testing/till.ts';

/** Which reconciliation is told to windows as SRC, which as FRC and which as neither, over the real gateway. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();

const minute = 60_000;

/** What the terminal and its host say: nothing, or one mada payment of 100.00 that the host may lack. */
const said = {
  nothing: { actionCode: '500', schemes: [] },
  nothingAndNotBalanced: { actionCode: '501', schemes: [] },
  one: { actionCode: '500', schemes: [{ scheme: 'Mada', host: side(1), terminal: side(1) }] },
  oneOfTheTerminal: { actionCode: '501', schemes: [{ scheme: 'Mada', host: side(0), terminal: side(1) }] },
} satisfies Record<string, Pick<ReconBody, 'actionCode' | 'schemes'>>;

function side(debitCount: number) {
  return { debitCount, debitMinor: debitCount * 10_000, creditCount: 0, creditMinor: 0 };
}

async function paid({ shop, place, terminal }: Till): Promise<void> {
  await startOn(world, shop, place.id, 10_000);
  const { paymentId } = await terminal.next('pay.start');
  terminal.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 10_000) });
  await terminal.next('result.ack');
}

/** Begins one in the manner of its origin, and answers the id under which the terminal says it. */
async function begun({ shop, place, terminal }: Till, origin: ReconcileOrigin): Promise<string> {
  if (origin === 'TERMINAL') return randomUUID();
  if (origin === 'PORTAL') {
    await askTerminals({ db, clock }, { ...shop.owner, merchantId: shop.merchantId }, [place.id]);
  } else {
    const at = new Date(clock.now().getTime() + minute + 3 * 3_600_000).toISOString().slice(11, 16);
    await setTime({ db, clock }, shop.owner, at);
    clock.advance(minute + 1_000);
    await askDaily({ db, clock });
    // The daily one is given by the look of the clock alone.
    clock.advance(minute);
  }
  await stand.gateway.tick();
  return (await terminal.next('recon.start')).reconciliationId;
}

/** One reconciliation from its beginning to its kept balance. */
async function reconciled(till: Till, origin: ReconcileOrigin, says: keyof typeof said): Promise<Balance> {
  const reconciliationId = await begun(till, origin);
  const at = new Date().toISOString();
  till.terminal.send({
    type: 'recon.result',
    body: { reconciliationId, ...said[says], startAt: at, endAt: at },
  });
  await till.terminal.next('recon.result.ack');
  const [state] = (await terminalStates({ db, clock }, till.shop.merchantId)).rows;
  expect(state?.last?.origin).toBe(origin);
  if (!state?.last) throw new Error('not kept');
  return state.last.balance;
}

const told = async (till: Till) =>
  (await till.messages()).filter((text) => text.startsWith('SRC') || text.startsWith('FRC'));

type Case = [ReconcileOrigin, keyof typeof said, paysBefore: boolean, Balance, 'SRC' | 'FRC' | null];
const cases: Case[] = [
  ['DAILY', 'one', true, 'BALANCED', 'SRC'],
  ['PORTAL', 'one', true, 'BALANCED', null],
  ['TERMINAL', 'one', true, 'BALANCED', null],
  ['DAILY', 'oneOfTheTerminal', true, 'UNBALANCED', null],
  ['DAILY', 'one', false, 'PORTAL_DIFFERS', null],
  ['DAILY', 'nothing', true, 'PORTAL_DIFFERS', null],
  ['DAILY', 'nothing', false, 'BALANCED', 'FRC'],
  ['PORTAL', 'nothing', false, 'BALANCED', 'FRC'],
  ['TERMINAL', 'nothing', false, 'BALANCED', 'FRC'],
  ['DAILY', 'nothingAndNotBalanced', false, 'UNBALANCED', null],
];

test.for(cases)(
  '%s, %s, a payment before %s: %s, told as %s',
  async ([origin, says, paysBefore, balance, message]) => {
    const till = await openTill(world, stand);
    // From the first one on nobody doubts where the portal begins to count.
    await reconciled(till, 'TERMINAL', 'nothing');
    const before = await told(till);
    if (paysBefore) await paid(till);
    expect(await reconciled(till, origin, says)).toBe(balance);
    expect(await told(till)).toEqual([...before, ...(message ? [`${message}${till.place.tid}`] : [])]);
  },
);
