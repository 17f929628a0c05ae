import * as passkeys from '@mizan/contract/passkeys.ts';
import type { On } from '../../platform/http/call.ts';
import { type OriginatingCall, passkeyOrigin } from './passkey-origin.ts';
import type { PasskeyDeps, PasskeyOrigin } from './passkeys.deps.ts';
import { addPasskey, beginPasskey, passkeysOf, removePasskey, renamePasskey } from './passkeys.service.ts';

/** The own passkeys. */
export function registerPasskeyRoutes(on: On, deps: PasskeyDeps): void {
  const originOf = (call: OriginatingCall): PasskeyOrigin => passkeyOrigin(deps, call);

  on(passkeys.listPasskeys, ({ principal }) => passkeysOf(deps, principal));
  on(passkeys.beginPasskey, (call) => beginPasskey(deps, call.principal, originOf(call)));
  on(passkeys.addPasskey, (call) => addPasskey(deps, call.principal, call.body.credential, originOf(call)));
  on(passkeys.renamePasskey, ({ principal, params, body }) =>
    renamePasskey(deps, principal, params.id, body.name),
  );
  on(passkeys.removePasskey, async (call) => {
    await removePasskey(deps, call.principal, call.params.id, originOf(call));
    return { removed: true as const };
  });
}
