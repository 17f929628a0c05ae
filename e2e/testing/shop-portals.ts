import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import {
  closeDatabase,
  type Database,
  inPlatform,
  openDatabase,
} from '../../server/platform/database/database.ts';
import type { Member } from '../../server/platform/http/call.ts';
import { openSession } from '../../server/platform/sessions/sessions.ts';
import { testDatabase } from '../../server/platform/testing/database.ts';
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

/** Starts them for the tests of a file; they end with it. */
export async function shopPortals({ terminals, speed }: { terminals: number; speed: number }) {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'mizan-shop-'));
  const environment = { ...portalEnvironment(database.url), DATA_DIR: join(folder, 'data') };
  const first = await runPortal(environment);
  const second = await runPortal(environment);
  const db = openDatabase(database.roles);
  const shop = await openShop(db, terminals);
  const rival = await openShop(db, 1);
  const fleets: FleetProcess[] = [];
  const switchOn = (places: Shop['terminals'], name: string, speed: number): FleetProcess => {
    const options = { url: first.url, stateDir: join(folder, name), speed };
    const fleet = startFleetProcess({ ...shop, terminals: places }, options);
    fleets.push(fleet);
    return fleet;
  };

  afterAll(async () => {
    await Promise.all(fleets.map((fleet) => fleet.kill()));
    await Promise.all([first.end(), second.end()]);
    await closeDatabase(db);
    await rm(folder, { recursive: true, force: true });
  });
  const portals: ShopPortals = {
    urls: [first.url, second.url],
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
  const { userId, role, fullName } = member;
  const session = { userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const accessToken = await inPlatform(db, (tx) => openSession(tx, session));
  await giveSession(window, { accessToken, role, userName: fullName, email: '' });
  await window.go(path);
}
