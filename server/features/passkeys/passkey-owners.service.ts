import type { Tx } from '../../platform/database/database.ts';
import { ownsPasskey } from './passkeys.queries.ts';

/** What sign-in asks of passkeys; but for sign-in/, which stands above both, they import nothing of it. */

/** Whether the user has a passkey that may answer in place of the one-time code. */
export const hasPasskey = (tx: Tx, userId: string): Promise<boolean> => ownsPasskey(tx, userId);
