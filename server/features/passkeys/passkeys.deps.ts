import type { Origin } from '../../platform/audit/audit.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import type { RelyingParty } from './relying-party.ts';

/** What passkeys work with: sign-in's own, because a passkey is one. */
export interface PasskeyDeps extends AuthDeps {
  readonly publicUrl: URL | null;
}

/** Where a passkey's question or answer comes from, and for which name of the portal. */
export interface PasskeyOrigin extends Origin {
  readonly party: RelyingParty;
}
