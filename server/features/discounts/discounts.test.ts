import * as audit from '@mizan/contract/audit.ts';
import * as contract from '@mizan/contract/discounts.ts';
import { importColumns } from '@mizan/contract/discounts.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { agreementOn } from '../banks/agreement.service.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';

// Sunday 22 November 2026, noon in Riyadh.
const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
const { db, clock } = portal;
const merchant = await makeMerchant(db);
let token = await portal.tokenOf(merchant.owner.userId);
/** It is another moment, and somebody has signed in just now. */
async function now(text: string): Promise<void> {
  clock.set(new Date(text));
  token = await portal.tokenOf(merchant.owner.userId);
}
const list = async (by?: string) => {
  const answer = await portal.call(contract.listDiscounts, {}, { token: by ?? token });
  expect(answer.statusCode).toBe(200);
  return contract.listDiscounts.output.parse(answer.json());
};
const bankId = (await list()).banks[0]?.id ?? '';
const rate = {
  bankId,
  scheme: 'Mada',
  validFrom: '2027-01-01',
  mdrBps: 70,
  vatBps: 1_500,
  capLimitMinor: 4_000,
  processingFeeMinor: 0,
  paidWithin: { days: 1, kind: 'WORKING' },
} as const;

const add = (more: object = {}) =>
  portal.call(contract.addRate, { body: { ...rate, note: '', ...more } }, { token });
const told = async (answer: ReturnType<typeof add>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().details?.reason];
};

test('a new rate holds from its day on and is not yet valid; who said so, when and why stands with it', async () => {
  expect((await add({ note: 'agreement of November 12' })).statusCode).toBe(200);
  const [kept] = (await list()).rates;
  expect(kept).toMatchObject({
    ...rate,
    note: 'agreement of November 12',
    addedByName: 'Sara Al-Qahtani',
    addedAt: '2026-11-22T09:00:00.000Z',
    withdrawnAt: null,
  });
  const on = (at: string) =>
    inTenant(db, merchant.merchantId, (tx) =>
      agreementOn(tx, { terminalId: merchant.terminals[0]?.id ?? '', scheme: 'Mada', at: new Date(at) }),
    );
  expect((await on('2026-12-31T20:59:00Z')).rate).toMatchObject({ mdrBps: 80 });
  expect((await on('2026-12-31T21:00:00Z')).rate).toMatchObject({ mdrBps: 70 });
});

test('409: a day that has begun, and one that has a rate', async () => {
  expect(await told(add({ scheme: 'Visa', validFrom: '2026-11-22' }))).toEqual([409, 'dayBegun']);
  expect(await told(add({ scheme: 'Visa', validFrom: '2020-01-01' }))).toEqual([409, 'dayBegun']);
  expect(await told(add())).toEqual([409, 'taken']);
  expect((await add({ scheme: 'Visa', validFrom: '2026-11-23', capLimitMinor: null })).statusCode).toBe(200);
});

test('409: a business day begins at the cut-off of its bank, which may be tonight', async () => {
  const cutoff = (at: string) =>
    platformRows(db, 'UPDATE bank_cutoffs SET cutoff = $2 WHERE bank_id = $1', [bankId, at]);
  await cutoff('22:00');
  await now('2026-11-22T18:58:00Z');
  expect((await list()).banks[0]).toMatchObject({ today: '2026-11-22', firstDay: '2026-11-23' });
  // A minute before its end a day counts as begun, so that nothing is written down too late.
  await now('2026-11-22T18:59:00Z');
  expect((await list()).banks[0]).toMatchObject({ today: '2026-11-22', firstDay: '2026-11-24' });
  await now('2026-11-22T19:00:00Z');
  expect((await list()).banks[0]).toMatchObject({ today: '2026-11-23', firstDay: '2026-11-24' });
  expect(await told(add({ scheme: 'Maestro', validFrom: '2026-11-23' }))).toEqual([409, 'dayBegun']);
  // Past midnight by the clock, still yesterday by the bank: neither of both days is free.
  await cutoff('04:00');
  await now('2026-11-22T22:00:00Z');
  expect((await list()).banks[0]).toMatchObject({ today: '2026-11-22', firstDay: '2026-11-24' });
  await cutoff('00:00');
  await now('2026-11-22T09:00:00Z');
});

test('a rate that has not begun is taken back and kept; its day is free again', async () => {
  const made = await add({ scheme: 'MasterCard' });
  const { id } = made.json();
  const withdraw = (which: string) =>
    portal.call(contract.withdrawRate, { params: { id: which } }, { token });
  expect((await withdraw(id)).statusCode).toBe(200);
  expect((await withdraw(id)).statusCode).toBe(200);
  expect((await list()).rates.find((each) => each.id === id)).toMatchObject({
    withdrawnAt: '2026-11-22T09:00:00.000Z',
    withdrawnByName: 'Sara Al-Qahtani',
  });
  expect((await add({ scheme: 'MasterCard' })).statusCode).toBe(200);
  const { entries } = await entriesOf('discounts.rateWithdrawn');
  expect(entries).toHaveLength(1);
});

test('409: a rate that has begun is not taken back', async () => {
  const made = await add({ scheme: 'Jcb', validFrom: '2026-11-23' });
  await now('2026-11-23T09:00:00Z');
  const answer = await portal.call(contract.withdrawRate, { params: { id: made.json().id } }, { token });
  expect([answer.statusCode, answer.json().details]).toEqual([409, { reason: 'dayBegun' }]);
  await now('2026-11-22T09:00:00Z');
});

async function entriesOf(action: (typeof audit.auditActions)[number]) {
  const answer = await portal.call(audit.listAuditEntries, { query: { action } }, { token });
  return { entries: audit.listAuditEntries.output.parse(answer.json()).rows };
}

test('403: an accountant reads and changes nothing', async () => {
  portal.callAs('accountant');
  expect((await portal.call(contract.listDiscounts, {}, { token })).statusCode).toBe(200);
  expect((await add({ scheme: 'Maestro' })).statusCode).toBe(403);
  portal.callAs(null);
});

test("404: another merchant's bank and rate", async () => {
  const other = await makeMerchant(db);
  const theirs = await portal.tokenOf(other.owner.userId);
  const foreign = (await list(theirs)).banks[0]?.id;
  expect((await add({ bankId: foreign })).statusCode).toBe(404);
  const own = (await list()).rates[0]?.id ?? '';
  const answer = await portal.call(contract.withdrawRate, { params: { id: own } }, { token: theirs });
  expect(answer.statusCode).toBe(404);
});

const csv = (...rows: string[]): string => [importColumns.join(','), ...rows, ''].join('\n');
const preview = async (text: string) =>
  (await portal.call(contract.previewImport, { body: { text } }, { token })).json<contract.ImportPreview>();
const send = (text: string) => portal.call(contract.importRates, { body: { text } }, { token });
const good = 'Mada,0.65,15,40,0,Najd Bank,2028-01-01,1 working';

test('an import is all or nothing: a row that cannot be read, or was taken meanwhile, adds none', async () => {
  const before = (await list()).rates.length;
  const bad = 'Visa,1.90,15,,0.30,Najd Bank,2026-11-22,3 working';
  expect((await preview(csv(good, bad))).rows.map(({ problem }) => problem)).toEqual([
    null,
    { column: 'validFrom', code: 'dayBegun' },
  ]);
  expect(await told(send(csv(good, bad)))).toEqual([409, 'rows']);
  expect(await told(send('nothing'))).toEqual([409, 'rows']);
  expect((await list()).rates).toHaveLength(before);

  const second = 'Visa,1.90,15,,0.30,بنك نجد,2028-01-01,3 working';
  const answer = await send(csv(good, second));
  expect([answer.statusCode, answer.json()]).toEqual([200, { added: 2 }]);
  expect((await list()).rates.filter(({ importedCount }) => importedCount === 2)).toHaveLength(2);
  expect((await preview(csv(good))).rows[0]?.problem?.code).toBe('taken');
  expect(await told(send(csv(good)))).toEqual([409, 'rows']);
  expect((await entriesOf('discounts.rateAdded')).entries.length).toBeGreaterThan(2);
});
