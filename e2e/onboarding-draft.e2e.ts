import { describe, expect, test } from 'vitest';
import {
  addDocument,
  applicantPassword,
  field,
  fillAccount,
  fillBranch,
  fillBusiness,
  fillCashier,
  fillPasswords,
  newPerson,
  next,
  onboardingPath,
  onStep,
} from './testing/onboarding-form.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** An application that is not filled in straight on: Back, a reload, no line, things pasted, a keyboard alone. */
const stage = browserStage();

const submit = ({ page, t }: Window) => page.getByRole('button', { name: t('onboarding:actions.submit') });
/** What the focus is on, by the words that a screen reader says of it. */
const focused = ({ page }: Window): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    return at?.ariaLabel ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '';
  });
const becomesFocused = (window: Window, words: string) => expect.poll(() => focused(window)).toBe(words);

/** The wizard up to its documents. */
async function fillToDocuments(window: Window, person = newPerson()) {
  await window.go(onboardingPath);
  await fillAccount(window, person);
  await next(window);
  await fillBusiness(window, person);
  await next(window);
  await fillBranch(window, person);
  await next(window);
  await fillCashier(window, person);
  await next(window);
  await onStep(window, 'documents');
  return person;
}

describe.each(oneLanguage)('in %s', (language) => {
  test('Back and Forward go from step to step, and a link leads no further than the draft', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go(`${onboardingPath}?step=review`);
    await onStep(window, 'account');
    await fillAccount(window, newPerson());
    await next(window);
    await becomesFocused(window, t('onboarding:steps.business'));
    await field(window, 'businessName').fill('Diyar');
    await page.goBack();
    await onStep(window, 'account');
    await becomesFocused(window, t('onboarding:steps.account'));
    expect(await field(window, 'password').inputValue()).toBe(applicantPassword);
    await page.goForward();
    await onStep(window, 'business');
    expect(await field(window, 'businessName').inputValue()).toBe('Diyar');
  });

  test('a reload at the end keeps the documents, too; what has to be typed again is named, and then it is sent', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const person = await fillToDocuments(window);
    await addDocument(window);
    await page.reload();
    await onStep(window, 'documents');
    await page.getByRole('button', { name: t('onboarding:actions.remove', { what: 'cr.pdf' }) }).waitFor();
    await next(window);
    await onStep(window, 'review');
    await submit(window).click();
    await becomesFocused(window, t('onboarding:review.problems'));
    const change = (step: string) =>
      page
        .getByRole('button', { name: t('onboarding:actions.edit', { step: t(`onboarding:steps.${step}`) }) })
        .click();
    await change('account');
    await fillPasswords(window);
    for (const step of ['business', 'branches', 'cashiers']) {
      await next(window);
      await onStep(window, step);
    }
    await field(window, 'password').fill(applicantPassword);
    await next(window);
    await next(window);

    // Without a line nothing is sent and nothing is lost; two presses are one application.
    window.expectErrors(/ERR_INTERNET_DISCONNECTED/, /network error/);
    await window.context.setOffline(true);
    await submit(window).click();
    await page.getByText(t('onboarding:failed.network')).waitFor();
    await window.context.setOffline(false);
    let sent = 0;
    page.on('request', (request) => {
      sent += Number(request.method() === 'POST' && request.url().endsWith('/onboarding/applications'));
    });
    await submit(window).dblclick();
    await page.getByText(t('onboarding:sent.title')).waitFor();
    expect(sent).toBe(1);
    await page.getByText(person.email).waitFor();
  });

  test('what is pasted with spaces, Arabic digits and marks of direction is understood; a whole page is cut', async () => {
    const window = await stage.open({ language });
    await window.go(onboardingPath);
    await fillAccount(window, newPerson());
    await next(window);
    const person = newPerson();
    await fillBusiness(window, person);
    await field(window, 'cr').fill(` \u200f${person.cr}\u200e `);
    await field(window, 'email').fill(` ${person.email} `);
    await field(window, 'mobile').fill('\u202a+966 50 123 4567\u202c');
    const name = field(window, 'businessName');
    await name.focus();
    await window.page.keyboard.insertText('\u062f'.repeat(20_000));
    expect(await name.inputValue()).toHaveLength(120);
    await name.fill('  \u202bDiyar\u202c  Coffee ');
    await next(window);
    await onStep(window, 'branches');
  });

  test('a keyboard goes on where a part was added, taken away, uploaded or is wrong', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await fillToDocuments(window);
    const chooser = t('onboarding:documents.drop');
    await next(window);
    await becomesFocused(window, chooser);
    await addDocument(window);
    await page.getByText(t('onboarding:documents.added', { name: 'cr.pdf' })).waitFor();
    await becomesFocused(window, chooser);
    for (const step of ['cashiers', 'branches']) {
      await page.getByRole('button', { name: t('common:actions.back') }).click();
      await onStep(window, step);
    }
    await page.getByRole('button', { name: t('onboarding:actions.addBranch') }).press('Enter');
    const second = page.getByRole('group', {
      name: t('onboarding:branches.title', { number: 2 }),
      exact: true,
    });
    await second.waitFor();
    await becomesFocused(window, t('onboarding:fields.branchName'));
    expect(await second.locator(':focus').count()).toBe(1);
    const what = t('onboarding:branches.title', { number: 2 });
    await page.getByRole('button', { name: t('onboarding:actions.remove', { what }) }).press('Enter');
    await becomesFocused(window, t('onboarding:branches.title', { number: 1 }));
  });
});

describe.each(oneLanguage)('while it is typed, in %s', (language) => {
  test('a strong password that is easy to guess says so at its field, and the step is not left with it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go(onboardingPath);
    await fillAccount(window, newPerson());
    const says = page.getByText(t('onboarding:validation.passwordEasy'));
    await field(window, 'password').fill('Welcome@2026');
    await says.waitFor();
    expect(await field(window, 'password').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByText(t('onboarding:validation.passwordWeak')).count()).toBe(0);
    await field(window, 'repeat').fill('Welcome@2026');
    await next(window);
    await becomesFocused(window, t('onboarding:fields.password'));
    await onStep(window, 'account');
    await fillPasswords(window);
    await says.waitFor({ state: 'hidden' });
    await next(window);
    await onStep(window, 'business');
  });

  test('the draft is kept where the text says: in this tab, and in no other', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.go(onboardingPath);
    await field(window, 'username').fill('kept.here');
    await page.getByText(t('onboarding:draftKept')).waitFor();
    await page.reload();
    expect(await field(window, 'username').inputValue()).toBe('kept.here');
    const tab = await window.context.newPage();
    await tab.goto(window.url + onboardingPath);
    expect(await tab.getByLabel(t('onboarding:fields.username'), { exact: true }).inputValue()).toBe('');
    await page.evaluate(() => {
      const keep = sessionStorage.setItem.bind(sessionStorage);
      Storage.prototype.setItem = (name, value) => {
        if (name === 'onboardingDraft') throw new DOMException('full', 'QuotaExceededError');
        keep(name, value);
      };
    });
    await field(window, 'username').fill('not.kept');
    await page.getByText(t('onboarding:draftUnkept')).waitFor();
  });
});
