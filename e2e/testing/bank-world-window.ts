import type { BankWorld } from '../../server/features/reconciliation/testing/bank-world.ts';
import { giveSession } from './sign-in.ts';
import type { Stage, Window } from './stage.ts';

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
