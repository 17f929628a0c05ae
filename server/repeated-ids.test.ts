import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import { addDeposit } from '@mizan/contract/deposits.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { makeSettlementStatement } from '@mizan/contract/settlement-statements.ts';
import { addVatInvoice } from '@mizan/contract/vat-report.ts';
import { expect, test } from 'vitest';
import { firstBankOf } from './features/deposits/testing/deposit-world.ts';
import { bankWorld } from './features/reconciliation/testing/bank-world.ts';
import { platformRows } from './platform/database/database.ts';

/** Routes whose repeats are known by an id of the caller (`idempotency: { clientId }`), each asked twice and once otherwise. */
const world = await bankWorld();
const { portal, token, merchant } = world;
const bankId = await firstBankOf(world);

interface Walked {
  route: AnyRoute;
  /** Without the id. */
  body: Record<string, unknown>;
  /** Each changes what is asked for; under the same id it is another request. */
  others: readonly Record<string, unknown>[];
  /** Where its one row is. */
  table: string;
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
    body: { terminalId: merchant.terminals[0]?.id, amountMinor: 500 },
    others: [{ amountMinor: 501 }],
    table: 'transactions',
  },
];

/** What needs a world of its own: the test that asks twice with one id. */
const elsewhere: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'refunds.start': [
    'features/refunds/refunds.test.ts',
    'the same id again is the same refund; with another amount it is refused',
  ],
  'reconciliation.makeFeeClaim': [
    'features/fee-audit/claims.test.ts',
    'the same request again is the same claim; other figures than those on the screen are refused',
  ],
  'reconciliation.workTogether': [
    'features/exceptions/exceptions-together.test.ts',
    'the same request again, also at once, is answered as the first time; another question under its id is refused',
  ],
  'onboarding.send': [
    'features/onboarding/onboarding.test.ts',
    'the same draft sent again, also twice at once, is one application and one mail',
  ],
  // The id alone is held there, by each rule that is made: a rule may be another one since, so a second body is not known as such.
  'reconciliation.makeExceptionRule': [
    'features/exceptions/exception-rules.test.ts',
    'Whoever asks again after a lost answer is told the same.',
  ],
  'integrator.purchase': [
    'features/integrator/purchase.test.ts',
    'a terminal without a line ends it at once, and there is no receipt; the same refNumber says so again',
  ],
};

test('every route with an id of the caller is asked twice, here or where it is said', () => {
  const wanted = allRoutes.filter(({ idempotency }) => typeof idempotency === 'object').map(({ id }) => id);
  const named = [...walked.map(({ route }) => route.id), ...Object.keys(elsewhere)];
  expect(named.toSorted()).toEqual(wanted.toSorted());
  for (const [file, title] of Object.values(elsewhere)) {
    expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toContain(title);
  }
});

const ask = (route: AnyRoute, body: object) => portal.call(route, { body }, { token });
const countRows = async (table: string): Promise<unknown> =>
  (
    await platformRows<{ count: unknown }>(
      portal.db,
      `SELECT count(*)::int AS count FROM ${table} WHERE merchant_id = $1`,
      [merchant.merchantId],
    )
  )[0]?.count;

test.each(walked)(
  '$route.id: the same id is one row and one answer, and refused with another body',
  async (one) => {
    const { route, body, others, table } = one;
    const clientId = typeof route.idempotency === 'object' ? route.idempotency.clientId : '';
    const asked = { ...body, [clientId]: randomUUID() };
    const first = await ask(route, asked);
    expect([first.statusCode, first.statusCode === 201 ? null : first.json()]).toEqual([201, null]);
    const again = await ask(route, asked);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    for (const other of others) {
      const refused = await ask(route, { ...asked, ...other });
      expect([other, refused.statusCode]).toEqual([other, 409]);
    }
    expect(await countRows(table)).toBe(1);
  },
);
