import { afterAll, expect, test } from 'vitest';
import { ask } from '../postgres/stand-in-portals.ts';
import { ownServer } from './own-server.ts';

const server = await ownServer();
afterAll(() => server.remove());

const count = 'SELECT count(*)::int AS count FROM kept';

test('taken away and brought back, in order or by a kill: same URL, every commit there', async () => {
  await ask(server.url, 'CREATE TABLE kept AS SELECT 1 AS one');
  await server.stop();
  await expect(ask(server.url, count)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await server.start();
  await ask(server.url, 'INSERT INTO kept VALUES (2)');
  await server.kill();
  await server.start();
  expect(await ask(server.url, count)).toEqual([{ count: 2 }]);
});
