import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { threadEngine } from './bank-file-runner.deps.ts';
import { bankWorld, csvLineOf, csvOf, reconcile, type Sold, sell } from './testing/bank-world.ts';

const world = await bankWorld(threadEngine);

test('a value that reads like an escape, and one cut in the middle of a sign, reject their rows and no more', async () => {
  const [sale] = (await sell(world, [{ amountMinor: 10_000 }])) as [Sold];
  const withAmount = (amount: string): string => {
    const cells = csvLineOf(sale).split(',');
    return [...cells.slice(0, 5), amount, ...cells.slice(6)].join(',');
  };
  const literal = String.raw`\u0000`;
  const long = `${'x'.repeat(199)}😀`;
  const detail = await reconcile(world, csvOf([csvLineOf(sale), withAmount(literal), withAmount(long)]));
  expect(detail).toMatchObject({ state: 'DONE', linesRead: 1, linesRejected: 2 });
  const answer = await world.portal.call(
    contract.listRejectedLines,
    { params: { id: detail.id }, query: { kind: 'REJECTED' } },
    { token: world.token },
  );
  const values = answer.json<{ rows: { value: string | null }[] }>().rows.map(({ value }) => value);
  expect(values).toEqual([literal, `${'x'.repeat(199)}\ufffd`]);
});

test('refused: text with zero bytes is no table, and no fault of ours', async () => {
  const zeros = 'Te\0rm,Wh\0en,Su\0m\n88,2026-11-20,1\x000.00\n89,2026-11-20,12.50\n';
  expect(await reconcile(world, zeros)).toMatchObject({ state: 'REFUSED', refusal: { code: 'notTable' } });
});
