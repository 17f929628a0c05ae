import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { liveBeat, livePath, liveProtocol } from '@mizan/contract/live.ts';
import { WebSocket } from 'ws';
import { announce, startBus } from '../../bus/bus.ts';
import { testClock } from '../../clock.ts';
import { closeDatabase, inPlatform, inTenant, openDatabase, platformRows } from '../../database/database.ts';
import { callerAddress } from '../../http/caller-address.ts';
import { createLog } from '../../log.ts';
import { openSession } from '../../sessions/sessions.ts';
import { atFileEnd } from '../../testing/at-file-end.ts';
import { testDatabase } from '../../testing/database.ts';
import { openRawSocket } from '../../testing/raw-socket.ts';
import { startLive } from '../live-channel.ts';
import { attachUpgrades } from '../upgrades.ts';

export interface Window {
  socket: WebSocket;
  /** What it heard, without the numbers and the beats of the line. */
  texts: string[];
  /** The numbers: the newest at the beginning, then one before each result. */
  numbers: number[];
  /** How long its merchant had been told nothing when it came, ms. */
  quiet: number[];
  beats(): number;
  until(count: number): Promise<string[]>;
  closed: Promise<number>;
}
/** A window of the live channel that offers these sub-protocols. */
export function window(address: string, offers: string[], headers: Record<string, string> = {}): Window {
  const socket = new WebSocket(`ws://${address}${livePath}`, offers, { headers });
  const texts: string[] = [];
  const numbers: number[] = [];
  const quiet: number[] = [];
  let beats = 0;
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text === liveBeat) beats += 1;
    else if (text.startsWith('SEQ')) numbers.push(Number(text.slice(3)));
    else if (text.startsWith('AGO')) quiet.push(Number(text.slice(3)));
    else texts.push(text);
  });
  return {
    socket,
    texts,
    numbers,
    quiet,
    beats: () => beats,
    async until(count) {
      while (texts.length < count) await once(socket, 'message');
      return texts;
    },
    closed: new Promise((resolve) => socket.on('close', resolve)),
  };
}
/** The same, once it is open. */
export async function opened(
  address: string,
  offers: string[],
  headers?: Record<string, string>,
): Promise<Window> {
  const made = window(address, offers, headers);
  await once(made.socket, 'open');
  return made;
}
/** The status that a refused handshake is answered with. */
export async function refusedWith(
  address: string,
  offers: string[],
  headers?: Record<string, string>,
): Promise<number> {
  const { socket } = window(address, offers, headers);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  socket.on('error', () => {});
  socket.terminate();
  return response.statusCode;
}

/** A window that answers no close and sends what it likes. */
export const rawWindow = (address: string, token: string, from?: string) =>
  openRawSocket({
    port: Number(address.split(':')[1]),
    path: livePath,
    protocols: `${liveProtocol}, ${token}`,
    ...(from ? { from } : {}),
  });

export const pay = (approved: boolean, transactionId: string) =>
  ({ type: 'PAY', approved, transactionId }) as const;

/** Two portal processes on one database, of two merchants, an administrator and two cashiers, as far as the live channel goes. */
export async function livePortals() {
  const database = await testDatabase();
  const db = openDatabase(database.roles);
  const clock = testClock(new Date('2026-11-21T08:00:00Z'));
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });

  /** One portal process as far as the live channel goes. */
  async function portal() {
    const bus = await startBus({ url: database.roles.platform, log });
    const live = startLive({
      db,
      clock,
      bus,
      log,
      publicUrl: null,
      addressOf: callerAddress({ publicUrl: null }),
    });
    const server = createServer((_request, response) => response.end());
    attachUpgrades(server, { [livePath]: live.upgrade });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const stop = async (): Promise<void> => {
      await live.stop();
      await bus.stop();
      server.close();
    };
    return { address, live, stop };
  }
  const [one, two] = await Promise.all([portal(), portal()]);
  atFileEnd(async () => {
    await Promise.all([one.stop(), two.stop()]);
    await closeDatabase(db);
  });

  await platformRows(
    db,
    `INSERT INTO merchants (id, uuid, name_en, name_ar)
     SELECT id, gen_random_uuid(), 'M', 'م' FROM generate_series(1, 2) AS id RETURNING id`,
  );
  await platformRows(
    db,
    `INSERT INTO users (id, merchant_id, role, email, full_name, password_hash) VALUES
       (1, 1, 'MERCHANT', 'one@mizan.test', 'One', '-'), (2, 2, 'MERCHANT', 'two@mizan.test', 'Two', '-'),
       (3, NULL, 'ADMIN', 'admin@mizan.test', 'Admin', '-')`,
  );
  await platformRows(
    db,
    `INSERT INTO branches (id, merchant_id, code, name_en, name_ar) VALUES (1, 1, 'B', 'B', 'ب')`,
  );
  await platformRows(
    db,
    `INSERT INTO terminals (id, merchant_id, tid, brand, manufacturer, model, branch_id)
     SELECT id, 1, '8850110' || id, 'PAX', 'PAX', 'A920', 1 FROM generate_series(1, 2) AS id RETURNING id`,
  );
  await platformRows(
    db,
    `INSERT INTO users (id, merchant_id, role, username, full_name, password_hash, branch_id, terminal_id) VALUES
       (4, 1, 'CASHIER', 'four', 'Four', '-', 1, 1), (5, 1, 'CASHIER', 'five', 'Five', '-', 1, 2)`,
  );
  const session = (userId: string): Promise<string> =>
    inPlatform(db, (tx) => openSession(tx, { userId, at: clock.now(), userAgent: null, ip: '127.0.0.1' }));
  const say = (
    merchantId: string,
    message: Parameters<typeof announce>[2],
    aboutTerminal: string | null = null,
  ): Promise<void> => inTenant(db, merchantId, (tx) => announce(tx, merchantId, message, aboutTerminal));
  return { db, clock, lines, portal, one, two, session, say };
}
