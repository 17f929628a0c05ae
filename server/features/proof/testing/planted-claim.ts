import { expect } from 'vitest';
import { accept, exceptionsOf, undoFile } from '../../exceptions/testing/exception-world.ts';
import { claimableOf, claimOfMissing } from '../../exceptions/testing/written-off-world.ts';
import type { Sold } from '../../reconciliation/testing/bank-world.ts';
import { type Month, netOf, row } from './month-files.ts';

/**
 * 16 November: 17.00 that the second file of the day lacks are accepted, claimed while that file is undone, and it comes once
 * more; what was accepted holds again, and the claim stands first. It asked for 100.00 and 200.00, too, which the file then has.
 */
export async function claimedDay(month: Month): Promise<void> {
  const { world } = month;
  const [early, first, missing, last] = (await month.sell('2026-11-16', [
    { time: '08:00', amountMinor: 3_000 },
    { time: '09:00', amountMinor: 10_000 },
    { time: '10:00', amountMinor: 1_700 },
    { time: '20:00', amountMinor: 20_000 },
  ])) as [Sold, Sold, Sold, Sold];
  await month.bring('najd', 'najd-16-early.csv', [row(early)], '2026-11-17');
  const rows = [row(first), row(last)];
  const file = await month.bring('najd', 'najd-16.csv', rows, '2026-11-17');
  const [found, ...others] = await exceptionsOf(world, { bankFileId: file });
  if (!found || others.length > 0) throw new Error('the file lacks another payment, or none');
  expect(found.transactionId).toBe(missing.id);
  expect(await accept(world, found)).toMatchObject({ status: 200, state: 'ACCEPTED' });
  await undoFile(world, file);
  const seen = await claimableOf(world);
  // 100.00, 17.00 and 200.00 less 0.92, 0.16 and 1.84: of 17.00 the bank takes 0.14 and 0.02.
  expect(seen).toMatchObject({ count: 3, claimedMinor: 31_700 - 292 });
  expect((await claimOfMissing(world, seen)).status).toBe(201);
  await month.bring('najd', 'najd-16-again.csv', rows.toReversed(), '2026-11-17');
  await month.pays('najd', '2026-11-16', netOf([row(early), ...rows]), '2026-11-17');
}
