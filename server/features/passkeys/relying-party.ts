import { hostNameOf } from '../../platform/http/origin.ts';

/** Whom a passkey is made for, and the only origin that its answers may come from. */
export interface RelyingParty {
  /** A host name. Browsers make no passkeys for an address such as 127.0.0.1. */
  readonly id: string;
  readonly origin: string;
}

/**
 * PUBLIC_URL where there is one; else the name of this machine that the request was sent to, which was checked to be
 * one (decision 0007). The origin that the browser names is not asked: it is what is to be held against this.
 */
export function relyingParty(publicUrl: URL | null, host: string | undefined): RelyingParty {
  if (publicUrl) return { id: publicUrl.hostname, origin: publicUrl.origin };
  const own = (host ?? 'localhost').toLowerCase();
  return { id: hostNameOf(own), origin: `http://${own}` };
}
