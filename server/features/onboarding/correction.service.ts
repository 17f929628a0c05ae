import { invalidTokenMessage } from '@mizan/contract/errors.ts';
import type { Told } from '@mizan/contract/facts.ts';
import type { getCorrection } from '@mizan/contract/onboarding.ts';
import type { Problems } from '@mizan/contract/onboarding-check.ts';
import { repeatedIn } from '@mizan/contract/onboarding-check.ts';
import { documentsPath, factOf, valueAt, withValue } from '@mizan/contract/onboarding-fields.ts';
import { checkField, fieldNameOf } from '@mizan/contract/onboarding-rules.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { hashToken } from '../../platform/sessions/secret-token.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { correctMerchant } from '../merchants/merchants.service.ts';
import { correctOwner } from '../users/users.service.ts';
import { sendLinkAgain } from './activation.service.ts';
import { applicantActor, applicantLetter } from './applicant.ts';
import { takenProblems } from './application.service.ts';
import {
  type CorrectedRow,
  findCorrection,
  lockOnboarding,
  type StoredForm,
  storeCorrection,
} from './applications.queries.ts';
import { attachDocuments } from './documents.queries.ts';
import { deviceProblems, placeProblems } from './offered-check.service.ts';

type Deps = Pick<AuthDeps, 'db' | 'clock' | 'mailer' | 'linkBase'>;
const invalid = (): Failure => new Failure('invalidToken', invalidTokenMessage);
/** The rules read whole applications; a corrected one has its passwords already, hashed. */
const whole = (form: StoredForm) => ({
  ...form,
  account: { ...form.account, password: '' },
  cashiers: form.cashiers.map((cashier) => ({ ...cashier, password: '' })),
});

/** What is asked for, by the token of its mail. @throws Failure 'invalidToken' */
export async function readCorrection(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<RouteOutput<typeof getCorrection>> {
  const row = await inPlatform(db, (tx) => findCorrection(tx, hashToken(token), clock.now()));
  if (!row) throw invalid();
  const fields = row.askedFields
    .filter((path) => path !== documentsPath)
    .map((path) => ({ path, value: valueAt(row.form, path) ?? '' }));
  return {
    businessName: row.form.business.name,
    note: row.note ?? '',
    fields,
    wantsDocuments: row.askedFields.includes(documentsPath),
  };
}

/** The form with the named fields replaced. Every asked field has to come, and no other. */
function corrected(row: CorrectedRow, values: readonly { path: string; value: string }[]): StoredForm {
  const problems: Problems = {};
  const asked = row.askedFields.filter((path) => path !== documentsPath);
  let form = row.form;
  for (const path of asked) {
    const name = fieldNameOf(path);
    const outcome = name && checkField(name, values.find((each) => each.path === path)?.value ?? '');
    if (!outcome) continue;
    if ('problem' in outcome) problems[path] = outcome.problem;
    else form = withValue(form, path, outcome.value);
  }
  const foreign = values.find(({ path }) => !asked.includes(path));
  if (foreign) throw new Failure('badRequest', `${foreign.path} was not asked for.`);
  Object.assign(problems, { ...repeatedIn(whole(form)), ...problems });
  if (Object.keys(problems).length > 0) {
    throw new Failure('badRequest', `Still to be corrected: ${Object.keys(problems).join(', ')}`, problems);
  }
  return form;
}

/** Takes a corrected form over where merchant and owner stand. */
async function correctDirectory(tx: Tx, merchantId: string, { business }: StoredForm): Promise<void> {
  const { name, bank, mobile } = business;
  await correctMerchant(tx, merchantId, { name, bankCode: bank });
  await correctOwner(tx, merchantId, { fullName: name, mobile });
}

/** What was asked for, before and after, and the state that the application comes from and goes to. */
function correctionFacts(row: CorrectedRow, form: StoredForm, documents: number) {
  const asked = row.askedFields.filter((path) => path !== documentsPath);
  const facts = (of: StoredForm): Told =>
    Object.fromEntries(asked.map((path) => [factOf(path), valueAt(of, path) ?? '']));
  const added = documents === 0 ? {} : { documents };
  return {
    params: { ...facts(form), state: 'PENDING', ...added },
    was: { ...facts(row.form), state: row.state },
  };
}

/**
 * Takes a correction, hands the application back for review and tells its owner so; the link is spent with it. Who has
 * not verified the e-mail gets that link anew: the first one is old by now, and nothing is approved without it.
 * @throws Failure 'invalidToken', 'badRequest' and 'conflict' with {path: text}
 */
export async function sendCorrectionOf(
  deps: Deps,
  { token, values }: { token: string; values: { path: string; value: string }[] },
  from: Origin,
): Promise<void> {
  const { db, clock, mailer } = deps;
  const tokenHash = hashToken(token);
  await inPlatform(db, async (tx) => {
    await lockOnboarding(tx);
    const row = await findCorrection(tx, tokenHash, clock.now());
    if (!row) throw invalid();
    const form = corrected(row, values);
    const notOffered = {
      ...(row.askedFields.includes('business.city') && (await placeProblems(tx, form.business))),
      ...(await deviceProblems(tx, form, row.form)),
    };
    if (Object.keys(notOffered).length > 0) throw new Failure('badRequest', 'Not on offer.', notOffered);
    const problems = await takenProblems(tx, whole(form), { applicationId: row.id });
    if (Object.keys(problems).length > 0)
      throw new Failure('conflict', 'Something is taken already.', problems);
    await storeCorrection(tx, row, form);
    await correctDirectory(tx, row.merchantId, form);
    const added = await attachDocuments(tx, row.id, tokenHash, null);
    if (added === 0 && row.askedFields.includes(documentsPath)) {
      throw new Failure('badRequest', 'Documents were asked for.', { documents: 'documentsRequired' });
    }
    const { merchantId, locale, emailVerified } = row;
    const { email, name } = form.business;
    const owner = applicantActor({ ...row, fullName: name }, from);
    const about = { type: 'merchant', id: merchantId } as const;
    const change = correctionFacts(row, form, added);
    const mail = applicantLetter(mailer, { to: email, locale, name });
    await happened(tx, owner, { fact: 'onboarding.corrected', at: clock.now(), about, ...change, mail });
    if (!emailVerified) await sendLinkAgain(tx, deps, owner, { to: email, locale });
  });
}
