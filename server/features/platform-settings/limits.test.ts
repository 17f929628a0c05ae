import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import { type AuditRow, listChangesOf } from '@mizan/contract/audit.ts';
import { getExceptionLimit, setExceptionLimit } from '@mizan/contract/exception-limit.ts';
import { getHealth, type Health } from '@mizan/contract/platform.ts';
import * as settings from '@mizan/contract/platform-settings.ts';
import { getRefundLimit, setRefundLimit } from '@mizan/contract/refund-limit.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db } = portal;
const [first, second] = [await openShop(db, 1), await openShop(db, 1)];
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };
const mine = { token: await portal.tokenOf(first.owner.userId) };
const hers = { token: await portal.tokenOf(second.owner.userId) };

const kept = async () =>
  (await portal.call(settings.getPlatformSettings, {}, as)).json<{
    healthLimits: settings.HealthLimits;
    aloneLimits: settings.AloneLimits;
  }>();
const limitsOf = async (who: { token: string }) => {
  const asked = [getExceptionLimit, getRefundLimit].map((route) => portal.call(route, {}, who));
  return (await Promise.all(asked)).map((answer) => answer.json<{ limitMinor: number }>().limitMinor);
};

test('what one person does alone: a merchant without a limit of their own follows, one with it does not', async () => {
  expect((await kept()).aloneLimits).toEqual({ exceptionMinor: 20_000, refundMinor: 50_000 });
  expect(await limitsOf(mine)).toEqual([20_000, 50_000]);
  await portal.call(setExceptionLimit, { body: { limitMinor: 1_000 } }, hers);
  await portal.call(setRefundLimit, { body: { limitMinor: 2_000 } }, hers);
  const next = { exceptionMinor: 0, refundMinor: 70_000 };
  const body = { ...next, seen: { exceptionMinor: 20_000, refundMinor: 50_000 } };
  expect((await portal.call(settings.setAloneLimits, { body }, as)).json()).toEqual(next);
  // Another window that still shows the limits of before would put one of them back.
  const stale = { ...body, refundMinor: 90_000 };
  expect((await portal.call(settings.setAloneLimits, { body: stale }, as)).json()).toMatchObject({
    code: 'conflict',
    details: { reason: changedMeanwhile },
  });
  expect(await limitsOf(mine)).toEqual([0, 70_000]);
  expect(await limitsOf(hers)).toEqual([1_000, 2_000]);
});

test('the figures of the first screen are held against the limits that were set', async () => {
  const { healthLimits } = await kept();
  const limitOf = async () => {
    const { figures } = (await portal.call(getHealth, {}, as)).json<Health>();
    return figures.find(({ id }) => id === 'undecided')?.limit;
  };
  expect(await limitOf()).toBe(50);
  const seven = { ...healthLimits, undecided: 7, seen: healthLimits };
  await portal.call(settings.setHealthLimits, { body: seven }, as);
  expect(await limitOf()).toBe(7);
  const stale = { ...healthLimits, files: 7, seen: healthLimits };
  expect((await portal.call(settings.setHealthLimits, { body: stale }, as)).statusCode).toBe(409);
  const wrong = { ...seven, liveMs: settings.healthLimitTerms.liveMs.most + 1 };
  expect((await portal.call(settings.setHealthLimits, { body: wrong }, as)).statusCode).toBe(400);
});

test('each change stands in the trail with what was before; the same again is none', async () => {
  const { healthLimits, aloneLimits } = await kept();
  await portal.call(settings.setHealthLimits, { body: { ...healthLimits, seen: healthLimits } }, as);
  await portal.call(settings.setAloneLimits, { body: { ...aloneLimits, seen: aloneLimits } }, as);
  const query = { type: 'platformSettings', id: settings.platformSettingsId } as const;
  const { rows } = (await portal.call(listChangesOf, { query }, as)).json<{ rows: AuditRow[] }>();
  expect(rows).toMatchObject([
    { action: 'platformSettings.healthLimitsSet', before: { undecided: 50 }, after: { undecided: 7 } },
    {
      action: 'platformSettings.aloneLimitsSet',
      before: { refundMinor: 50_000 },
      after: { refundMinor: 70_000 },
      actorName: 'Huda Al-Faisal',
    },
  ]);
});
