import { signInMessages } from '@mizan/contract/errors.ts';
import type { Application } from '@mizan/contract/onboarding-check.ts';
import { afterAll, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { newestMail, signInPortal } from '../auth/testing/sign-in-portal.ts';
import { onboardingJobs } from './onboarding.jobs.ts';
import { registerOnboardingRoutes } from './onboarding.routes.ts';
import { newApplicant } from './testing/applicant.ts';

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
const dayMs = 24 * 60 * 60_000;
const tidy = () => Object.values(onboardingJobs(portal.deps))[0]?.({});
/** What a person's application holds, by table. */
async function heldBy({
  account,
  business,
  branches,
  cashiers,
}: Application): Promise<Record<string, number>> {
  const names = cashiers.map(({ username }) => `'${username}'`).join();
  const tids = branches.flatMap(({ terminals }) => terminals.map(({ tid }) => `'${tid}'`)).join();
  return {
    applications: await count('applications', `cr = '${business.cr}'`),
    owners: await count('users', `username = '${account.username}'`),
    merchants: await count('merchants', `name_en = '${business.name}'`),
    cashiers: await count('application_cashiers', `username IN (${names})`),
    terminals: await count('application_terminals', `tid IN (${tids})`),
  };
}
/** Somebody whose business nobody else is called like. */
async function namedApplicant() {
  const applicant = await newApplicant(portal);
  applicant.application.business.name = `Diyar ${crypto.randomUUID().slice(0, 8)}`;
  return applicant;
}
const all = { applications: 1, owners: 1, merchants: 1, cashiers: 2, terminals: 3 };
const none = { applications: 0, owners: 0, merchants: 0, cashiers: 0, terminals: 0 };

test('an application whose e-mail is not verified within 7 days is deleted whole, and what it held is free', async () => {
  const applicant = await namedApplicant();
  await applicant.send();
  const documents = await count('application_documents');
  portal.clock.advance(7 * dayMs);
  await tidy();
  expect(await heldBy(applicant.application)).toEqual(all);
  portal.clock.advance(1);
  await tidy();
  expect(await heldBy(applicant.application)).toEqual(none);
  expect(await count('application_documents')).toBeLessThan(documents);
  expect(await count('application_documents', 'application_id IS NOT NULL')).toBe(
    await count('application_documents', 'application_id IN (SELECT id FROM applications)'),
  );
  const { account, business } = applicant.application;
  expect((await portal.signIn(account.username)).json().message).toBe(signInMessages.incorrect);
  const entries = await platformRows(
    portal.db,
    `SELECT actor_id AS actor, before, after FROM audit_entries
      WHERE merchant_id = 0 AND action = 'onboarding.lapsed' AND before ->> 'name' = $1`,
    [business.name],
  );
  const before = { state: 'PENDING', name: business.name };
  expect(entries).toEqual([{ actor: null, before, after: { reason: 'emailNotVerified' } }]);
  const again = await newApplicant(portal);
  Object.assign(again.application, applicant.application);
  expect((await again.send()).statusCode).toBe(200);
});

test('its link opens nothing any more; one that is followed in time keeps the application', async () => {
  const [late, early] = [await namedApplicant(), await namedApplicant()];
  for (const applicant of [late, early]) await applicant.send();
  const follow = async ({ application }: typeof late) => {
    const { link } = await newestMail(portal.db, application.business.email);
    return (await portal.get(`/merchant-password/activate-email${new URL(link ?? '').search}`)).statusCode;
  };
  expect(await follow(early)).toBe(200);
  portal.clock.advance(7 * dayMs - 1000);
  await portal.post('/onboarding/activation-link', { draft: late.draft });
  portal.clock.advance(2000);
  await tidy();
  expect(await heldBy(early.application)).toEqual(all);
  expect(await heldBy(late.application)).toEqual(none);
  expect(await follow(late)).toBe(400);
});

test('whoever verifies while the job runs keeps the application, or finds the link spent: never half of it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const applicant = await namedApplicant();
    await applicant.send();
    portal.clock.advance(7 * dayMs + 1);
    await portal.post('/onboarding/activation-link', { draft: applicant.draft });
    const { link } = await newestMail(portal.db, applicant.application.business.email);
    const follow = portal.get(`/merchant-password/activate-email${new URL(link ?? '').search}`);
    const [followed] = await Promise.all([follow, tidy()]);
    const isKept = followed.statusCode === 200;
    expect(await heldBy(applicant.application)).toEqual(isKept ? all : none);
  }
});

test('an application that waits for a correction keeps its time for that, then 7 days more', async () => {
  const applicant = await namedApplicant();
  await applicant.send();
  const expiresAt = new Date(portal.clock.now().getTime() + 14 * dayMs);
  await platformRows(
    portal.db,
    `UPDATE applications SET state = 'CORRECTION', correction_expires_at = $2 WHERE cr = $1`,
    [applicant.application.business.cr, expiresAt],
  );
  portal.clock.advance(21 * dayMs);
  await tidy();
  expect(await heldBy(applicant.application)).toEqual(all);
  portal.clock.advance(1);
  await tidy();
  expect(await heldBy(applicant.application)).toEqual(none);
});

test('the portal may delete no other account and no other merchant, whatever it asks the database', async () => {
  const applicant = await namedApplicant();
  await applicant.send();
  const { account, business } = applicant.application;
  await platformRows(portal.db, 'UPDATE users SET email_verified_at = now() WHERE username = $1', [
    account.username,
  ]);
  await platformRows(portal.db, `UPDATE merchants SET status = 'ACTIVE' WHERE name_en = $1`, [business.name]);
  await platformRows(portal.db, 'DELETE FROM application_documents');
  await platformRows(portal.db, 'DELETE FROM application_cashiers');
  await platformRows(portal.db, 'DELETE FROM application_terminals');
  await platformRows(portal.db, 'DELETE FROM mail_links');
  await platformRows(portal.db, 'DELETE FROM applications');
  await platformRows(portal.db, 'DELETE FROM users WHERE username = $1', [account.username]);
  await platformRows(portal.db, 'DELETE FROM merchants WHERE name_en = $1', [business.name]);
  expect(await heldBy(applicant.application)).toMatchObject({ owners: 1, merchants: 1 });
});
