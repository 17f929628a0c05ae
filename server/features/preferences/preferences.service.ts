import { isDeepStrictEqual } from 'node:util';
import type { FactParams } from '@mizan/contract/facts.ts';
import { noticeTypes } from '@mizan/contract/live.ts';
import { bellTypes } from '@mizan/contract/notices.ts';
import type { KeptPreferences, Preferences } from '@mizan/contract/preferences.ts';
import { announceToPerson } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { requireFresh } from '../../platform/sessions/sessions.ts';
import { changeLanguage, lockUser } from '../users/users.service.ts';
import { readPreferences, storePreferences } from './preferences.queries.ts';

export { selectHeardByAskedMail as heardByAskedMail } from './preferences.queries.ts';

export interface PreferenceDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** The preferences of a user who exists, with the defaults where none were chosen. */
export async function preferencesOf(tx: Tx, userId: string): Promise<KeptPreferences> {
  const found = await readPreferences(tx, userId);
  if (!found) throw notFound();
  return found;
}

export const ownPreferences = ({ db }: PreferenceDeps, { userId }: Principal): Promise<KeptPreferences> =>
  inPlatform(db, (tx) => preferencesOf(tx, userId));

type Facts = FactParams<'account.preferencesChanged'>;

function factsOf(preferences: KeptPreferences): Facts {
  const { mutedNotices, mailNotices, pushNotices, languageChosen: _chosen, ...rest } = preferences;
  return {
    ...rest,
    mutedNotices: mutedNotices.join(', '),
    mailNotices: mailNotices.join(', '),
    pushNotices: pushNotices.join(', '),
  };
}

/**
 * Changes them. Whoever took over a window must not be able to silence the mails about sign-ins, so that asks
 * for a fresh one. What changes nothing is not written down. @throws Failure 'freshSignInNeeded'
 */
export async function changeOwnPreferences(
  { db, clock }: PreferenceDeps,
  principal: Principal,
  asked: Preferences,
): Promise<KeptPreferences> {
  const { userId } = principal;
  return inPlatform(db, async (tx) => {
    await lockUser(tx, userId);
    const before = await preferencesOf(tx, userId);
    const wanted: KeptPreferences = {
      ...asked,
      mutedNotices: noticeTypes.filter((type) => asked.mutedNotices.includes(type)),
      mailNotices: bellTypes.filter((type) => asked.mailNotices.includes(type)),
      pushNotices: bellTypes.filter((type) => asked.pushNotices.includes(type)),
      languageChosen: before.languageChosen || asked.language !== before.language,
    };
    if (before.signInMail && !wanted.signInMail) requireFresh(principal, clock);
    const [was, params] = [factsOf(before), factsOf(wanted)];
    if (isDeepStrictEqual(was, params)) return before;
    await changeLanguage(tx, userId, wanted.language);
    await storePreferences(tx, userId, wanted);
    await announceToPerson(tx, userId, { type: 'OWN' });
    const at = clock.now();
    await happened(tx, principal, { fact: 'account.preferencesChanged', at, params, was });
    return wanted;
  });
}
