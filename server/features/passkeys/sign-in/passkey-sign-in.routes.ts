import * as passkeys from '@mizan/contract/passkeys.ts';
import type { On } from '../../../platform/http/call.ts';
import { clearDeviceCookie, readDeviceCookie, writeDeviceCookie } from '../../auth/device-cookie.ts';
import { type OriginatingCall, passkeyOrigin } from '../passkey-origin.ts';
import type { PasskeyOrigin } from '../passkeys.deps.ts';
import type { PasskeySignInDeps } from './passkey-sign-in.deps.ts';
import {
  answerSecondFactor,
  beginConfirmation,
  beginSecondFactor,
  beginSignIn,
  confirmByPasskey,
  signInByPasskey,
} from './passkey-sign-in.service.ts';

/** What a passkey opens. */
export function registerPasskeySignInRoutes(on: On, deps: PasskeySignInDeps): void {
  const originOf = (call: OriginatingCall): PasskeyOrigin => passkeyOrigin(deps, call);

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
