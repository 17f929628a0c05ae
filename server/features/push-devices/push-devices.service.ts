import { createHash } from 'node:crypto';
import { type addPushDevice, type listPushDevices, pushDevicesMax } from '@mizan/contract/push-devices.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import { browserFacts } from '../../platform/http/browser-facts.ts';
import type { Member } from '../../platform/http/call.ts';
import * as queries from './push-devices.queries.ts';
import { vapidKeysOf } from './vapid.ts';

/** Devices that notices are sent to (docs/decisions/0121-notices-on-devices.md). */
interface DevicesDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** MIZAN_SECRET. */
  readonly secret: string;
}

const hashOf = (endpoint: string): Buffer => createHash('sha256').update(endpoint).digest();

export async function listDevices(
  { db, secret }: DevicesDeps,
  { merchantId, userId }: Member,
): Promise<RouteOutput<typeof listPushDevices>> {
  const rows = await inPlatform(db, (tx) => queries.selectDevices(tx, merchantId, userId));
  return {
    publicKey: vapidKeysOf(secret).publicKey,
    rows: rows.map(({ userAgent, addedOn, endpointHash, ...row }) => ({
      ...row,
      ...browserFacts(userAgent),
      addedOn: addedOn.toISOString(),
      endpointHash: endpointHash.toString('hex'),
    })),
  };
}

/**
 * Sends notices of this person to this browser from now on. A browser says so with every start, so that it counts by the
 * session of the moment; only the first time is written down.
 */
export function addDevice(
  { db, clock }: DevicesDeps,
  member: Member,
  asked: RouteInput<typeof addPushDevice>['body'],
  from: { ip: string; userAgent: string | null },
): Promise<{ id: string }> {
  const { merchantId, userId, sessionId } = member;
  const at = clock.now();
  const device = {
    ...asked,
    ...from,
    merchantId,
    userId,
    sessionId,
    endpointHash: hashOf(asked.endpoint),
    at,
  };
  return inPlatform(db, async (tx) => {
    await queries.lockEndpoint(tx, device.endpointHash);
    await queries.removeOthersOf(tx, device);
    const renewed = await queries.renewDevice(tx, device);
    if (renewed) return renewed;
    const made = await queries.insertDevice(tx, device);
    if (!made) throw new Error('the device was not kept');
    await queries.removeBeyond(tx, device, pushDevicesMax);
    await happened(tx, member, { fact: 'account.pushDeviceAdded', at });
    return made;
  });
}

/** One of the own devices, or with null all. @throws Failure 'notFound', also of another person's */
export function removeOwnDevices(
  { db, clock }: DevicesDeps,
  member: Member,
  id: string | null,
): Promise<{ removed: number }> {
  const at = clock.now();
  return inPlatform(db, async (tx) => {
    const removed = await queries.removeDevices(tx, member, id, at);
    if (id !== null && removed === 0) throw notFound();
    if (removed > 0)
      await happened(tx, member, { fact: 'account.pushDevicesRemoved', at, params: { ended: removed } });
    return { removed };
  });
}
