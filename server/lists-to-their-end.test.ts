import { listPlaces } from '@mizan/contract/districts.ts';
import { listBranches } from '@mizan/contract/management.ts';
import { listBrands, listModels } from '@mizan/contract/models.ts';
import { listPeople } from '@mizan/contract/people.ts';
import { listVendors } from '@mizan/contract/vendors.ts';
import { expect, test } from 'vitest';
import { makeMerchant } from './features/transactions/testing/merchant-world.ts';
import { platformRows } from './platform/database/database.ts';
import { testPortal } from './testing/test-portal.ts';

/** Lists page by page to their end. What a migration wrote, or one statement, came at one moment. */
const portal = await testPortal();
const { db } = portal;
const world = await makeMerchant(db);
const another = await makeMerchant(db);
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const asAdmin = { token: await portal.tokenOf(admin?.id ?? '') };
const asOwner = { token: await portal.tokenOf(world.owner.userId) };

/** Eight at one moment, and eight within a few milliseconds of which those with the higher id are older. */
const moments = `now() - CASE WHEN n > 8 THEN n * interval '300 microseconds' ELSE interval '0' END`;
const series = 'generate_series(1, 16) n';
await platformRows(
  db,
  `INSERT INTO vendors (name_en, name_ar, created_at) SELECT 'Vendor ' || n, 'مورد ' || n, ${moments} FROM ${series}`,
);
await platformRows(
  db,
  `INSERT INTO terminal_brands (name, manufacturer, created_at) SELECT 'Brand ' || n, 'Maker', ${moments} FROM ${series}`,
);
await platformRows(
  db,
  `INSERT INTO terminal_models (brand_id, name, created_at)
   SELECT (SELECT min(id) FROM terminal_brands), 'Model ' || n, ${moments} FROM ${series}`,
);
for (const { merchantId } of [world, another]) {
  await platformRows(
    db,
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, created_at)
     SELECT $1, 'N' || n, 'Branch', 'فرع', ${moments} FROM ${series}`,
    [merchantId],
  );
  await platformRows(
    db,
    `INSERT INTO users (merchant_id, role, username, full_name, password_hash, created_at)
     SELECT $1, 'CASHIER', 'n-' || $1::bigint || '-' || n, 'Cashier', '', ${moments} FROM ${series}`,
    [merchantId],
  );
}

interface Page {
  rows: { id: string }[];
  nextCursor: string | null;
  total: number;
}
interface Asked {
  limit: number;
  cursor?: string;
}
const own = `merchant_id = ${world.merchantId}`;
const places = (kind: 'REGION' | 'CITY' | 'DISTRICT') => ({
  name: `places of the kind ${kind}`,
  of: `places WHERE kind = '${kind}'`,
  page: (query: Asked) => portal.call(listPlaces, { query: { ...query, kind } }, asAdmin),
});

test.each([
  { name: 'vendors', of: 'vendors', page: (query: Asked) => portal.call(listVendors, { query }, asAdmin) },
  {
    name: 'brands',
    of: 'terminal_brands',
    page: (query: Asked) => portal.call(listBrands, { query }, asAdmin),
  },
  {
    name: 'models',
    of: 'terminal_models',
    page: (query: Asked) => portal.call(listModels, { query }, asAdmin),
  },
  places('REGION'),
  places('CITY'),
  places('DISTRICT'),
  {
    name: 'branches',
    of: `branches WHERE ${own}`,
    page: (query: Asked) => portal.call(listBranches, { query }, asOwner),
  },
  {
    name: 'people',
    of: `users WHERE ${own}`,
    page: (query: Asked) => portal.call(listPeople, { query }, asOwner),
  },
])(
  '$name, three at a time to the end: each one once, and as many as the total says',
  async ({ of, page }) => {
    const kept = await platformRows<{ id: string }>(db, `SELECT id::text FROM ${of}`);
    expect(kept.length).toBeGreaterThan(9);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await page({ limit: 3, ...(cursor !== undefined && { cursor }) });
      expect(answer.statusCode).toBe(200);
      const { rows, nextCursor, total } = answer.json<Page>();
      expect(total).toBe(kept.length);
      expect(rows.length).toBe(nextCursor === null ? kept.length - seen.length : 3);
      seen.push(...rows.map(({ id }) => id));
      // One that never ends is a fault, too.
      expect(seen.length).toBeLessThanOrEqual(kept.length);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  },
);
