import { readFile } from 'node:fs/promises';
import { paths } from '@mizan/contract/paths.ts';
import { answerDays } from '@mizan/contract/personal-data.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { type Language, languages, numberIn, oneLanguage } from './testing/texts.ts';

/** Requests under the personal data law, in two windows: a cashier asks, the owner answers. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { db } = portals;
const [url] = portals.urls;
const stage = browserStage();

const cashierOf = ({ terminals: [terminal] }: Shop) => terminal?.cashier ?? expect.fail('no terminal');
const button = (at: Window['page'] | Locator, { t }: Window, key: string): Locator =>
  at.getByRole('button', { name: t(`personalData:${key}`), exact: true });
const dialog = ({ page }: Window): Locator => page.getByRole('dialog');
/** The requests of a list, each by what is asked for. */
const request = ({ page, t }: Window, list: 'requests' | 'inbox', what: 'CORRECTION' | 'DELETION') =>
  page
    .getByRole('list', { name: t(`personalData:${list}`), exact: true })
    .getByRole('listitem')
    .filter({ hasText: t(`personalData:what.${what}`) });
const personOf = async (userId: string) =>
  (
    await platformRows<{ fullName: string; isDeleted: boolean }>(
      db,
      'SELECT full_name AS "fullName", deleted_at IS NOT NULL AS "isDeleted" FROM users WHERE id = $1',
      [userId],
    )
  )[0];

/** A cashier at their own account, and a way for the owner of the same shop to theirs. */
async function cashierOfNewShop(language: Language) {
  const shop = await openShop(db, 1);
  const cashier = cashierOf(shop);
  const theirs = await stage.open({ language, url });
  await openAsMember(theirs, portals, { member: cashier, path: paths.ownSettings });
  const openOwner = async (): Promise<Window> => {
    const window = await stage.open({ language, url });
    await openAsMember(window, portals, { member: shop.owner, path: paths.settings });
    return window;
  };
  return { cashier, theirs, openOwner };
}
async function askDeletion(window: Window): Promise<void> {
  await button(window.page, window, 'delete').click();
  await dialog(window).getByText(window.t('personalData:deleteHelp')).waitFor();
  await button(dialog(window), window, 'send').click();
  await request(window, 'requests', 'DELETION').first().waitFor();
}
/** Opens the answer to one request, and chooses what it says. */
async function beginAnswer(window: Window, what: 'CORRECTION' | 'DELETION', state: string): Promise<void> {
  const { t } = window;
  await button(request(window, 'inbox', what), window, 'answer').click();
  // Above the list, nothing else says whether a person is to be deleted.
  await dialog(window)
    .getByText(t(`personalData:what.${what}`))
    .first()
    .waitFor();
  await dialog(window).getByLabel(t('personalData:answerState')).selectOption(state);
}
const confirmAnswer = (window: Window) => button(dialog(window), window, 'confirm').click();

describe.each(languages)('in %s', (language) => {
  test('a cashier takes the own data away and asks; the owner corrects, and refuses with a reason; both are read', async () => {
    const { cashier, theirs, openOwner } = await cashierOfNewShop(language);
    const { page, t } = theirs;
    await page.getByText(t('personalData:whoOWNER', { days: numberIn(language, answerDays) })).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, theirs, 'json').click()]);
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
      profile: [{ full_name: cashier.fullName }],
    });

    const owner = await openOwner();
    await owner.page.getByText(t('personalData:none')).waitFor();
    await button(page, theirs, 'correct').click();
    await button(dialog(theirs), theirs, 'send').click();
    await dialog(theirs).getByText(t('common:validation.required')).waitFor();
    await dialog(theirs).getByLabel(t('personalData:wanted')).fill('Sami Al-Otaibi');
    await button(dialog(theirs), theirs, 'send').click();
    const [due = ''] = t('personalData:due', { day: '§' }).split('§');
    const asked = request(theirs, 'requests', 'CORRECTION').filter({ hasText: 'Sami Al-Otaibi' });
    await asked.filter({ hasText: due }).getByText(t('personalData:state.ASKED')).waitFor();
    await askDeletion(theirs);

    await beginAnswer(owner, 'CORRECTION', 'DONE');
    await dialog(owner).getByText(t('personalData:doneCorrection')).waitFor();
    await confirmAnswer(owner);
    await request(owner, 'inbox', 'CORRECTION').getByText(t('personalData:state.DONE')).waitFor();
    expect(await personOf(cashier.userId)).toEqual({ fullName: 'Sami Al-Otaibi', isDeleted: false });
    await beginAnswer(owner, 'DELETION', 'REFUSED');
    await confirmAnswer(owner);
    await dialog(owner).getByText(t('common:validation.required')).waitFor();
    await dialog(owner).getByLabel(t('personalData:reason')).fill('You work here');
    await confirmAnswer(owner);
    await request(owner, 'inbox', 'DELETION').getByText(t('personalData:state.REFUSED')).waitFor();
    expect(await button(owner.page, owner, 'answer').count()).toBe(0);

    await asked.getByText(t('personalData:state.DONE')).waitFor();
    const refused = request(theirs, 'requests', 'DELETION').filter({ hasText: 'You work here' });
    await refused.getByText(t('personalData:state.REFUSED')).waitFor();
    await page.reload();
    // Their own window names them anew too, without another sign-in.
    await page.getByRole('banner').getByText('Sami Al-Otaibi', { exact: true }).waitFor();
    const [by = ''] = t('personalData:said', { name: 'Huda', when: '§' }).split('§');
    expect(await refused.innerText()).toContain(by);
  });
});

describe.each(oneLanguage)('in %s', (language) => {
  test('a request is taken back once that is confirmed; an answer from a window that was open says so', async () => {
    const { cashier, theirs, openOwner } = await cashierOfNewShop(language);
    await askDeletion(theirs);
    const owner = await openOwner();
    await beginAnswer(owner, 'DELETION', 'DONE');
    const asked = request(theirs, 'requests', 'DELETION');
    const what = theirs.t('personalData:what.DELETION');
    await asked.getByRole('button', { name: theirs.t('personalData:withdrawNamed', { what }) }).click();
    await button(dialog(theirs), theirs, 'withdrawIt').click();
    await theirs.page.getByText(theirs.t('personalData:withdrawn'), { exact: true }).waitFor();
    await asked.getByText(theirs.t('personalData:state.WITHDRAWN'), { exact: true }).waitFor();
    expect(await asked.getByRole('button').count()).toBe(0);
    owner.expectErrors(/status of 409/);
    await confirmAnswer(owner);
    await dialog(owner).getByText(owner.t('personalData:refusal.withdrawn')).waitFor();
    expect(await personOf(cashier.userId)).toMatchObject({ isDeleted: false });
    await askDeletion(theirs);
    await request(theirs, 'requests', 'DELETION').nth(1).waitFor();
  });

  test('who is deleted is out at once, after it was said that it cannot be undone', async () => {
    const { cashier, theirs, openOwner } = await cashierOfNewShop(language);
    await askDeletion(theirs);
    const owner = await openOwner();
    await beginAnswer(owner, 'DELETION', 'DONE');
    await dialog(owner).getByText(owner.t('personalData:doneDeletion')).waitFor();
    theirs.expectErrors(/status of 401/);
    await confirmAnswer(owner);
    await theirs.page.getByText(theirs.t('auth:session.ended')).waitFor();
    await owner.page.getByText(owner.t('personalData:answered')).waitFor();
    expect(await personOf(cashier.userId)).toMatchObject({ isDeleted: true });
    expect((await personOf(cashier.userId))?.fullName).not.toContain(cashier.fullName);
  });
});
