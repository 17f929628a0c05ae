import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementTaker } from '../server/features/deposits/statements/arrived-statements.service.ts';
import { type MerchantWorld, makeMerchant } from '../server/features/transactions/testing/merchant-world.ts';
import { type FolderWatch, watchFolders } from '../server/features/watched-folder/folder-watch.ts';
import { createLog } from '../server/platform/log.ts';
import { type TestPortal, testPortal } from '../server/testing/test-portal.ts';
import { giveSession } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages } from './testing/texts.ts';
import { listenAtWorkersPort } from './testing/workers-port.ts';

/** The folder that files of banks are dropped into, switched on and off below the list of files; the rules are those of folder-watch.test. */
const stage = browserStage();
let root = '';
let portal: TestPortal;
let watch: FolderWatch;
let url = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mizan-e2e-drops-'));
  portal = await testPortal(undefined, { dropFolder: root });
  const { db, clock, bankFiles } = portal;
  const statements = statementTaker({ db, clock });
  const log = createLog('silent');
  watch = watchFolders({
    db,
    clock,
    log,
    root,
    folder: bankFiles,
    statements,
    wake: () => undefined,
  });
  url = await listenAtWorkersPort(portal);
});
afterAll(async () => {
  portal.app.server.closeAllConnections();
  await watch.stop();
  await rm(root, { recursive: true, force: true });
});

/** What lies in a merchant's folder after the portal has looked twice: a file that still grows is left alone. */
async function lying(folder: string): Promise<string[]> {
  for (const _time of [1, 2]) await watch.look();
  return (await readdir(folder)).toSorted();
}

test.each(languages)(
  'is switched on and off: what lies in it is read only while it is on, and a refused file is named with its reason (%s)',
  async (language) => {
    const merchant: MerchantWorld = await makeMerchant(portal.db);
    const window = await stage.open({ language, url });
    window.expectErrors(/WebSocket/);
    const { userId, role, fullName } = merchant.owner;
    const accessToken = await portal.tokenOf(userId);
    await giveSession(window, { accessToken, role, userName: fullName, email: '' });
    await window.go('/reconciliation?view=files');
    const { page, t } = window;
    const panel = page.getByRole('region', { name: t('reconciliation:folder.title') });
    await panel.getByText(t('reconciliation:folder.off'), { exact: true }).waitFor();
    // The name that the operator makes it by, and that there is none yet.
    await panel.getByText(merchant.merchantId, { exact: true }).waitFor();
    await panel.getByText(t('reconciliation:folder.state.NO_FOLDER')).waitFor();

    const folder = join(root, merchant.merchantId);
    await mkdir(folder);
    await writeFile(join(folder, 'notes.doc'), 'no table');
    expect(await lying(folder)).toEqual(['notes.doc']);
    await page.reload();
    await panel.getByText(t('reconciliation:folder.waiting', { count: 1, number: 1 })).waitFor();
    await panel.getByText(t('reconciliation:folder.helpOff')).waitFor();
    await panel.getByRole('button', { name: t('reconciliation:folder.turnOn'), exact: true }).click();
    await page.getByText(t('reconciliation:folder.nowOn'), { exact: true }).waitFor();
    await panel.getByText(t('reconciliation:folder.on'), { exact: true }).waitFor();
    await panel.getByText(t('reconciliation:folder.helpOn')).waitFor();

    expect(await lying(folder)).toEqual(['refused']);
    await page.reload();
    const refused = panel.getByRole('list', { name: t('reconciliation:folder.refusedList') });
    await refused.getByText('notes.doc', { exact: true }).waitFor();
    expect(await refused.innerText()).toContain(t('reconciliation:folder.reason.format'));
    await panel.getByRole('button', { name: t('reconciliation:folder.turnOff'), exact: true }).click();
    await page.getByText(t('reconciliation:folder.nowOff'), { exact: true }).waitFor();
    await panel.getByText(t('reconciliation:folder.off'), { exact: true }).waitFor();
    await writeFile(join(folder, 'later.doc'), 'no table');
    expect(await lying(folder)).toEqual(['later.doc', 'refused']);
  },
);
