import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  addAddress,
  addressesMax,
  listAddresses,
  removeAddress,
  replayDelivery,
} from '@mizan/contract/integrator-webhooks.ts';
import { retireTerminal } from '@mizan/contract/terminal-manage.ts';
import { describe, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { guardedLookup, isPublicAddress, webhookReach } from '../../platform/http/public-address.ts';
import { testSecret } from '../../platform/testing/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import {
  closes,
  type Heard,
  listener,
  shopWithAddress as shopWith,
  url,
} from '../../testing/webhook-listener.ts';
import { deliverDue, retryAfterMs } from './deliver.service.ts';
import { post, signatureOf } from './webhook-post.ts';

const portal = await testPortal();
const example = fileURLToPath(new URL('../../../docs/examples/receiver.mjs', import.meta.url));
const { db, clock } = portal;

const shopWithAddress = () => shopWith(portal);
const send = () => deliverDue({ db, clock, secret: testSecret, isReachable: () => true });

test('a fact is posted once, signed as Standard Webhooks has it, with its subject and no card', async () => {
  const { happen, there, secret, newest } = await shopWithAddress();
  const transactionId = await happen();
  await send();
  await send();
  expect(there.heard).toHaveLength(1);
  const [{ headers, body }] = there.heard as [Heard];
  expect(JSON.parse(body)).toEqual({
    type: 'payments.notApproved',
    timestamp: clock.now().toISOString(),
    data: { about: { type: 'transaction', id: transactionId } },
  });
  const id = String(headers['webhook-id']);
  const at = String(headers['webhook-timestamp']);
  expect(at).toBe(String(Math.floor(clock.now().getTime() / 1000)));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
  expect(headers['webhook-signature']).toBe(`v1,${wanted}`);
  const delivery = await newest();
  expect(delivery).toMatchObject({ messageId: id, state: 'DELIVERED', nextAttemptAt: null, body });
  expect(delivery.attempts).toMatchObject([{ status: 200, answer: 'thank you', failure: null }]);
});

test('what is done with a terminal is told with its number', async () => {
  const { shop, token, there } = await shopWithAddress();
  await platformRows(
    db,
    `UPDATE webhook_addresses SET facts = '{terminals.retired,refunds.asked}' WHERE merchant_id = $1`,
    [shop.merchantId],
  );
  const [place] = shop.terminals;
  const answer = await portal.call(retireTerminal, { params: { id: place?.id ?? '' } }, { token });
  expect(answer.statusCode).toBe(200);
  await send();
  expect(there.heard.map(({ body }) => JSON.parse(body))).toEqual([
    {
      type: 'terminals.retired',
      timestamp: clock.now().toISOString(),
      data: { about: { type: 'terminal', id: place?.id }, tid: place?.tid },
    },
  ]);
});

test('the signature is the one of the Standard Webhooks’ own example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const said = signatureOf(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}');
  expect(said).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('what fails is tried again for three days with longer waits, shown as lag, and then given up', async () => {
  const { happen, there, shop, newest } = await shopWithAddress();
  there.answers.status = 503;
  const since = clock.now();
  await happen();
  await send();
  // A session ends while the clock goes on for days.
  const row = async () => {
    const token = await portal.tokenOf(shop.owner.userId);
    return (await portal.call(listAddresses, {}, { token })).json().rows[0];
  };
  for (const [index, waitMs] of retryAfterMs.entries()) {
    expect(there.heard).toHaveLength(index + 1);
    expect(await row()).toMatchObject({ waitingSince: since.toISOString(), waitingCount: 1 });
    clock.advance(waitMs - 1);
    await send();
    expect(there.heard).toHaveLength(index + 1);
    clock.advance(1);
    await send();
  }
  expect(await row()).toMatchObject({ waitingSince: null, waitingCount: 0 });
  const given = await newest();
  expect([given.state, given.attempts.length]).toEqual(['GIVEN_UP', retryAfterMs.length + 1]);
  expect(new Set(there.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  const hours = (clock.now().getTime() - since.getTime()) / 3_600_000;
  expect([hours > 71, hours <= 72]).toEqual([true, true]);
});

test('sent again by hand it keeps its id, and starts with all its tries', async () => {
  const { happen, there, token, newest } = await shopWithAddress();
  await happen();
  await send();
  const { id } = await newest();
  const again = await portal.call(replayDelivery, { params: { id } }, { token });
  expect(again.json()).toMatchObject({ id, state: 'WAITING' });
  await send();
  expect(there.heard).toHaveLength(2);
  expect(there.heard[1]?.headers['webhook-id']).toBe(there.heard[0]?.headers['webhook-id']);
  expect((await newest()).attempts).toHaveLength(2);
});

test('a redirect is an answer that is not followed; nothing is sent to an address that was removed', async () => {
  const { happen, there, token, id, newest } = await shopWithAddress();
  const elsewhere = await listener();
  Object.assign(there.answers, { status: 307, location: elsewhere.url });
  await happen();
  await send();
  expect((await newest()).attempts).toMatchObject([{ status: 307 }]);
  expect(elsewhere.heard).toEqual([]);
  await portal.call(removeAddress, { params: { id } }, { token });
  expect((await newest()).state).toBe('GIVEN_UP');
  clock.advance(60_000);
  await send();
  await happen();
  await send();
  expect(there.heard).toHaveLength(1);
  const refused = await portal.call(replayDelivery, { params: { id: (await newest()).id } }, { token });
  expect(refused.statusCode).toBe(409);
});

test('only what an address asked to hear of, and only its own merchant’s', async () => {
  const one = await shopWithAddress();
  const other = await shopWithAddress();
  await platformRows(
    db,
    `UPDATE webhook_addresses SET facts = '{payments.approved}' WHERE merchant_id = $1`,
    [one.shop.merchantId],
  );
  await one.happen();
  await other.happen();
  await send();
  expect([one.there.heard.length, other.there.heard.length]).toEqual([0, 1]);
});

const closedAddresses = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '203.0.113.9',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  '2001::1',
  'no address',
];
test.each(closedAddresses)('no webhook goes to %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
test.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1', '2606:4700::1111'])(
  '%s is on the internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('a name that leads to this machine is not connected to, and neither is its address written out', async () => {
  const there = await listener();
  const { port } = new URL(there.url);
  const message = { id: 'm', body: '{}', secrets: ['whsec_AAAA'], at: new Date() };
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
    const posted = await post(`http://${host}:${port}/hook`, message, isPublicAddress);
    expect([host, posted.status, posted.reason, posted.signature]).toEqual([
      host,
      null,
      'closedNetwork',
      null,
    ]);
  }
  expect(there.heard).toEqual([]);
  // What answers nobody was sent nothing either; what was sent and not answered bears its signature.
  const refusing = createSocketServer();
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const gone = (refusing.address() as AddressInfo).port;
  await new Promise((resolve) => refusing.close(resolve));
  const unheard = await post(`http://127.0.0.1:${gone}/hook`, message, () => true);
  expect(unheard).toMatchObject({ reason: 'noAnswer', signature: null });
  const looked = await new Promise((resolve) => {
    guardedLookup(isPublicAddress)('localhost', { all: true }, (error) => resolve(error));
  });
  expect(looked).toBeInstanceOf(Error);
});

test('many who add addresses at once get no more than there may be, and the list still opens', async () => {
  const { token } = await shopWithAddress();
  const body = { url, facts: ['payments.approved' as const] };
  const asked = Array.from({ length: 14 }, () => portal.call(addAddress, { body }, { token }));
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(addressesMax - 1);
  const list = await portal.call(listAddresses, {}, { token });
  expect([list.statusCode, list.json().rows.length]).toEqual([200, addressesMax]);
});

const strange = [
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
  ],
  ['no HTTP', 'hello\r\n\r\n'],
  ['nothing, and hangs up', ''],
] as const;
test.each(strange)(
  'an address that answers %s is a failed attempt and holds nothing up',
  async (_, bytes) => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => (bytes === '' ? socket.end() : socket.write(bytes)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closes(server);
    const { port } = server.address() as AddressInfo;
    const message = { id: 'm', body: '{}', secrets: ['whsec_AAAA'], at: new Date() };
    const posted = await post(`http://127.0.0.1:${port}/hook`, message, () => true);
    expect(posted).toMatchObject({
      status: null,
      failure: expect.stringMatching(/./),
      reason: 'noAnswer',
    });
  },
);

test('of a huge answer only its beginning is read and kept', async () => {
  let written = 0;
  const server = createServer((request, response) => {
    request.resume();
    const more = (): void => {
      if (response.destroyed) return;
      written += 65_536;
      response.write('x'.repeat(65_536));
      setImmediate(more);
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closes(server);
  const { port } = server.address() as AddressInfo;
  const message = { id: 'm', body: '{}', secrets: ['whsec_AAAA'], at: new Date() };
  const posted = await post(`http://127.0.0.1:${port}/hook`, message, () => true);
  expect([posted.status, posted.answer?.length]).toEqual([200, 2_000]);
  expect(written).toBeLessThan(50_000_000);
});

test('400: an address of a private network, of this machine, without TLS, or with a password in it', async () => {
  const { token } = await shopWithAddress();
  const refused = [
    'https://127.0.0.1/hooks',
    'https://[::1]/hooks',
    'https://localhost/hooks',
    'https://shop.localhost/hooks',
    'https://10.0.0.8/hooks',
    'https://0x7f.1/hooks',
    'https://a:b@shop.example.sa/hooks',
    'http://shop.example.sa/hooks',
    'http://localhost:9000/hooks',
    'ftp://localhost/hooks',
  ];
  for (const each of refused) {
    const body = { url: each, facts: ['payments.approved' as const] };
    expect([each, (await portal.call(addAddress, { body }, { token })).statusCode]).toEqual([each, 400]);
  }
});

describe('in the demo', async () => {
  const demo = await testPortal(undefined, { demo: true, on: portal.database });
  const add = async (url: string) => {
    const { token } = await shopWithAddress();
    const answer = await demo.call(addAddress, { body: { url, facts: ['payments.approved'] } }, { token });
    return [url, answer.statusCode, answer.json().details?.reason];
  };

  test('201: this machine by each of its names, over http too', async () => {
    for (const url of [
      'http://localhost:9000/a',
      'http://127.0.0.1:9000/',
      'https://[::1]/',
      'http://a.localhost/',
    ]) {
      expect(await add(url)).toEqual([url, 201, undefined]);
    }
  });

  test('400: any other private address, and the internet without TLS', async () => {
    for (const [url, reason] of [
      ['http://192.168.1.5:9000/', 'privateNetwork'],
      ['https://10.0.0.8/', 'privateNetwork'],
      ['https://0.0.0.0/', 'privateNetwork'],
      ['https://169.254.169.254/', 'privateNetwork'],
      ['http://shop.example.sa/', 'notEncrypted'],
      ['http://93.184.215.14/', 'notEncrypted'],
      ['http://localhost.example.sa/', 'notEncrypted'],
      ['http://a:b@localhost/', 'passwordInAddress'],
    ] as const) {
      expect(await add(url)).toEqual([url, 400, reason]);
    }
  });
});

test('only in the demo does a message reach this machine', async () => {
  expect(webhookReach({ demo: true })('127.0.0.1')).toBe(true);
  const { happen, there, newest } = await shopWithAddress();
  await happen();
  await deliverDue({ db, clock, secret: testSecret, isReachable: webhookReach({ demo: false }) });
  expect(there.heard).toEqual([]);
  expect(await newest()).toMatchObject({
    state: 'WAITING',
    attempts: [{ status: null, reason: 'closedNetwork' }],
  });
  clock.advance(retryAfterMs[0]);
  await deliverDue({ db, clock, secret: testSecret, isReachable: webhookReach({ demo: true }) });
  expect(there.heard).toHaveLength(1);
  expect((await newest()).state).toBe('DELIVERED');
});

test('the receiver of docs/integrate.md takes what is signed, puts it off first, and takes a repeat once', async () => {
  const { happen, secret, id, newest, token } = await shopWithAddress();
  const receiver = spawn(process.execPath, [example], { env: { SECRET: secret, PORT: '0', FIRST: '500' } });
  closes({ close: () => receiver.kill() });
  const said = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => String((await said.next()).value);
  const url = (await line()).replace('listening on ', '');
  await platformRows(db, 'UPDATE webhook_addresses SET url = $2 WHERE id = $1', [id, url]);
  const about = `payments.notApproved transaction ${await happen()}`;
  // Its clock is the machine's own: a message of another day is refused.
  await send();
  expect(await line()).toBe('401 refused: the signature or the time is wrong');
  const now = { ...clock, now: () => new Date() };
  const sendNow = () =>
    deliverDue({ db, clock: now, secret: testSecret, isReachable: webhookReach({ demo: true }) });
  await sendNow();
  expect(await line()).toBe(`500 put off: ${about}`);
  const again = async (): Promise<void> => {
    await portal.call(replayDelivery, { params: { id: (await newest()).id } }, { token });
    await sendNow();
  };
  await again();
  expect(await line()).toBe(`200 taken: ${about}`);
  expect((await newest()).state).toBe('DELIVERED');
  await again();
  expect(await line()).toBe(`200 again, taken before: ${about}`);
});
