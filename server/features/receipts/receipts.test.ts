import * as contract from '@mizan/contract/receipts.ts';
import { getTransaction, type TransactionDetail } from '@mizan/contract/transactions.ts';
import { beforeAll, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';

const portal = await testPortal();
const { db, clock } = portal;
const dayMs = 86_400_000;
let world: MerchantWorld;
let token: string;

beforeAll(async () => {
  world = await makeMerchant(db);
  const until = clock.now();
  await inPlatform(db, (tx) =>
    loadTransactions(tx, world, { count: 60, from: new Date(until.getTime() - dayMs), until }),
  );
  token = await portal.tokenOf(world.owner.userId);
});

/** A payment of its own for each test, in a state. */
const taken: string[] = [];
async function payment(state = "status = 'APPROVED'", more = ''): Promise<string> {
  const [row] = await platformRows<{ id: string }>(
    db,
    `SELECT id AS place, id::text FROM transactions
      WHERE merchant_id = $1 AND ${state} AND id <> ALL ($2) ORDER BY place LIMIT 1`,
    [world.merchantId, taken],
  );
  const { id = '' } = row ?? {};
  taken.push(id);
  if (more)
    await platformRows(db, `UPDATE transactions SET ${more} WHERE merchant_id = $1 AND id = $2`, [
      world.merchantId,
      id,
    ]);
  return id;
}
const of = (id: string) => ({ params: { id } });
const read = async (id: string) =>
  (await portal.call(contract.getReceipt, of(id), { token })).json<contract.Receipt>();
const makeLink = async (id: string) =>
  (await portal.call(contract.makeReceiptLink, of(id), { token })).json<contract.ReceiptLink>();
const codeOf = ({ address }: { address: string }): string => new URL(address).searchParams.get('code') ?? '';
const open = (code: string) => portal.call(contract.openReceipt, { params: { code } });
const mail = (id: string, email: string, lang: 'en' | 'ar' = 'en') =>
  portal.call(contract.mailReceipt, { ...of(id), body: { email, lang } }, { token });
const newestMail = async (to: string) =>
  (
    await platformRows<{ subject: string; text: string; link: string }>(
      db,
      'SELECT subject, body_text AS text, link FROM outbox_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
      [to],
    )
  )[0];

test('a link shows the same slip to anybody who has it, and nothing else', async () => {
  const id = await payment();
  const before = await read(id);
  expect(before).toMatchObject({ noSlip: null, link: null });
  const link = await makeLink(id);
  expect(codeOf(link)).toMatch(/^[\w-]{27}$/);
  const opened = await open(codeOf(link));
  expect(opened.statusCode).toBe(200);
  expect(opened.json()).toEqual({ slip: before.slip, logoVersion: null, endsAt: link.endsAt });
  expect((await read(id)).link).toEqual(link);
  // Whoever asks once more gets the one that is there: a code on paper stays good.
  expect(await makeLink(id)).toEqual(link);
});

test('404: a link that ended after 90 days, or was taken back, or that nobody made', async () => {
  const id = await payment();
  const link = await makeLink(id);
  expect(Date.parse(link.endsAt) - Date.parse(link.madeAt)).toBe(90 * dayMs);
  const gone = await portal.call(contract.revokeReceiptLink, of(id), { token });
  expect(gone.json()).toEqual({ link: null });
  expect((await open(codeOf(link))).statusCode).toBe(404);
  const next = await makeLink(id);
  expect(codeOf(next)).not.toBe(codeOf(link));
  const madeEarlier = (byMs: number) =>
    platformRows(
      db,
      `UPDATE receipt_links SET made_at = $3, ends_at = $4 WHERE merchant_id = $1 AND transaction_id = $2`,
      [world.merchantId, id, ...[next.madeAt, next.endsAt].map((at) => new Date(Date.parse(at) - byMs))],
    );
  await madeEarlier(90 * dayMs - 60_000);
  expect((await open(codeOf(next))).statusCode).toBe(200);
  await madeEarlier(90 * dayMs);
  expect((await open(codeOf(next))).statusCode).toBe(404);
  expect((await read(id)).link).toBeNull();
  expect((await open('A'.repeat(27))).statusCode).toBe(404);
});

test('an undecided payment has no slip, no file, no link and no mail', async () => {
  const id = await payment(undefined, "status = 'INITIALIZED', decided_at = NULL, provider_code = NULL");
  expect(await read(id)).toEqual({
    slip: null,
    merchantSlip: null,
    noSlip: 'OUTCOME_UNKNOWN',
    logoVersion: null,
    link: null,
  });
  for (const answer of [
    await portal.call(contract.downloadReceipt, { ...of(id), query: {} }, { token }),
    await portal.call(contract.makeReceiptLink, of(id), { token }),
    await mail(id, 'nobody@example.com'),
  ]) {
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ details: { reason: 'OUTCOME_UNKNOWN' } });
  }
  expect(await newestMail('nobody@example.com')).toBeUndefined();
});

test('a link of a payment that came under review shows nothing until it is decided', async () => {
  const id = await payment("status = 'DECLINED'");
  const link = await makeLink(id);
  const review = (isOpen: boolean) =>
    platformRows(db, 'UPDATE transactions SET under_review = $3 WHERE merchant_id = $1 AND id = $2', [
      world.merchantId,
      id,
      isOpen,
    ]);
  await review(true);
  expect((await open(codeOf(link))).statusCode).toBe(404);
  await review(false);
  expect((await open(codeOf(link))).json()).toMatchObject({ slip: expect.anything() });
});

test('a link follows the record: a late approval shows as approved', async () => {
  const id = await payment("status = 'DECLINED'");
  const link = await makeLink(id);
  await platformRows(
    db,
    `UPDATE transactions SET status = 'APPROVED', provider_code = '00', action_code = '000', late_approval = true
      WHERE merchant_id = $1 AND id = $2`,
    [world.merchantId, id],
  );
  const { slip } = (await open(codeOf(link))).json<{ slip: contract.Slip }>();
  expect(slip.flat().map(({ left }) => left)).toContain('APPROVED');
});

test('the mail goes to the address that was typed, in its reader’s language, with the link; the record keeps a hint', async () => {
  const id = await payment();
  const answer = await mail(id, 'noura@example.com', 'ar');
  expect(answer.statusCode).toBe(200);
  const { link } = answer.json<{ link: contract.ReceiptLink }>();
  const written = await newestMail('noura@example.com');
  expect(written?.subject).toBe('إيصالك من قهوة ديار');
  expect(written?.link).toBe(link.address);
  expect(written?.text).toContain(link.address);
  expect(written?.text).toContain('مقبولة');
  expect((await open(codeOf(link))).statusCode).toBe(200);
  const detail = (await portal.call(getTransaction, of(id), { token })).json<TransactionDetail>();
  const told = detail.events.filter(({ fact }) => fact.startsWith('receipts.'));
  expect(told.map(({ fact, params }) => [fact, params])).toEqual([
    ['receipts.linkMade', {}],
    ['receipts.mailed', { to: 'n…@example.com' }],
  ]);
});

test('429: more mails of one payment than anybody needs, and more to one mailbox', async () => {
  const id = await payment();
  const statuses: number[] = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await mail(id, `c${at}@example.com`)).statusCode);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  const others = [await payment(), await payment(), await payment()];
  const toOne: number[] = [];
  for (let at = 0; at < 21; at += 1) {
    toOne.push((await mail(others[at % 3] ?? '', 'one@example.com')).statusCode);
  }
  expect(toOne).toEqual([...Array<number>(20).fill(200), 429]);
});

test('a link that is ended says so in the record once', async () => {
  const id = await payment();
  await makeLink(id);
  await portal.call(contract.revokeReceiptLink, of(id), { token });
  await portal.call(contract.revokeReceiptLink, of(id), { token });
  const detail = (await portal.call(getTransaction, of(id), { token })).json<TransactionDetail>();
  const told = detail.events.map(({ fact }) => fact).filter((fact) => fact.startsWith('receipts.'));
  expect(told).toEqual(['receipts.linkMade', 'receipts.linkRevoked']);
});

test('two who make a link at once get the same one', async () => {
  const id = await payment();
  const [one, two] = await Promise.all([makeLink(id), makeLink(id)]);
  expect(one).toEqual(two);
});

test('404: a cashier sees the slip of the own terminal alone', async () => {
  const [row] = await platformRows<{ id: string }>(
    db,
    `SELECT id::text FROM transactions WHERE merchant_id = $1 AND status = 'APPROVED'
        AND cashier_id <> $2 AND terminal_id <> $3 LIMIT 1`,
    [world.merchantId, world.cashierIds[0], world.terminals[0]?.id],
  );
  const cashier = await portal.tokenOf(world.cashierIds[0] ?? '');
  const answer = await portal.call(contract.getReceipt, of(row?.id ?? ''), { token: cashier });
  expect(answer.statusCode).toBe(404);
});

test('the file is a PDF under the number of its transaction', async () => {
  const id = await payment();
  const answer = await portal.call(contract.downloadReceipt, { ...of(id), query: {} }, { token });
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toContain(`Receipt_${id}.pdf`);
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
});

test('the merchant’s copy is for who is signed in: its PDF has no code, and the address shows the customer’s', async () => {
  const id = await payment();
  const link = await makeLink(id);
  const said = (slip: contract.Slip | null) => JSON.stringify(slip);
  const receipt = await read(id);
  expect(said(receipt.merchantSlip)).toContain('MERCHANT COPY');
  expect(said(receipt.slip)).not.toContain('MERCHANT COPY');
  expect(said((await open(codeOf(link))).json().slip)).toBe(said(receipt.slip));
  const heightOf = async (query: object) => {
    const answer = await portal.call(contract.downloadReceipt, { ...of(id), query }, { token });
    expect(answer.statusCode).toBe(200);
    return Number(/MediaBox \[0 0 226\.77 ([\d.]+)\]/.exec(answer.rawPayload.toString('latin1'))?.[1]);
  };
  const merchants = await heightOf({ copy: 'merchant' });
  expect(await heightOf({})).toBeGreaterThan(merchants + 90);
});
