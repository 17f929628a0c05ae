import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startRefund } from '@mizan/contract/refunds.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { reconcileTerminals } from '@mizan/contract/terminal-reconciliation.ts';
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
  const pairings = shop.terminals.flatMap(({ tid, enrolCode }) => ['--enrol', `${tid}:${enrolCode}`]);
  const more = ['--state-dir', stateDir, '--url', url, '--speed', String(speed)];
  const child = spawn(
    process.execPath,
    [terminalProgram, ...pairings, ...more, ...(sales ? ['--auto-sales', '0.3'] : [])],
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

/**
 * Customers at every terminal: payments asked for over HTTP, one after the other, given back in part or reversed, and
 * terminals asked to reconcile, whatever becomes of the portal.
 */
export interface Customers {
  /** How many requests were answered with a payment. */
  served(): number;
  /** How many of its purchases were asked to be given back, as far as they could be. */
  refunded(): number;
  reversed(): number;
  stop(): Promise<void>;
}

/** Amounts that end well, or that test what ends badly; each amount once, so that no lock stops a customer. */
const halalas = [0, 0, 0, 0, 5, 70, 71, 73, 80];
/** Of refunds: a riyal that goes well, and what ends as the amounts of a terminal say. */
const refundHalalas = [100, 71, 84, 100, 73, 70];

/** Every other purchase that goes well is reversed as soon as it is approved. */
const isReversed = (amountMinor: number): boolean => amountMinor % 200 === 0;
/** So many times a reversal is asked for while its purchase is still under way, or the terminal has another customer. */
const reversalTries = 10;
/** A terminal is asked to reconcile after so many purchases on it. */
const reconciledEvery = 3;

type Ask = <T = { id: string }>(path: string, input: object) => Promise<T | null>;

/**
 * The same id until somebody answers, as a client does that does not know what became of its request; who signed in too long ago
 * for what moves money signs in again. Null where it is refused.
 */
function askAt(url: string, signIn: () => Promise<string>, isStopped: () => boolean): Ask {
  let signedIn = signIn();
  const tokenOf = () => signedIn.catch(() => '');
  return async <T>(path: string, input: object) => {
    const body = JSON.stringify(input);
    while (!isStopped()) {
      const token = await tokenOf();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${url}${apiBase}${path}`, { method: 'POST', headers, body }).catch(
        () => null,
      );
      if (answer && answer.status < 500 && answer.status !== 429) {
        if (answer.ok) return (await answer.json()) as T;
        if (answer.status === 409) return null;
        const refusal = await answer.text();
        // The database may be away while the token is asked for: then there is none, and it is asked for again.
        if (token !== '' && !refusal.includes('freshSignInNeeded'))
          throw new Error(`${answer.status} ${refusal}`);
        if (token === (await tokenOf())) signedIn = signIn();
      }
      await pause(answer?.status === 429 ? 500 : 50);
    }
    return null;
  };
}

export async function startCustomers(db: Database, shop: Shop, url: string): Promise<Customers> {
  const signIn = () => {
    const session = { userId: shop.owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
    return inPlatform(db, (tx) => openSession(tx, session));
  };
  let stopped = false;
  let amounts = 0;
  const done = { served: 0, refunded: 0, reversed: 0 };
  const ask: Ask = askAt(url, signIn, () => stopped);

  async function pay(terminalId: string): Promise<{ id: string; amountMinor: number } | null> {
    const ordinal = (amounts += 1);
    const amountMinor = ordinal * 100 + (halalas[ordinal % halalas.length] ?? 0);
    const paymentId = randomUUID();
    while (!stopped) {
      const payment = await ask('/payments', { paymentId, terminalId, amountMinor });
      if (payment) {
        done.served += 1;
        return { id: payment.id, amountMinor };
      }
      await pause(100);
    }
    return null;
  }

  /** A part of an earlier purchase; what is not approved, or on a busy terminal, is refused. */
  async function giveBack(originalId: string): Promise<void> {
    const amountMinor = refundHalalas[done.refunded % refundHalalas.length] ?? 100;
    const input = { refundId: randomUUID(), originalId, amountMinor, reason: 'RETURNED' };
    if (await ask(startRefund.path, input)) done.refunded += 1;
  }

  /** The newest purchase, whole. */
  async function reverse(originalId: string, amountMinor: number): Promise<void> {
    const input = { refundId: randomUUID(), originalId, type: 'REVERSAL', amountMinor, reason: 'RETURNED' };
    for (let tries = 0; tries < reversalTries; tries += 1) {
      if (await ask(startRefund.path, input)) return void (done.reversed += 1);
      await pause(100);
    }
  }

  async function reconcile(terminalId: string): Promise<void> {
    await ask(reconcileTerminals.path, { terminalIds: [terminalId] });
  }

  const queues = shop.terminals.map(async ({ id }) => {
    let earlier: string | null = null;
    for (let customer = 1; !stopped; customer += 1) {
      const bought = await pay(id);
      await pause(100);
      const isGone = bought !== null && isReversed(bought.amountMinor);
      if (isGone) await reverse(bought.id, bought.amountMinor);
      if (earlier) await giveBack(earlier);
      earlier = isGone ? null : (bought?.id ?? null);
      if (customer % reconciledEvery === 0) await reconcile(id);
    }
  });
  return {
    served: () => done.served,
    refunded: () => done.refunded,
    reversed: () => done.reversed,
    stop: async () => {
      stopped = true;
      await Promise.all(queues);
    },
  };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
