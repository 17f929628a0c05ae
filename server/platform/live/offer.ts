import { liveProtocol } from '@mizan/contract/live.ts';

/** What a client offered in Sec-WebSocket-Protocol. It holds the session token, so it is logged nowhere. */
export interface Offer {
  token: string;
  /** What the server selects: browsers open a socket only where one of their offers was taken. */
  select: string;
  /** A client that offered its token alone gets the messages of rules S4.5 and no others. */
  isPlain: boolean;
}

const offersAtMost = 2;

/** `mizan.v1` and a token in either order, or a token alone; null for anything else. */
export function readOffer(header: string | undefined): Offer | null {
  const offers = header?.split(',').map((each) => each.trim()) ?? [];
  const tokens = offers.filter((each) => each !== liveProtocol && each !== '');
  const [token] = tokens;
  if (token === undefined || tokens.length > 1 || offers.length > offersAtMost) return null;
  const isPlain = !offers.includes(liveProtocol);
  return { token, select: isPlain ? token : liveProtocol, isPlain };
}
