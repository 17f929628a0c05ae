import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { livePath, liveProtocol, parseLive } from '@mizan/contract/live.ts';
import { emptyBook, type NoticeBook, withNewer, withOlder } from '@mizan/contract/notice-book.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { noticesOf } from './features/notices/notices.service.ts';
import { startBus } from './platform/bus/bus.ts';
import { inTenant, platformRows } from './platform/database/database.ts';
import { happened, nobody } from './platform/facts/facts.ts';
import type { Member } from './platform/http/call.ts';
import { callerAddress } from './platform/http/caller-address.ts';
import { startLive } from './platform/live/live-channel.ts';
import { attachUpgrades } from './platform/live/upgrades.ts';
import { createLog } from './platform/log.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { testPortal } from './testing/test-portal.ts';

/**
 * Random histories of windows that come and go, processes that restart, and transactions that commit in any order or not
 * at all: in the end the list of each window is what the database has, each notice once, in order. Again with MIZAN_SEED=<seed>.
 */
const portal = await testPortal();
const { db, clock, database } = portal;
const log = createLog('silent');
const runs = process.env['MIZAN_LONG'] ? 300 : 6;
const seed = Number(process.env['MIZAN_SEED'] ?? Date.now() % 2 ** 31);
const pageRows = 3;

/** One process as far as live windows go; a restart is another one in its place. */
async function startProcess() {
  const bus = await startBus({ url: database.roles.platform, log });
  const addressOf = callerAddress({ publicUrl: null });
  const live = startLive({ db, clock, bus, log, publicUrl: null, addressOf });
  const server = createServer((_request, response) => response.end());
  attachUpgrades(server, { [livePath]: live.upgrade });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}${livePath}`;
  const stop = async () => {
    await live.stop();
    await bus.stop();
    server.close();
  };
  return { url, stop };
}
const processes = await Promise.all([startProcess(), startProcess()]);
/** What each window still asks for. */
const asks: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(asks.map((asked) => asked()));
  await Promise.all(processes.map((each) => each.stop()));
});

/** A window as web/platform/notifications.store.ts is one: it hears a number and asks for what is newer. */
function window(person: Member, token: string) {
  let book: NoticeBook = emptyBook;
  let socket: WebSocket | null = null;
  let asking = Promise.resolve();
  asks.push(() => asking);
  const ask = (query: { before?: number | undefined; after?: number }) =>
    noticesOf({ db }, person, { before: query.before, after: query.after, limit: pageRows });

  async function takeNewer(): Promise<void> {
    for (;;) {
      const after = book.newestSeq;
      if (after === null) return takeOlder();
      const page = await ask({ after });
      book = withNewer(book, after, page);
      if (!page.hasMore) return;
    }
  }
  async function takeOlder(): Promise<void> {
    const before = book.rows.at(-1)?.seq;
    if (book.newestSeq !== null && before === undefined) return;
    book = withOlder(book, before, await ask({ before }));
  }
  const next = (work: () => Promise<void>): Promise<void> => {
    asking = asking.then(work);
    return asking;
  };
  async function connect(place: number): Promise<void> {
    leave();
    const opened = new WebSocket(processes[place]?.url ?? '', [liveProtocol, token]);
    socket = opened;
    opened.on('error', () => undefined);
    opened.on('message', (data: Buffer) => {
      if (socket === opened && parseLive(data.toString())?.type === 'NTC') void next(takeNewer);
    });
    await Promise.race([once(opened, 'open'), once(opened, 'close')]);
    // As a window that is connected again asks for what it missed.
    await next(takeNewer);
  }
  function leave(): void {
    socket?.terminate();
    socket = null;
  }
  return {
    connect,
    leave,
    older: () => next(takeOlder),
    isThere: () => socket?.readyState === WebSocket.OPEN,
    newestSeq: () => book.newestSeq ?? 0,
    async readAll() {
      while (book.hasOlder) await next(takeOlder);
      return book.rows.map(({ seq }) => seq);
    },
  };
}

const rings = (shop: Shop, place: number, { holdMs, isRefused }: { holdMs: number; isRefused: boolean }) =>
  inTenant(db, shop.merchantId, async (tx) => {
    const { id = '', tid = '' } = shop.terminals[place] ?? {};
    const about = { type: 'terminal', id } as const;
    const params = { tid };
    await happened(tx, nobody(shop.merchantId), {
      fact: 'terminals.connected',
      at: clock.now(),
      about,
      params,
    });
    await wait(holdMs);
    // As late as can be: its number is drawn already.
    tx.atEnd('notices', async () => {
      await wait(holdMs);
      if (isRefused) throw new Error('refused');
    });
  }).catch((error: Error) => {
    if (error.message !== 'refused') throw error;
  });

const bursts = fc.array(
  fc.record({ place: fc.nat(1), holdMs: fc.constantFrom(0, 0, 1, 5), isRefused: fc.boolean() }),
  { minLength: 1, maxLength: 6 },
);
const windowCount = 4;
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('rings' as const), bursts, isAwaited: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('connect' as const, 'leave' as const, 'older' as const),
      window: fc.nat(windowCount - 1),
      place: fc.nat(1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), place: fc.nat(1) }) },
);

async function play(
  steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
): Promise<void> {
  const shop = await openShop(db, 2);
  const [cashier] = shop.terminals.map((each) => each.cashier);
  if (!cashier) throw new Error('no cashier');
  // Two windows of the owner, of whom there is one list; two of a cashier, who hears of one terminal.
  const people = [shop.owner, shop.owner, cashier, cashier];
  const windows = await Promise.all(
    people.map(async (person) => window(person, await portal.tokenOf(person.userId))),
  );
  const underWay: Promise<unknown>[] = [];
  for (const each of steps) {
    if (each.kind === 'rings') {
      const told = Promise.all(each.bursts.map(({ place, ...how }) => rings(shop, place, how)));
      underWay.push(told);
      if (each.isAwaited) await told;
    } else if (each.kind === 'restart') {
      await processes[each.place]?.stop();
      processes[each.place] = await startProcess();
    } else if (each.kind === 'connect') await windows[each.window]?.connect(each.place);
    else if (each.kind === 'leave') windows[each.window]?.leave();
    else await windows[each.window]?.older();
  }
  await Promise.all(
    windows.map((each, place) => (each.isThere() ? Promise.resolve() : each.connect(place % 2))),
  );
  await Promise.all(underWay);
  for (const [place, each] of windows.entries()) {
    const audience = place < 2 ? '0' : cashier.userId;
    const kept = await platformRows<{ number: number }>(
      db,
      `SELECT seq AS number FROM notices WHERE merchant_id = $1 AND audience_id = $2 ORDER BY seq DESC`,
      [shop.merchantId, audience],
    );
    const [newest] = kept;
    // By what it hears alone, without another question of ours.
    await expect.poll(() => each.newestSeq(), { timeout: 5_000 }).toBeGreaterThanOrEqual(newest?.number ?? 0);
    expect(await each.readAll()).toEqual(kept.map(({ number }) => number));
    each.leave();
  }
}

test(`each window ends with what the database has, each notice once, in order (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play), {
    seed,
    numRuns: runs,
  });
});
