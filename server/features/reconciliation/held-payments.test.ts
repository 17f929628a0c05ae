import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inTenant, tenantRows } from '../../platform/database/database.ts';
import { takePayments } from './held-payments.queries.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  csvOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

const world = await bankWorld();
/** More than a block, and than what is confirmed at once. */
const many = 1_250;

type Answer = Awaited<ReturnType<BankWorld['portal']['call']>>;
const sales = (count: number) => Array.from({ length: count }, (_, at) => ({ amountMinor: 5_000 + at }));

/** Entries of every page, as somebody scrolls through them. */
async function everyEntry(
  { portal, token }: BankWorld,
  id: string,
  outcome: contract.EntryFilter,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const answer: Answer = await portal.call(
      contract.listEntries,
      { params: { id }, query: { outcome, limit: 90, after } },
      { token },
    );
    const page = answer.json<{ rows: unknown[]; nextAfter: number | null }>();
    all.push(...page.rows);
    after = page.nextAfter;
  }
  return all;
}

/** What the tables say of who holds what. */
async function stands({ portal, merchant }: BankWorld) {
  const [row] = await tenantRows<{ rows: number; blocks: number; held: number; marked: number }>(
    portal.db,
    merchant.merchantId,
    `SELECT (SELECT count(*) FROM bank_entries WHERE merchant_id = tenant_id()) AS rows,
            (SELECT count(*) FROM bank_entry_blocks WHERE merchant_id = tenant_id()) AS blocks,
            (SELECT sum(held_count)::bigint FROM bank_claims WHERE merchant_id = tenant_id()) AS held,
            (SELECT count(*) FROM transactions WHERE merchant_id = tenant_id() AND bank_confirmed_at IS NOT NULL) AS marked`,
  );
  return row;
}

/** Seven seconds of work, on a machine that may be at three other things. */
const busy = { timeout: 120_000 };

test(
  'matched lines lie in blocks: every page, every export, every confirmation and an undo reach over their edges',
  busy,
  async () => {
    const own = await anotherMerchant(world);
    const sold = await sell(own, sales(many));
    const differing = 700;
    const { id } = await reconcile(
      own,
      csvOf(sold.map((sale, at) => csvLineOf(sale, at === differing ? { amountMinor: 9 } : {}))),
    );
    expect(await stands(own)).toEqual({ rows: 1, blocks: 2, held: many, marked: many });
    const expected = sold.flatMap((sale, at) =>
      at === differing
        ? []
        : [
            expect.objectContaining({
              outcome: 'matched',
              transactionId: sale.id,
              lines: [at + 2],
              portalMinor: sale.amountMinor,
              bankMinor: sale.amountMinor,
              tid: sale.tid,
              rrn: sale.rrn,
              lastFour: sale.lastFour,
              scheme: 'Mada',
              day: '2026-11-20',
            }),
          ],
    );
    expect(await everyEntry(own, id, 'confirmed')).toEqual(expected);
    // The portal's total is of rows and blocks, page by page.
    const ofPortal = (await everyEntry(own, id, 'portal')) as { transactionId: string }[];
    expect(ofPortal.map(({ transactionId }) => transactionId).sort()).toEqual(
      sold.map((sale) => sale.id).sort(),
    );
    const exported = await own.portal.call(
      contract.exportEntries,
      { params: { id }, query: { format: 'csv', outcome: 'all' } },
      { token: own.token },
    );
    for (const { rrn } of sold) expect(exported.body.split(rrn)).toHaveLength(2);
    await own.portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
    await own.runner.idle();
    expect(await stands(own)).toMatchObject({ held: 0, marked: 0 });
  },
);

test('a line of a payment that lies in a block of an old file, dated months later, names that file and its line', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(own, [...sales(3), { amountMinor: 100, at: '2026-08-02 10:00' }]);
  const [old, recent] = [sold[3] as Sold, sold[0] as Sold];
  const first = await reconcile(own, `${csvHeader},Settlement Date\n${csvLineOf(old)},2026-08-03\n`);
  const late = csvLineOf(old).replaceAll(/\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4}/g, (day) =>
    day.includes('/') ? '20/11/2026' : '2026-11-20',
  );
  const again = await reconcile(
    own,
    `${csvHeader},Settlement Date\n${csvLineOf(recent)},2026-11-22\n${late},2026-08-03\n`,
  );
  expect(await entriesOf(own, again.id, 'confirmedBefore')).toMatchObject([
    { params: { bankFileId: first.id, line: 2 }, transactionId: old.id },
  ]);
});

test('no payment is held by two files: the second one that takes it fails, and nothing of it is kept', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(own, sales(2));
  await reconcile(own, csvOf(sold.map((sale) => csvLineOf(sale))));
  const taking = inTenant(own.portal.db, own.merchant.merchantId, async (tx) => {
    await tx.change(
      `INSERT INTO bank_entry_blocks (merchant_id, bank_file_id, first_seq, last_seq, claims, matched_by, first_id, last_id,
                                      first_day, last_day, transaction_ids, lines, days, charges)
       VALUES (tenant_id(), 999, 1, 1, true, 'rrn', $1, $1, '2026-11-20', '2026-11-20', ARRAY[$1::bigint], '{2}',
               '{2026-11-20}', '{NULL}')`,
      [sold[1]?.id],
    );
    await takePayments(tx, '999');
  });
  await expect(taking).rejects.toThrow('bank_claims_once');
  expect(await stands(own)).toEqual({ rows: 0, blocks: 1, held: 2, marked: 2 });
});
