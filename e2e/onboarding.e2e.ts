import { describe, expect, test } from 'vitest';
import {
  field,
  fillAccount,
  fillBusiness,
  newPerson,
  next,
  onStep,
  type Person,
  applicantPassword as password,
  onboardingPath as path,
  sendApplication,
} from './testing/onboarding-form.ts';
import { openAs, outbox, secondFactor, sendCode, sendCredentials } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** From the application to the approved merchant's first sign-in, as people walk it (rules S5). */
const stage = browserStage();
const admin = 'admin@mizan.test';
const regionName = { en: 'Riyadh', ar: 'منطقة الرياض' } as const;

async function apply(window: Window, person: Person): Promise<void> {
  await sendApplication(window, person);
  await window.page.getByText(window.t('onboarding:sent.title')).waitFor();
}

/** The newest link that was mailed to somebody, once it leads to this page. */
async function linkTo({ url }: Window, to: string, page: string): Promise<string> {
  const found = async () =>
    (await outbox(url)).find((mail) => mail.to === to && mail.link?.includes(page))?.link ?? '';
  await expect.poll(found).not.toBe('');
  const link = new URL(await found());
  return link.pathname + link.search;
}

/** An administrator with this application open. */
async function review(window: Window, person: Person): Promise<void> {
  const { page } = window;
  await openAs(window, admin, '/neopass-admin/merchants');
  await page.getByRole('row').filter({ hasText: person.business }).click();
  await page.getByRole('heading', { level: 2, name: person.business }).waitFor();
}

describe.each(oneLanguage)('in %s', (language) => {
  test('application, activation, review with a correction, approval, first sign-in', async () => {
    const person = newPerson();
    const window = await stage.open({ language });
    const { page, t } = window;
    await apply(window, person);
    await window.go(await linkTo(window, person.email, '/neopaas/portal/verify'));
    await page.getByText(t('auth:verify.toast')).waitFor();
    window.expectErrors(/status of 40[13]/, secondFactor);
    await sendCredentials(window, person.email, password);
    await page.getByText(t('auth:login.accountPending')).waitFor();

    const office = await stage.open({ language });
    await review(office, person);
    // The region by its name, as the applicant chose it.
    await office.page.getByText(regionName[language], { exact: true }).waitFor();
    expect(await office.page.getByText('SA-01').count()).toBe(0);
    await office.page.getByRole('button', { name: t('merchants:askCorrection') }).click();
    await office.page.getByLabel(t('onboarding:fields.cr'), { exact: true }).check();
    await office.page.getByLabel(t('merchants:note')).fill('The number of the paper.');
    await office.page
      .getByRole('dialog')
      .getByRole('button', { name: t('merchants:askCorrection') })
      .click();
    await office.page.getByText(t('merchants:decided.CORRECTION')).waitFor();

    await window.go(await linkTo(window, person.email, 'correction='));
    await page.getByText('The number of the paper.').waitFor();
    await field(window, 'cr').fill('123');
    const send = page.getByRole('button', { name: t('onboarding:actions.sendCorrection') });
    await send.click();
    await page.getByText(t('onboarding:validation.crInvalid')).waitFor();
    await field(window, 'cr').fill(`7${person.cr.slice(1)}`);
    await send.click();
    await page.getByText(t('onboarding:correction.doneTitle')).waitFor();

    await review(office, person);
    await office.page.getByRole('button', { name: t('merchants:approve') }).click();
    await office.page
      .getByRole('dialog')
      .getByRole('button', { name: t('merchants:approve') })
      .click();
    await office.page.getByText(t('merchants:decided.APPROVED')).waitFor();

    await window.go('/neopaas/portal/login');
    await sendCredentials(window, person.name, password);
    await page.getByLabel(t('auth:otp.label')).waitFor();
    const mail = (await outbox(window.url)).find((each) => each.to === person.email && each.code);
    await sendCode(window, mail?.code ?? '');
    await page.waitForURL('**/dashboard');
    await window.go('/terminals');
    await page.getByText(person.tid).first().waitFor();
    await page.getByText(t('terminals:connection.never')).first().waitFor();
  });

  test('a step that is wrong is not left, and a reload keeps everything but passwords', async () => {
    const person = newPerson();
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go(path);
    await field(window, 'password').fill('weak');
    await next(window);
    for (const key of ['usernameRequired', 'passwordWeak', 'passwordMismatch']) {
      await page.getByText(t(`onboarding:validation.${key}`)).waitFor();
    }
    await fillAccount(window, person);
    await next(window);
    await fillBusiness(window, person);
    await page.reload();
    await onStep(window, 'business');
    expect(await field(window, 'businessName').inputValue()).toBe(person.business);
    await page.getByRole('button', { name: t('common:actions.back') }).click();
    expect(await field(window, 'username').inputValue()).toBe(person.name);
    expect(await field(window, 'password').inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(password);
  });
});

test('what somebody has already is named at its field, and the rejected applicant is told at the login', async () => {
  const [first, second] = [newPerson(), newPerson()];
  const window = await stage.open();
  const { page, t } = window;
  await apply(window, first);
  await window.go(await linkTo(window, first.email, '/neopaas/portal/verify'));
  await page.getByText(t('auth:verify.toast')).waitFor();

  const other = await stage.open();
  other.expectErrors(/status of 409/);
  await sendApplication(other, { ...second, cr: first.cr });
  await other.page.getByText(t('onboarding:validation.crTaken')).waitFor();
  expect(await other.page.getByText(first.business).count()).toBe(0);

  const office = await stage.open();
  await review(office, first);
  await office.page.getByRole('button', { name: t('merchants:reject') }).click();
  const dialog = office.page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('merchants:reject') }).click();
  await dialog.getByText(t('merchants:reasonRequired')).waitFor();
  await dialog.getByLabel(t('merchants:rejectReason')).fill('The registration has expired.');
  await dialog.getByRole('button', { name: t('merchants:reject') }).click();
  await office.page.getByText(t('merchants:decided.REJECTED')).waitFor();

  window.expectErrors(/status of 403/);
  await window.go('/neopaas/portal/login');
  await sendCredentials(window, first.email, password);
  await page
    .getByText('Your registration has been rejected, please contact support for more assistance.', {
      exact: true,
    })
    .waitFor();
});

test('a document that is no PDF or picture is refused by its content', async () => {
  const window = await stage.open();
  const { page, t } = window;
  window.expectErrors(/status of 422/);
  await window.go(path);
  await onStep(window, 'account');
  await page.evaluate(() => {
    const draft = JSON.parse(sessionStorage.getItem('onboardingDraft') ?? '{}');
    sessionStorage.setItem('onboardingDraft', JSON.stringify({ ...draft, step: 'documents' }));
  });
  await window.go(`${path}?step=documents`);
  await onStep(window, 'documents');
  const buffer = Buffer.from('<html>');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cr.pdf', mimeType: 'application/pdf', buffer });
  await page.getByText(t('onboarding:validation.documentInvalid')).waitFor();
});
