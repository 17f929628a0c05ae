import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startPayment } from './features/payments/payments.service.ts';
import { inPlatform } from './platform/database/database.ts';
import { openShop } from './testing/shop.ts';
import { openWorld } from './testing/stand.ts';
import { impossibleWalks, recordStatuses } from './testing/status-walks.ts';

const { db, clock, database } = await openWorld();

test.skipIf(db.distributed)(
  'a step that the table of states has not is named, and what it has is not',
  async () => {
    await recordStatuses(database.url);
    const shop = await openShop(db, 1);
    const terminalId = shop.terminals[0]?.id ?? '';
    const input = { paymentId: randomUUID(), terminalId, amountMinor: 1_200 };
    const { id } = await startPayment({ db, clock }, shop.owner, input);
    const becomes = (status: string) =>
      inPlatform(db, (tx) =>
        tx.change(
          'UPDATE transactions SET status = $2, decided_at = now(), holds_lock = false WHERE id = $1',
          [id, status],
        ),
      );
    await becomes('APPROVED');
    expect(await impossibleWalks(db)).toEqual([]);
    await becomes('CANCELED');
    expect(await impossibleWalks(db)).toEqual([
      `${id}: INITIALIZED > TERMINAL NOT CONNECTED > APPROVED > CANCELED`,
    ]);
  },
);
