import pino from 'pino';
import { expect } from 'vitest';
import { type Bus, startBus } from '../platform/bus/bus.ts';
import { platformRows } from '../platform/database/database.ts';
import { hashPassword } from '../platform/sessions/passwords.ts';
import { atFileEnd } from '../platform/testing/at-file-end.ts';
import type { ShopTerminal } from './shop.ts';
import { type Stand, startStand } from './stand.ts';
import { type TestPortal, testPortal } from './test-portal.ts';

/** A portal whose calls hear live messages, and a gateway for its terminals. */
export interface LivePortal extends TestPortal {
  readonly stand: Stand;
  /** How many calls wait for an outcome at this moment. */
  waitingCalls(): number;
  /** Gives a cashier a username and a password, and signs their till in. */
  tillToken(cashier: ShopTerminal['cashier'], username: string): Promise<string>;
}

export const tillPassword = 'Mizan#2026';

export async function livePortal(outcomeWaitMs: number): Promise<LivePortal> {
  let bus: Bus | null = null;
  let waiting = 0;
  const portal = await testPortal(new Date(), {
    hear: (...asked) => {
      const stop = bus?.subscribe(...asked);
      waiting += 1;
      return () => {
        waiting -= 1;
        stop?.();
      };
    },
    outcomeWaitMs,
  });
  const { db, clock, database } = portal;
  const log = pino({ level: 'silent' });
  const started = await startBus({ url: database.roles.platform, log });
  bus = started;
  const stand = await startStand({ db, clock, log });
  // Hooks run last first: before the portal's own, which lets go of the database.
  atFileEnd(async () => {
    await stand.stop();
    await started.stop();
  });
  const passwordHash = await hashPassword(tillPassword);
  return {
    ...portal,
    stand,
    waitingCalls: () => waiting,
    tillToken: async ({ userId }, username) => {
      await platformRows(db, 'UPDATE users SET username = $2, password_hash = $3 WHERE id = $1', [
        userId,
        username,
        passwordHash,
      ]);
      const answer = await portal.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { username, password: tillPassword },
      });
      expect(answer.statusCode).toBe(200);
      return answer.json().accessToken;
    },
  };
}
