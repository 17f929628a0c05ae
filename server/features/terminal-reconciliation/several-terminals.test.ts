import type { SchemeTotals, SideTotals } from '@mizan/contract/terminal-link.ts';
import {
  getTerminalReconciliation,
  listTerminalStates,
  reconcileTerminals,
  type TerminalReconciliation,
  type TerminalState,
} from '@mizan/contract/terminal-reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { type HandTerminal, handTerminal, makeKey } from '../../testing/hand-terminal.ts';
import { livePortal } from '../../testing/live-portal.ts';
import { openShop, type ShopTerminal } from '../../testing/shop.ts';

/** Several terminals reconciled at once, refunds among their payments: each is held against its own host, scheme by scheme. */
const portal = await livePortal(5_000);
const { db, clock, stand } = portal;

type Scheme = 'Mada' | 'Visa';
interface Paid {
  id: string;
  type: 'PURCHASE' | 'REFUND';
  scheme: Scheme;
  amountMinor: number;
}

/** Approved payments of a terminal, straight into the table. */
const pay = (merchantId: string, branchId: string, place: ShopTerminal, paid: Omit<Paid, 'id'>[]) =>
  platformRows<Paid>(
    db,
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, terminal_id, tid, branch_id,
       created_at, decided_at, business_day, scheme, rrn, acquirer_code, action_code, provider_code, mdr_minor, fee_minor, vat_minor,
       net_minor, processing_fee_minor)
     SELECT $1, gen_random_uuid(), p ->> 'type', 'APPROVED', (p ->> 'amountMinor')::bigint, 'SAR', $2, $3, $4, $5, $5,
       '2026-11-20', p ->> 'scheme', '632609000' || i, '588847', '000', '00', 0, 0, 0, (p ->> 'amountMinor')::bigint, 0
       FROM jsonb_array_elements($6::jsonb) WITH ORDINALITY AS each (p, i)
     RETURNING id::text, type, scheme, amount_minor AS "amountMinor"`,
    [merchantId, place.id, place.tid, branchId, clock.now(), JSON.stringify(paid)],
  );

const totals = (paid: readonly Paid[], scheme: Scheme): SideTotals => {
  const of = (type: Paid['type']) => paid.filter((each) => each.scheme === scheme && each.type === type);
  const sum = (each: readonly Paid[]): number =>
    each.reduce((total, { amountMinor }) => total + amountMinor, 0);
  const [sold, back] = [of('PURCHASE'), of('REFUND')];
  return {
    debitCount: sold.length,
    debitMinor: sum(sold),
    creditCount: back.length,
    creditMinor: sum(back),
  };
};
const schemesOf = (host: readonly Paid[], terminal: readonly Paid[]): SchemeTotals[] =>
  (['Mada', 'Visa'] as const).map((scheme) => ({
    scheme,
    host: totals(host, scheme),
    terminal: totals(terminal, scheme),
  }));

async function answer(terminal: HandTerminal, schemes: SchemeTotals[], actionCode: '500' | '501') {
  const { reconciliationId } = await terminal.next('recon.start');
  const at = clock.now().toISOString();
  terminal.send({
    type: 'recon.result',
    body: { reconciliationId, actionCode, schemes, startAt: at, endAt: at },
  });
  await terminal.next('recon.result.ack');
}

const sales: Omit<Paid, 'id'>[] = [
  { type: 'PURCHASE', scheme: 'Mada', amountMinor: 12_000 },
  { type: 'PURCHASE', scheme: 'Mada', amountMinor: 3_450 },
  { type: 'REFUND', scheme: 'Mada', amountMinor: 1_250 },
  { type: 'PURCHASE', scheme: 'Visa', amountMinor: 99_999 },
  { type: 'REFUND', scheme: 'Visa', amountMinor: 4_000 },
  { type: 'REFUND', scheme: 'Visa', amountMinor: 7_075 },
];

test('refunds among the payments: three agree per scheme; a refund that a host lacks, and a sale that host and terminal lack, are named', async () => {
  const shop = await openShop(db, 3);
  const token = await portal.tokenOf(shop.owner.userId);
  const places = shop.terminals;
  const lines = places.map(({ tid }) => handTerminal(stand.url, tid, makeKey()));
  await Promise.all(lines.map((line, at) => line.signIn(places[at]?.enrolCode)));
  const reconcile = async (said: (at: number) => [SchemeTotals[], '500' | '501']) => {
    const body = { terminalIds: places.map(({ id }) => id) };
    const asked = await portal.call(reconcileTerminals, { body }, { token });
    expect(asked.json().rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(
      places.map(() => 'ASKED'),
    );
    await Promise.all(lines.map((line, at) => answer(line, ...said(at))));
    const { rows } = (await portal.call(listTerminalStates, {}, { token })).json<{ rows: TerminalState[] }>();
    return Promise.all(
      places.map(async ({ id }) => {
        const row = rows.find(({ terminalId }) => terminalId === id);
        expect(row?.waiting.count).toBe(0);
        const params = { id: row?.last?.id ?? '' };
        return (
          await portal.call(getTerminalReconciliation, { params }, { token })
        ).json<TerminalReconciliation>();
      }),
    );
  };
  // The portal's side of a first one is not held against the others.
  await reconcile(() => [[], '500']);

  const paid = await Promise.all(
    places.map((place, at) =>
      pay(
        shop.merchantId,
        shop.branchId,
        place,
        // Other amounts at each terminal: totals of one that were counted at another would not agree.
        sales.map((sale) => ({ ...sale, amountMinor: sale.amountMinor + at })),
      ),
    ),
  );
  const [own = [], second = [], third = []] = paid;
  const lacksRefund = second.find(
    ({ type, scheme, amountMinor }) => type === 'REFUND' && scheme === 'Visa' && amountMinor === 7_076,
  );
  const lacksSale = third.find(({ type, amountMinor }) => type === 'PURCHASE' && amountMinor === 3_452);
  const atHost = second.filter((each) => each !== lacksRefund);
  const atBoth = third.filter((each) => each !== lacksSale);
  const found = await reconcile(
    (at) =>
      (
        [
          [schemesOf(own, own), '500'],
          [schemesOf(atHost, second), '501'],
          [schemesOf(atBoth, atBoth), '500'],
        ] as [SchemeTotals[], '500' | '501'][]
      )[at] ?? expect.fail('three terminals'),
  );
  expect(found[0]).toMatchObject({ balance: 'BALANCED', differences: [], discrepancyMinor: 0 });
  expect(found[0]?.schemes).toEqual(
    (['Mada', 'Visa'] as const).map((scheme) => ({
      scheme,
      host: totals(own, scheme),
      terminal: totals(own, scheme),
      portal: totals(own, scheme),
    })),
  );
  expect(found[1]).toMatchObject({
    balance: 'UNBALANCED',
    // A refund more at the terminal is so much less that it says was sold.
    discrepancyMinor: -7_076,
    differences: [
      {
        scheme: 'Visa',
        side: 'credit',
        who: 'terminal',
        count: 1,
        minor: 7_076,
        found: 'ONE',
        transactions: [{ transactionId: lacksRefund?.id, host: 'LACKS', terminal: 'HAS' }],
      },
    ],
  });
  expect(found[2]).toMatchObject({
    balance: 'PORTAL_DIFFERS',
    discrepancyMinor: 0,
    differences: [
      {
        scheme: 'Mada',
        side: 'debit',
        who: 'portal',
        count: 1,
        minor: 3_452,
        found: 'ONE',
        transactions: [{ transactionId: lacksSale?.id, host: 'LACKS', terminal: 'LACKS', portal: 'HAS' }],
      },
    ],
  });
  for (const line of lines) line.drop();
});
