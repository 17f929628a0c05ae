import { resolveObjectURL } from 'node:buffer';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { confirmPassword } from '@mizan/contract/account.ts';
import { forgotPassword, getSession, getToken, logout } from '@mizan/contract/auth.ts';
import { downloadShiftSlip } from '@mizan/contract/shifts.ts';
import { getTransaction, listTransactions } from '@mizan/contract/transactions.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';
import type * as ApiClient from './api-client.ts';
import type * as SessionStore from './session.store.ts';

type Handler = (request: IncomingMessage, body: string, response: ServerResponse) => void;

let server: Server;
let handler: Handler;
let client: typeof ApiClient;
let session: typeof SessionStore;

beforeEach(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => handler(request, body, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stubBrowser();
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => realFetch(base + path, init));
  client = await import('./api-client.ts');
  session = await import('./session.store.ts');
});
afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
const signIn = () =>
  session.beginSession({ accessToken: 'the-token', role: 'MERCHANT', fullName: 'Sara', email: 's@x' });

test('a call carries its token, its parameters and every value of a list', async () => {
  signIn();
  const seen: (string | undefined)[] = [];
  handler = (request, _, response) => {
    seen.push(request.url, request.headers.authorization);
    json(response, 200, { rows: [], nextCursor: null });
  };
  await client.call(listTransactions, {
    query: { status: ['APPROVED', 'TIMEOUT'], search: '٧٠٤١', from: undefined },
  });
  await client.call(getTransaction, { params: { id: '904133' } });
  expect(seen).toEqual([
    '/api/v1/transactions?status=APPROVED&status=TIMEOUT&search=%D9%A7%D9%A0%D9%A4%D9%A1',
    'Bearer the-token',
    '/api/v1/transactions/904133',
    'Bearer the-token',
  ]);
});

test('a call that is begun before its session ends here is sent with that session’s token', async () => {
  signIn();
  const seen: (string | undefined)[] = [];
  handler = (request, _, response) => {
    seen.push(request.headers.authorization);
    json(response, 200, {});
  };
  const leaving = client.call(logout, {});
  session.endSession({ flagged: false, leaves: true });
  await leaving;
  expect(seen).toEqual(['Bearer the-token']);
});

test('a form travels as a form, a body as JSON', async () => {
  const seen: (string | undefined)[] = [];
  handler = (request, body, response) => {
    seen.push(request.headers['content-type'], body);
    json(response, 200, { sent: true });
  };
  await client.call(forgotPassword, { body: { email: 'a+b@x.sa' } });
  await client.call(getToken, { body: { username: 'abc=', password: 'def=' } });
  expect(seen).toEqual([
    'application/x-www-form-urlencoded;charset=UTF-8',
    'email=a%2Bb%40x.sa',
    'application/json',
    '{"username":"abc=","password":"def="}',
  ]);
});

test('a refusal is thrown with its status, code, details and whole answer', async () => {
  handler = (_, __, response) => json(response, 511, { token: 'challenge', sentTo: 's•••@x' });
  const thrown: unknown = await client
    .call(getToken, { body: { username: 'a', password: 'b' } })
    .catch((e: unknown) => e);
  expect(client.isApiError(thrown) && [thrown.status, thrown.answer['token']]).toEqual([511, 'challenge']);

  handler = (_, __, response) =>
    json(response, 409, { code: 'conflict', message: 'no', details: { field: 'x' } });
  await expect(client.call(getToken, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
    code: 'conflict',
    message: 'no',
    details: { field: 'x' },
  });
});

/** Resolves when the session ends. */
const whenEnded = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = session.watchSession(() => {
      stop();
      resolve();
    });
  });

test('401 on a guarded route ends the session, flagged', async () => {
  signIn();
  handler = (_, __, response) => json(response, 401, { code: 'unauthenticated', message: 'expired' });
  await expect(client.call(getSession, {})).rejects.toMatchObject({ status: 401 });
  expect(session.readSession()).toBeNull();
  expect(session.takeEndedFlag()).toBe(true);
});

test('under a page that stays, what only reads is asked once more when its owner is back; a change is told so', async () => {
  signIn();
  const giveUp = session.keepPage();
  const tokens: (string | undefined)[] = [];
  handler = (request, _, response) => {
    tokens.push(request.headers.authorization);
    const isBack = request.headers.authorization === 'Bearer next';
    json(
      response,
      isBack ? 200 : 401,
      isBack ? { userId: '7' } : { code: 'unauthenticated', message: 'expired' },
    );
  };
  const ended = whenEnded();
  const read = client.call(getSession, {});
  const change = client.call(logout, {}).catch((error: unknown) => error);
  await ended;
  session.beginSession({ accessToken: 'next', role: 'MERCHANT', fullName: 'Huda' });
  session.releasePage();
  expect(await change).toMatchObject({ status: 401, code: 'signedInAgain' });
  expect(await read).toMatchObject({ userId: '7' });
  expect(tokens.filter((token) => token === 'Bearer next')).toHaveLength(1);
  giveUp();
});

test('401 for an older token leaves whoever signed in meanwhile: a read is asked again, a change is refused', async () => {
  signIn();
  const tokens: (string | undefined)[] = [];
  const refuse: (() => void)[] = [];
  const bothAreSent = new Promise<void>((resolve) => {
    handler = (request, _, response) => {
      tokens.push(request.headers.authorization);
      if (request.headers.authorization === 'Bearer next') return json(response, 200, { userId: '7' });
      refuse.push(() => json(response, 401, { code: 'unauthenticated', message: 'expired' }));
      if (refuse.length === 2) resolve();
    };
  });
  const read = client.call(getSession, {});
  const change = client.call(logout, {});
  await bothAreSent;
  session.beginSession({ accessToken: 'next', role: 'MERCHANT', fullName: 'Sara' });
  for (const answer of refuse) answer();
  await expect(change).rejects.toMatchObject({ status: 401, code: 'signedInAgain' });
  expect(await read).toMatchObject({ userId: '7' });
  expect(session.readSession()?.accessToken).toBe('next');
  expect(tokens.filter((token) => token === 'Bearer next')).toHaveLength(1);
});

test('what was asked for with the last session’s token is no answer for whoever signed in since', async () => {
  signIn();
  const refused = new Response('{"code":"unauthenticated"}', { status: 401 });
  vi.stubGlobal('window', { earlyAnswers: { '/api/v1/auth/session': Promise.resolve(refused) } });
  session.beginSession({ accessToken: 'next', role: 'MERCHANT', fullName: 'Sara' });
  handler = (request, _, response) => json(response, 200, { userId: request.headers.authorization });
  expect(await client.call(getSession, {})).toEqual({ userId: 'Bearer next' });
  expect(session.readSession()?.accessToken).toBe('next');
});

test('under a page that is given up, what waited for its owner is refused', async () => {
  signIn();
  const giveUp = session.keepPage();
  handler = (_, __, response) => json(response, 401, { code: 'unauthenticated', message: 'expired' });
  const ended = whenEnded();
  const read = client.call(getSession, {}).catch((error: unknown) => error);
  const change = client.call(logout, {}).catch((error: unknown) => error);
  await ended;
  giveUp();
  for (const refused of [await read, await change]) {
    expect(refused).toMatchObject({ status: 401, code: 'unauthenticated' });
  }
});

test('401 on a password that is given once more is a wrong password, not an ended session', async () => {
  signIn();
  handler = (_, __, response) => json(response, 401, { code: 'incorrectCredentials', message: 'no' });
  await expect(client.call(confirmPassword, { body: { password: 'sealed' } })).rejects.toMatchObject({
    code: 'incorrectCredentials',
  });
  expect(session.readSession()).not.toBeNull();
});

test('401 on the sign-in itself is a wrong password, not an ended session', async () => {
  signIn();
  handler = (_, __, response) => json(response, 401, { code: 'incorrectCredentials', message: 'no' });
  await expect(client.call(getToken, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
    status: 401,
  });
  expect(session.readSession()).not.toBeNull();
});

test('the file that a link names is there for a browser that fetches it later than the click', async () => {
  signIn();
  handler = (_, __, response) => {
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="a.pdf"',
    };
    response.writeHead(200, headers).end('%PDF-1.7 slip');
  };
  let address = '';
  const click = function (this: { href: string }): void {
    address = this.href;
  };
  vi.stubGlobal('document', { createElement: () => ({ click }) });
  await client.download(downloadShiftSlip, { params: { id: '1' } });
  const blob = resolveObjectURL(address);
  expect(await blob?.text()).toBe('%PDF-1.7 slip');
  URL.revokeObjectURL(address);
});

test("a proxy's own error page is told by its status", async () => {
  handler = (_, __, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
  await expect(client.call(getSession, {})).rejects.toMatchObject({ status: 502, code: 'internal' });
});

test('a line that breaks is logged and thrown as a network error', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  handler = (request) => request.socket.destroy();
  await expect(client.call(getSession, {})).rejects.toMatchObject({ status: 0, code: 'network' });
  expect(log).toHaveBeenCalledOnce();
});

test.each([
  ['attachment; filename=bank-all.csv', 'bank-all.csv'],
  ['attachment; filename="bank all.csv"', 'bank all.csv'],
  ["attachment; filename=_-all.pdf; filename*=UTF-8''%D9%83%D8%B4%D9%81-all.pdf", 'كشف-all.pdf'],
  ['attachment', undefined],
])('the name of a download is read from %s', (disposition, name) => {
  expect(client.fileNameIn(disposition)).toBe(name);
});
