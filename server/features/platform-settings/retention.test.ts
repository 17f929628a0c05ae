import { getRetention, timedKinds } from '@mizan/contract/retention.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { retentionTerms, usualDays } from '../../platform/housekeeping/retention.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { retentionOf } from './retention.service.ts';

const portal = await testPortal();
const [admin] = await platformRows<{ id: string }>(
  portal.db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);

test('every time that may be set is told, as this portal was started, with its limits', async () => {
  expect([...timedKinds].sort()).toEqual(Object.keys(retentionTerms).sort());
  const own = retentionOf({ ...usualDays, mails: 12 }).rows.find(({ kind }) => kind === 'mails');
  expect(own).toEqual({ kind: 'mails', days: 12, setting: 'KEEP_MAILS_DAYS', least: 7, most: 365 });
  const answer = await portal.call(getRetention, {}, { token: await portal.tokenOf(admin?.id ?? '') });
  expect(getRetention.output.parse(answer.json())).toEqual(retentionOf(usualDays));
});

test('403: owners are not told how the portal is run', async () => {
  const shop = await openShop(portal.db, 1);
  const token = await portal.tokenOf(shop.owner.userId);
  expect((await portal.call(getRetention, {}, { token })).statusCode).toBe(403);
});
