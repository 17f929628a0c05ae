import { exportMerchants, listMerchants } from '@mizan/contract/merchants.ts';
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
const [first, second] = [await openShop(db, 1), await openShop(db, 1)];

type Asked = Parameters<typeof portal.call<typeof exportMerchants>>[1]['query'];
const linesOf = async (query: Omit<Asked, 'format'>): Promise<string[]> => {
  const answer = await portal.call(exportMerchants, { query: { ...query, format: 'csv' } as Asked }, as);
  expect(answer.statusCode).toBe(200);
  return answer.body.trim().split(/\r?\n/).slice(1);
};

test('the file has every merchant of the list, page after page, and none beside them', async () => {
  // Written out, because on a cluster no rows are made from a SELECT where row-level security guards the table.
  const many = Array.from(
    { length: 1_001 },
    (_, n) =>
      `(gen_random_uuid(), 'Many ${n + 1}', 'Many ${n + 1}', 'ACTIVE', 'ARNB',
        '2026-11-01'::timestamptz + ${n + 1} * interval '1 ms')`,
  );
  await platformRows(
    db,
    `INSERT INTO merchants (uuid, name_en, name_ar, status, bank_code, created_at) VALUES ${many.join(', ')}`,
  );
  const lines = await linesOf({ search: 'many ' });
  expect(lines).toHaveLength(1001);
  expect(new Set(lines).size).toBe(1001);
  expect(lines[0]).toContain('Many 1001');
});

test('its filters are those of the list; words and head are of the language that was asked for', async () => {
  await platformRows(db, `UPDATE merchants SET status = 'SUSPENDED', name_en = '=cmd()' WHERE id = $1`, [
    second.merchantId,
  ]);
  const query = { status: 'SUSPENDED' } as const;
  const { rows } = (await portal.call(listMerchants, { query }, as)).json<{ rows: { id: string }[] }>();
  expect(rows.map(({ id }) => id)).toEqual([second.merchantId]);
  const [line, ...others] = await linesOf(query);
  expect(others).toEqual([]);
  expect(line).toContain('Suspended');
  // A name that a spreadsheet would reckon is text.
  expect(line).not.toMatch(/^"?=/);
  expect((await linesOf({ ...query, lang: 'ar' }))[0]).toContain('موقوف');
  for (const format of ['xlsx', 'pdf'] as const) {
    const answer = await portal.call(exportMerchants, { query: { ...query, format } }, as);
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe(format === 'pdf' ? '%P' : 'PK');
  }
});

test('a merchant is found by the whole number of a terminal, in either digits, and by no part of it', async () => {
  const tid = first.terminals[0]?.tid ?? '';
  const arabic = [...tid].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('');
  for (const search of [tid, arabic]) {
    const { rows } = (await portal.call(listMerchants, { query: { search } }, as)).json<{
      rows: { id: string }[];
    }>();
    expect(rows.map(({ id }) => id)).toEqual([first.merchantId]);
    expect(await linesOf({ search })).toHaveLength(1);
  }
  expect(await linesOf({ search: tid.slice(0, -1) })).toEqual([]);
});

test('403: an owner is given no list of merchants', async () => {
  const token = await portal.tokenOf(first.owner.userId);
  const answer = await portal.call(exportMerchants, { query: { format: 'csv' } }, { token });
  expect(answer.statusCode).toBe(403);
});
