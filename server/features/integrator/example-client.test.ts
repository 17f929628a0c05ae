import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import { integratorLogin, makeCredential } from '@mizan/contract/integrator.ts';
import { afterAll, expect, test } from 'vitest';
import { startTerminal } from '../../../terminal/terminal.ts';
import { platformRows } from '../../platform/database/database.ts';
import { livePortal, tillPassword } from '../../testing/live-portal.ts';
import { openShop } from '../../testing/shop.ts';

const portal = await livePortal(20_000);
const { db, app, stand } = portal;
const client = fileURLToPath(new URL('../../../docs/examples/till.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mizan-example-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The address of a call as the contract has it, by its pattern. */
const patternOf = (path: string) => new RegExp(`^/api/v1${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`);
/** Every call that software of a merchant has: the sign-in, and what its token reaches. */
const forSoftware = allRoutes.filter(
  ({ id, forIntegrations }) => forIntegrations || id === integratorLogin.id,
);

/** What is asked of the portal from now on, each call by its route's id or as it was sent. */
function heardCalls(): Set<string> {
  const heard = new Set<string>();
  app.server.on('request', ({ method, url = '' }) => {
    const path = url.replace(/\?.*$/, '');
    const route = forSoftware.find((each) => each.method === method && patternOf(each.path).test(path));
    heard.add(route?.id ?? `${method} ${path}`);
  });
  return heard;
}

test('the example of docs/integrate.md makes every call that a merchant’s software has, over real sockets', async () => {
  const shop = await openShop(db, 1);
  const place = shop.terminals[0] ?? expect.fail('no terminal');
  await portal.tillToken(place.cashier, 'example');
  await platformRows(db, 'UPDATE users SET email_verified_at = now() WHERE id = $1', [shop.owner.userId]);
  const token = await portal.tokenOf(shop.owner.userId);
  const made = (await portal.call(makeCredential, { body: { name: 'Books' } }, { token })).json();
  const { tid, enrolCode } = place;
  const terminal = startTerminal({
    tid,
    enrolCode,
    serial: 'S1',
    model: 'A920',
    url: stand.url,
    stateDir: folder,
    speed: 0,
    log: () => {},
    waits: { firstMs: 5, mostMs: 40, droppedMs: 20 },
  });
  try {
    await expect.poll(() => terminal.link.isWelcome()).toBe(true);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const heard = heardCalls();
    const { port } = app.server.address() as AddressInfo;
    const { stdout } = await promisify(execFile)(process.execPath, [client], {
      env: {
        MIZAN_URL: `http://127.0.0.1:${port}`,
        CASHIER: 'example',
        CASHIER_PASSWORD: tillPassword,
        SYSTEM: made.username,
        SYSTEM_PASSWORD: made.password,
        TERMINAL: tid,
        BRANCH: shop.branchId,
        AMOUNT: '12000',
        NEXT: `next${tid}`,
        NEXT_PASSWORD: 'Qahwa#2026',
      },
    });
    const said = JSON.parse(stdout);
    expect(said.paid).toMatchObject({ status: 'APPROVED', receipt: { terminalId: tid } });
    expect([said.again, said.latest]).toEqual([said.paid, said.paid]);
    expect(said.list).toMatchObject({ totalElements: 1, currentPage: 0, pageSize: 15 });
    expect(said.list.content).toEqual([said.one]);
    expect(said.one).toMatchObject({ id: said.paid.transactionId, amount: 12_000, status: 'APPROVED' });
    expect(said.sameOne).toEqual(said.one);
    expect(said.closed).toMatchObject({ success: true, data: { status: 'COMPLETED IN BALANCE' } });
    expect(said.added).toMatchObject({ username: `next${tid}`, branchId: shop.branchId, terminalId: null });
    // The next one sees the terminal's newest payment once bound, and is bound no more at the end.
    const bound = { terminalId: tid, cashierUsername: `next${tid}` };
    expect([said.bound, said.takenOff]).toEqual([bound, bound]);
    expect(said.handedOver).toEqual(said.paid);
    expect([...heard].toSorted()).toEqual(forSoftware.map(({ id }) => id).toSorted());
  } finally {
    terminal.stop();
  }
});
