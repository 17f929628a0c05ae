import type { Activity } from '@mizan/contract/activity.ts';
import { holdersOf, type Right, type TeamRole, teamRoleOf } from '@mizan/contract/rights.ts';
import type { PersonOfMerchant } from '@mizan/contract/suspension.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import {
  type CashierRow,
  clearSeats,
  clearUser,
  countOthers,
  deleteUser,
  deleteUsers,
  insertUser,
  insertUsers,
  lockCashier,
  lockCashiersAt,
  lockEmail,
  lockEmails,
  lockSeats,
  type NewPerson,
  type NewUser,
  type PersonRow,
  type PersonWithMail,
  type ProfileChange,
  readPerson,
  selectMembers,
  selectOwnersWithMail,
  selectPeople,
  updateEmail,
  updateLocale,
  updateOwner,
  updatePassword,
  updatePerson,
  updatePlace,
  updateProfile,
  updateSeat,
  updateSeats,
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

/** Who of them is written to, as an entry of the audit log names them. */
export const recipientsText = (people: readonly PersonWithMail[], ids: readonly string[]): string =>
  people
    .filter(({ id }) => ids.includes(id))
    .map(({ email }) => email)
    .join(', ');

/**
 * Who there is: the one owner of the table `users` (platform/database/tables.ts). What follows from a change, such as
 * sessions that end or what is written down, is the caller's, in the same transaction.
 */
export type { NewPerson, NewUser, PersonRow, ProfileChange };

/** Adds somebody and answers their id. That nobody has the name or e-mail was looked at before, under a lock. */
export async function addUser(tx: Tx, user: NewUser): Promise<string> {
  const id = await insertUser(tx, user);
  if (id === null) throw new Error('the name or the e-mail of a new user is taken');
  return id;
}

/** Adds somebody and answers their id; null where the e-mail or the username is taken. */
export const addUserIfFree = (tx: Tx, user: NewUser): Promise<string | null> => insertUser(tx, user);

/** Adds many people without a password, and answers those whose e-mail or username was free. */
export async function addPeople(
  tx: Tx,
  merchantId: string,
  people: readonly NewPerson[],
  of: { locale: 'en' | 'ar'; at: Date },
): Promise<{ id: string; signInName: string }[]> {
  await lockEmails(
    tx,
    people.flatMap(({ email }) => email ?? []),
  );
  return insertUsers(tx, merchantId, people, of);
}

/** Removes people who never came in: nothing may hang on them any more. */
export const removePeople = async (tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> =>
  void (await deleteUsers(tx, merchantId, ids));

/** Nobody else seats these cashiers until the transaction ends. */
export const holdSeats = async (tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> =>
  void (await lockSeats(tx, merchantId, ids));

/** Seats cashiers, one each, where they are named already. */
export const seatCashiers = async (
  tx: Tx,
  merchantId: string,
  seats: Parameters<typeof updateSeats>[2],
): Promise<void> => void (await updateSeats(tx, merchantId, seats));

/** The cashier of a merchant who has this username, however its letters are cased; locked. */
export const cashierNamed = (tx: Tx, merchantId: string, username: string): Promise<CashierRow | null> =>
  lockCashier(tx, merchantId, username);

/** Everybody who works at a terminal; locked. */
export const cashiersAt = (tx: Tx, merchantId: string, terminalId: string): Promise<CashierRow[]> =>
  lockCashiersAt(tx, merchantId, terminalId);

/** Where a cashier works from now on; with null for the terminal they stay in their branch and have none. */
export const placeCashier = async (
  tx: Tx,
  merchantId: string,
  id: string,
  place: { branchId: string | null; terminalId: string | null },
): Promise<void> => void (await updatePlace(tx, merchantId, id, place));

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

/** Somebody works at this terminal from now on, and at no other one. */
export const seatCashier = async (
  tx: Tx,
  merchantId: string,
  userId: string,
  terminalId: string,
): Promise<void> => void (await updateSeat(tx, merchantId, userId, terminalId));

/** Somebody has no terminal any more. */
export const unseatCashier = async (tx: Tx, merchantId: string, userId: string): Promise<void> =>
  void (await updateSeat(tx, merchantId, userId, null));

/** Nobody works at this terminal any more. */
export const unseatTerminal = async (tx: Tx, merchantId: string, terminalId: string): Promise<void> =>
  void (await clearSeats(tx, merchantId, terminalId));

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

/** Who has a right over the whole merchant and may work, by name. */
export const holdersAt = (
  tx: Tx,
  merchantId: string,
  right: Right,
): Promise<{ id: string; name: string }[]> => selectMembers(tx, merchantId, holdersOf(right), 200);

/** Its owners who may work, by name. */
export const ownersAt = (tx: Tx, merchantId: string): Promise<{ id: string; name: string }[]> =>
  selectMembers(tx, merchantId, ['owner'], 200);

/** How many people beside this one have a right over the whole merchant, and may work. */
export const otherHolders = (tx: Tx, merchantId: string, id: string, right: Right): Promise<number> =>
  countOthers(tx, merchantId, id, holdersOf(right));

/** What somebody is in the team. */
export const placeOf = ({ role, placeInTeam }: Pick<PersonRow, 'role' | 'placeInTeam'>): TeamRole =>
  teamRoleOf(role, placeInTeam);

/** Names somebody and says what they are in the team and which branch is theirs; a cashier has no place but the role's. */
export const arrangePerson = async (
  tx: Tx,
  merchantId: string,
  id: string,
  arranged: Parameters<typeof updatePerson>[3],
): Promise<void> => void (await updatePerson(tx, merchantId, id, arranged));

/** Whether nobody but this person is an owner who may work. */
export const isLastOwner = async (tx: Tx, merchantId: string, id: string): Promise<boolean> =>
  (await countOthers(tx, merchantId, id, ['owner'])) === 0;

export const setUserStatus = async (
  tx: Tx,
  merchantId: string,
  id: string,
  status: Activity,
): Promise<void> => void (await updateUserStatus(tx, merchantId, id, status));

/** Takes away who somebody was: nobody signs in with that row any more, and a number stands for the name. */
export const forgetUser = async (tx: Tx, userId: string, at: Date): Promise<void> =>
  void (await clearUser(tx, userId, at));
