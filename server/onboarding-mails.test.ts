import { mailLinkHours } from '@mizan/contract/auth.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertLink, type LinkPurpose } from './features/auth/mail-links.queries.ts';
import { addUser, newestMail, signInPortal } from './features/auth/testing/sign-in-portal.ts';
import { registerMerchantsRoutes } from './features/merchants/merchants.routes.ts';
import { registerOnboardingRoutes } from './features/onboarding/onboarding.routes.ts';
import { registerReviewRoutes } from './features/onboarding/review.routes.ts';
import { newApplicant } from './features/onboarding/testing/applicant.ts';
import { inPlatform, platformRows } from './platform/database/database.ts';
import { hashToken, newToken } from './platform/sessions/secret-token.ts';
import { openSession } from './platform/sessions/sessions.ts';
import { testDatabase } from './platform/testing/database.ts';

/** An applicant has a mail of every step of an application, in their language, and none of a step that was refused. */
const portal = await signInPortal(await testDatabase(), {
  register: (on, deps) => {
    registerOnboardingRoutes(on, { ...deps, scanner: null });
    registerMerchantsRoutes(on, deps);
    registerReviewRoutes(on, deps);
  },
});
afterAll(() => portal.close());
const { db, clock } = portal;

let adminId = '';
beforeAll(async () => {
  adminId = await addUser(db, { role: 'ADMIN', email: 'admin@mizan.test' });
});

const subjects = {
  en: {
    verify: 'Verify your email for Mizan',
    review: 'Your Mizan application is being reviewed',
    correction: 'Your Mizan application needs a correction',
    received: 'We received the correction of your Mizan application',
    approved: 'Your Mizan application is approved',
    rejected: 'Your Mizan application was not accepted',
  },
  ar: {
    verify: 'تأكيد بريدك الإلكتروني في ميزان',
    review: 'طلبك في ميزان قيد المراجعة',
    correction: 'طلبك في ميزان يحتاج إلى تصحيح',
    received: 'استلمنا تصحيح طلبك في ميزان',
    approved: 'تم قبول طلبك في ميزان',
    rejected: 'لم يُقبل طلبك في ميزان',
  },
} as const;

interface Sent {
  subject: string;
  text: string;
  link: string | null;
}
const mailsTo = (email: string): Promise<Sent[]> =>
  platformRows<Sent>(
    db,
    'SELECT subject, body_text AS text, link FROM outbox_mails WHERE recipient = $1 ORDER BY id',
    [email],
  );

/** Somebody who has sent an application and read no mail yet. */
async function applied(locale: 'en' | 'ar' = 'en') {
  const applicant = await newApplicant(portal);
  await applicant.send({}, { locale });
  const { email, cr, name } = applicant.application.business;
  const [row] = await platformRows<{ merchantId: string; ownerId: string }>(
    db,
    'SELECT merchant_id::text AS "merchantId", owner_id::text AS "ownerId" FROM applications WHERE cr = $1',
    [cr],
  );
  const { merchantId = '', ownerId = '' } = row ?? {};
  const { link } = await newestMail(db, email);
  const activation = new URL(link ?? '').search;
  return {
    ...applicant,
    ownerId,
    name,
    email,
    sentSubjects: async () => (await mailsTo(email)).map(({ subject }) => subject),
    newest: () => newestMail(db, email),
    verify: async () => (await portal.get(`/merchant-password/activate-email${activation}`)).statusCode,
    /** A link to this account that the test knows the token of. */
    linkFor: async (purpose: LinkPurpose) => {
      const token = newToken();
      const at = clock.now();
      const expiresAt = new Date(at.getTime() + mailLinkHours * 3_600_000);
      const made = { purpose, tokenHash: hashToken(token), userId: ownerId, at, expiresAt };
      await inPlatform(db, (tx) => insertLink(tx, made));
      return token;
    },
    decide: async (decision: string, body: object = {}) => {
      const session = { userId: adminId, at: clock.now(), userAgent: null, ip: '127.0.0.1' };
      const token = await inPlatform(db, (tx) => openSession(tx, session));
      return (await portal.post(`/admin/merchants/${merchantId}/${decision}`, body, { token })).statusCode;
    },
    correct: async (values: { path: string; value: string }[]) => {
      const asked = (await mailsTo(email)).findLast((mail) => mail.link?.includes('correction='));
      const token = new URL(asked?.link ?? '').searchParams.get('correction');
      return (await portal.post('/onboarding/correction', { token, values })).statusCode;
    },
  };
}
const askForName = { fields: ['business.name'], note: 'As on the registration.' };

describe.each(['en', 'ar'] as const)('in %s', (locale) => {
  const said = subjects[locale];

  test('a mail of each step: sent, verified, correction asked, correction received, approved', async () => {
    const person = await applied(locale);
    expect(await person.verify()).toBe(200);
    expect(await person.decide('correction', askForName)).toBe(200);
    expect(await person.correct([{ path: 'business.name', value: 'Diyar Roastery' }])).toBe(200);
    expect(await person.decide('approve')).toBe(200);
    const { verify, review, correction, received, approved } = said;
    expect(await person.sentSubjects()).toEqual([verify, review, correction, received, approved]);
  });

  test('an application that waits says so, by the name of the business and without a link', async () => {
    const person = await applied(locale);
    await person.verify();
    const { text, link, code } = await person.newest();
    expect(text).toContain(person.name);
    expect(text).toContain(locale === 'ar' ? 'لا يلزمك شيء الآن' : 'There is nothing for you to do');
    expect(text).not.toContain('http');
    expect([link, code]).toEqual([null, null]);
  });

  test('a correction that arrived is acknowledged by the name that it corrects', async () => {
    const person = await applied(locale);
    await person.verify();
    await person.decide('correction', askForName);
    await person.correct([{ path: 'business.name', value: 'Diyar Roastery' }]);
    const { text, link } = await person.newest();
    expect(text).toContain('Diyar Roastery');
    expect(text).toContain(locale === 'ar' ? 'نراجع الطلب من جديد' : 'reviewing it again');
    expect([text.includes('http'), link]).toEqual([false, null]);
  });

  test('a rejection is the last mail', async () => {
    const person = await applied(locale);
    await person.verify();
    await person.decide('reject', { reason: 'The registration has expired.' });
    expect(await person.sentSubjects()).toEqual([said.verify, said.review, said.rejected]);
  });
});

const { en } = subjects;

test('one mail where the link is followed twice at once, and none for the one that is refused', async () => {
  const person = await applied();
  const answers = await Promise.all([person.verify(), person.verify()]);
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(await person.verify()).toBe(400);
  expect(await person.sentSubjects()).toEqual([en.verify, en.review]);
});

test('one mail where a second link was made while the first one was being followed', async () => {
  const person = await applied();
  await person.verify();
  const second = await person.linkFor('ACTIVATE_EMAIL');
  expect((await portal.get(`/merchant-password/activate-email?token=${second}`)).statusCode).toBe(200);
  expect(await person.sentSubjects()).toEqual([en.verify, en.review]);
});

test('400: a link after 24 hours says nothing of a review', async () => {
  const person = await applied();
  clock.advance(mailLinkHours * 3_600_000);
  expect(await person.verify()).toBe(400);
  expect(await person.sentSubjects()).toEqual([en.verify]);
});

test('the link of a profile change says nothing of a review', async () => {
  const person = await applied();
  const token = await person.linkFor('UPDATE_PROFILE');
  expect((await portal.get(`/merchant-password/verify-update?token=${token}`)).statusCode).toBe(200);
  expect(await person.sentSubjects()).toEqual([en.verify]);
});

test('who was rejected, or is asked for a correction, before the link was followed is not told of a review', async () => {
  const [rejected, asked] = [await applied(), await applied()];
  await rejected.decide('reject', { reason: 'The registration has expired.' });
  await asked.decide('correction', askForName);
  expect([await rejected.verify(), await asked.verify()]).toEqual([200, 200]);
  expect(await rejected.sentSubjects()).toEqual([en.verify, en.rejected]);
  expect(await asked.sentSubjects()).toEqual([en.verify, en.correction]);
});

test('a correction that is refused is not acknowledged; of two at once one is', async () => {
  const person = await applied();
  await person.verify();
  await person.decide('correction', { fields: ['business.cr'], note: 'It is cut off.' });
  const other = await applied();
  const cr = (value: string) => [{ path: 'business.cr', value }];
  expect(await person.correct(cr('1'))).toBe(400);
  expect(await person.correct(cr(other.application.business.cr))).toBe(409);
  expect(await person.sentSubjects()).toEqual([en.verify, en.review, en.correction]);
  const right = `7${person.application.business.cr.slice(1)}`;
  const answers = await Promise.all([person.correct(cr(right)), person.correct(cr(right))]);
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(await person.sentSubjects()).toEqual([en.verify, en.review, en.correction, en.received]);
});

test('who corrects before the e-mail is verified gets a link that works, and is told of the review once it did', async () => {
  const person = await applied();
  await person.decide('correction', askForName);
  clock.advance(mailLinkHours * 3_600_000);
  expect(await person.correct([{ path: 'business.name', value: 'Diyar Roastery' }])).toBe(200);
  const { link } = await person.newest();
  const anew = new URL(link ?? '').search;
  expect((await portal.get(`/merchant-password/activate-email${anew}`)).statusCode).toBe(200);
  expect(await person.sentSubjects()).toEqual([en.verify, en.correction, en.received, en.verify, en.review]);
  expect(await person.decide('approve')).toBe(200);
});
