import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, vi } from 'vitest';
import {
  type Database,
  inPlatform,
  openDatabase,
  platformRows,
} from '../../server/platform/database/database.ts';
import type { Member } from '../../server/platform/http/call.ts';
import { openSession } from '../../server/platform/sessions/sessions.ts';
import { atFileEnd } from '../../server/platform/testing/at-file-end.ts';
import { databaseOfRun } from '../../server/platform/testing/database.ts';
import { type FleetProcess, startFleetProcess } from '../../server/testing/busy-shop.ts';
import { portalEnvironment, runPortal } from '../../server/testing/portal-process.ts';
import { openShop, type Shop } from '../../server/testing/shop.ts';
import { giveSession } from './sign-in.ts';
import type { Window } from './stage.ts';

/** Two portal processes on one database, and two merchants: what a payment on one may show on the other. */
export interface ShopPortals {
  /** The terminals connect to the first one. */
  urls: readonly [first: string, second: string];
  db: Database;
  shop: Shop;
  /** Another merchant, with a terminal of its own that is never switched on. */
  rival: Shop;
  /** Switches the shop's terminals on. The customers of the last one take their time. */
  switchOn(): Pick<FleetProcess, 'kill'>;
}

/** So slow that a payment can be canceled before a card is shown, also on a machine that is busy. */
const slowSpeed = 15;
/** For all terminals of a shop to connect. */
const startMs = 120_000;

interface Pair {
  urls: readonly [first: string, second: string];
  db: Database;
}
/**
 * One pair for all test files of a worker, which come one after the other, each with merchants of its own: two portals
 * take as long to start as four tests take. It ends with the worker, the database with the run.
 */
let pair: Promise<Pair> | undefined;

async function startPair(): Promise<Pair> {
  const database = await databaseOfRun();
  const folder = mkdtempSync(join(tmpdir(), 'mizan-shops-'));
  const environment = { ...portalEnvironment(database.url), DATA_DIR: folder };
  const first = await runPortal(environment);
  const second = await runPortal(environment);
  process.once('exit', () => {
    for (const portal of [first, second]) portal.process.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return { urls: [first.url, second.url], db: openDatabase(database.roles) };
}

/** Two merchants for the tests of a file, on portals that it shares with others; their terminals end with it. */
export async function shopPortals({ terminals, speed }: { terminals: number; speed: number }) {
  pair ??= startPair();
  const { urls, db } = await pair;
  const folder = await mkdtemp(join(tmpdir(), 'mizan-shop-'));
  const shop = await openShop(db, terminals);
  const rival = await openShop(db, 1);
  const fleets: FleetProcess[] = [];
  const switchOn = (places: Shop['terminals'], name: string, speed: number): FleetProcess => {
    const options = { url: urls[0], stateDir: join(folder, name), speed };
    const fleet = startFleetProcess({ ...shop, terminals: places }, options);
    fleets.push(fleet);
    return fleet;
  };

  // A busy machine takes longer to start a terminal than a test waits for what a terminal makes possible.
  beforeAll(async () => {
    const connected = 'SELECT 1 FROM terminal_directory WHERE merchant_id = $1 AND connected';
    const areConnected = async () => {
      const { length } = await platformRows(db, connected, [shop.merchantId]);
      if (fleets.length > 0 && length < terminals) throw new Error(`${length} terminals are connected`);
    };
    await vi.waitFor(areConnected, { timeout: startMs, interval: 100 });
  }, startMs);
  atFileEnd(async () => {
    await Promise.all(fleets.map((fleet) => fleet.kill()));
    await rm(folder, { recursive: true, force: true });
  });
  const portals: ShopPortals = {
    urls,
    db,
    shop,
    rival,
    switchOn: () => {
      const parts = [
        switchOn(shop.terminals.slice(0, -1), 'terminals', speed),
        switchOn(shop.terminals.slice(-1), 'slow-terminal', slowSpeed),
      ];
      return { kill: async () => void (await Promise.all(parts.map((fleet) => fleet.kill()))) };
    },
  };
  return portals;
}

/** Opens `path` as this person, whose session is made without the way through sign-in. */
export async function openAsMember(
  window: Window,
  { db }: Pick<ShopPortals, 'db'>,
  { member, path }: { member: Member; path: string },
): Promise<void> {
  const { userId, role, teamRole, fullName } = member;
  const session = { userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const accessToken = await inPlatform(db, (tx) => openSession(tx, session));
  await giveSession(window, { accessToken, role, teamRole, userName: fullName, email: '' });
  await window.go(path);
}
