import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import { setCashierRefunds } from '@mizan/contract/cashier-refunds.ts';
import { addDeposit } from '@mizan/contract/deposits.ts';
import { changeRule, makeRule } from '@mizan/contract/exception-rules.ts';
import { cancelPayment, startPayment } from '@mizan/contract/payments.ts';
import { startRefund } from '@mizan/contract/refunds.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { makeSettlementStatement } from '@mizan/contract/settlement-statements.ts';
import { closeShift, openShift } from '@mizan/contract/shifts.ts';
import { addVatInvoice } from '@mizan/contract/vat-report.ts';
import { expect, test } from 'vitest';
import { firstBankOf } from './features/deposits/testing/deposit-world.ts';
import { bankWorld, sell } from './features/reconciliation/testing/bank-world.ts';
import { connectAll, decide } from './features/shifts/testing/seats.ts';
import { platformRows } from './platform/database/database.ts';

/** Routes whose repeats are known by an id of the caller (`idempotency: { clientId }`), each asked twice and once otherwise. */
const world = await bankWorld();
const { portal, token, merchant } = world;
const bankId = await firstBankOf(world);
const [first, second, third] = merchant.terminals;
await connectAll(portal.db, merchant.merchantId);
/** Cashiers at the first and the second terminal, of which either is busy with one thing at a time. */
const [givesBack = '', takes = ''] = await Promise.all(merchant.cashierIds.map((id) => portal.tokenOf(id)));
const limits = { isAllowed: true, eachMinor: 10_000, dayMinor: 10_000 };
await portal.call(setCashierRefunds, { body: limits }, { token });
const [sold] = await sell(world, [{ amountMinor: 3_000, terminal: 0, at: '2026-11-22 11:00' }]);

const rule = {
  name: 'Rounding',
  when: { bankId: null, outcome: 'feeDiffers', reason: null, tid: null, branchId: null, amount: null },
  does: { personId: null, group: 'Rounding', proposal: null },
};

interface Walked {
  route: AnyRoute;
  /** Without the id. */
  body: Record<string, unknown>;
  /** Each changes what is asked for; under the same id it is another request. */
  others: readonly Record<string, unknown>[];
  /** Where its one row is. */
  table: string;
  /** Of the owner where left out. */
  token?: string;
}
const walked: readonly Walked[] = [
  {
    route: addDeposit,
    body: { bankId, valueDate: '2026-11-18', amountMinor: 50_000, currency: 'SAR', shares: [] },
    others: [
      { amountMinor: 50_001 },
      { valueDate: '2026-11-19' },
      { reference: 'FT-2' },
      { note: 'Late' },
      { currency: 'USD' },
    ],
    table: 'bank_deposits',
  },
  {
    route: addVatInvoice,
    body: {
      bankId,
      month: '2026-10',
      kind: 'INVOICE',
      number: 'INV-1',
      issuedOn: '2026-11-03',
      baseMinor: 1_000,
      vatMinor: 150,
      currency: 'SAR',
    },
    others: [
      { baseMinor: 2_000 },
      { vatMinor: 151 },
      { number: 'INV-2' },
      { month: '2026-09' },
      { kind: 'CREDIT_NOTE' },
      { issuedOn: '2026-11-04' },
    ],
    table: 'vat_invoices',
  },
  {
    route: makeSettlementStatement,
    body: { from: '2026-11-01', to: '2026-11-22' },
    others: [{ from: '2026-11-02' }, { to: '2026-11-21' }],
    table: 'settlement_statements',
  },
  {
    route: startPayment,
    body: { terminalId: third?.id, amountMinor: 500 },
    others: [{ amountMinor: 501 }, { terminalId: first?.id }],
    table: 'transactions',
  },
  {
    route: startPayment,
    body: { terminalId: second?.id, amountMinor: 500 },
    others: [{ amountMinor: 501 }],
    table: 'transactions',
    token: takes,
  },
  {
    route: startRefund,
    body: { originalId: sold?.id, amountMinor: 1_000, reason: 'RETURNED' },
    others: [{ amountMinor: 1_001 }, { type: 'REVERSAL' }],
    table: 'refunds',
    token: givesBack,
  },
  {
    route: makeRule,
    body: { rule },
    others: [
      { rule: { ...rule, name: 'Another' } },
      { rule: { ...rule, when: { ...rule.when, outcome: null, reason: null, tid: '88000002' } } },
      { rule: { ...rule, when: { ...rule.when, tid: '88000001' } } },
      { rule: { ...rule, does: { ...rule.does, group: 'Fees' } } },
    ],
    table: 'exception_rules',
  },
];

/** What needs a world of its own: the test that asks twice with one id. */
const elsewhere: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'reconciliation.makeFeeClaim': [
    'features/fee-audit/claims.test.ts',
    'the same request again is the same claim; other figures than those on the screen are refused',
  ],
  'reconciliation.makeMissingClaim': [
    'features/fee-audit/missing-claims.test.ts',
    'the same request again is the same claim; its id with another body is refused',
  ],
  'reconciliation.makeRentClaim': [
    'features/fee-audit/rents.test.ts',
    'the same request again is the same claim of rents; its id with another body is refused',
  ],
  'reconciliation.workTogether': [
    'features/exceptions/exceptions-together.test.ts',
    'the same request again, also at once, is answered as the first time; another question under its id is refused',
  ],
  'onboarding.send': [
    'features/onboarding/onboarding.test.ts',
    'the same draft sent again, also twice at once, is one application and one mail',
  ],
  'integrator.purchase': [
    'features/integrator/purchase.test.ts',
    'a terminal without a line ends it at once, and there is no receipt; the same refNumber says so again',
  ],
};

test('every route with an id of the caller is asked twice, here or where it is said', () => {
  const wanted = allRoutes.filter(({ idempotency }) => typeof idempotency === 'object').map(({ id }) => id);
  const named = [...walked.map(({ route }) => route.id), ...Object.keys(elsewhere)];
  expect([...new Set(named)].toSorted()).toEqual(wanted.toSorted());
  for (const [file, title] of Object.values(elsewhere)) {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(title);
  }
});

const ask = (route: AnyRoute, args: object, as = token) => portal.call(route, args as never, { token: as });
const countRows = async (table: string): Promise<number> => {
  const sql = `SELECT count(*)::int AS count FROM ${table} WHERE merchant_id = $1`;
  return (await platformRows<{ count: number }>(portal.db, sql, [merchant.merchantId]))[0]?.count ?? 0;
};

test.each(walked)(
  '$route.id: the same id is one row and one answer, and refused with another body',
  async ({ route, body, others, table, token: as }) => {
    const clientId = typeof route.idempotency === 'object' ? route.idempotency.clientId : '';
    const asked = { ...body, [clientId]: randomUUID() };
    const before = await countRows(table);
    const made = await ask(route, { body: asked }, as);
    expect([made.statusCode, made.json()]).toEqual([route.successStatus ?? 200, expect.anything()]);
    const again = await ask(route, { body: asked }, as);
    expect([again.statusCode, again.json()]).toEqual([made.statusCode, made.json()]);
    for (const other of others) {
      const refused = await ask(route, { body: { ...asked, ...other } }, as);
      expect([other, refused.statusCode]).toEqual([other, 409]);
    }
    expect((await countRows(table)) - before).toBe(1);
  },
);

test('a rule that was changed since answers its first request alone, also to a repeat of what it is now', async () => {
  const requestId = randomUUID();
  const made = await ask(makeRule, { body: { requestId, rule } });
  const { id } = made.json<{ id: string }>();
  const changed = { ...rule, name: 'Changed since' };
  await ask(changeRule, { params: { id }, body: { revision: 1, rule: changed } });
  const again = await ask(makeRule, { body: { requestId, rule } });
  expect([again.statusCode, again.json()]).toEqual([200, { id }]);
  expect((await ask(makeRule, { body: { requestId, rule: changed } })).statusCode).toBe(409);
});

/** What a till asks for by the number of a row: a repeat changes nothing, so nothing more is on record after it. */
async function twice(route: AnyRoute, args: object, record = 'audit_entries') {
  const before = await countRows(record);
  const answer = await ask(route, args, takes);
  expect([answer.statusCode, answer.json()]).toEqual([route.successStatus ?? 200, expect.anything()]);
  const after = await countRows(record);
  const again = await ask(route, args, takes);
  expect([again.statusCode, again.json()]).toEqual([answer.statusCode, answer.json()]);
  expect(await countRows(record)).toBe(after);
  expect(after).toBeGreaterThan(before);
  return answer.json<{ id: string }>();
}

test('at a till: a shift opened and closed twice is one shift', async () => {
  const shifts = await countRows('shifts');
  const { id } = await twice(openShift, { body: {} });
  await twice(closeShift, { params: { id } });
  expect((await countRows('shifts')) - shifts).toBe(1);
});

test('at a till: a payment is canceled once, also where it was never given to its terminal', async () => {
  const pay = async (amountMinor: number) => {
    const body = { paymentId: randomUUID(), terminalId: second?.id, amountMinor };
    const made = await ask(startPayment, { body }, takes);
    return made.json<{ id: string; status: string }>();
  };
  const waiting = await platformRows<{ id: string }>(
    portal.db,
    `UPDATE transactions SET sent_at = created_at WHERE merchant_id = $1 AND terminal_id = $2 RETURNING id::text`,
    [merchant.merchantId, second?.id],
  );
  expect(waiting).toHaveLength(1);
  await twice(cancelPayment, { params: { id: waiting[0]?.id } }, 'journal');
  await decide(portal.db, merchant.merchantId, waiting[0]?.id ?? '', {
    status: 'DECLINED',
    at: portal.clock.now(),
  });
  const { id } = await pay(700);
  expect(await twice(cancelPayment, { params: { id } }, 'journal')).toMatchObject({
    id,
    status: 'CANCELED',
  });
});
