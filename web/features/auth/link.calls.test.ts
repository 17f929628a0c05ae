import { afterEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

const answer = (status: number, body: object): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

test('whoever was signed in where a password is set by a link is not there any more, and stays where it is refused', async () => {
  stubBrowser();
  const { beginSession, readSession } = await import('../../platform/session.store.ts');
  const { setPassword } = await import('./link.calls.ts');
  beginSession({ accessToken: 'khalids', role: 'MERCHANT', fullName: 'Khalid', email: null });
  vi.stubGlobal('fetch', async () => answer(400, { code: 'invalidToken', message: 'no', details: {} }));
  expect((await setPassword('used', 'Olaya-Riyal!4821')).kind).toBe('refused');
  expect(readSession()?.userName).toBe('Khalid');
  vi.stubGlobal('fetch', async () => answer(200, { changed: true }));
  expect((await setPassword('good', 'Olaya-Riyal!4821')).kind).toBe('done');
  expect(readSession()).toBeNull();
});
