import { randomUUID } from 'node:crypto';
import type { FactParams } from '@mizan/contract/facts.ts';
import type { sendApplication } from '@mizan/contract/onboarding.ts';
import {
  type Application,
  type Problems,
  readForm,
  tidsOf,
  usernamesOf,
} from '@mizan/contract/onboarding-check.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { hashPassword } from '../../platform/sessions/passwords.ts';
import { hashToken } from '../../platform/sessions/secret-token.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { isEasy } from '../auth/easy-password.ts';
import { sendActivationLink } from '../auth/email-links.service.ts';
import { addMerchant } from '../merchants/merchants.service.ts';
import { addUser, awaitEmail } from '../users/users.service.ts';
import { applicantActor } from './applicant.ts';
import {
  findOwnerOfDraft,
  findTaken,
  insertApplication,
  lockOnboarding,
  type StoredForm,
} from './applications.queries.ts';
import { attachDocuments } from './documents.queries.ts';
import { deviceProblems, placeProblems } from './offered-check.service.ts';

type Sent = RouteInput<typeof sendApplication>['body'];

const wrong = (problems: Problems): Failure =>
  new Failure(
    'badRequest',
    `The application is not as it should be: ${Object.keys(problems).join(', ')}`,
    problems,
  );

/** What of an application cannot be had, by the path of its field. It never says who has it. */
export async function takenProblems(
  tx: Tx,
  form: Pick<Application, 'account' | 'branches' | 'business' | 'cashiers'>,
  own: { applicationId: string } | null,
): Promise<Problems> {
  // Of an application that stands already, the owner's name and e-mail are its own and cannot be corrected.
  const usernames = usernamesOf(form).filter(([path]) => own === null || path !== 'account.username');
  const tids = tidsOf(form);
  const taken = await findTaken(tx, {
    usernames: usernames.map(([, name]) => name),
    tids: tids.map(([, tid]) => tid),
    cr: form.business.cr,
    email: own === null ? form.business.email : null,
    applicationId: own?.applicationId ?? null,
  });
  const problems: Problems = {};
  for (const [path, name] of usernames) {
    if (taken.usernames.includes(name.toLowerCase())) problems[path] = 'usernameTaken';
  }
  for (const [path, tid] of tids) if (taken.tids.includes(tid)) problems[path] = 'terminalIdTaken';
  if (taken.cr) problems['business.cr'] = 'crTaken';
  if (taken.email) problems['business.email'] = 'emailTaken';
  return problems;
}

/** The form with its passwords opened; what cannot be opened is empty and so is asked for again. */
async function opened({ keys }: Pick<AuthDeps, 'keys'>, sent: Sent): Promise<Application> {
  const open = async (sealed: string): Promise<string> => (await keys.open(sealed)) ?? '';
  const { account, business, branches, cashiers } = sent;
  return {
    account: { ...account, password: await open(account.password) },
    business,
    branches,
    cashiers: await Promise.all(
      cashiers.map(async (each) => ({ ...each, password: await open(each.password) })),
    ),
  };
}

const storedForm = ({ account, business, branches, cashiers }: Application): StoredForm => ({
  account: { username: account.username },
  business,
  branches,
  cashiers: cashiers.map(({ name, username, branch }) => ({ name, username, branch })),
});

/** Passwords that meet every rule and are guessed first; only the server knows what those are. */
async function easyPasswords(
  deps: AuthDeps,
  { account, business, cashiers }: Application,
): Promise<Problems> {
  const about = [account.username, business.name, business.email];
  const problems: Problems = {};
  if (await isEasy(deps, account.password, about)) problems['account.password'] = 'passwordEasy';
  for (const [index, { name, username, password }] of cashiers.entries()) {
    if (await isEasy(deps, password, [...about, name, username]))
      problems[`cashiers.${index}.password`] = 'passwordEasy';
  }
  return problems;
}

/**
 * The e-mail that this very draft was sent with meanwhile; null where it is the first. Its owner is asked for last: what
 * is taken may be so by the draft itself, sent twice at once, and what is taken before is the draft's before, too.
 * @throws Failure 'conflict' with {path: text}, where somebody else has what it asks for
 */
async function twinOrRefused(tx: Tx, draftHash: Buffer, application: Application): Promise<string | null> {
  const problems = await takenProblems(tx, application, null);
  const twin = await findOwnerOfDraft(tx, draftHash);
  if (!twin && Object.keys(problems).length > 0)
    throw new Failure('conflict', 'Something is taken already.', problems);
  return twin?.email ?? null;
}

/** The merchant of an application, pending, and its owner, whose e-mail is still to be verified. */
async function addApplicant(
  tx: Tx,
  { account: { username }, business }: StoredForm,
  { locale, passwordHash, at }: { locale: 'en' | 'ar'; passwordHash: string; at: Date },
): Promise<{ merchantId: string; ownerId: string }> {
  const { name, bank: bankCode, mobile, email } = business;
  const names = { uuid: randomUUID(), nameEn: name, nameAr: name };
  const merchantId = await addMerchant(tx, { ...names, status: 'PENDING', bankCode, at });
  const person = { username, email, fullName: name, mobile, passwordHash, locale, at };
  const ownerId = await addUser(tx, { ...person, merchantId, role: 'MERCHANT' });
  return { merchantId, ownerId };
}

/** What an application says of itself in the audit log; the rest of the form stands with it. */
const sentFacts = ({ business, branches, cashiers }: Application): FactParams<'onboarding.sent'> => ({
  name: business.name,
  cr: business.cr,
  branches: branches.length,
  terminals: branches.flatMap(({ terminals }) => terminals).length,
  cashiers: cashiers.length,
});

/**
 * Takes an application and sends the link that verifies its e-mail; the same draft again is answered as before.
 * @throws Failure 'badRequest' and 'conflict' with {path: text}
 */
export async function sendApplicationOf(
  deps: AuthDeps,
  sent: Sent,
  from: Origin,
): Promise<{ sentTo: string }> {
  const { db, clock } = deps;
  const draftHash = hashToken(sent.draft);
  const before = await inPlatform(db, (tx) => findOwnerOfDraft(tx, draftHash));
  if (before) return { sentTo: before.email };
  const filledIn = { application: await opened(deps, sent), documents: sent.documents.length };
  const { application, problems } = readForm(filledIn, 'server');
  const notOffered = await inPlatform(db, async (tx) => ({
    ...(await placeProblems(tx, application.business)),
    ...(await deviceProblems(tx, application)),
  }));
  Object.assign(problems, { ...(await easyPasswords(deps, application)), ...notOffered, ...problems });
  if (Object.keys(problems).length > 0) throw wrong(problems);
  // Asked before the passwords are hashed, which takes its time, and once more under the lock.
  const sentMeanwhile = await inPlatform(db, (tx) => twinOrRefused(tx, draftHash, application));
  if (sentMeanwhile) return { sentTo: sentMeanwhile };
  const ownerHash = await hashPassword(application.account.password);
  const cashierHashes: string[] = [];
  for (const { password } of application.cashiers) cashierHashes.push(await hashPassword(password));
  const { email } = application.business;
  const { locale } = sent;
  return inPlatform(db, async (tx) => {
    await lockOnboarding(tx);
    await awaitEmail(tx, email);
    const twin = await twinOrRefused(tx, draftHash, application);
    if (twin) return { sentTo: twin };
    const form = storedForm(application);
    const at = clock.now();
    const made = await addApplicant(tx, form, { locale, passwordHash: ownerHash, at });
    const id = await insertApplication(tx, { ...made, form, locale, draftHash, cashierHashes, at });
    const kept = await attachDocuments(tx, id, draftHash, sent.documents);
    if (kept === 0) throw wrong({ documents: 'documentsRequired' });
    await sendActivationLink(tx, deps, { userId: made.ownerId, to: email, locale });
    const owner = applicantActor({ ...made, fullName: form.business.name }, from);
    const about = { type: 'merchant', id: made.merchantId } as const;
    await happened(tx, owner, { fact: 'onboarding.sent', at, about, params: sentFacts(application) });
    return { sentTo: email };
  });
}

/** Decisions and applications wait for each other: what one reserves the other sees. */
export const lockForDecision = (tx: Tx): Promise<number> => lockOnboarding(tx);
