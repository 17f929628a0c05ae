import { readSession, replaceToken } from './session.store.ts';

/** A password or passkey that was given once more put another token in a session's place. */
interface Renewal {
  replaced: string | null;
  accessToken: string;
}

const channelName = 'mizan.session-renewed';

/**
 * Makes a call that renews the session, takes the new token and hands it to duplicates of this tab, which began with a
 * copy of its session storage.
 */
export async function renewBy(prove: () => Promise<{ accessToken: string }>): Promise<void> {
  const replaced = readSession()?.accessToken ?? null;
  const { accessToken } = await prove();
  const renewal: Renewal = { replaced, accessToken };
  replaceToken(renewal);
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(renewal);
  channel.close();
}

/** Takes what a duplicate of this tab renewed. Answers the way to stop. */
export function followRenewals(): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', (event: MessageEvent<Renewal>) => replaceToken(event.data));
  return () => channel.close();
}
