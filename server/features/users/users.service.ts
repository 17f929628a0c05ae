import type { Activity } from '@mizan/contract/activity.ts';
import type { PersonOfMerchant } from '@mizan/contract/suspension.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import {
  countOtherOwners,
  deleteUser,
  insertUser,
  lockEmail,
  type NewUser,
  type PersonRow,
  type PersonWithMail,
  type ProfileChange,
  readPerson,
  selectOwners,
  selectOwnersWithMail,
  selectPeople,
  updateEmail,
  updateLocale,
  updateOwner,
  updatePassword,
  updateProfile,
  updateUserStatus,
  updateVerified,
} from './users.queries.ts';

export {
  lockUser,
  readProfileFacts,
  selectOwnersWithMail as ownersWithMail,
} from './users.queries.ts';

/** Owners who are chosen to be written to. @throws Failure 'notFound' where one is not of the merchant or has no verified e-mail */
export async function chosenOwners(
  db: Database,
  merchantId: string,
  userIds: readonly string[],
): Promise<PersonWithMail[]> {
  const chosen = (await selectOwnersWithMail(db, merchantId)).filter(({ id }) => userIds.includes(id));
  if (chosen.length !== new Set(userIds).size) throw notFound();
  return chosen;
}

/**
 * Who there is: the one owner of the table `users` (tools/tidy/table-owners.ts). What follows from a change, such as
 * sessions that end or what is written down, is the caller's, in the same transaction.
 */
export type { NewUser, ProfileChange };

/** Adds somebody and answers their id. That nobody has the name or e-mail was looked at before, under a lock. */
export async function addUser(tx: Tx, user: NewUser): Promise<string> {
  const id = await insertUser(tx, user);
  if (id === null) throw new Error('the name or the e-mail of a new user is taken');
  return id;
}

/** Adds somebody; false where the e-mail or the username is taken. */
export const addUserIfFree = async (tx: Tx, user: NewUser): Promise<boolean> =>
  (await insertUser(tx, user)) !== null;

/** For whoever gives an e-mail to a new account: waits until nobody else is giving it to one. */
export const awaitEmail = async (tx: Tx, email: string): Promise<void> => void (await lockEmail(tx, email));

/** False where there is no such user any more. */
export const verifyEmail = (tx: Tx, userId: string, at: Date): Promise<boolean> =>
  updateVerified(tx, userId, at);

/** Changes what is given. False where the new e-mail is somebody's already; it is verified: its link was followed. */
export async function changeProfile(
  tx: Tx,
  userId: string,
  change: ProfileChange,
  at: Date,
): Promise<boolean> {
  if (change.email !== undefined) await lockEmail(tx, change.email);
  return updateProfile(tx, userId, change, at);
}

/** Corrects an address that nobody has verified; the caller has awaited it and knows it to be free. */
export const correctEmail = async (tx: Tx, userId: string, email: string): Promise<void> =>
  void (await updateEmail(tx, userId, email));

/** Corrects the owner of a merchant that was not approved yet. */
export const correctOwner = async (
  tx: Tx,
  merchantId: string,
  facts: { fullName: string; mobile: string },
): Promise<void> => void (await updateOwner(tx, merchantId, facts));

export const changePassword = async (tx: Tx, userId: string, passwordHash: string): Promise<void> =>
  void (await updatePassword(tx, userId, passwordHash));

export const changeLanguage = async (tx: Tx, userId: string, language: 'en' | 'ar'): Promise<void> =>
  void (await updateLocale(tx, userId, language));

/** Removes somebody who never came in: nothing may hang on them any more. */
export const removeUser = async (tx: Tx, userId: string): Promise<void> =>
  void (await deleteUser(tx, userId));

/** The people of a merchant, those alone whose name has `search` in it; owners first, at most `limit`. */
export const peopleOf = (
  db: Database,
  merchantId: string,
  { search, limit }: { search: string; limit: number },
): Promise<PersonOfMerchant[]> => selectPeople(db, merchantId, search, limit);

/** A person of this merchant; null where there is none. */
export const personOf = (tx: Tx, merchantId: string, id: string): Promise<PersonRow | null> =>
  readPerson(tx, merchantId, id);

/** People who run the merchant and may work, by name. */
export const ownersOf = (tx: Tx, merchantId: string): Promise<{ id: string; name: string }[]> =>
  selectOwners(tx, merchantId, 200);

/** How many people beside this one run the merchant, and may work. */
export const otherOwners = (tx: Tx, merchantId: string, id: string): Promise<number> =>
  countOtherOwners(tx, merchantId, id);

/** Whether nobody but this person could run the merchant. */
export const isLastOwner = async (tx: Tx, merchantId: string, id: string): Promise<boolean> =>
  (await countOtherOwners(tx, merchantId, id)) === 0;

export const setUserStatus = async (
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<void> => void (await updateUserStatus(tx, merchantId, id, status));
