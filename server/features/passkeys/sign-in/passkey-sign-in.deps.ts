import type { AuthDeps } from '../../auth/auth.deps.ts';
import type { PasskeyDeps } from '../passkeys.deps.ts';

/** What signing in with a passkey works with. */
export type PasskeySignInDeps = AuthDeps & PasskeyDeps;
