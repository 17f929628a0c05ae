import { randomUUID } from 'node:crypto';
import { asStorable } from '@mizan/contract/storable-text.ts';
import { linkLimits, type ResultBody } from '@mizan/contract/terminal-link.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { handTerminal, makeKey, resultOf, telemetry } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';

/** No text of a device may keep an approval out: it is taken, or a person is asked to look, and what came is kept. */
const world = await openWorld();
const { db } = world;
const stand = await world.stand();

const nul = '\0';
const halves = ['\ud83d', '\ude00'];
/** Texts that a column, a schema or a parser does not take. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(fc.string(), fc.constantFrom(nul, ...halves, '\u202e', '\ufeff', '\u0007'), fc.string())
    .map((parts) => parts.join('')),
  fc.constantFrom('', '__proto__', 'constructor', 'x'.repeat(5_000), '"; DROP TABLE transactions; --', '0'),
);
/** Not by chance a code or a word that would be understood. */
const unreadable = hostile.filter((text) => !/^[\dA-Za-z]{2,8}$/.test(asStorable(text)));
type Fields = Record<string, unknown>;
const frameOf = (tid: string, type: string, body: Fields): Fields => ({
  v: 1,
  type,
  id: randomUUID(),
  tid,
  ts: new Date().toISOString(),
  body,
});
/** Frames of a line are applied in turn: once this is answered, what was sent before it was applied too. */
async function applied({ terminal }: Till): Promise<void> {
  terminal.send({ type: 'telemetry', body: telemetry });
  await terminal.next('ack');
}
interface Kept {
  status: string;
  underReview: boolean;
}
const paymentsOf = (merchantId: string, amountMinor: number): Promise<Kept[]> =>
  platformRows<Kept>(
    db,
    `SELECT status, under_review AS "underReview" FROM transactions WHERE merchant_id = $1 AND amount_minor = $2`,
    [merchantId, amountMinor],
  );
const originalsOf = async (table: 'terminal_results' | 'link_violations', merchantId: string) =>
  (
    await platformRows<{ original: Buffer }>(
      db,
      `SELECT original FROM ${table} WHERE merchant_id = $1 AND original IS NOT NULL`,
      [merchantId],
    )
  ).map(({ original }) => original.toString());

let amounts = 10_000;
const nextAmount = (): number => (amounts += 1);
/** What only describes a charge: with any text in it the approval is taken and acknowledged. */
const describing = [
  'rrn',
  'stan',
  'authCode',
  'maskedPan',
  'scheme',
  'acquirerCode',
  'startAt',
  'endAt',
  'receipt',
];
/** What decides: it is taken where it can be read, and otherwise a person has to look. */
const deciding = ['kind', 'providerCode', 'actionCode', 'currency', 'resultSeq'];

test('whatever stands where a result describes the charge: approved and acknowledged', async () => {
  const till = await openTill(world, stand);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...describing), hostile, async (name, text) => {
      const amount = nextAmount();
      const payment = await till.begin(amount);
      const frame = frameOf(till.place.tid, 'pay.result', {
        ...resultOf(payment.uuid, amount),
        [name]: text,
      });
      till.terminal.sendText(JSON.stringify(frame));
      expect((await till.terminal.next('result.ack')).paymentId).toBe(payment.uuid);
      expect(await paymentsOf(till.shop.merchantId, amount)).toEqual([
        { status: 'APPROVED', underReview: false },
      ]);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('whatever the fields of a receipt are called and hold, and whatever is sent beside it: approved', async () => {
  const till = await openTill(world, stand);
  await fc.assert(
    fc.asyncProperty(fc.dictionary(hostile, hostile), hostile, hostile, async (receipt, name, text) => {
      const amount = nextAmount();
      const payment = await till.begin(amount);
      const body = { ...resultOf(payment.uuid, amount), receipt, [`x${name}`]: { [name]: [text] } };
      const frame = {
        ...frameOf(till.place.tid, 'pay.result', body),
        id: text,
        ts: name,
        ref: text,
        [`y${name}`]: text,
      };
      till.terminal.sendText(JSON.stringify(frame));
      expect((await till.terminal.next('result.ack')).paymentId).toBe(payment.uuid);
      expect(await paymentsOf(till.shop.merchantId, amount)).toEqual([
        { status: 'APPROVED', underReview: false },
      ]);
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('whatever stands where a result decides: a person looks, and nothing is approved by it', async () => {
  const till = await openTill(world, stand);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...deciding), unreadable, async (name, text) => {
      const amount = nextAmount();
      const payment = await till.begin(amount);
      const frame = frameOf(till.place.tid, 'pay.result', {
        ...resultOf(payment.uuid, amount),
        [name]: text,
      });
      till.terminal.sendText(JSON.stringify(frame));
      await applied(till);
      expect(await paymentsOf(till.shop.merchantId, amount)).toEqual([
        { status: 'INITIALIZED', underReview: true },
      ]);
    }),
    { numRuns: 40 },
  );
  const { length } = await originalsOf('link_violations', till.shop.merchantId);
  expect(length).toBeGreaterThan(0);
}, 60_000);

test('a sale of which the portal hears in a report alone: kept, whatever one text of it is', async () => {
  const till = await openTill(world, stand);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('paymentId', ...describing, ...deciding),
      hostile,
      async (name, text) => {
        const amount = nextAmount();
        const body = { ...resultOf(randomUUID(), amount), [name]: text };
        const frame = JSON.stringify(frameOf(till.place.tid, 'sale.report', body));
        // It says it again until it hears that it was heard.
        for (let times = 0; times < 2; times += 1) till.terminal.sendText(frame);
        await applied(till);
        const isApproved = describing.includes(name);
        expect(await paymentsOf(till.shop.merchantId, amount)).toEqual([
          { status: isApproved ? 'APPROVED' : 'INITIALIZED', underReview: !isApproved },
        ]);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test('a final answer to a question is taken, whatever stands beside its result', async () => {
  const till = await openTill(world, stand);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('step', 'ts', 'id', 'ref', 'paymentId', 'state'),
      hostile,
      async (name, text) => {
        const amount = nextAmount();
        const payment = await till.begin(amount);
        const frame = {
          ...frameOf(till.place.tid, 'tx.status', { ...resultOf(payment.uuid, amount) }),
          paymentId: payment.uuid,
          state: 'FINAL',
          [name]: text,
        };
        till.terminal.sendText(JSON.stringify(frame));
        expect((await till.terminal.next('result.ack')).paymentId).toBe(payment.uuid);
      },
    ),
    { numRuns: 40 },
  );
}, 60_000);

const edges: readonly [string, (frame: string) => string | Buffer][] = [
  ['a NUL in the name of a field of the receipt', (frame) => frame.replace('"outcome"', '"out\\u0000come"')],
  ['half a character in it', (frame) => frame.replace('"outcome"', '"out\\ud83dcome"')],
  ['a NUL that is not even escaped', (frame) => frame.replace('"outcome"', `"out${nul}come"`)],
  [
    'bytes that are no UTF-8',
    (frame) => Buffer.from(frame.replace('"outcome"', '"out\xed\xa0\x80come"'), 'latin1'),
  ],
  ['a byte order mark before it', (frame) => `\ufeff${frame}`],
  [
    'something nested deeper than a walk may go',
    (frame) =>
      frame.replace('"receipt"', `"x":"\\u0000","y":${'['.repeat(20_000)}${']'.repeat(20_000)},"receipt"`),
  ],
  [
    'something nested as deeply, where the rest does not fit either',
    (frame) => frame.replace('"rrn"', `"stan":${'['.repeat(20_000)}${']'.repeat(20_000)},"rrn":7,"x"`),
  ],
];
test.each(edges)('%s: approved and acknowledged', async (_, spoil) => {
  const till = await openTill(world, stand);
  const amount = nextAmount();
  const payment = await till.begin(amount);
  const frame = JSON.stringify(frameOf(till.place.tid, 'pay.result', { ...resultOf(payment.uuid, amount) }));
  till.terminal.sendText(spoil(frame));
  await till.terminal.next('result.ack');
  expect(await till.detail(payment.id)).toMatchObject({ status: 'APPROVED', unknownOutcome: false });
});

test('what could not be kept as it came stands beside it as bytes, without card numbers', async () => {
  const till = await openTill(world, stand);
  const amount = nextAmount();
  const payment = await till.begin(amount);
  const receipt = { 'out\0come': 'APPROVED', card: '4847 8312 3412 3410', note: '5105105105105100' };
  const body: ResultBody = { ...resultOf(payment.uuid, amount), receipt };
  till.terminal.sendText(JSON.stringify(frameOf(till.place.tid, 'pay.result', { ...body })));
  await till.terminal.next('result.ack');
  expect((await till.detail(payment.id)).receipt).toMatchObject({
    outcome: 'APPROVED',
    note: '510510******5100',
  });
  const [original = ''] = await originalsOf('terminal_results', till.shop.merchantId);
  expect(original).toContain('"out\\u0000come":"APPROVED"');
  expect(original).not.toContain('5105105105105100');
  const hidden = nextAmount();
  const second = await till.begin(hidden);
  const escaped = JSON.stringify(
    frameOf(till.place.tid, 'pay.result', {
      ...resultOf(second.uuid, hidden),
      receipt: { 'a\0': '5105105105105100' },
    }),
  ).replace('5105', '5\\u0031\\u00000\\u00005');
  till.terminal.sendText(escaped);
  await till.terminal.next('result.ack');
  expect(await originalsOf('terminal_results', till.shop.merchantId)).toHaveLength(1);
});

test('a result that is refused altogether is kept as it came, and its payment asked for until a person looks', async () => {
  const till = await openTill(world, stand);
  const amount = nextAmount();
  const payment = await till.begin(amount);
  const body = { ...resultOf(payment.uuid, amount) };
  const unknown = JSON.stringify(frameOf(till.place.tid, `pay.res${halves[0]}ult`, body));
  till.terminal.sendText(unknown);
  till.terminal.sendText(JSON.stringify(frameOf(till.place.tid, 'pay.result', { ...body, paymentId: nul })));
  await applied(till);
  expect(await originalsOf('link_violations', till.shop.merchantId)).toHaveLength(2);
  expect(await till.detail(payment.id)).toMatchObject({
    status: 'INITIALIZED',
    nextQueryAt: expect.any(String),
  });
});

test('what is nested deeper than any walk may go is refused, of a terminal and of a stranger, and the process goes on', async () => {
  const till = await openTill(world, stand);
  const nested = '['.repeat(30_000) + ']'.repeat(30_000);
  const stranger = handTerminal(stand.url, till.place.tid, makeKey());
  await stranger.next('challenge');
  till.terminal.sendText(nested);
  expect((await till.terminal.next('reject')).reason).toBe('BAD_FRAME');
  till.terminal.sendText(`{"v":1,"type":"sale.report","body":{"paymentId":${nested}}}`);
  stranger.sendText(nested);
  expect((await stranger.next('reject')).reason).toBe('BAD_FRAME');
  await applied(till);
});

test('a frame that is too long ends the line and is recorded', async () => {
  const till = await openTill(world, stand);
  till.terminal.sendText('x'.repeat(linkLimits.frameBytes + 1));
  expect((await till.terminal.closed).code).toBe(1009);
  const recorded = () =>
    platformRows(db, `SELECT 1 FROM link_violations WHERE merchant_id = $1`, [till.shop.merchantId]);
  await expect.poll(recorded).toHaveLength(1);
});
