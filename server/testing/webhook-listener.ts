import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addAddress, getDelivery, listDeliveries } from '@mizan/contract/integrator-webhooks.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { expect } from 'vitest';
import { platformRows } from '../platform/database/database.ts';
import { atFileEnd } from '../platform/testing/at-file-end.ts';
import { openShop } from './shop.ts';
import type { testPortal } from './test-portal.ts';

type Portal = Awaited<ReturnType<typeof testPortal>>;

/** What an address heard of one message. */
export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
}
/** Closes with the file's tests. */
export const closes = (server: { close: () => unknown }): void => atFileEnd(() => void server.close());

/** An address on this machine that answers what the test says. */
export async function listener() {
  const heard: Heard[] = [];
  const answers = { status: 200, location: null as string | null, retryAfter: null as string | null };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      heard.push({ headers: request.headers, body });
      response.writeHead(answers.status, {
        ...(answers.location && { location: answers.location }),
        ...(answers.retryAfter && { 'retry-after': answers.retryAfter }),
      });
      response.end('thank you');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes(server);
  return { heard, answers, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

/** What a shop in these tests names; what is posted goes to a listener instead. */
export const url = 'https://shop.example.sa/hooks';
/** A shop whose address hears of payments that were not approved. */
export async function shopWithAddress(portal: Portal) {
  const { db } = portal;
  const shop = await openShop(db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  const body = { url, facts: ['payments.notApproved' as const] };
  const answer = await portal.call(addAddress, { body }, { token });
  expect(answer.statusCode).toBe(201);
  const { id, secret } = answer.json<{ id: string; secret: string }>();
  const there = await listener();
  // What is reachable is asked of the address that is connected to; here that is this machine's.
  await platformRows(db, 'UPDATE webhook_addresses SET url = $2 WHERE merchant_id = $1', [
    shop.merchantId,
    there.url,
  ]);
  /** A payment on a terminal without a line: it ends at once, and was not approved. */
  const happen = async (): Promise<string> => {
    const payment = { paymentId: randomUUID(), terminalId: shop.terminals[0]?.id ?? '', amountMinor: 700 };
    return (await portal.call(startPayment, { body: payment }, { token })).json().id;
  };
  const newest = async () => {
    const token = await portal.tokenOf(shop.owner.userId);
    const rows = (await portal.call(listDeliveries, { query: {} }, { token })).json().rows;
    const answered = await portal.call(getDelivery, { params: { id: rows[0].id } }, { token });
    return answered.json();
  };
  return { shop, token, id, secret, there, happen, newest };
}
