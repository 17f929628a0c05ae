import {
  getModel,
  getModelPicture,
  listModels,
  removeModelPicture,
  setModelPicture,
} from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { beforeAll, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { exif, jpegOf, pngOf } from '../../platform/scanner/testing/document-files.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db } = portal;
let token: string;
let params: { id: string };

beforeAll(async () => {
  const [admin] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
     RETURNING id::text`,
  );
  token = await portal.tokenOf(admin?.id ?? '');
  const listed = await portal.call(listModels, { query: {} }, { token });
  params = { id: listed.json<RouteOutput<typeof listModels>>().rows[0]?.id ?? '' };
});

const set = (body: Buffer, of = params) =>
  portal.call(setModelPicture, { params: of, body: body as never }, { token });
const remove = (of = params) => portal.call(removeModelPicture, { params: of }, { token });
const get = (version: string) => portal.call(getModelPicture, { params: { ...params, version } }, { token });
const versionOf = async (): Promise<string | null> =>
  (await portal.call(getModel, { params }, { token })).json<RouteOutput<typeof getModel>>().pictureVersion;
const actions = async (): Promise<string[]> =>
  (
    await platformRows<{ action: string }>(
      db,
      `SELECT action FROM audit_entries WHERE subject_type = 'model' AND subject_id = $1 AND action LIKE 'models.picture%'
        ORDER BY id`,
      [params.id],
    )
  ).map(({ action }) => action);

test('a picture is kept without where it was taken, named by the model, and another one has another address', async () => {
  await set(jpegOf({ width: 64, height: 96, before: [exif()] }));
  const first = await versionOf();
  const answer = await get(first ?? '');
  expect(answer.rawPayload.equals(jpegOf({ width: 64, height: 96 }))).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
  });
  await set(pngOf(40, 40));
  expect(await versionOf()).not.toBe(first);
  expect((await get(first ?? '')).statusCode).toBe(404);
});

test('each change is written down once; taken out, its bytes are gone', async () => {
  await remove();
  const before = await actions();
  for (let times = 0; times < 2; times += 1) await set(pngOf(41, 41));
  for (let times = 0; times < 2; times += 1)
    expect((await remove()).json()).toEqual({ pictureVersion: null });
  expect((await actions()).slice(before.length)).toEqual(['models.pictureSet', 'models.pictureRemoved']);
  expect(
    await platformRows(
      db,
      'SELECT picture, picture_type, picture_version FROM terminal_models WHERE id = $1',
      [params.id],
    ),
  ).toEqual([{ picture: null, picture_type: null, picture_version: null }]);
});

test('what is no picture is refused and the one before stays; of no model there is none', async () => {
  await set(pngOf(42, 42));
  const before = await versionOf();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const refused = await set(svg);
  expect([refused.statusCode, refused.json<{ details: object }>().details]).toMatchObject([
    422,
    { reason: 'pictureInvalid' },
  ]);
  expect(await versionOf()).toBe(before);
  const nobody = { id: '9000000000000000000' };
  expect((await set(pngOf(42, 42), nobody)).statusCode).toBe(404);
  expect((await remove(nobody)).statusCode).toBe(404);
});
