import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startRefund } from '@mizan/contract/refunds.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { type Database, inPlatform } from '../platform/database/database.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import type { Shop } from './shop.ts';

const terminalProgram = fileURLToPath(new URL('../../terminal/main.ts', import.meta.url));

/** The terminals of a shop as a process of their own, hurried. */
export interface FleetProcess {
  readonly process: ChildProcess;
  /** As a power cut ends it. */
  kill(): Promise<void>;
}

export interface FleetOptions {
  url: string;
  stateDir: string;
  /** Payments begin at the terminals themselves, too. */
  sales?: boolean;
  /** 1 is a person's pace. */
  speed?: number;
}

export function startFleetProcess(
  shop: Shop,
  { url, stateDir, sales = false, speed = 0.05 }: FleetOptions,
): FleetProcess {
  const enrolments = shop.terminals.flatMap(({ tid, enrolCode }) => ['--enrol', `${tid}:${enrolCode}`]);
  const more = ['--state-dir', stateDir, '--url', url, '--speed', String(speed)];
  const child = spawn(
    process.execPath,
    [terminalProgram, ...enrolments, ...more, ...(sales ? ['--auto-sales', '0.3'] : [])],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const exited = once(child, 'exit');
  return {
    process: child,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Customers at every terminal: payments asked for over HTTP, one after the other, whatever becomes of the portal. */
export interface Customers {
  /** How many requests were answered with a payment. */
  served(): number;
  /** How many of its purchases were asked to be given back, as far as they could be. */
  refunded(): number;
  stop(): Promise<void>;
}

/** Amounts that end well, or that test what ends badly; each amount once, so that no lock stops a customer. */
const halalas = [0, 0, 0, 0, 5, 70, 71, 73, 80];
/** Of refunds: a riyal that goes well, and what ends as the amounts of a terminal say. */
const refundHalalas = [100, 71, 84, 100, 73, 70];

export async function startCustomers(db: Database, shop: Shop, url: string): Promise<Customers> {
  const session = { userId: shop.owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const token = await inPlatform(db, (tx) => openSession(tx, session));
  let stopped = false;
  let amounts = 0;
  let served = 0;
  let refunded = 0;

  /** The same id until somebody answers, as a client does that does not know what became of its request. */
  async function ask(path: string, input: object): Promise<{ id: string } | null> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(input);
    while (!stopped) {
      const answer = await fetch(`${url}${apiBase}${path}`, { method: 'POST', headers, body }).catch(
        () => null,
      );
      if (answer && answer.status < 500) {
        if (answer.status === 201) return (await answer.json()) as { id: string };
        if (answer.status !== 409) throw new Error(`${answer.status} ${await answer.text()}`);
        return null;
      }
      await pause(50);
    }
    return null;
  }

  async function pay(terminalId: string): Promise<string | null> {
    amounts += 1;
    const amountMinor = amounts * 100 + (halalas[amounts % halalas.length] ?? 0);
    const payment = await ask('/payments', { paymentId: randomUUID(), terminalId, amountMinor });
    if (payment) served += 1;
    return payment?.id ?? null;
  }

  /** A part of an earlier purchase; what is not approved, or on a busy terminal, is refused. */
  async function giveBack(originalId: string): Promise<void> {
    const amountMinor = refundHalalas[refunded % refundHalalas.length] ?? 100;
    const input = { refundId: randomUUID(), originalId, amountMinor, reason: 'RETURNED' };
    if (await ask(startRefund.path, input)) refunded += 1;
  }

  const queues = shop.terminals.map(async ({ id }) => {
    let earlier: string | null = null;
    while (!stopped) {
      const bought = await pay(id);
      await pause(100);
      if (earlier) await giveBack(earlier);
      earlier = bought;
    }
  });
  return {
    served: () => served,
    refunded: () => refunded,
    stop: async () => {
      stopped = true;
      await Promise.all(queues);
    },
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
