import { type BankWorld, bankWorld } from '../../server/features/reconciliation/testing/bank-world.ts';
import { atFileEnd } from '../../server/platform/testing/at-file-end.ts';
import { giveSession } from './sign-in.ts';
import type { Stage, Window } from './stage.ts';
import { listenAtWorkersPort } from './workers-port.ts';

/** The bank world of a file of tests, with the address that its portal listens at until they are done. */
export async function servedBankWorld(): Promise<{ world: BankWorld; url: string }> {
  const world = await bankWorld();
  const url = await listenAtWorkersPort(world.portal);
  atFileEnd(() => world.portal.app.server.closeAllConnections());
  return { world, url };
}

/**
 * Opens `path` as the owner of a bank world's merchant, whose portal listens at `url`. That portal has a clock of its own, and no
 * live channel.
 */
export async function openOwner(
  stage: Stage,
  { merchant, portal }: BankWorld,
  {
    language,
    url,
    path,
    ...more
  }: { language: Window['language']; url: string; path: string } & Parameters<Stage['open']>[0],
): Promise<Window> {
  const window = await stage.open({ language, url, ...more });
  window.expectErrors(/WebSocket/);
  const { userId, role, fullName } = merchant.owner;
  const accessToken = await portal.tokenOf(userId);
  await giveSession(window, { accessToken, role, userName: fullName, email: '' });
  await window.go(path);
  return window;
}
