import type { Tx } from '../../platform/database/database.ts';
import { deleteOldPasskeyChallenges } from './passkey-challenges.queries.ts';
import { ownsPasskey } from './passkeys.queries.ts';

/** What sign-in asks of passkeys; it imports nothing of sign-in, which passkeys build upon. */

/** Whether the user has a passkey that may answer in place of the one-time code. */
export const hasPasskey = (tx: Tx, userId: string): Promise<boolean> => ownsPasskey(tx, userId);

/** Deletes the challenges that expired before this moment. */
export const tidyPasskeys = (tx: Tx, before: Date): Promise<number> => deleteOldPasskeyChallenges(tx, before);
