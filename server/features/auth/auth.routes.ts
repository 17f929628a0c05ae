import * as auth from '@mizan/contract/auth.ts';
import { checkResetLink as checkRoute } from '@mizan/contract/auth-links.ts';
import { Failure } from '../../platform/failure.ts';
import type { On } from '../../platform/http/call.ts';
import type { AuthDeps } from './auth.deps.ts';
import { describeSession, signIn, signInWithCode, signOut } from './auth.service.ts';
import { clearDeviceCookie, readDeviceCookie, writeDeviceCookie } from './device-cookie.ts';
import { activateEmail, verifyUpdate } from './email-links.service.ts';
import { resendCode } from './one-time-codes.ts';
import { askForReset, checkResetLink, resetPassword } from './password-reset.service.ts';

/** Sign-in and passwords (rules S7). */
export function registerAuthRoutes(on: On, deps: AuthDeps): void {
  on(auth.getPublicKey, async () => ({ pemKey: await deps.keys.publicPem() }));

  on(auth.getToken, async ({ body, ip, userAgent, request, reply }) => {
    const deviceToken = readDeviceCookie(request);
    const outcome = await signIn(deps, body, { ip, userAgent, deviceToken });
    if (outcome.device) writeDeviceCookie(reply, outcome.device);
    if (outcome.kind === 'signedIn') return outcome.answer;
    throw new Failure('otpRequired', 'A one-time code is needed', outcome.challenge);
  });

  on(auth.validateOtp, async ({ body, ip, userAgent, request, reply }) => {
    const deviceToken = readDeviceCookie(request);
    const { answer, device } = await signInWithCode(deps, body, { ip, userAgent, deviceToken });
    if (device) writeDeviceCookie(reply, device);
    else if (deviceToken !== null) clearDeviceCookie(reply);
    return answer;
  });

  on(auth.resendOtp, ({ body, ip, userAgent }) => resendCode(deps, body.token, { ip, userAgent }));

  on(auth.logout, async ({ principal }) => {
    await signOut(deps, principal);
    return { ended: true as const };
  });

  on(auth.getSession, ({ principal }) => describeSession(deps, principal));

  on(auth.forgotPassword, async ({ body, ip, userAgent }) => {
    await askForReset(deps, body.email, { ip, userAgent });
    return { sent: true as const };
  });

  on(auth.resetPassword, async ({ body, ip, userAgent }) => {
    await resetPassword(deps, body, { ip, userAgent });
    return { changed: true as const };
  });

  on(checkRoute, async ({ body }) => {
    await checkResetLink(deps, body.token);
    return { open: true as const };
  });

  on(auth.activateEmail, async ({ query, ip, userAgent }) => {
    await activateEmail(deps, query.token, { ip, userAgent });
    return { verified: true as const };
  });

  on(auth.verifyUpdate, async ({ query, ip, userAgent }) => {
    await verifyUpdate(deps, query.token, { ip, userAgent });
    return { verified: true as const };
  });
}
