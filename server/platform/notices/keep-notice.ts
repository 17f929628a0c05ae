import { announceTo, type Hearers } from '../bus/bus.ts';
import type { Tx } from '../database/database.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { drawNumber, hasDevices, insertNotice, type NoticeRow } from './notices.queries.ts';

/** Sends a notice to the devices of those who hear it (features/push-devices). */
export const pushJob = 'pushDevices.send';

/**
 * Keeps a notice for the bell of everybody whom it concerns, in the transaction of what happened, and says to open windows
 * that there is one.
 *
 * Its number is drawn at the very end, and whoever else draws one for this merchant waits until this transaction is over:
 * a number that is seen has no lower one still to come, so 'what is newer than the last one I know' is never too little.
 */
export function keepNotice(
  tx: Tx,
  merchantId: string,
  { hearers, ...notice }: Omit<NoticeRow, 'merchantId' | 'seq'> & { hearers: Hearers },
): void {
  tx.atEnd('notices', async () => {
    const seq = await drawNumber(tx, merchantId);
    const cashierIds = await announceTo(tx, merchantId, { type: 'NTC', seq }, hearers);
    await insertNotice(tx, { ...notice, merchantId, seq }, cashierIds);
    if (await hasDevices(tx, merchantId)) await enqueue(tx, pushJob, { merchantId, seq });
  });
}
