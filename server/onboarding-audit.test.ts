import type { AuditAction, AuditFacts } from '@mizan/contract/audit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMerchant, addUser, newestMail, signInPortal } from './features/auth/testing/sign-in-portal.ts';
import { registerMerchantsRoutes } from './features/merchants/merchants.routes.ts';
import { registerOnboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { registerReviewRoutes } from './features/onboarding/review.routes.ts';
import { newApplicant, newDraft, pdf, upload } from './features/onboarding/testing/applicant.ts';
import { inPlatform, platformRows } from './platform/database/database.ts';
import { openSession } from './platform/sessions/sessions.ts';
import { testDatabase } from './platform/testing/database.ts';

/** Every step of an application and every decision on it stands in the audit log, with before and after. */
const portal = await signInPortal(await testDatabase(), {
  register: (on, deps) => {
    registerOnboardingRoutes(on, { ...deps, scanner: null });
    registerMerchantsRoutes(on, deps);
    registerReviewRoutes(on, deps);
  },
});
afterAll(() => portal.close());
const { db, clock } = portal;
const ip = '10.7.7.7';

let adminId = '';
let token = '';
beforeAll(async () => {
  adminId = await addUser(db, { role: 'ADMIN', email: 'admin@mizan.test' });
  const session = { userId: adminId, at: clock.now(), userAgent: null, ip };
  token = await inPlatform(db, (tx) => openSession(tx, session));
});

interface Entry {
  action: AuditAction;
  actorId: string | null;
  subject: string;
  before: AuditFacts | null;
  after: AuditFacts | null;
  ip: string;
}
const entriesOf = (chain: string): Promise<Entry[]> =>
  platformRows<Entry>(
    db,
    `SELECT action, actor_id::text AS "actorId", subject_type || ' ' || subject_id AS subject, before, after,
       host(ip_address) AS ip
     FROM audit_entries WHERE merchant_id = $1 ORDER BY id`,
    [chain],
  );
/** What administrators did since this many entries. */
const decisionsSince = async (count: number): Promise<Entry[]> => (await entriesOf('0')).slice(count);

async function applied() {
  const applicant = await newApplicant(portal);
  await applicant.send({}, { ip });
  const { business } = applicant.application;
  const [row] = await platformRows<{ merchantId: string; ownerId: string }>(
    db,
    `SELECT merchant_id::text AS "merchantId", owner_id::text AS "ownerId" FROM applications WHERE cr = $1`,
    [business.cr],
  );
  const { merchantId = '', ownerId = '' } = row ?? {};
  const verify = async () => {
    const { link } = await newestMail(db, business.email);
    await portal.get(`/merchant-password/activate-email${new URL(link ?? '').search}`, { ip });
  };
  const decide = async (decision: string, body: object = {}) => {
    const answer = await portal.post(`/admin/merchants/${merchantId}/${decision}`, body, { token, ip });
    return answer.statusCode;
  };
  return { ...applicant, business, merchantId, ownerId, verify, decide, subject: `merchant ${merchantId}` };
}

test('sent, verified and corrected, each by the applicant, from where it was done', async () => {
  const { business, merchantId, ownerId, subject, verify, decide } = await applied();
  await verify();
  expect(
    await decide('correction', { fields: ['business.cr', 'branches.1.name'], note: 'See the paper.' }),
  ).toBe(200);
  const link = new URL((await newestMail(db, business.email)).link ?? '');
  const values = [
    { path: 'business.cr', value: '1987654321' },
    { path: 'branches.1.name', value: 'Malaz North' },
  ];
  const sent = { token: link.searchParams.get('correction'), values };
  expect((await portal.post('/onboarding/correction', sent, { ip })).statusCode).toBe(200);
  const who = { actorId: ownerId, ip };
  const facts = { name: business.name, cr: business.cr, branches: 2, terminals: 3, cashiers: 2 };
  expect(await entriesOf(merchantId)).toEqual([
    { ...who, action: 'onboarding.sent', subject, before: null, after: facts },
    { ...who, action: 'auth.emailVerified', subject: null, before: null, after: null },
    {
      ...who,
      action: 'onboarding.corrected',
      subject,
      before: { state: 'CORRECTION', cr: business.cr, 'branchName 2': 'Malaz' },
      after: { state: 'PENDING', cr: '1987654321', 'branchName 2': 'Malaz North' },
    },
  ]);
});

test('a correction asked for, and the approval, by the administrator', async () => {
  const { business, subject, verify, decide } = await applied();
  await verify();
  const { length } = await entriesOf('0');
  const asked = { fields: ['branches.0.terminals.1.tid', 'documents'], note: 'The number is cut off.' };
  await decide('correction', asked);
  await platformRows(db, `UPDATE applications SET state = 'PENDING' WHERE cr = $1`, [business.cr]);
  await decide('approve');
  const { name } = business;
  const who = { actorId: adminId, subject, ip };
  expect(await decisionsSince(length)).toEqual([
    {
      ...who,
      action: 'merchants.correctionAsked',
      before: { state: 'PENDING' },
      after: { state: 'CORRECTION', name, fields: 'tid 1.2, documents', note: asked.note },
    },
    {
      ...who,
      action: 'merchants.approved',
      before: { state: 'PENDING' },
      after: { state: 'APPROVED', name },
    },
  ]);
});

test('a rejection with its reason; what is refused leaves no entry', async () => {
  const { business, subject, decide } = await applied();
  const { length } = await entriesOf('0');
  expect(await decide('approve')).toBe(409);
  expect(await decide('correction', { fields: ['account.username'], note: 'No.' })).toBe(400);
  expect(await decide('reject', { reason: 'The registration has expired.' })).toBe(200);
  expect(await decide('reject', { reason: 'Again.' })).toBe(409);
  const after = { state: 'REJECTED', name: business.name, note: 'The registration has expired.' };
  expect(await decisionsSince(length)).toEqual([
    { actorId: adminId, subject, ip, action: 'merchants.rejected', before: { state: 'PENDING' }, after },
  ]);
});

test('a draft that is sent twice is one entry, and one that is refused none', async () => {
  const first = await applied();
  await first.send();
  const second = await newApplicant(portal);
  expect((await second.send({ business: first.business })).statusCode).toBe(409);
  expect((await entriesOf(first.merchantId)).map(({ action }) => action)).toEqual(['onboarding.sent']);
  const [sum] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM audit_entries WHERE action = 'onboarding.sent' AND merchant_id NOT IN
       (SELECT merchant_id FROM applications)`,
  );
  expect(sum?.count).toBe(0);
});

test('an activation link that is sent again, by whose application it is; none where nothing was sent', async () => {
  const { draft, merchantId, ownerId, verify } = await applied();
  const again = (of: string) => portal.post('/onboarding/activation-link', { draft: of }, { ip });
  const linksSent = async () =>
    (await entriesOf(merchantId)).filter(({ action }) => action === 'onboarding.activationLinkSent');
  expect((await again(draft)).statusCode).toBe(200);
  const entry = { action: 'onboarding.activationLinkSent', actorId: ownerId, ip, subject: null };
  expect(await linksSent()).toEqual([{ ...entry, before: null, after: null }]);
  await verify();
  expect((await again(draft)).statusCode).toBe(200);
  expect(await linksSent()).toHaveLength(1);
  const { length } = await entriesOf('0');
  expect((await again(newDraft())).statusCode).toBe(200);
  expect(await decisionsSince(length)).toEqual([]);
});

test('an activation link that goes out anew with a correction, after it', async () => {
  const { business, merchantId, decide } = await applied();
  await decide('correction', { fields: ['business.name'], note: 'As on the registration.' });
  const link = new URL((await newestMail(db, business.email)).link ?? '');
  const values = [{ path: 'business.name', value: 'Diyar Roastery' }];
  const sent = { token: link.searchParams.get('correction'), values };
  expect((await portal.post('/onboarding/correction', sent, { ip })).statusCode).toBe(200);
  expect((await entriesOf(merchantId)).map(({ action }) => action)).toEqual([
    'onboarding.sent',
    'onboarding.corrected',
    'onboarding.activationLinkSent',
  ]);
});

test('each document that an administrator takes: whose, under which name, how large', async () => {
  const { business, merchantId, subject } = await applied();
  const { length } = await entriesOf('0');
  const { application } = (await portal.get(`/admin/merchants/${merchantId}`, { token, ip })).json();
  const take = (id: string) => portal.get(`/admin/documents/${id}`, { token, ip });
  const [document] = application.documents;
  for (const _ of [1, 2]) expect((await take(document.id)).rawPayload).toEqual(pdf);
  const entry = {
    actorId: adminId,
    subject,
    ip,
    action: 'merchants.documentDownloaded',
    before: null,
    after: { name: business.name, fileName: 'cr.pdf', sizeBytes: pdf.length },
  };
  expect(await decisionsSince(length)).toEqual([entry, entry]);
});

test('a document that is not handed out leaves no entry: of a draft, of nobody, to a merchant', async () => {
  const { merchantId } = await applied();
  const [sent, draft] = [
    (await portal.get(`/admin/merchants/${merchantId}`, { token, ip })).json().application.documents[0].id,
    (await upload(portal, newDraft(), pdf)).json().id,
  ];
  const { length } = await entriesOf('0');
  const userId = await addUser(db, {
    role: 'MERCHANT',
    merchant: await addMerchant(db),
    email: 'owner@diyar.coffee',
  });
  const session = { userId, at: clock.now(), userAgent: null, ip };
  const merchants = await inPlatform(db, (tx) => openSession(tx, session));
  const answers = [
    await portal.get(`/admin/documents/${draft}`, { token, ip }),
    await portal.get('/admin/documents/999999', { token, ip }),
    await portal.get(`/admin/documents/${sent}`, { token: merchants, ip }),
    await portal.get(`/admin/documents/${sent}`, { ip }),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403, 401]);
  expect(await decisionsSince(length)).toEqual([]);
  expect((await entriesOf(merchantId)).map(({ action }) => action)).toEqual(['onboarding.sent']);
});
