import * as contract from '@mizan/contract/districts.ts';
import { listBranches } from '@mizan/contract/management.ts';
import * as offered from '@mizan/contract/offered-places.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };
const places = async () =>
  (await portal.call(offered.getOfferedPlaces, {})).json<RouteOutput<typeof offered.getOfferedPlaces>>();
const districtsOf = async (city: string) =>
  (await portal.call(offered.getOfferedDistricts, { query: { city } }))
    .json<RouteOutput<typeof offered.getOfferedDistricts>>()
    .districts.map(({ en }) => en);
const idOf = async (nameEn: string, kind: string): Promise<string> =>
  (
    await platformRows<{ id: string }>(db, 'SELECT id::text FROM places WHERE name_en = $1 AND kind = $2', [
      nameEn,
      kind,
    ])
  )[0]?.id ?? '';

test('what an administrator adds, renames or takes out of use is what forms offer from then on', async () => {
  const jeddah = await idOf('Jeddah', 'CITY');
  await portal.call(
    contract.addPlace,
    { body: { parentId: jeddah, nameEn: 'New Quarter', nameAr: 'الحي الجديد' } },
    as,
  );
  expect(await districtsOf('Jeddah')).toContain('New Quarter');
  expect(await districtsOf('جدة')).toContain('New Quarter');
  const names = { nameEn: 'Jiddah', nameAr: 'جدة' };
  await portal.call(
    contract.renamePlace,
    { params: { id: jeddah }, body: { ...names, seen: { nameEn: 'Jeddah', nameAr: 'جدة' } } },
    as,
  );
  const { cities, regions } = await places();
  expect(cities.filter(({ ar }) => ar === 'جدة')).toEqual([{ region: 'SA-02', en: 'Jiddah', ar: 'جدة' }]);
  expect(regions).toHaveLength(13);
  expect(await districtsOf('Jeddah')).toEqual([]);
  await portal.call(contract.setPlaceStatus, { params: { id: jeddah }, body: { status: 'INACTIVE' } }, as);
  expect((await places()).cities.filter(({ ar }) => ar === 'جدة')).toEqual([]);
});

test('a branch keeps the city that it was saved with, though nobody offers it any more', async () => {
  const shop = await openShop(db, 1);
  await platformRows(
    db,
    `UPDATE branches SET city = 'Abha', district = 'Old Quarter' WHERE merchant_id = $1`,
    [shop.owner.merchantId],
  );
  const body = { nameEn: 'Abha Town', nameAr: 'أبها', seen: { nameEn: 'Abha', nameAr: 'أبها' } };
  await portal.call(contract.renamePlace, { params: { id: await idOf('Abha', 'CITY') }, body }, as);
  const answer = await portal.call(
    listBranches,
    { query: {} },
    { token: await portal.tokenOf(shop.owner.userId) },
  );
  const [branch] = answer.json<RouteOutput<typeof listBranches>>().rows;
  expect(branch?.place).toMatchObject({ city: 'Abha', district: 'Old Quarter' });
});
