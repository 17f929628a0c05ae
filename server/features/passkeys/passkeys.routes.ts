import * as passkeys from '@mizan/contract/passkeys.ts';
import type { Call, On } from '../../platform/http/call.ts';
import { clearDeviceCookie, readDeviceCookie, writeDeviceCookie } from '../auth/device-cookie.ts';
import {
  answerSecondFactor,
  beginConfirmation,
  beginSecondFactor,
  beginSignIn,
  confirmByPasskey,
  signInByPasskey,
} from './passkey-sign-in.service.ts';
import type { PasskeyDeps, PasskeyOrigin } from './passkeys.deps.ts';
import { addPasskey, beginPasskey, passkeysOf, removePasskey, renamePasskey } from './passkeys.service.ts';
import { relyingParty } from './relying-party.ts';

/** Passkeys: the own ones, and what they open. */
export function registerPasskeyRoutes(on: On, deps: PasskeyDeps): void {
  const originOf = ({
    ip,
    userAgent,
    request,
  }: Pick<Call<never>, 'ip' | 'userAgent' | 'request'>): PasskeyOrigin => ({
    ip,
    userAgent,
    party: relyingParty(deps.publicUrl, request.headers.host),
  });

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

  on(passkeys.beginPasskeySignIn, (call) => beginSignIn(deps, originOf(call)));
  on(passkeys.signInWithPasskey, (call) => signInByPasskey(deps, call.body.credential, originOf(call)));

  on(passkeys.beginPasskeyFactor, (call) => beginSecondFactor(deps, call.body.token, originOf(call)));
  on(passkeys.answerPasskeyFactor, async (call) => {
    const deviceToken = readDeviceCookie(call.request);
    const { answer, device } = await answerSecondFactor(deps, call.body, { ...originOf(call), deviceToken });
    if (device) writeDeviceCookie(call.reply, device);
    else if (deviceToken !== null) clearDeviceCookie(call.reply);
    return answer;
  });

  on(passkeys.beginPasskeyConfirmation, (call) => beginConfirmation(deps, call.principal, originOf(call)));
  on(passkeys.confirmPasskey, (call) =>
    confirmByPasskey(deps, call.principal, call.body.credential, originOf(call)),
  );
}
