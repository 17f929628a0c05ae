import type { Readable } from 'node:stream';
import * as onboarding from '@mizan/contract/onboarding.ts';
import { inPlatform } from '../../platform/database/database.ts';
import type { On } from '../../platform/http/call.ts';
import { isOn } from '../../platform/settings/require-on.ts';
import { readDeviceCookie } from '../auth/device-cookie.ts';
import { askForActivation, resendActivationOf } from './activation.service.ts';
import { sendApplicationOf } from './application.service.ts';
import { readCorrection, sendCorrectionOf } from './correction.service.ts';
import { uploadDocument } from './documents.service.ts';
import { correctEmailOf } from './email-correction.service.ts';
import type { OnboardingDeps } from './onboarding.deps.ts';
import { checkPasswordOf } from './password-check.service.ts';

/** What an applicant calls; nobody is signed in here. */
export function registerOnboardingRoutes(on: On, deps: OnboardingDeps): void {
  on(onboarding.uploadDocument, ({ query, body }) =>
    uploadDocument(deps, { ...query, body: body as Readable }),
  );
  on(onboarding.getRegistrations, async () => ({
    isOpen: await inPlatform(deps.db, (tx) => isOn(tx, 'registrations')),
  }));
  on(onboarding.sendApplication, ({ body, ip, userAgent }) =>
    sendApplicationOf(deps, body, { ip, userAgent }),
  );
  on(onboarding.resendActivation, async ({ body, ip, userAgent }) => {
    await resendActivationOf(deps, body.draft, { ip, userAgent });
    return { sent: true as const };
  });
  on(onboarding.askActivation, async ({ body, ip, userAgent }) => {
    await askForActivation(deps, body.name, { ip, userAgent });
    return { sent: true as const };
  });
  on(onboarding.correctEmail, ({ body, ip, userAgent, request }) =>
    correctEmailOf(deps, body, { ip, userAgent, deviceToken: readDeviceCookie(request) }),
  );
  on(onboarding.checkPassword, ({ body }) => checkPasswordOf(deps, body));
  on(onboarding.getCorrection, ({ query }) => readCorrection(deps, query.token));
  on(onboarding.sendCorrection, async ({ body, ip, userAgent }) => {
    await sendCorrectionOf(deps, body, { ip, userAgent });
    return { sent: true as const };
  });
}
