import { describe, expect, test } from 'vitest';
import { newPerson, applicantPassword as password, sendApplication } from './testing/onboarding-form.ts';
import { outbox, sendCredentials } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** An application whose e-mail nobody has verified: the link once more, another address, a dead link (decision 0029). */
const stage = browserStage();
const verify = '/neopaas/portal/verify';

const linksTo = async ({ url }: Window, to: string): Promise<string[]> =>
  (await outbox(url)).flatMap((mail) => (mail.to === to && mail.link?.includes(verify) ? [mail.link] : []));
/** The newest of so many links that were mailed to somebody, as a path of this portal. */
async function newestLink(window: Window, to: string, count: number): Promise<string> {
  await expect.poll(async () => (await linksTo(window, to)).length, { timeout: 20_000 }).toBe(count);
  const link = new URL((await linksTo(window, to))[0] ?? '');
  return link.pathname + link.search;
}

async function applied(language: 'en' | 'ar') {
  const person = newPerson();
  const window = await stage.open({ language });
  await sendApplication(window, person);
  await window.page.getByText(window.t('onboarding:sent.title')).waitFor();
  return { person, window };
}

describe.each(oneLanguage)('in %s', (language) => {
  test('the sign-in offers the link again, and another address; the success can be read before it moves on', async () => {
    const { person, window } = await applied(language);
    const { page, t } = window;
    const old = await newestLink(window, person.email, 1);
    window.expectErrors(/status of 40[0139]/);
    await page.getByRole('link', { name: t('onboarding:sent.wrongEmail') }).click();
    await sendCredentials(window, person.name, password);
    await page.getByText(t('auth:login.emailNotVerified')).waitFor();
    await page.getByRole('button', { name: t('auth:activation.again') }).click();
    await page.getByText(t('auth:activation.sent')).waitFor();
    await newestLink(window, person.email, 2);

    await page.getByRole('button', { name: t('auth:activation.correct') }).click();
    await page.getByRole('heading', { name: t('auth:activation.correctTitle') }).waitFor();
    const email = page.getByLabel(t('common:fields.email'));
    const send = page.getByRole('button', { name: t('auth:activation.again') });
    await email.fill('no address');
    await send.click();
    await page.getByText(t('auth:activation.emailInvalid')).waitFor();
    await email.fill('merchant@mizan.test');
    await send.click();
    await page.getByText(t('auth:activation.emailTaken')).waitFor();
    const right = `right-${person.email}`;
    await email.fill(right);
    await send.click();
    await page.getByText(right).waitFor();

    await window.go(old);
    await page.getByRole('heading', { name: t('auth:reset.invalidToken') }).waitFor();
    await page.getByLabel(t('auth:login.username')).fill(person.name);
    await page.getByRole('button', { name: t('auth:activation.again') }).click();
    await page.getByText(t('auth:activation.sent')).waitFor();

    await window.go(await newestLink(window, right, 2));
    await page.getByRole('heading', { name: t('auth:verify.done') }).waitFor();
    await page.getByText(t('auth:verify.toast')).waitFor();
    expect(new URL(page.url()).pathname).toBe(verify);
    await page.waitForURL('**/login');
    await sendCredentials(window, right, password);
    await page.getByText(t('auth:login.accountPending')).waitFor();
  });

  test('the second panel of the verify screen is headed as specified, and its field has no validation', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go(verify);
    await page.getByRole('heading', { name: t('auth:verify.invalidLink') }).waitFor();
    await page.getByRole('button', { name: t('auth:reset.title') }).click();
    await page.getByRole('heading', { name: t('auth:reset.title') }).waitFor();
    const send = page.getByRole('button', { name: t('auth:reset.submit'), exact: true });
    await send.click();
    await page.getByText(t('auth:forgot.sent')).waitFor();
    expect(await page.getByText(t('common:validation.required')).count()).toBe(0);
    await page.getByText(t('shell:version', { version: '' }).trim(), { exact: false }).waitFor();
    await page.getByRole('button', { name: t('common:actions.back') }).click();
    await page.getByRole('heading', { name: t('auth:verify.invalidLink') }).waitFor();
  });
});

test('the heading of the second panel, letter by letter', async () => {
  const { page, go } = await stage.open();
  await go(verify);
  await page.getByRole('button', { name: 'Reset Your Password' }).click();
  await page.getByRole('heading', { name: 'Reset Your Password', exact: true }).waitFor();
});
