import { replaceToken } from './session.store.ts';

/** A password or passkey that was given once more put another token in a session's place. */
export interface Renewal {
  replaced: string | null;
  accessToken: string;
}

const channelName = 'mizan.session-renewed';

/** Takes the new token and hands it to duplicates of this tab, which began with a copy of its session storage. */
export function renewSession(renewal: Renewal): void {
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
