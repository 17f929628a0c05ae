import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import {
  anotherMerchant,
  bankWorld,
  confirm,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  reconcile,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();
const { db, clock } = world.portal;
const undo = async (own: typeof world, id: string): Promise<void> => {
  await own.portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
  await own.runner.idle();
};

/** What a file says now, and everything that it said, the newest first. */
async function said(own: typeof world, id: string) {
  const { verdict, history } = await detailOf(own, id);
  return {
    verdict,
    history: history.map(({ verdict: was, cause }) => [was, cause.kind, cause.fileName ?? null]),
  };
}

test('a file that lacks a payment is judged again when another one brings it, and when that one is undone', async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(
    own,
    [1, 2, 3].map((n) => ({ amountMinor: n * 1_000 })),
  );
  const [first, second, third] = sales.map((sale) => csvLineOf(sale));
  const lacking = await reconcile(own, csvOf([first ?? '', third ?? '']), 'first.csv');
  expect(lacking.verdict).not.toBe('BALANCED');
  const firstAt = clock.now().toISOString();
  clock.advance(5 * 60_000);
  const rest = await reconcile(own, csvOf([second ?? '']), 'rest.csv');
  await own.runner.idle();
  const times = (await detailOf(own, lacking.id)).history.map(({ at }) => at);
  expect(times).toEqual([clock.now().toISOString(), firstAt]);
  expect(await said(own, lacking.id)).toEqual({
    verdict: 'BALANCED',
    history: [
      ['BALANCED', 'fileCame', 'rest.csv'],
      [lacking.verdict, 'read', null],
    ],
  });
  await undo(own, rest.id);
  expect(await said(own, lacking.id)).toMatchObject({ verdict: lacking.verdict });
  expect((await said(own, lacking.id)).history[0]).toEqual([lacking.verdict, 'fileUndone', 'rest.csv']);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('a file that is being judged while another one is undone has one verdict, of what is left', async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [{ amountMinor: 1_000 }, { amountMinor: 2_000 }]);
  const [first, second] = sales.map((sale) => csvLineOf(sale));
  const before = await reconcile(own, csvOf([first ?? '']), 'first.csv');
  const id = await inPlatform(db, async (tx) => {
    // It has read the payments, and waits before it writes its notes.
    await tx.change('LOCK TABLE bank_line_notes IN SHARE ROW EXCLUSIVE MODE');
    const answer = await upload(own, csvOf([first ?? '', second ?? '']), 'both.csv');
    await expect
      .poll(
        () =>
          platformRows(
            db,
            `SELECT 1 FROM pg_locks WHERE relation = 'bank_line_notes'::regclass AND NOT granted`,
            [],
          ),
        { timeout: 30_000 },
      )
      .toHaveLength(1);
    await own.portal.call(contract.undoBankFile, { params: { id: before.id } }, { token: own.token });
    return answer.json<{ bankFile: { id: string } }>().bankFile.id;
  });
  await own.runner.idle();
  const { verdict, history } = await detailOf(own, id);
  expect([verdict, history.map(({ cause }) => cause.kind)]).toEqual(['BALANCED', ['read']]);
  expect(await entriesOf(own, id)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('a file that is read for itself alone is judged again when a file of a part goes whose days it covers', async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [
    { amountMinor: 1_000, at: '2026-11-17 10:00' },
    { amountMinor: 2_000, at: '2026-11-17 11:00' },
    { amountMinor: 3_000, at: '2026-11-18 10:00' },
    { amountMinor: 4_000, at: '2026-11-19 10:00' },
  ]);
  const [first, late, second, third] = sales.map((sale) => csvLineOf(sale)) as [
    string,
    string,
    string,
    string,
  ];
  await reconcile(own, csvOf([first]), '17.csv');
  const taken = await reconcile(own, csvOf([second]), '18.csv');
  // Its only dates are those of its settlement, which lie behind all that it covers.
  const settled = [late, third].map((line) => line.replace(/2026-11-1\d \d\d:\d\d:\d\d/, '2026-11-20'));
  const content = csvOf(settled).replace('Transaction Date', 'Settlement Date');
  const { id } = (await upload(own, content, '20.csv')).json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  await confirm(own, await detailOf(own, id), false);
  await own.runner.idle();
  expect(await detailOf(own, id)).toMatchObject({
    verdict: 'BALANCED',
    result: { coverage: { partId: null } },
  });
  await undo(own, taken.id);
  const { verdict, result } = await detailOf(own, id);
  expect([verdict, result?.coverage?.withoutFile]).not.toEqual(['BALANCED', []]);
  expect((await said(own, id)).history[0]).toMatchObject([expect.any(String), 'fileUndone', '18.csv']);
});

test('what changed its verdict stands in the audit log, by nobody', async () => {
  const facts = await platformRows<{ actor: string | null; after: object; before: object }>(
    db,
    `SELECT actor_name AS actor, before, after FROM audit_entries WHERE action = 'bankFiles.judgedAgain' ORDER BY id`,
  );
  expect(facts[0]).toMatchObject({ after: { verdict: 'BALANCED', because: 'fileCame' } });
});

test('bytes that are gone: the verdict stays, and says that it could not be made anew', async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [{ amountMinor: 1_000 }, { amountMinor: 2_000 }]);
  const [first, second] = sales.map((sale) => csvLineOf(sale));
  const lacking = await reconcile(own, csvOf([first ?? '']), 'first.csv');
  await platformRows(db, `UPDATE bank_files SET uuid = $2 WHERE id = $1`, [lacking.id, crypto.randomUUID()]);
  await reconcile(own, csvOf([second ?? '']), 'rest.csv');
  await expect
    .poll(
      async () => {
        await platformRows(db, 'UPDATE bank_files SET lease_until = NULL WHERE id = $1', [lacking.id]);
        await own.runner.idle();
        return (await detailOf(own, lacking.id)).judgedAgainBecause;
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ kind: 'fileCame', isStuck: true });
  expect((await detailOf(own, lacking.id)).verdict).toBe(lacking.verdict);
});
