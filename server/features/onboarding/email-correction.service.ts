import type { correctEmail } from '@mizan/contract/onboarding.ts';
import { checkField } from '@mizan/contract/onboarding-rules.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { countAttempt, ofUser } from '../../platform/attempts/attempts.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { accountRefused, refusalOf } from '../auth/account-states.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { type BrowserOrigin, checkCredentials } from '../auth/credentials.ts';
import { endOldMailbox } from '../auth/email-links.service.ts';
import { awaitEmail, correctEmail as correctUserEmail } from '../users/users.service.ts';
import { sendLinkAgain } from './activation.service.ts';
import { applicantActor, applicantLetter } from './applicant.ts';
import { lockOnboarding } from './applications.queries.ts';
import { changeApplicationEmail, isEmailOfAnother, lockUnverified } from './email-correction.queries.ts';

const path = 'business.email';
const verifiedAlready = (): Failure =>
  new Failure('conflict', 'The email is verified already.', { [path]: 'emailVerified' });

/**
 * Corrects the address of an application while nobody has verified it (decision 0029). Name and password are checked and
 * counted as in a sign-in, so that this is no other way to guess them; what is wrong with the address is said only to
 * whoever knows them. The old address is told, and every link that went there is void.
 * @throws Failure 'incorrectCredentials', 'accountRefused', 'rateLimited'; 'badRequest' and 'conflict' with {path: text}
 */
export async function correctEmailOf(
  deps: AuthDeps,
  { username, password, email: typed }: RouteInput<typeof correctEmail>['body'],
  origin: BrowserOrigin,
): Promise<{ sentTo: string }> {
  const { db, clock } = deps;
  const account = await checkCredentials(deps, { username, password }, origin);
  const refusal = refusalOf(account);
  if (refusal === null) throw verifiedAlready();
  if (refusal !== 'emailNotVerified') throw accountRefused(refusal);
  await countAttempt(db, clock, 'emailCorrectionsOfAccount', ofUser(account.id));
  const read = checkField(path, typed);
  if ('problem' in read) throw new Failure('badRequest', 'No e-mail address.', { [path]: read.problem });
  await inPlatform(db, (tx) => correctLocked(tx, deps, { ownerId: account.id, email: read.value }, origin));
  return { sentTo: read.value };
}

async function correctLocked(
  tx: Tx,
  deps: AuthDeps,
  { ownerId, email }: { ownerId: string; email: string },
  { ip, userAgent }: BrowserOrigin,
): Promise<void> {
  const at = deps.clock.now();
  // Applications are judged one after the other, and an address is given to one account at a time.
  await lockOnboarding(tx);
  await awaitEmail(tx, email);
  const application = await lockUnverified(tx, ownerId);
  if (!application) throw verifiedAlready();
  if (await isEmailOfAnother(tx, email, ownerId))
    throw new Failure('conflict', 'The e-mail cannot be used.', { [path]: 'emailTaken' });
  const { email: old, locale, merchantId, fullName } = application;
  await correctUserEmail(tx, ownerId, email);
  await changeApplicationEmail(tx, ownerId, email);
  await endOldMailbox(tx, ownerId, at);
  const owner = applicantActor({ ownerId, merchantId, fullName }, { ip, userAgent });
  const about = { type: 'merchant', id: merchantId } as const;
  const change = { params: { email }, was: { email: old } };
  // It may be a stranger's, so the mail says no more than that it is used no longer.
  const isMoved = old.toLowerCase() !== email.toLowerCase();
  const mail = isMoved ? applicantLetter(deps.mailer, { to: old, locale, name: fullName }) : null;
  await happened(tx, owner, { fact: 'onboarding.emailCorrected', at, about, ...change, mail });
  await sendLinkAgain(tx, deps, owner, { to: email, locale });
}
