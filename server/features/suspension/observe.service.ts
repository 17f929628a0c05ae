import { lookingOnMinutes } from '@mizan/contract/people.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { observeMerchant } from '@mizan/contract/suspension.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { openView } from '../../platform/sessions/sessions.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { bothLogs, tellOwners } from '../merchants/told.service.ts';
import { ownersAt } from '../users/users.service.ts';
import type { SuspensionDeps } from './suspension.service.ts';

/** An administrator sees what an owner sees, and changes nothing (docs/decisions/0142-observing-a-merchant.md). */

/**
 * Opens a session that sees what the first owner sees, for 15 minutes; both logs name it with its reason, and the owners are
 * written to in the same transaction. @throws Failure 'notFound'; 'conflict': 'inactive', also where no owner may work
 */
export const observe = (
  deps: SuspensionDeps,
  actor: Principal,
  merchantId: string,
  reason: string,
): Promise<RouteOutput<typeof observeMerchant>> =>
  inPlatform(deps.db, async (tx) => {
    const merchant = await holdMerchant(tx, merchantId);
    if (!merchant) throw notFound();
    const owners = await ownersAt(tx, merchantId);
    const [owner] = owners;
    if (merchant.status !== 'ACTIVE' || !owner) {
      throw new Failure('conflict', 'Nobody works at this merchant.', { reason: 'inactive' });
    }
    const at = deps.clock.now();
    const until = new Date(at.getTime() + lookingOnMinutes * 60_000);
    const accessToken = await openView(tx, { userId: owner.id, viewer: actor, at, until });
    for (const by of bothLogs(actor, merchantId)) {
      await happened(tx, by, {
        fact: 'merchants.observed',
        at,
        about: { type: 'merchant', id: merchantId },
        params: { name: merchant.name, arabicName: merchant.nameAr, note: reason },
      });
    }
    await tellOwners(tx, deps.mailer, actor, {
      fact: 'merchants.observerTold',
      merchantId,
      owners,
      at,
      values: ({ moment }) => ({ reason, until: moment(until) }),
    });
    return {
      accessToken,
      role: 'MERCHANT',
      teamRole: 'owner',
      fullName: owner.name,
      email: null,
      until: until.toISOString(),
    };
  });

/** Writes the end of it into both logs, in the transaction that ends the session. */
export async function tellObservingEnded(tx: Tx, viewer: Actor, merchantId: string, at: Date): Promise<void> {
  const merchant = await holdMerchant(tx, merchantId);
  for (const by of bothLogs(viewer, merchantId)) {
    await happened(tx, by, {
      fact: 'merchants.observingEnded',
      at,
      about: { type: 'merchant', id: merchantId },
      params: { name: merchant?.name ?? '', arabicName: merchant?.nameAr },
    });
  }
}
