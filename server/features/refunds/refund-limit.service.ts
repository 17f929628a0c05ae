import { type RefundLimit, refundAloneHours } from '@mizan/contract/refund-limit.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { settingOf } from '../../platform/settings/settings.ts';
import { selectLimit, sumAlone, upsertLimit } from './refunds.queries.ts';

/** What one person may give back alone within a day (docs/decisions/0097-who-may-give-back.md). */
interface LimitDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export async function limitFor(tx: Tx, by: Member, now: Date): Promise<RefundLimit> {
  const set = await selectLimit(tx);
  const aloneMinor = await sumAlone(tx, by.userId, new Date(now.getTime() - refundAloneHours * 3_600_000));
  return set
    ? {
        limitMinor: set.limitMinor,
        isDefault: false,
        byName: set.byName,
        at: set.at.toISOString(),
        aloneMinor,
      }
    : {
        limitMinor: (await settingOf(tx, 'aloneLimits')).refundMinor,
        isDefault: true,
        byName: null,
        at: null,
        aloneMinor,
      };
}

export const getRefundLimit = ({ db, clock }: LimitDeps, by: Member): Promise<RefundLimit> =>
  inTenant(db, by.merchantId, (tx) => limitFor(tx, by, clock.now()));

/** For what is asked from now on; what waits stays waiting. Open windows of the merchant hear of it. */
export const setRefundLimit = (
  { db, clock }: LimitDeps,
  by: Member,
  limitMinor: number,
): Promise<RefundLimit> =>
  inTenant(db, by.merchantId, async (tx) => {
    const at = clock.now();
    const was = await limitFor(tx, by, at);
    if (was.limitMinor === limitMinor && !was.isDefault) return was;
    await upsertLimit(tx, { limitMinor, byId: by.userId, byName: by.fullName, at });
    await happened(tx, by, {
      fact: 'refunds.limitSet',
      at,
      about: { type: 'merchant', id: by.merchantId },
      params: { limitMinor },
      was: { limitMinor: was.limitMinor },
    });
    await announce(tx, by.merchantId, { type: 'SET' });
    return limitFor(tx, by, at);
  });
