import type { Call } from '../../platform/http/call.ts';
import type { PasskeyDeps, PasskeyOrigin } from './passkeys.deps.ts';
import { relyingParty } from './relying-party.ts';

export type OriginatingCall = Pick<Call<never>, 'ip' | 'userAgent' | 'request'>;

/** Where a call with a passkey's question or answer comes from, and for which name of the portal. */
export const passkeyOrigin = (
  { publicUrl }: Pick<PasskeyDeps, 'publicUrl'>,
  { ip, userAgent, request }: OriginatingCall,
): PasskeyOrigin => ({ ip, userAgent, party: relyingParty(publicUrl, request.headers.host) });
