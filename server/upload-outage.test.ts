import { setTimeout as delay } from 'node:timers/promises';
import type { BankFileDetail, BankFileRow } from '@mizan/contract/reconciliation.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { afterAll, expect, test } from 'vitest';
import { asProposed } from './features/reconciliation/testing/as-proposed.ts';
import { csvOf } from './features/reconciliation/testing/sales.ts';
import { closeDatabase, inPlatform, openDatabase, platformRows } from './platform/database/database.ts';
import { roleUrls } from './platform/database/roles.ts';
import { openSession } from './platform/sessions/sessions.ts';
import { testSecret } from './platform/testing/database-names.ts';
import { ownServer } from './platform/testing/own-server.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';
import { openShop } from './testing/shop.ts';

/**
 * The database is gone for ten seconds in the middle of an upload, and again while the file is judged: the
 * portal goes on, says what it could not do, and in the end there is one bank file with every line in it once.
 */
const server = await ownServer();
const portal = await runPortal(portalEnvironment(server.url));
const db = openDatabase(roleUrls(server.url, testSecret));
const shop = await openShop(db, 1);
const token = await inPlatform(db, (tx) =>
  openSession(tx, { userId: shop.owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' }),
);
afterAll(async () => {
  await portal.end('SIGKILL');
  await closeDatabase(db);
  await server.stop();
  await server.remove();
});

const outageMs = 10_000;
const lineCount = 20_000;
const tid = shop.terminals[0]?.tid ?? '';

/** Lines that no payment fits, as a bank writes them. */
const fileText = (): string =>
  csvOf(
    Array.from({ length: lineCount }, (_, index) => {
      const [rrn, approvalCode] = [700_000_000_000 + index, 100_000 + index];
      return `${tid},${rrn},${approvalCode},2026-11-20 14:05:00,484783******1234,10.00,0.08,0.01,9.91`;
    }),
  );

const headers = { authorization: `Bearer ${token}` };
const bankFiles = `${portal.url}${apiBase}/reconciliation/bank-files`;

/** Sends the file in two halves, with a pause of the caller's between them. */
function send(text: string, between: () => Promise<unknown>): Promise<Response> {
  const bytes = new TextEncoder().encode(text);
  const half = Math.floor(bytes.length / 2);
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(bytes.subarray(0, half)),
    pull: async (stream) => {
      await between();
      stream.enqueue(bytes.subarray(half));
      stream.close();
    },
  });
  const type = { 'content-type': 'application/octet-stream' };
  const query = `fileName=najd.csv&sizeBytes=${bytes.length}`;
  const options = { method: 'POST', headers: { ...headers, ...type }, body, duplex: 'half' } as RequestInit;
  return fetch(`${bankFiles}?${query}`, options);
}

async function outage(): Promise<void> {
  await server.kill();
  await delay(outageMs);
  expect(portal.process.exitCode).toBeNull();
  await server.start();
}

async function ask<T>(path: string): Promise<T> {
  const answer = await fetch(bankFiles + path, { headers });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

async function untilState(id: string, state: BankFileDetail['state']): Promise<BankFileDetail> {
  let seen: BankFileDetail | undefined;
  await expect
    .poll(
      async () => {
        seen = await ask<BankFileDetail>(`/${id}`).catch(() => seen);
        return seen?.state;
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe(state);
  if (!seen) throw new Error(`the bank file ${id} was not read`);
  return seen;
}

test('ten seconds without a database in an upload and in its judging: one bank file, each line once', {
  timeout: 180_000,
}, async () => {
  const text = fileText();
  const first = await send(text, outage);
  expect([201, 503]).toContain(first.status);

  // Whatever became of the first try, the person sends the same file once more.
  let id = '';
  await expect
    .poll(
      async () => {
        const again = await send(text, async () => undefined);
        const answer = (await again.json()) as { bankFile?: BankFileRow };
        id = answer.bankFile?.id ?? '';
        return again.status;
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(201);
  const { rows } = await ask<{ rows: BankFileRow[] }>('');
  expect(rows.map((row) => row.id)).toEqual([id]);

  const { proposal } = await untilState(id, 'WAITING_LAYOUT');
  const confirmed = await fetch(`${bankFiles}/${id}/layout`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(proposal && asProposed(proposal, 'Najd Bank', true)),
  });
  expect(confirmed.status).toBe(200);
  await outage();
  expect(await untilState(id, 'DONE')).toMatchObject({ linesRead: lineCount, linesRejected: 0 });
  const [kept] = await platformRows<{ count: number }>(
    db,
    'SELECT count(*) FROM bank_entries WHERE bank_file_id = $1',
    [id],
  );
  expect(kept?.count).toBe(lineCount);
  expect(portal.process.exitCode).toBeNull();
});
