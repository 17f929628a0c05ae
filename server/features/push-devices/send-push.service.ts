import { paths } from '@mizan/contract/paths.ts';
import type { KeptPreferences } from '@mizan/contract/preferences.ts';
import webPush from 'web-push';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { type IsReachable, isPublicAddress } from '../../platform/http/public-address.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import * as queries from './push-devices.queries.ts';
import { postPush } from './push-post.ts';
import { vapidKeysOf } from './vapid.ts';

/** Sending notices to devices (docs/decisions/0121-notices-on-devices.md; RFC 8030, 8291, 8292). */
export interface PushDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly linkBase: () => string;
  /** MIZAN_SECRET. */
  readonly secret: string;
  /** Tests have their push service on this machine, with a certificate of their own. */
  readonly pushService?: { readonly isReachable: IsReachable; readonly ca: string };
}

export const pushOneJob = 'pushDevices.sendOne';
/** Older news is no news on a locked screen; the bell has it. */
const newsMs = 24 * 60 * 60_000;
const tries = 6;
const gone = [404, 410];

/** One job for each device, so that one which does not answer holds up no other. */
export function sendNotice({ db }: PushDeps, named: { merchantId: string; seq: number }): Promise<void> {
  return inPlatform(db, async (tx) => {
    for (const { id } of await queries.selectReceivers(tx, named)) {
      const key = `push ${named.merchantId} ${named.seq} ${id}`;
      await enqueue(tx, pushOneJob, { ...named, deviceId: id }, { key, maxTries: tries });
    }
  });
}

/** What a device shows. No card data, and no amount unless the person said so: a locked screen shows it to anybody. */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** The same message once more takes the place of the first. */
  readonly tag: string;
  /** Where a press on it leads; an address of this portal. */
  readonly path: string;
}

const pathsOf = { SIL: paths.terminals, UNB: paths.reconciliation, OVD: paths.settlement } as const;

function sentenceOf(
  { text, amount }: Words,
  { type, about, amountMinor, count }: queries.Parcel,
  withAmount: boolean,
): string {
  if (type !== 'OVD') return text(`notifications:${type}`, type === 'UNB' ? { id: about } : { tid: about });
  const named = { count: count ?? 0, amount: `${amount(amountMinor ?? 0)} ${about}` };
  return withAmount ? text('notifications:OVD', named) : text('notices:overdue', { count: named.count });
}

function messageOf(
  parcel: queries.Parcel,
  seq: number,
  reader: Pick<KeptPreferences, 'language' | 'digits' | 'calendar' | 'pushAmounts'>,
): PushMessage {
  const words = wordsFor(reader);
  const path = parcel.type in pathsOf ? pathsOf[parcel.type as keyof typeof pathsOf] : paths.dashboard;
  return {
    title: words.text('common:appName'),
    body: sentenceOf(words, parcel, reader.pushAmounts),
    lang: words.language,
    dir: words.direction,
    tag: `notice-${seq}`,
    path,
  };
}

/** Push services want to know whom to write to where something goes wrong. */
const contactOf = (linkBase: string): string =>
  linkBase.startsWith('https:') ? linkBase : 'mailto:mizan@localhost';

/**
 * Sends one notice to one device, where it still counts; what its push service no longer knows is removed. It may be sent twice
 * where a process ends in between: the device shows the same tag once.
 * @throws Error where the service has no answer or is busy, so that the job is tried again
 */
export async function sendOne(
  { db, clock, linkBase, secret, pushService }: PushDeps,
  named: { merchantId: string; deviceId: string; seq: number },
): Promise<void> {
  const found = await inPlatform(db, async (tx) => {
    const parcel = await queries.selectParcel(tx, named);
    return parcel && { parcel, reader: await preferencesOf(tx, parcel.userId) };
  });
  if (!found || clock.now().getTime() - found.parcel.at.getTime() > newsMs) return;
  const { endpoint, p256dh, auth, type } = found.parcel;
  const message = JSON.stringify(messageOf(found.parcel, named.seq, found.reader));
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
    vapidDetails: { subject: contactOf(linkBase()), ...vapidKeysOf(secret) },
    TTL: newsMs / 1000,
    urgency: type in pathsOf ? 'high' : 'normal',
    contentEncoding: 'aes128gcm',
  });
  const status = await postPush({ endpoint, headers, body }, pushService ?? { isReachable: isPublicAddress });
  const { merchantId, deviceId } = named;
  const isTaken = status >= 200 && status < 300;
  await inPlatform(db, async (tx) => {
    if (isTaken) await queries.noteSent(tx, merchantId, deviceId, clock.now());
    if (gone.includes(status)) await queries.removeGone(tx, merchantId, deviceId, clock.now());
  });
  if (!isTaken && !gone.includes(status)) throw new Error(`the push service answered ${status}`);
}

/** Every minute: whoever was signed out is sent nothing more, also once the session itself is forgotten. */
export const forgetSignedOut = ({ db, clock }: PushDeps): Promise<number> =>
  inPlatform(db, (tx) => queries.removeSignedOut(tx, clock.now()));
