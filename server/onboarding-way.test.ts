import { signInMessages } from '@mizan/contract/errors.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { parse } from 'content-disposition';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addMerchant,
  addUser,
  newestMail,
  rightPassword,
  signInPortal,
} from './features/auth/testing/sign-in-portal.ts';
import { registerMerchantsRoutes } from './features/merchants/merchants.routes.ts';
import { registerModelsRoutes } from './features/models/models.routes.ts';
import { registerOnboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { registerReviewRoutes } from './features/onboarding/review.routes.ts';
import { type Applicant, newApplicant, pdf, upload } from './features/onboarding/testing/applicant.ts';
import { registerTerminalsRoutes } from './features/terminals/terminals.routes.ts';
import { inPlatform, platformRows } from './platform/database/database.ts';
import { openSession } from './platform/sessions/sessions.ts';
import { testDatabase } from './platform/testing/database.ts';

const portal = await signInPortal(await testDatabase(), {
  register: (on, deps) => {
    registerOnboardingRoutes(on, { ...deps, scanner: null });
    registerMerchantsRoutes(on, deps);
    registerReviewRoutes(on, deps);
    registerTerminalsRoutes(on, deps);
    registerModelsRoutes(on, { ...deps, scanner: null });
  },
});
afterAll(() => portal.close());
const { db, clock } = portal;

let adminId = '';
beforeAll(async () => {
  adminId = await addUser(db, { role: 'ADMIN', email: 'admin@mizan.test' });
});
/** A token of the administrator that is young enough at this moment of the clock. */
const adminToken = (): Promise<string> =>
  inPlatform(db, (tx) =>
    openSession(tx, { userId: adminId, at: clock.now(), userAgent: null, ip: '127.0.0.1' }),
  );
const get = async (path: string) => portal.get(path, { token: await adminToken() });
const post = async (path: string, body: object = {}) =>
  portal.post(path, body, { token: await adminToken() });

const follow = async (email: string) => {
  const { link } = await newestMail(db, email);
  return portal.get(`/merchant-password/activate-email${new URL(link ?? '').search}`);
};
const merchantIdOf = async ({ application }: Applicant): Promise<string> => {
  const [row] = await platformRows<{ id: string }>(
    db,
    'SELECT merchant_id::text AS id FROM applications WHERE draft_hash IS NOT NULL AND form -> $1 ->> $2 = $3',
    ['business', 'email', application.business.email],
  );
  return row?.id ?? '';
};
/** Somebody whose application waits for a decision. */
async function applied(options: { locale?: 'en' | 'ar'; verified?: boolean; fileName?: string } = {}) {
  const applicant = await newApplicant(portal);
  if (options.fileName !== undefined) await applicant.upload(pdf, options.fileName);
  await applicant.send({}, options);
  const { email } = applicant.application.business;
  if (options.verified !== false) await follow(email);
  return { applicant, email, path: `/admin/merchants/${await merchantIdOf(applicant)}` };
}
const correctionToken = async (email: string): Promise<string> =>
  new URL((await newestMail(db, email)).link ?? '').searchParams.get('correction') ?? '';

test('an approved merchant signs in and finds branches, terminals that were never connected, and cashiers', async () => {
  const { applicant, email, path } = await applied();
  const approved = await post(`${path}/approve`);
  expect([approved.statusCode, approved.json()]).toEqual([200, { state: 'APPROVED' }]);
  const mail = await newestMail(db, email);
  expect([mail.subject, mail.link]).toEqual([
    'Your Mizan application is approved',
    'https://portal.example.sa/neopaas/portal/login',
  ]);

  const asked = await portal.signIn(applicant.application.account.username);
  expect(asked.statusCode).toBe(511);
  const { code } = await newestMail(db, email);
  const { accessToken, role } = (
    await portal.post('/auth/validate-otp', { token: asked.json().token, otp: code })
  ).json();
  expect(role).toBe('MERCHANT');
  const { merchant } = (await portal.get('/auth/session', { token: accessToken })).json();
  expect(merchant).toMatchObject({ nameEn: 'Diyar Coffee', branchCount: 2 });
  const { rows } = (await portal.get('/terminals', { token: accessToken })).json();
  const terminals = applicant.application.branches.flatMap((branch) =>
    branch.terminals.map(({ tid }) => ({ tid, branchNameEn: branch.name, connection: 'NEVER' })),
  );
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(expect.arrayContaining(terminals.map((each) => expect.objectContaining(each))));
  const code12 = await portal.post(`/terminals/${rows[0].id}/pairing-code`, {}, { token: accessToken });
  expect(code12.json().code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/);
});

test('a cashier of an approved merchant signs in with the password of the form and has the terminal of the branch', async () => {
  const { applicant, path } = await applied();
  await post(`${path}/approve`);
  const [, huda] = applicant.application.cashiers;
  const signedIn = (await portal.signIn(huda?.username ?? '', rightPassword)).json();
  expect(signedIn).toMatchObject({ role: 'CASHIER', fullName: 'Huda Al-Qahtani' });
  const session = (await portal.get('/auth/session', { token: signedIn.accessToken })).json();
  expect(session.branch.nameEn).toBe('Malaz');
  const { rows } = (await portal.get('/terminals', { token: signedIn.accessToken })).json();
  expect(rows).toMatchObject([
    { tid: applicant.application.branches[1]?.terminals[0]?.tid, cashierName: 'Huda Al-Qahtani' },
  ]);
});

test('409: an application whose e-mail is not verified is not approved, and nothing is made of it', async () => {
  const { path } = await applied({ verified: false });
  const refused = await post(`${path}/approve`);
  expect([refused.statusCode, refused.json().details]).toEqual([409, { reason: 'emailNotVerified' }]);
  expect((await get(path)).json().application.state).toBe('PENDING');
});

test('a rejection says its reason in the applicant’s language, and the login says that it was rejected', async () => {
  const { applicant, email, path } = await applied({ locale: 'ar' });
  const rejected = await post(`${path}/reject`, { reason: 'السجل التجاري منته.' });
  expect(rejected.json()).toEqual({ state: 'REJECTED' });
  const { subject, text } = await newestMail(db, email);
  expect(subject).toBe('لم يُقبل طلبك في ميزان');
  expect(text).toContain('السجل التجاري منته.');
  expect((await portal.signIn(email)).json().message).toBe(signInMessages.accountRejected);

  const again = await newApplicant(portal);
  const { branches, cashiers, business } = applicant.application;
  const retried = await again.send({
    branches,
    cashiers,
    business: { ...again.application.business, cr: business.cr },
  });
  expect(retried.statusCode).toBe(200);
});

test('a correction of named fields goes by a link, comes back for review, and works once', async () => {
  const { applicant, email, path } = await applied();
  const asked = await post(`${path}/correction`, {
    fields: ['business.cr', 'branches.0.terminals.1.tid', 'cashiers.0.username', 'documents'],
    note: 'The registration does not match.',
  });
  expect(asked.json()).toEqual({ state: 'CORRECTION' });
  const token = await correctionToken(email);
  const shown = (await portal.get(`/onboarding/correction?token=${token}`)).json();
  expect(shown).toEqual({
    businessName: 'Diyar Coffee',
    note: 'The registration does not match.',
    wantsDocuments: true,
    fields: [
      { path: 'business.cr', value: applicant.application.business.cr },
      { path: 'branches.0.terminals.1.tid', value: applicant.application.branches[0]?.terminals[1]?.tid },
      { path: 'cashiers.0.username', value: applicant.application.cashiers[0]?.username },
    ],
  });
  const cr = `7${applicant.application.business.cr.slice(1)}`;
  const name = `${applicant.application.account.username}.new`;
  const values = [
    { path: 'business.cr', value: cr },
    { path: 'branches.0.terminals.1.tid', value: '١٢٣٤٥٦٧٨٩٠١٢' },
    { path: 'cashiers.0.username', value: name },
  ];
  const send = () => portal.post('/onboarding/correction', { token, values });
  expect((await send()).json().details).toEqual({ documents: 'documentsRequired' });
  await upload(portal, token, pdf, 'new.pdf');
  expect((await send()).json()).toEqual({ sent: true });
  expect([(await send()).statusCode, (await send()).json().code]).toEqual([400, 'invalidToken']);

  const { application } = (await get(path)).json();
  expect(application).toMatchObject({ state: 'PENDING', askedFields: [], business: { cr } });
  expect(application.documents.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
    'cr.pdf',
    'new.pdf',
  ]);
  await post(`${path}/approve`);
  expect((await portal.signIn(name)).json()).toMatchObject({ role: 'CASHIER' });
  const [terminal] = await platformRows(db, `SELECT msp, model FROM terminals WHERE tid = '123456789012'`);
  expect(terminal).toEqual({ msp: 'Geidea', model: 'A920' });
});

test('what was on offer when it was applied with is approved and keeps its name; a correction names what is on offer now', async () => {
  const of = "WHERE name = 'A920' AND brand_id = (SELECT id FROM terminal_brands WHERE name = 'PAX')";
  const [model] = await platformRows<{ id: string }>(db, `SELECT id::text FROM terminal_models ${of}`);
  const [kept, corrected] = [await applied(), await applied()];
  const modelPath = `/admin/models/${model?.id}`;
  const asAdmin = {
    url: `${apiBase}${modelPath}`,
    headers: { host: 'localhost', authorization: `Bearer ${await adminToken()}` },
  };
  const { brandId, name, reports, status } = (await portal.app.inject({ method: 'GET', ...asAdmin })).json();
  const seen = { brandId, name, reports, status };
  const body = { ...seen, name: 'A920 II', reports: [], status: 'INACTIVE', seen };
  const renamed = await portal.app.inject({ method: 'PUT', payload: body, ...asAdmin });
  expect([renamed.statusCode, renamed.json().details]).toEqual([409, { name: 'inUse' }]);
  await platformRows(db, `UPDATE terminal_models SET status = 'INACTIVE' ${of}`);
  try {
    expect((await post(`${kept.path}/approve`)).json()).toEqual({ state: 'APPROVED' });
    const tid = kept.applicant.application.branches[0]?.terminals[0]?.tid;
    expect(await platformRows(db, 'SELECT model FROM terminals WHERE tid = $1', [tid])).toEqual([
      { model: 'A920' },
    ]);

    const path = 'branches.0.terminals.0.model';
    await post(`${corrected.path}/correction`, { fields: [path], note: 'Which model?' });
    const token = await correctionToken(corrected.email);
    const send = (value: string) =>
      portal.post('/onboarding/correction', { token, values: [{ path, value }] });
    const refused = await send('PAX Z1');
    expect([refused.statusCode, refused.json().details]).toEqual([400, { [path]: 'modelGone' }]);
    expect((await send('PAX A920')).json()).toEqual({ sent: true });
  } finally {
    await platformRows(db, `UPDATE terminal_models SET status = 'ACTIVE' ${of}`);
  }
});

test('400: a correction that is still wrong, that misses a field, or that changes one nobody asked for', async () => {
  const { email, path } = await applied();
  await post(`${path}/correction`, { fields: ['business.cr', 'business.bank'], note: 'Both.' });
  const token = await correctionToken(email);
  const send = (values: object[]) => portal.post('/onboarding/correction', { token, values });
  const wrong = await send([{ path: 'business.cr', value: '1' }]);
  expect(wrong.json().details).toEqual({ 'business.cr': 'crInvalid', 'business.bank': 'bankRequired' });
  const foreign = await send([
    { path: 'business.cr', value: '1010123456' },
    { path: 'business.bank', value: '80' },
    { path: 'business.mobile', value: '0501234567' },
  ]);
  expect(foreign.statusCode).toBe(400);
  expect((await get(path)).json().application.state).toBe('CORRECTION');
});

test('409: a correction to what somebody else has', async () => {
  const [other, mine] = [await applied(), await applied()];
  await post(`${mine.path}/correction`, { fields: ['business.cr'], note: 'Wrong.' });
  const token = await correctionToken(mine.email);
  const values = [{ path: 'business.cr', value: other.applicant.application.business.cr }];
  const answer = await portal.post('/onboarding/correction', { token, values });
  expect([answer.statusCode, answer.json().details]).toEqual([409, { 'business.cr': 'crTaken' }]);
});

test('400: the link of a correction after 14 days', async () => {
  const { email, path } = await applied();
  await post(`${path}/correction`, { fields: ['business.cr'], note: 'Wrong.' });
  const token = await correctionToken(email);
  clock.advance(14 * 24 * 60 * 60_000 - 1);
  expect((await portal.get(`/onboarding/correction?token=${token}`)).statusCode).toBe(200);
  clock.advance(1);
  const late = await portal.get(`/onboarding/correction?token=${token}`);
  expect([late.statusCode, late.json().message]).toEqual([400, 'Invalid or expiered token']);
});

test('400: fields that cannot be corrected are not asked for', async () => {
  const { path } = await applied();
  for (const field of [
    'business.email',
    'account.username',
    'cashiers.0.password',
    'branches.9.name',
    'state',
  ]) {
    const answer = await post(`${path}/correction`, { fields: [field], note: 'x' });
    expect([field, answer.statusCode]).toEqual([field, 400]);
  }
});

test('409: what is decided is not decided again; of two administrators at once one decides', async () => {
  const { path } = await applied();
  const answers = await Promise.all([post(`${path}/approve`), post(`${path}/reject`, { reason: 'No.' })]);
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  for (const [way, body] of [
    ['approve', {}],
    ['correction', { fields: ['business.cr'], note: 'x' }],
  ] as const) {
    expect((await post(`${path}/${way}`, body)).statusCode).toBe(409);
  }
});

test('the list goes by newest first, page by page, and by status', async () => {
  await addMerchant(db);
  const page = (await get('/admin/merchants?limit=2')).json();
  expect(page.rows).toHaveLength(2);
  const ids = new Set<string>();
  for (let cursor = ''; ; ) {
    const { rows, nextCursor } = (await get(`/admin/merchants?limit=3${cursor}`)).json();
    for (const { id } of rows) ids.add(id);
    if (nextCursor === null) break;
    cursor = `&cursor=${nextCursor}`;
  }
  const [all] = await platformRows<{ count: number }>(db, 'SELECT count(*) FROM merchants');
  expect(ids.size).toBe(all?.count);
  const rejected = (await get('/admin/merchants?status=REJECTED')).json().rows;
  expect(new Set(rejected.map(({ status }: { status: string }) => status))).toEqual(new Set(['REJECTED']));
});

test('a merchant without an application is shown without one', async () => {
  const { id } = await addMerchant(db);
  expect((await get(`/admin/merchants/${id}`)).json()).toMatchObject({ merchant: { id }, application: null });
});

test('a document is downloaded as it was uploaded; one of a draft is 404', async () => {
  const { path } = await applied();
  const [document] = (await get(path)).json().application.documents;
  const file = await get(`/admin/documents/${document.id}`);
  expect([file.headers['content-type'], file.rawPayload]).toEqual(['application/pdf', pdf]);
  expect(parse(String(file.headers['content-disposition']))).toMatchObject({
    type: 'attachment',
    parameters: { filename: 'cr.pdf' },
  });
  const draft = await upload(portal, 'z'.repeat(43), pdf);
  expect((await get(`/admin/documents/${draft.json().id}`)).statusCode).toBe(404);
});

test.each([
  ['cr.pdf.hta', 'cr.pdf.hta.pdf'],
  ['cr.PDF', 'cr.PDF'],
  ['سجل', 'سجل.pdf'],
  // Shown as 'crexe.pdf' by whoever lists downloads, and run as a program.
  ['cr\u202efdp.exe', 'crfdp.exe.pdf'],
])('a document called %j is downloaded as what its content is: %s', async (fileName, named) => {
  const { path } = await applied({ fileName });
  const [document] = (await get(path)).json().application.documents;
  const file = await get(`/admin/documents/${document.id}`);
  const disposition = String(file.headers['content-disposition']);
  expect(parse(disposition)).toMatchObject({ type: 'attachment', parameters: { filename: named } });
  expect(/filename="?([^";]*)/.exec(disposition)?.[1]).toMatch(/^[\w.-]+\.pdf$/i);
});

test('403: an application is no business of a merchant', async () => {
  const { path } = await applied();
  const merchant = await addMerchant(db);
  const userId = await addUser(db, { role: 'MERCHANT', merchant, email: 'owner@diyar.coffee' });
  const token = await inPlatform(db, (tx) =>
    openSession(tx, { userId, at: clock.now(), userAgent: null, ip: '127.0.0.1' }),
  );
  const answer = await portal.app.inject({
    method: 'POST',
    url: `${apiBase}${path}/approve`,
    headers: { host: 'localhost', authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(403);
});

test('403: a decision asks for a fresh sign-in after 15 minutes, and nothing is decided until then', async () => {
  const { path } = await applied();
  const token = await adminToken();
  for (let passed = 0; passed < 20; passed += 10) {
    clock.advance(10 * 60_000);
    expect((await portal.get(path, { token })).statusCode).toBe(200);
  }
  const stale = await portal.post(`${path}/approve`, {}, { token });
  expect([stale.statusCode, stale.json().code]).toEqual([403, 'freshSignInNeeded']);
  expect((await get(path)).json().application.state).toBe('PENDING');
});
