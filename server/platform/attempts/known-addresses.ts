import type { Database, Tx } from '../database/database.ts';
import { addressBlock } from '../http/address-block.ts';
import { happenedSince, remember } from './attempts.queries.ts';
import { hashedKey, ofName, ofUser } from './attempts.ts';

/**
 * Where an account lately signed in. Cashiers have no device that could be trusted; the address of their till takes
 * its place, so that strangers who guess elsewhere do not keep the till closed. It opens nothing: it only counts wrong
 * passwords for itself. Kept beside the counters, by a hash, and not looked for among the sessions: every guess asks,
 * and a row by its key costs the same however many sign-ins there were.
 */

/** How long after its last sign-in an address is known. */
export const knownForMs = 30 * 24 * 60 * 60_000;

/** Who signs in: an account, or null and the name that no account has. */
export interface Claimed {
  readonly userId: string | null;
  readonly name: string;
}

/** What is counted for somebody at an address: the same at each spelling of it, and all over an IPv6 block. */
export const placeOf = ({ userId, name }: Claimed, ip: string): string =>
  `${userId === null ? ofName(name) : ofUser(userId)} from ${addressBlock(ip)}`;

const keyOf = (claimed: Claimed, ip: string): string => hashedKey('knownAddress', placeOf(claimed, ip));

/** Notes, in the transaction of a sign-in, where it came from. */
export async function rememberAddress(tx: Tx, userId: string, ip: string, at: Date): Promise<void> {
  await remember(tx, keyOf({ userId, name: '' }, ip), at);
}

/** Whether somebody lately signed in from an address. A name that nobody has asks the same, and never did. */
export const isKnownAddress = (db: Database, claimed: Claimed, ip: string, at: Date): Promise<boolean> =>
  happenedSince(db, keyOf(claimed, ip), new Date(at.getTime() - knownForMs));
