import type { Tx } from '../../platform/database/database.ts';
import { endOtherSessionsOf, endSessionsOf } from '../../platform/sessions/sessions.ts';
import { deleteLinksOf, spendLinksOf } from './mail-links.queries.ts';
import { voidChallengesOf } from './one-time-codes.queries.ts';
import { revokeDevicesOf } from './trusted-devices.queries.ts';

/**
 * Ends what else opens an account, in the transaction that changes its password or its e-mail: sessions, trusted
 * devices, codes that wait for an answer, and links to a new password, which may lie in somebody else's inbox by
 * now. The session that `kept` names goes on; null keeps none.
 */
export async function endOtherAccess(
  tx: Tx,
  userId: string,
  { kept, at }: { kept: string | null; at: Date },
): Promise<void> {
  if (kept === null) await endSessionsOf(tx, userId, at);
  else await endOtherSessionsOf(tx, userId, kept, at);
  await revokeDevicesOf(tx, userId, at);
  await voidChallengesOf(tx, userId, at);
  await spendLinksOf(tx, userId, 'RESET_PASSWORD', at);
}

/** All of it, and every link that lies in a mail with what it was asked to change: of who is deleted. */
export async function endAllAccess(tx: Tx, userId: string, at: Date): Promise<void> {
  await endOtherAccess(tx, userId, { kept: null, at });
  await deleteLinksOf(tx, userId);
}
