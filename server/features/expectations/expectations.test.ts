import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { agreementOn } from '../banks/agreement.service.ts';
import { bankWorld, csvLineOf, csvOf, reconcile, sell } from '../reconciliation/testing/bank-world.ts';

const world = await bankWorld();
const { db } = world.portal;
const { merchantId, terminals } = world.merchant;
const at = (text: string): Date => new Date(`${text}:00+03:00`);
const plain = async (sql: string): Promise<void> =>
  inTenant(db, merchantId, async (tx) => void (await tx.change(sql)));
const agreed = (scheme: 'Mada' | 'Visa', moment: string, terminal = 0) =>
  inTenant(db, merchantId, (tx) =>
    agreementOn(tx, { terminalId: terminals[terminal]?.id ?? '', scheme, at: at(moment) }),
  );

test('a payment is expected once it is approved, confirmed by its line, and open again after an undo', async () => {
  const sales = await sell(world, [
    { amountMinor: 10_000 },
    { amountMinor: 5_000 },
    { amountMinor: 700, status: 'DECLINED' },
  ]);
  const lines = async () =>
    (
      await platformRows<{ line: string; missing: boolean; bank_line: string | null }>(
        db,
        `SELECT line, missing_in_file_id IS NOT NULL AS missing, bank_line FROM expectations ORDER BY transaction_id`,
      )
    ).map(({ line, missing, bank_line }) => [line, missing, bank_line]);
  expect(await lines()).toEqual([
    ['none', false, null],
    ['none', false, null],
  ]);
  const [first] = sales;
  if (!first) throw new Error('nothing was sold');
  const file = await reconcile(world, csvOf([csvLineOf(first)]));
  await world.runner.idle();
  expect(await lines()).toEqual([
    ['agreed', false, 2],
    ['none', true, null],
  ]);
  expect(await expectationDifferences(db)).toEqual([]);
  await world.portal.call(contract.undoBankFile, { params: { id: file.id } }, { token: world.token });
  await world.runner.idle();
  expect(await lines()).toEqual([
    ['none', false, null],
    ['none', false, null],
  ]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('due by the working days agreed for the day of the sale; a proposed holiday counts as closed until it is dropped', async () => {
  // 20 November 2026 is a Friday.
  expect(await agreed('Mada', '2026-11-18T12:00')).toMatchObject({
    businessDay: '2026-11-18',
    dueDay: '2026-11-19',
  });
  expect(await agreed('Mada', '2026-11-19T12:00')).toMatchObject({ dueDay: '2026-11-22' });
  await platformRows(
    db,
    `INSERT INTO bank_holidays (from_day, to_day, kind, name_en, name_ar, state)
     VALUES ('2026-11-22', '2026-11-23', 'OTHER', 'A day', 'يوم', 'PROPOSED')`,
  );
  expect(await agreed('Mada', '2026-11-19T12:00')).toMatchObject({ dueDay: '2026-11-24' });
  await platformRows(db, `UPDATE bank_holidays SET state = 'DROPPED'`);
  expect(await agreed('Mada', '2026-11-19T12:00')).toMatchObject({ dueDay: '2026-11-22' });
});

test("the bank's own cut-off of that date decides the business day", async () => {
  const [bank] = await platformRows<{ id: string }>(db, 'SELECT id FROM banks WHERE merchant_id = $1', [
    merchantId,
  ]);
  const nightsOf = (cutoff: string, from: string): Promise<void> =>
    plain(`INSERT INTO bank_cutoffs VALUES (${merchantId}, ${bank?.id}, '${from}', '${cutoff}')`);
  await nightsOf('22:00', '2026-10-01');
  await nightsOf('03:00', '2026-10-10');
  expect(await agreed('Mada', '2026-09-30T23:00')).toMatchObject({ businessDay: '2026-09-30' });
  expect(await agreed('Mada', '2026-10-02T23:00')).toMatchObject({ businessDay: '2026-10-03' });
  expect(await agreed('Mada', '2026-10-12T02:00')).toMatchObject({ businessDay: '2026-10-11' });
});

test('a bank of its own for a scheme goes before that of all; of several banks none is guessed', async () => {
  const before = await agreed('Visa', '2026-11-18T12:00');
  await plain(
    `INSERT INTO banks (merchant_id, name_en, name_ar, created_at) VALUES (${merchantId}, 'Tihama', 'تهامة', now())`,
  );
  expect(await agreed('Visa', '2026-11-18T12:00')).toMatchObject({ bankId: '0' });
  const [second] = await platformRows<{ id: string }>(db, `SELECT id FROM banks WHERE name_en = 'Tihama'`);
  const terminal = terminals[0]?.id;
  await plain(
    `INSERT INTO terminal_banks (merchant_id, terminal_id, scheme, valid_from, bank_id)
     VALUES (${merchantId}, ${terminal}, '', '2000-01-01', ${before.bankId}),
            (${merchantId}, ${terminal}, 'Visa', '2026-11-15', ${second?.id})`,
  );
  expect(await agreed('Mada', '2026-11-18T12:00')).toMatchObject({ bankId: before.bankId });
  expect(await agreed('Visa', '2026-11-14T12:00')).toMatchObject({ bankId: before.bankId });
  expect(await agreed('Visa', '2026-11-15T12:00')).toMatchObject({ bankId: String(second?.id) });
});

test('where no rate was agreed there is none: the fee is not judged', async () => {
  expect(await agreed('Visa', '2026-11-18T12:00')).toMatchObject({ rate: null });
  expect(await agreed('Mada', '2026-11-18T12:00')).toMatchObject({
    rate: { mdrBps: 80, capLimitMinor: 4_000 },
  });
});
