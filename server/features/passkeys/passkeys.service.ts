import {
  type CreationOptions,
  type listPasskeys as listRoute,
  passkeyNameMax,
  passkeysMax,
  type RegistrationResponse,
} from '@mizan/contract/passkeys.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { isStorable } from '@mizan/contract/storable-text.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { browserFacts, browserText } from '../../platform/http/browser-facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import { wordsFor } from '../../platform/words.ts';
import { ownerLetter } from '../preferences/owner-letter.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { lockUser } from '../users/users.service.ts';
import { descriptorOf } from './assertions.ts';
import {
  type Binding,
  boundToSession,
  newPasskeyChallenge,
  passkeyChallengeMs,
  spendChallenge,
} from './passkey-challenges.ts';
import type { PasskeyDeps, PasskeyOrigin } from './passkeys.deps.ts';
import {
  countPasskeys,
  deletePasskey,
  deletePasskeysOf,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  storeName,
} from './passkeys.queries.ts';
import { passkeyAlgorithms, readRegistration, userHandleOf } from './registrations.ts';

const portalName = 'Mizan';

/** A passkey that comes or goes changes who can get in: the owner of the account is told. */
const ownerOf = ({ userId, email }: Principal) => ({ id: userId, email });

const adding = (principal: Principal): Binding => boundToSession('ADD', principal);

const tooMany = (): Failure =>
  new Failure('conflict', `An account has at most ${passkeysMax} passkeys.`, { most: passkeysMax });

export const passkeyRefused = (details?: { attemptsLeft: number }): Failure =>
  new Failure('passkeyRefused', 'The passkey was not accepted.', details);

export async function passkeysOf(
  { db }: PasskeyDeps,
  { userId }: Principal,
): Promise<RouteOutput<typeof listRoute>> {
  const rows = await listPasskeys(db, userId);
  return {
    rows: rows.map(({ id, name, addedOn, lastUsedAt }) => ({
      id,
      name,
      addedOn: addedOn.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/** What the browser needs to make one. @throws Failure 'conflict' where there are enough */
export async function beginPasskey(
  deps: PasskeyDeps,
  principal: Principal,
  origin: PasskeyOrigin,
): Promise<CreationOptions> {
  const { userId, fullName, email } = principal;
  const known = await listPasskeys(deps.db, userId);
  if (known.length >= passkeysMax) throw tooMany();
  return {
    challenge: await newPasskeyChallenge(deps, adding(principal), userId),
    rp: { id: origin.party.id, name: portalName },
    user: {
      id: userHandleOf(deps.secret, userId).toString('base64url'),
      name: email ?? fullName,
      displayName: fullName,
    },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: passkeyChallengeMs,
    attestation: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/**
 * Keeps a passkey that the browser made, named by that browser until its owner gives it another name; the owner is
 * told by mail. @throws Failure 'passkeyRefused', 'conflict' where it is somebody's or there are enough
 */
export async function addPasskey(
  deps: PasskeyDeps,
  principal: Principal,
  credential: RegistrationResponse,
  origin: PasskeyOrigin,
): Promise<{ id: string; name: string }> {
  const { db, clock, secret } = deps;
  const { userId } = principal;
  const spent = await spendChallenge(deps, adding(principal), credential.response.clientDataJSON);
  const registered = spent && (await readRegistration(credential, spent.challenge, origin.party));
  if (!registered) throw passkeyRefused();
  const at = clock.now();
  return inPlatform(db, async (tx) => {
    // Of two passkeys that are added at once the second is counted after the first.
    await lockUser(tx, userId);
    if ((await countPasskeys(tx, userId)) >= passkeysMax) throw tooMany();
    const name = await firstName(tx, userId, origin.userAgent);
    const userHandle = userHandleOf(secret, userId);
    const id = await insertPasskey(tx, { ...registered, userId, userHandle, name, at });
    if (id === null) throw new Failure('conflict', 'This passkey is in use already.');
    const mail = await ownerLetter(tx, deps, ownerOf(principal), { name, at, from: origin });
    const about = { type: 'passkey', id } as const;
    await happened(tx, principal, { fact: 'account.passkeyAdded', at, about, params: { name }, mail });
    return { id, name };
  });
}

/** 'Chrome 142, Windows 11': what its owner knows it by. */
async function firstName(tx: Tx, userId: string, userAgent: string | null): Promise<string> {
  const told = browserText(browserFacts(userAgent));
  if (told) return told.slice(0, passkeyNameMax);
  // What a passkey is called whose browser does not say what it is.
  return wordsFor(await preferencesOf(tx, userId)).text('passkeys:plainName');
}

/** @throws Failure 'notFound' where it is not one of the own, 'badRequest' */
export async function renamePasskey(
  { db, clock }: PasskeyDeps,
  principal: Principal,
  id: string,
  name: string,
): Promise<{ name: string }> {
  if (!isStorable(name)) throw new Failure('badRequest', 'The name cannot be kept.');
  const { userId } = principal;
  return inPlatform(db, async (tx) => {
    const before = await lockPasskey(tx, userId, id);
    if (!before) throw notFound();
    if (before.name === name) return { name };
    await storeName(tx, userId, id, name);
    const change = { params: { name }, was: { name: before.name } };
    const about = { type: 'passkey', id } as const;
    await happened(tx, principal, { fact: 'account.passkeyRenamed', at: clock.now(), about, ...change });
    return { name };
  });
}

/**
 * Removes one: from the commit on it opens nothing. Sessions that it began go on, as they do when a password is
 * forgotten; their list is beside it. @throws Failure 'notFound' where it is not one of the own
 */
export async function removePasskey(
  deps: PasskeyDeps,
  principal: Principal,
  id: string,
  origin: PasskeyOrigin,
): Promise<void> {
  const at = deps.clock.now();
  await inPlatform(deps.db, async (tx) => {
    const removed = await deletePasskey(tx, principal.userId, id);
    if (!removed) throw notFound();
    const was = { name: removed.name };
    const mail = await ownerLetter(tx, deps, ownerOf(principal), { ...was, at, from: origin });
    const about = { type: 'passkey', id } as const;
    await happened(tx, principal, { fact: 'account.passkeyRemoved', at, about, was, mail });
  });
}

/** Takes away every passkey of somebody who goes. */
export const forgetPasskeys = async (tx: Tx, userId: string): Promise<void> =>
  void (await deletePasskeysOf(tx, userId));
