import type { Readable } from 'node:stream';
import * as onboarding from '@mizan/contract/onboarding.ts';
import type { On } from '../../platform/http/call.ts';
import { resendActivationOf } from './activation.service.ts';
import { sendApplicationOf } from './application.service.ts';
import { readCorrection, sendCorrectionOf } from './correction.service.ts';
import { uploadDocument } from './documents.service.ts';
import type { OnboardingDeps } from './onboarding.deps.ts';

/** What an applicant calls; nobody is signed in here. */
export function registerOnboardingRoutes(on: On, deps: OnboardingDeps): void {
  on(onboarding.uploadDocument, ({ query, body, ip }) =>
    uploadDocument(deps, { ...query, body: body as Readable, ip }),
  );
  on(onboarding.sendApplication, ({ body, ip, userAgent }) =>
    sendApplicationOf(deps, body, { ip, userAgent }),
  );
  on(onboarding.resendActivation, async ({ body, ip, userAgent }) => {
    await resendActivationOf(deps, body.draft, { ip, userAgent });
    return { sent: true as const };
  });
  on(onboarding.getCorrection, ({ query, ip }) => readCorrection(deps, query.token, ip));
  on(onboarding.sendCorrection, async ({ body, ip, userAgent }) => {
    await sendCorrectionOf(deps, body, { ip, userAgent });
    return { sent: true as const };
  });
}
