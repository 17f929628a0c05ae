import { type ApplicationState, applicationCan, correctionDays } from '@mizan/contract/onboarding.ts';
import { factOf, isCorrectable } from '@mizan/contract/onboarding-fields.ts';
import { paths } from '@mizan/contract/paths.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { writeMail } from '../../platform/mail/mailer.ts';
import { hashToken, newToken } from '../../platform/sessions/secret-token.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { setMerchantStatus } from '../merchants/merchants.service.ts';
import { applicantLetter } from './applicant.ts';
import { lockForDecision } from './application.service.ts';
import { makeMerchant } from './approval.service.ts';
import { correctionMail } from './decisions.mails.ts';
import { type Decider, storeApproval, storeQuestion, storeRejection } from './decisions.queries.ts';
import { type ApplicationRow, lockApplication } from './review.queries.ts';

export type DecisionDeps = Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>;
interface Decided {
  state: ApplicationState;
}
/** What was decided, and what was said with it. */
type Decision = {
  state: ApplicationState;
  said?: { fields?: string; note: string };
} & (
  | { fact: 'merchants.approved' | 'merchants.rejected'; mail: Letter }
  | { fact: 'merchants.correctionAsked' }
);

const dayMs = 24 * 60 * 60_000;

/**
 * Runs a decision on an application that is in a state for it, and writes it down.
 * @throws Failure 'notFound', 'conflict'
 */
async function decide(
  { db, clock }: DecisionDeps,
  admin: Principal,
  merchantId: string,
  action: keyof typeof applicationCan,
  work: (tx: Tx, application: ApplicationRow, decider: Decider) => Promise<Decision>,
): Promise<Decided> {
  return inPlatform(db, async (tx) => {
    await lockForDecision(tx);
    const application = await lockApplication(tx, merchantId);
    if (!application) throw notFound();
    if (!applicationCan[action](application.state)) {
      throw new Failure('conflict', `The application is ${application.state} already.`, {
        state: application.state,
      });
    }
    const at = clock.now();
    const { state, said, ...news } = await work(tx, application, { userId: admin.userId, at });
    await happened(tx, admin, {
      ...news,
      at,
      about: { type: 'merchant', id: merchantId },
      params: { state, name: application.form.business.name, ...said },
      was: { state: application.state },
    });
    return { state };
  });
}

/** Makes the merchant whole and tells its owner. An e-mail that nobody verified cannot be approved. */
export const approve = (deps: DecisionDeps, admin: Principal, merchantId: string): Promise<Decided> =>
  decide(deps, admin, merchantId, 'approve', async (tx, application, decider) => {
    const { form, locale, emailVerified } = application;
    if (!emailVerified) {
      throw new Failure('conflict', 'The e-mail is not verified yet.', { reason: 'emailNotVerified' });
    }
    await makeMerchant(tx, application, decider.at);
    await storeApproval(tx, application, decider);
    await setMerchantStatus(tx, application.merchantId, 'ACTIVE');
    const link = deps.linkBase() + paths.login;
    const { email, name } = form.business;
    const mail = applicantLetter(deps.mailer, { to: email, locale, name }, { link });
    return { state: 'APPROVED', fact: 'merchants.approved', mail };
  });

export const reject = (
  deps: DecisionDeps,
  admin: Principal,
  merchantId: string,
  reason: string,
): Promise<Decided> =>
  decide(deps, admin, merchantId, 'reject', async (tx, application, decider) => {
    const { form, locale } = application;
    await storeRejection(tx, application, decider, reason);
    await setMerchantStatus(tx, application.merchantId, 'REJECTED');
    const { email, name } = form.business;
    const mail = applicantLetter(deps.mailer, { to: email, locale, name }, { reason });
    return { state: 'REJECTED', fact: 'merchants.rejected', said: { note: reason }, mail };
  });

/** Asks for a correction of fields that the form has. @throws Failure 'badRequest' for any other path */
export const askForCorrection = (
  deps: DecisionDeps,
  admin: Principal,
  merchantId: string,
  { fields, note }: { fields: string[]; note: string },
): Promise<Decided> =>
  decide(deps, admin, merchantId, 'askCorrection', async (tx, application, decider) => {
    const { form, locale } = application;
    const unknown = fields.find((path) => !isCorrectable(form, path));
    if (unknown !== undefined) throw new Failure('badRequest', `${unknown} cannot be corrected.`);
    const token = newToken();
    const expiresAt = new Date(decider.at.getTime() + correctionDays * dayMs);
    const asked = { fields: [...new Set(fields)], note, tokenHash: hashToken(token), expiresAt };
    await storeQuestion(tx, application, decider, asked);
    const { email, name } = form.business;
    const link = `${deps.linkBase()}${paths.onboarding}?correction=${token}`;
    await writeMail(tx, deps.mailer, correctionMail(email, locale, { name, note, link }));
    const said = { fields: asked.fields.map(factOf).join(', '), note };
    return { state: 'CORRECTION', fact: 'merchants.correctionAsked', said };
  });
