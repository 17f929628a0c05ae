import { listModels, removeModelPicture, setModelPicture } from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import {
  getTerminalByTid,
  getTerminalPicture,
  type TerminalDetail,
} from '@mizan/contract/terminal-history.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { pngOf } from '../../platform/scanner/testing/document-files.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db } = portal;
const [shop, other] = [await openShop(db, 1), await openShop(db, 1)];
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const asAdmin = { token: await portal.tokenOf(admin?.id ?? '') };
const own = { token: await portal.tokenOf(shop.owner.userId) };
const stranger = { token: await portal.tokenOf(other.owner.userId) };
const [terminal] = shop.terminals;
const tid = terminal?.tid ?? '';

const detail = async (): Promise<TerminalDetail> =>
  (await portal.call(getTerminalByTid, { params: { tid } }, own)).json();
const picture = (version: string, as = own) =>
  portal.call(getTerminalPicture, { params: { tid, version } }, as);

test('a merchant sees what the model of a terminal looks like; nobody sees it by the terminal of somebody else', async () => {
  const asked = { query: { search: 'Ingenico AXIUM DX8000' } };
  const { rows } = (await portal.call(listModels, asked, asAdmin)).json<RouteOutput<typeof listModels>>();
  const [model] = rows;
  const params = { id: model?.id ?? '' };
  await platformRows(db, 'UPDATE terminals SET brand = $2, model = $3 WHERE id = $1', [
    terminal?.id,
    model?.brand,
    model?.name,
  ]);
  expect((await detail()).pictureVersion).toBeNull();
  const set = { params, body: pngOf(40, 60) as never };
  expect((await portal.call(setModelPicture, set, asAdmin)).statusCode).toBe(200);
  const version = (await detail()).pictureVersion ?? '';
  const answer = await picture(version);
  expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(answer.rawPayload.equals(pngOf(40, 60))).toBe(true);
  expect((await picture(version, stranger)).statusCode).toBe(404);
  const [first] = version;
  const another = (first === '0' ? '1' : '0') + version.slice(1);
  expect((await picture(another)).statusCode).toBe(404);
  await portal.call(removeModelPicture, { params }, asAdmin);
  expect((await detail()).pictureVersion).toBeNull();
  expect((await picture(version)).statusCode).toBe(404);
});
