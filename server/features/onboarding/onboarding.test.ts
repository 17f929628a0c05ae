import { signInMessages } from '@mizan/contract/errors.ts';
import { onboardingLimits } from '@mizan/contract/onboarding-rules.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { pdfSaying, pngOf } from '../../platform/scanner/testing/document-files.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { countLockWaits } from '../../platform/testing/lock-waits.ts';
import {
  addMerchant,
  addUser,
  breachedPassword,
  newestMail,
  rightPassword,
  signInPortal,
} from '../auth/testing/sign-in-portal.ts';
import { awaitEmail } from '../users/users.service.ts';
import { onboardingJobs } from './onboarding.jobs.ts';
import { registerOnboardingRoutes } from './onboarding.routes.ts';
import { newApplicant, newApplication, newDraft, pdf, upload } from './testing/applicant.ts';

const portal = await signInPortal(await testDatabase(), {
  register: (on, deps) => registerOnboardingRoutes(on, { ...deps, scanner: null }),
});
afterAll(() => portal.close());

const count = async (table: string, where = 'true'): Promise<number> => {
  const [row] = await platformRows<{ count: number }>(
    portal.db,
    `SELECT count(*) FROM ${table} WHERE ${where}`,
  );
  return row?.count ?? -1;
};
const png = pngOf(3, 2);

test('an application makes a pending merchant and an owner whose e-mail its link verifies', async () => {
  const applicant = await newApplicant(portal);
  const { email, cr } = applicant.application.business;
  const sent = await applicant.send();
  expect([sent.statusCode, sent.json()]).toEqual([200, { sentTo: email }]);
  const rows = await platformRows(
    portal.db,
    `SELECT merchants.status, merchants.bank_code AS bank, mobile, cr, state, username
       FROM applications JOIN merchants ON merchants.id = merchant_id JOIN users ON users.id = owner_id
      WHERE cr = $1`,
    [cr],
  );
  const { username } = applicant.application.account;
  expect(rows).toEqual([
    { status: 'PENDING', bank: '80', mobile: '+966501234567', cr, state: 'PENDING', username },
  ]);

  expect((await portal.signIn(email)).json().message).toBe(signInMessages.emailNotVerified);
  const { link, subject } = await newestMail(portal.db, email);
  expect(subject).toBe('Verify your email for Mizan');
  const address = new URL(link ?? '');
  expect(address.pathname).toBe('/neopaas/portal/verify');
  const follow = () => portal.get(`/merchant-password/activate-email${address.search}`);
  expect((await follow()).statusCode).toBe(200);
  expect((await follow()).statusCode).toBe(400);
  for (const name of [email, username]) {
    expect((await portal.signIn(name)).json().message).toBe(signInMessages.accountPending);
  }
});

test('no password is kept but as its hash, and a cashier of an application cannot sign in', async () => {
  const applicant = await newApplicant(portal);
  await applicant.send();
  const { cr } = applicant.application.business;
  const [row] = await platformRows<{ form: string }>(
    portal.db,
    'SELECT form::text FROM applications WHERE cr = $1',
    [cr],
  );
  expect(row?.form).not.toContain('password');
  expect(row?.form).not.toContain(rightPassword);
  const answer = await portal.signIn(applicant.application.cashiers[0]?.username ?? '');
  expect([answer.statusCode, answer.json().message]).toEqual([401, signInMessages.incorrect]);
});

test('mails speak the language of the applicant', async () => {
  const applicant = await newApplicant(portal);
  await applicant.send({}, { locale: 'ar' });
  const { subject } = await newestMail(portal.db, applicant.application.business.email);
  expect(subject).toBe('تأكيد بريدك الإلكتروني في ميزان');
});

test('the same draft sent again, also twice at once, is one application and one mail', async () => {
  const applicant = await newApplicant(portal);
  await applicant.upload(pdf);
  const answers = await Promise.all([applicant.send(), applicant.send()]);
  answers.push(await applicant.send());
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
  const { email, cr } = applicant.application.business;
  expect(await count('applications', `cr = '${cr}'`)).toBe(1);
  expect(await count('outbox_mails', `recipient = '${email}'`)).toBe(1);
});

test('a draft whose twin is stored while its passwords are opened is answered like the twin', async () => {
  const applicant = await newApplicant(portal);
  await applicant.upload(pdf);
  const { keys } = portal.deps;
  const open = vi.spyOn(keys, 'open').mockImplementationOnce(async (sealed) => {
    open.mockRestore();
    expect((await applicant.send()).statusCode).toBe(200);
    return keys.open(sealed);
  });
  const answer = await applicant.send();
  expect([answer.statusCode, answer.json()]).toEqual([200, { sentTo: applicant.application.business.email }]);
});

test('400: every rule is the server’s too, each field named by its path', async () => {
  const applicant = await newApplicant(portal);
  const { account, business, branches, cashiers } = newApplication();
  const answer = await applicant.send({
    account: { ...account, password: 'weak' },
    business: { ...business, cr: '123', mobile: '0401234567', email: 'sara', bank: '99', vatNumber: '1' },
    branches: branches.map((branch) => ({
      ...branch,
      address: 'x',
      terminals: branch.terminals.map((terminal) => ({ ...terminal, tid: '1234567', model: 'A920' })),
    })),
    cashiers: cashiers.map((cashier) => ({ ...cashier, name: '7', password: 'weak' })),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
  expect(answer.json().details).toEqual({
    'account.password': 'passwordWeak',
    'business.cr': 'crInvalid',
    'business.mobile': 'mobileInvalid',
    'business.email': 'emailInvalid',
    'business.bank': 'bankInvalid',
    'business.vatNumber': 'vatInvalid',
    'branches.0.address': 'branchAddressInvalid',
    'branches.0.terminals.0.tid': 'terminalIdInvalid',
    'branches.0.terminals.1.tid': 'terminalIdInvalid',
    'branches.0.terminals.0.model': 'modelGone',
    'branches.0.terminals.1.model': 'modelGone',
    'branches.1.address': 'branchAddressInvalid',
    'branches.1.terminals.0.tid': 'terminalIdInvalid',
    'branches.1.terminals.0.model': 'modelGone',
    'cashiers.0.name': 'cashierNameInvalid',
    'cashiers.0.password': 'passwordWeak',
    'cashiers.1.name': 'cashierNameInvalid',
    'cashiers.1.password': 'passwordWeak',
  });
});

test('400: a password that meets every rule and is guessed first', async () => {
  const applicant = await newApplicant(portal);
  const { account, cashiers } = newApplication();
  const guessed = (password: string) => cashiers.map((cashier) => ({ ...cashier, password }));
  const answer = await applicant.send({
    account: { ...account, password: 'Welcome@2026' },
    cashiers: guessed('P@ssw0rd1!'),
  });
  expect(answer.json().details).toEqual({
    'account.password': 'passwordEasy',
    'cashiers.0.password': 'passwordEasy',
    'cashiers.1.password': 'passwordEasy',
  });
});

test('400: a breached password, of the owner and of a cashier', async () => {
  const applicant = await newApplicant(portal);
  const { account, cashiers } = newApplication();
  const answer = await applicant.send({
    account: { ...account, password: breachedPassword },
    cashiers: cashiers.map((each, index) => (index === 0 ? { ...each, password: breachedPassword } : each)),
  });
  const details = { 'account.password': 'passwordEasy', 'cashiers.0.password': 'passwordEasy' };
  expect(answer.json().details).toEqual(details);
});

test('409: what somebody has or waits for is named at its field, and never whose it is', async () => {
  const first = await newApplicant(portal);
  await first.send();
  const { account, business, branches, cashiers } = first.application;
  const second = await newApplicant(portal);
  const own = second.application;
  const answer = await second.send({
    account: { ...own.account, username: account.username.toUpperCase() },
    business: { ...own.business, cr: business.cr, email: business.email.toUpperCase() },
    branches: own.branches.map((branch, index) => (index === 1 ? (branches[1] ?? branch) : branch)),
    cashiers: own.cashiers.map((cashier, index) => ({
      ...cashier,
      username: cashiers[index]?.username ?? '',
    })),
  });
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'conflict']);
  expect(answer.json().details).toEqual({
    'account.username': 'usernameTaken',
    'business.cr': 'crTaken',
    'business.email': 'emailTaken',
    'branches.1.terminals.0.tid': 'terminalIdTaken',
    'cashiers.0.username': 'usernameTaken',
    'cashiers.1.username': 'usernameTaken',
  });
  expect(answer.body).not.toContain(business.name);
  expect((await second.send()).statusCode).toBe(200);
});

test('of two applications for one registration at the same time one is taken', async () => {
  const [first, second] = [await newApplicant(portal), await newApplicant(portal)];
  const { cr } = first.application.business;
  const business = { ...second.application.business, cr };
  const answers = await Promise.all([first.send(), second.send({ business })]);
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await count('applications', `cr = '${cr}'`)).toBe(1);
});

test('409: an e-mail that somebody else’s profile link takes while the application is being kept', async () => {
  const applicant = await newApplicant(portal);
  const { email } = applicant.application.business;
  const merchant = await addMerchant(portal.db);
  const userId = await addUser(portal.db, { role: 'MERCHANT', merchant, email: `other.${email}` });
  let answer: ReturnType<typeof applicant.send> | undefined;
  await inPlatform(portal.db, async (tx) => {
    await awaitEmail(tx, email);
    await tx.change('UPDATE users SET email = $2 WHERE id = $1', [userId, email]);
    answer = applicant.send();
    await expect.poll(() => countLockWaits(portal.db)).toBeGreaterThan(0);
  });
  const refused = await answer;
  expect([refused?.statusCode, refused?.json().details]).toEqual([409, { 'business.email': 'emailTaken' }]);
});

test('400: an application without a document, and with those of somebody else’s draft', async () => {
  const [mine, theirs] = [await newApplicant(portal), await newApplicant(portal)];
  await theirs.upload(pdf);
  mine.documents.push(...theirs.documents);
  const answer = await mine.send();
  expect([answer.statusCode, answer.json().details]).toEqual([400, { documents: 'documentsRequired' }]);
  expect(await count('applications', `cr = '${mine.application.business.cr}'`)).toBe(0);
  expect((await theirs.send()).statusCode).toBe(200);
});

test('a document is what its content says, whatever its name says; one that was cut is refused at its field', async () => {
  const draft = newDraft();
  const picture = await upload(portal, draft, png, 'سجل.pdf');
  expect(picture.json()).toMatchObject({
    fileName: 'سجل.pdf',
    mediaType: 'image/png',
    sizeBytes: png.length,
  });
  const html = await upload(portal, draft, Buffer.from('<html>'), 'cr.pdf');
  expect([html.statusCode, html.json().details]).toEqual([422, { documents: 'documentInvalid' }]);
  for (const cut of [Buffer.alloc(0), pdf.subarray(0, 5), pdf.subarray(0, -10), png.subarray(0, -1)]) {
    const refused = await upload(portal, draft, cut, 'cr.pdf');
    expect([refused.statusCode, refused.json().details]).toEqual([422, { documents: 'documentInvalid' }]);
  }
});

test('413: a document of one byte more than the limit; of the limit it is taken', async () => {
  const draft = newDraft();
  const { documentBytes } = onboardingLimits;
  // How much a PDF has around its padding is seen once it is made; both lengths have as many digits.
  const nearly = pdfSaying('', documentBytes - 1000);
  const atLimit = pdfSaying('', documentBytes - 1000 + documentBytes - nearly.length);
  expect(atLimit).toHaveLength(documentBytes);
  expect((await upload(portal, draft, atLimit)).statusCode).toBe(200);
  const over = await upload(portal, draft, Buffer.concat([atLimit, Buffer.alloc(1)]));
  expect([over.statusCode, over.json().details.documents]).toEqual([413, 'documentTooLarge']);
});

test('409: one document more than a draft may have, also when they come at once', async () => {
  const draft = newDraft();
  const answers = await Promise.all(
    Array.from({ length: onboardingLimits.documents + 2 }, () => upload(portal, draft, pdf)),
  );
  const codes = answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b);
  expect(codes).toEqual([...Array(onboardingLimits.documents).fill(200), 409, 409]);
});

test('429: one application more in an hour than an address may send', async () => {
  const applicant = await newApplicant(portal);
  await applicant.upload(pdf);
  const ip = '10.9.9.9';
  for (let sent = 0; sent < 20; sent += 1) expect((await applicant.send({}, { ip })).statusCode).toBe(200);
  const refused = await applicant.send({}, { ip });
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rateLimited']);
});

test('the activation link is sent again to who applied, and nobody learns whether a draft was', async () => {
  const applicant = await newApplicant(portal);
  await applicant.send();
  const { email } = applicant.application.business;
  const again = (draft: string) => portal.post('/onboarding/activation-link', { draft });
  expect((await again(applicant.draft)).json()).toEqual({ sent: true });
  expect(await count('outbox_mails', `recipient = '${email}'`)).toBe(2);
  expect((await again(newDraft())).json()).toEqual({ sent: true });
});

test('documents of drafts that were never sent are deleted after two weeks, sent ones never', async () => {
  const applicant = await newApplicant(portal);
  await applicant.send();
  await platformRows(portal.db, 'UPDATE users SET email_verified_at = $1', [portal.clock.now()]);
  await upload(portal, newDraft(), pdf);
  const [job] = Object.values(onboardingJobs(portal.deps));
  const sentOnes = await count('application_documents', 'application_id IS NOT NULL');
  portal.clock.advance(15 * 24 * 60 * 60_000);
  await job?.({});
  expect(await count('application_documents', 'application_id IS NULL')).toBe(0);
  expect(await count('application_documents')).toBe(sentOnes);
});
