import { type Database, inPlatform } from '../../platform/database/database.ts';
import { type AccountRow, findAccount, readAccount } from './auth.queries.ts';

/** Accounts for whatever else signs somebody in. */

export { accountRefused, refusalOf as refusalOfAccount } from './account-states.ts';

/** By e-mail or username, however their letters are cased. */
export const accountByName = (db: Database, name: string): Promise<AccountRow | null> =>
  findAccount(db, name);

export const accountOf = (db: Database, userId: string): Promise<AccountRow | null> =>
  inPlatform(db, (tx) => readAccount(tx, userId));
