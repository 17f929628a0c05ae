import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import {
  type addAddress as addRoute,
  addressesMax,
  type countMissing,
  deliveryDays,
  type getDelivery,
  type listDeliveries,
  missingCountMax,
  type resendSince as resendRoute,
  resentMax,
  tryHours,
  twoSecretsHours,
  type WebhookAddress,
  type WebhookDelivery,
} from '@mizan/contract/integrator-webhooks.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { isLocalName } from '../../platform/http/origin.ts';
import { type IsReachable, isPublicAddress } from '../../platform/http/public-address.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { isOn } from '../../platform/settings/require-on.ts';
import { deliverJob } from '../../platform/webhooks/tell-webhooks.ts';
import { dueJob } from './deliver.service.ts';
import { secretOf } from './webhook-post.ts';
import {
  type AddressRow,
  changeSecret,
  countAddresses,
  countDeliveries,
  type DeliveryRow,
  giveUpAll,
  insertAddress,
  remove,
  selectAddresses,
  selectAttempts,
  selectDeliveries,
  selectDelivery,
  selectUrl,
  sendAgain,
  sendManyAgain,
  takeTurns,
} from './webhooks.queries.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  /** In the demo this machine is, too. */
  readonly isReachable?: IsReachable | undefined;
}

const hourMs = 3_600_000;
const before = (at: Date, hours: number): Date => new Date(at.getTime() - hours * hourMs);
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const shownAddress = (row: AddressRow): WebhookAddress => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  waitingSince: iso(row.waitingSince),
  formerSecretUntil: iso(row.formerSecretUntil),
});
/** What a message is about stands in its body, as it was told. */
const aboutOf = (body: string): WebhookDelivery['about'] =>
  (JSON.parse(body) as { data: { about: WebhookDelivery['about'] } }).data.about;
/** What a list has no room for leaves it by the schema of its answer. */
const shownDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...row,
  about: aboutOf(row.body),
  createdAt: row.createdAt.toISOString(),
  nextAttemptAt: iso(row.nextAttemptAt),
  deliveredAt: iso(row.deliveredAt),
});

const allOf = async (tx: Tx, at: Date): Promise<WebhookAddress[]> =>
  (await selectAddresses(tx, at, before(at, 24))).map(shownAddress);
export const addressesOf = (
  { db, clock }: WebhookDeps,
  member: Member,
): Promise<{ rows: WebhookAddress[]; isSwitchedOff: boolean }> =>
  inTenant(db, member.merchantId, async (tx) => ({
    rows: await allOf(tx, clock.now()),
    isSwitchedOff: !(await isOn(tx, 'webhooks')),
  }));

/** What a name of this machine leads to. */
const loopback = '127.0.0.1';
const refusedAddresses = {
  privateNetwork: 'Webhooks go to names on the internet.',
  passwordInAddress: 'Webhooks go to addresses without a name or password in them.',
  notEncrypted: 'Webhooks go to addresses that begin with https://.',
} as const;

/** Null where it may be named. Plain HTTP leaves no machine. */
function refusalOf(url: string, isReachable: IsReachable): keyof typeof refusedAddresses | null {
  const { protocol, hostname, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isHere = isLocalName(host);
  const isClosed = (isHere && !isReachable(loopback)) || (isIP(host) !== 0 && !isReachable(host));
  if (isClosed) return 'privateNetwork';
  if (username !== '' || password !== '') return 'passwordInAddress';
  return protocol === 'https:' || isHere ? null : 'notEncrypted';
}

/** @throws Failure 'badRequest' for an address that nothing is sent to, 'conflict' where there are as many as may be */
export async function addAddress(
  { db, clock, secret, isReachable = isPublicAddress }: WebhookDeps,
  member: Member,
  { url, isTest, facts }: RouteInput<typeof addRoute>['body'],
): Promise<RouteOutput<typeof addRoute>> {
  const reason = refusalOf(url, isReachable);
  if (reason) throw new Failure('badRequest', refusedAddresses[reason], { reason });
  const at = clock.now();
  const uuid = randomUUID();
  const id = await inTenant(db, member.merchantId, async (tx) => {
    await takeTurns(tx);
    if ((await countAddresses(tx)) >= addressesMax) {
      throw new Failure('conflict', 'Remove an address that is not used any more before you add another.');
    }
    const made = await insertAddress(tx, { uuid, url, isTest, facts, madeBy: member.userId, at });
    const about = { type: 'merchant', id: member.merchantId } as const;
    await happened(tx, member, {
      fact: 'integrator.webhookAdded',
      at,
      about,
      params: { host: new URL(url).host },
    });
    return made;
  });
  const nothingYet = { waitingSince: null, waitingCount: 0, lastLagMs: null, delivered24h: 0, written24h: 0 };
  const row = { id, url, isTest, facts, createdAt: at, formerSecretUntil: null, ...nothingYet };
  return { ...shownAddress(row), secret: secretOf(secret, uuid) };
}

/**
 * A new secret; the one before signs beside it for a day, so that a receiver changes over without losing a message.
 * @throws Failure 'notFound', 'conflict' where two sign already
 */
export async function renewSecret(
  { db, clock, secret }: WebhookDeps,
  member: Member,
  id: string,
): Promise<RouteOutput<typeof addRoute>> {
  const at = clock.now();
  const uuid = randomUUID();
  const until = new Date(at.getTime() + twoSecretsHours * hourMs);
  const row = await inTenant(db, member.merchantId, async (tx) => {
    const changed = await changeSecret(tx, id, { uuid, at, until });
    if (!changed) {
      if (!(await selectUrl(tx, id))) throw notFound();
      throw new Failure('conflict', 'Its secret was changed in the last 24 hours, and two sign already.');
    }
    const about = { type: 'merchant', id: member.merchantId } as const;
    const { host } = new URL(changed.url);
    await happened(tx, member, { fact: 'integrator.secretRenewed', at, about, params: { host } });
    return (await allOf(tx, at)).find((each) => each.id === id);
  });
  if (!row) throw notFound();
  return { ...row, secret: secretOf(secret, uuid) };
}

/** @throws Failure 'notFound' */
export async function removeAddress(
  { db, clock }: WebhookDeps,
  member: Member,
  id: string,
): Promise<{ removed: true }> {
  const at = clock.now();
  await inTenant(db, member.merchantId, async (tx) => {
    const removed = await remove(tx, id, at);
    if (!removed) throw notFound();
    await giveUpAll(tx, id);
    const { host } = new URL(removed.url);
    const about = { type: 'merchant', id: member.merchantId } as const;
    await happened(tx, member, { fact: 'integrator.webhookRemoved', at, about, params: { host } });
  });
  return { removed: true };
}

export const deliveriesOf = (
  { db, clock }: WebhookDeps,
  member: Member,
  { cursor, limit, ...filter }: RouteInput<typeof listDeliveries>['query'],
): Promise<RouteOutput<typeof listDeliveries>> =>
  inTenant(db, member.merchantId, async (tx) => {
    const found = await selectDeliveries(tx, filter, {
      since: before(clock.now(), deliveryDays * 24),
      before: cursor === undefined ? null : readCursor(cursor).id,
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const nextCursor = found.length > limit && last ? writeCursor(last.createdAt, last.id) : null;
    return { rows: shown.map(shownDelivery), nextCursor };
  });

/** How many have not arrived; the filters are the list's. */
export const missingOf = (
  { db, clock }: WebhookDeps,
  member: Member,
  filter: RouteInput<typeof countMissing>['query'],
): Promise<RouteOutput<typeof countMissing>> =>
  inTenant(db, member.merchantId, async (tx) => {
    const found = await countDeliveries(
      tx,
      { ...filter, only: 'missing' },
      { since: before(clock.now(), deliveryDays * 24), limit: missingCountMax + 1 },
    );
    return { count: Math.min(found, missingCountMax), isMore: found > missingCountMax };
  });

/** @throws Failure 'notFound' */
export const deliveryOf = (
  { db }: WebhookDeps,
  member: Member,
  id: string,
): Promise<RouteOutput<typeof getDelivery>> =>
  inTenant(db, member.merchantId, async (tx) => {
    const row = await selectDelivery(tx, id);
    if (!row) throw notFound();
    const attempts = await selectAttempts(tx, id);
    return {
      ...shownDelivery(row),
      body: row.body,
      isRemoved: row.isRemoved,
      triesUntil: new Date((row.resentAt ?? row.createdAt).getTime() + tryHours * hourMs).toISOString(),
      attempts: attempts.map((each) => ({ ...each, at: each.at.toISOString() })),
    };
  });

/** Sends it again under its own id. @throws Failure 'notFound', 'conflict' where its address was removed */
export const replay = ({ db, clock }: WebhookDeps, member: Member, id: string): Promise<WebhookDelivery> =>
  inTenant(db, member.merchantId, async (tx) => {
    const row = await selectDelivery(tx, id);
    if (!row) throw notFound();
    if (row.isRemoved) throw new Failure('conflict', 'Its address was removed.');
    const at = clock.now();
    await sendAgain(tx, id, at);
    await enqueue(tx, deliverJob, { merchantId: member.merchantId, deliveryId: id });
    return shownDelivery({ ...row, state: 'WAITING', nextAttemptAt: at });
  });

/** Everything that an address was told since a day, again. @throws Failure 'notFound' */
export const resendSince = (
  { db, clock }: WebhookDeps,
  member: Member,
  id: string,
  { since, onlyGivenUp }: RouteInput<typeof resendRoute>['body'],
): Promise<RouteOutput<typeof resendRoute>> =>
  inTenant(db, member.merchantId, async (tx) => {
    const address = await selectUrl(tx, id);
    if (!address) throw notFound();
    const at = clock.now();
    const kept = before(at, deliveryDays * 24);
    const begin = startOfRiyadhDay(since);
    const from = begin > kept ? begin : kept;
    const sent = await sendManyAgain(tx, id, { since: from, onlyGivenUp, at, limit: resentMax });
    if (!sent) throw new Error('an aggregate answers its row');
    if (sent.count > 0) {
      await enqueue(tx, dueJob, {});
      const about = { type: 'merchant', id: member.merchantId } as const;
      const params = { host: new URL(address.url).host, from: since, messagesCount: sent.count };
      await happened(tx, member, { fact: 'integrator.webhooksResent', at, about, params });
    }
    return { ...sent, upTo: iso(sent.upTo) };
  });
