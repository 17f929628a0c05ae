import { paths } from '@mizan/contract/paths.ts';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { addUser, rightPassword } from '../server/features/auth/testing/sign-in-portal.ts';
import { inPlatform, platformRows } from '../server/platform/database/database.ts';
import { openSession } from '../server/platform/sessions/sessions.ts';
import { usual } from '../server/platform/settings/settings.ts';
import { typeDay } from './testing/day-parts.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { giveSession } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { type Language, oneLanguage } from './testing/texts.ts';

/** What administrators set for every merchant: on a portal whose merchants are those of this file alone. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { shop, db } = portals;
const [url] = portals.urls;
const stage = browserStage();
/** Whatever became of a test, the next file finds the portal as it begins. */
afterAll(async () => {
  const put = 'UPDATE platform_settings SET value = $2::jsonb WHERE name = $1';
  for (const name of ['switchedOff', 'rateProposals'] as const)
    await platformRows(db, put, [name, JSON.stringify(usual[name])]);
});

/** An administrator at the settings, whose sign-in counts as a fresh one, or did an hour ago. */
async function openSettings(language: Language, { isFresh = true } = {}): Promise<Window> {
  const email = `admin.${crypto.randomUUID()}@mizan.test`;
  const userId = await addUser(db, { role: 'ADMIN', email, locale: language });
  const session = { userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const accessToken = await inPlatform(db, (tx) => openSession(tx, session));
  if (!isFresh) {
    const old = `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`;
    await platformRows(db, old, [userId]);
  }
  const window = await stage.open({ language, url });
  await giveSession(window, { accessToken, role: 'ADMIN', userName: email, email });
  await window.go(paths.adminSettings);
  return window;
}
const part = ({ page, t }: Window, of: 'vat' | 'proposals' | 'features'): Locator =>
  page.getByRole('region', { name: t(`portal:${of}.title`) });
/** Who changed what: the entries with this name. */
const entries = ({ page, t }: Window, fact: string): Locator =>
  page
    .getByRole('region', { name: t('admin:changes.title') })
    .getByRole('listitem')
    .filter({ has: page.getByText(t(`facts:title.platformSettings.${fact}`), { exact: true }) });

describe.each(oneLanguage)('in %s', (language) => {
  test('a VAT to come is said after the password, taken back before it begins, and both are in the trail', async () => {
    const window = await openSettings(language, { isFresh: false });
    const { page, t } = window;
    const vat = part(window, 'vat');
    const rows = vat.getByRole('listitem');
    await vat.getByLabel(t('portal:vat.new'), { exact: true }).fill('١٠١');
    await vat.getByRole('button', { name: t('portal:vat.add') }).click();
    await vat.getByText(t('portal:vat.percent')).waitFor();
    await vat.getByText(t('common:validation.required')).waitFor();
    await vat.getByLabel(t('portal:vat.new'), { exact: true }).fill('١٦٫٥');
    await typeDay(vat, '2031-01-07');
    await vat.getByLabel(t('portal:vat.note')).fill('Royal order A/12');
    window.expectErrors(/status of 403/);
    await vat.getByRole('button', { name: t('portal:vat.add') }).click();
    const asked = page.getByRole('dialog', { name: t('confirm:password.title') });
    await asked.getByLabel(t('common:fields.password'), { exact: true }).fill(rightPassword);
    expect(await rows.filter({ hasText: 'Royal order A/12' }).count()).toBe(0);
    await page.keyboard.press('Enter');
    const coming = rows.filter({ hasText: 'Royal order A/12' }).filter({ hasText: '١٦٫٥' });
    await coming.getByText(t('portal:vat.state.coming'), { exact: true }).waitFor();
    expect(await coming.innerText()).toContain('Sara Al-Otaibi');
    await entries(window, 'vatAdded').first().waitFor();
    await coming.getByRole('button').click();
    await coming.getByText(t('portal:vat.state.withdrawn'), { exact: true }).waitFor();
    await entries(window, 'vatWithdrawn').first().waitFor();
    expect(await coming.getByRole('button').count()).toBe(0);
  });

  test('a usual rate is offered to merchants to fill in, and no more once its fields are emptied', async () => {
    const window = await openSettings(language);
    const { t } = window;
    const card = part(window, 'proposals').getByRole('group', { name: t('transactions:scheme.mada') });
    const save = () => card.getByRole('button', { name: t('portal:proposals.save'), exact: true }).click();
    const field = (key: string) => card.getByLabel(t(`portal:proposals.${key}`), { exact: true });
    await field('mdr').fill('');
    await field('cap').fill('37');
    await save();
    await card.getByText(t('portal:proposals.mdrFirst')).waitFor();
    await field('mdr').fill('0.77');
    await field('processing').fill('0.25');
    await save();
    await entries(window, 'proposalSet').first().waitFor();

    const owner = await stage.open({ language, url });
    await openAsMember(owner, portals, { member: shop.owner, path: paths.discounts });
    const form = owner.page.getByRole('dialog');
    const begin = () => owner.page.getByRole('button', { name: t('discounts:newRate'), exact: true }).click();
    await begin();
    await form.getByRole('button', { name: t('discounts:form.useProposal') }).click();
    expect(await form.getByLabel(t('discounts:form.mdr'), { exact: true }).inputValue()).toBe('0.77');
    expect(await form.getByLabel(t('discounts:columns.cap'), { exact: true }).inputValue()).toBe('37.00');

    for (const key of ['mdr', 'cap', 'processing']) await field(key).fill('');
    await save();
    await entries(window, 'proposalSet').nth(1).waitFor();
    await owner.page.reload();
    await begin();
    await form.getByLabel(t('discounts:form.mdr'), { exact: true }).waitFor();
    expect(await form.getByRole('button', { name: t('discounts:form.useProposal') }).count()).toBe(0);
  });

  test('registrations are switched off after a question, newcomers read it, and they are switched on again', async () => {
    const window = await openSettings(language);
    const { page, t } = window;
    const name = t('portal:features.name.registrations');
    const row = part(window, 'features').getByRole('listitem').filter({ hasText: name });
    await row.getByText(t('portal:features.on'), { exact: true }).waitFor();
    await row.getByRole('button').click();
    const question = page.getByRole('dialog', { name: t('portal:features.question', { name }) });
    await question.getByText(t('portal:features.help.registrations')).waitFor();
    await question.getByRole('button', { name: t('portal:features.switchOff'), exact: true }).click();
    await row.getByText(t('portal:features.off'), { exact: true }).waitFor();
    await entries(window, 'switchedOff').first().waitFor();
    const newcomer = await stage.open({ language, url: portals.urls[1] });
    await newcomer.go(paths.onboarding);
    await newcomer.page.getByText(t('onboarding:closed')).waitFor();

    await row.getByRole('button').click();
    await row.getByText(t('portal:features.on'), { exact: true }).waitFor();
    await entries(window, 'switchedOn').first().waitFor();
    await newcomer.page.reload();
    await newcomer.page.getByRole('heading', { level: 1 }).waitFor();
    await newcomer.page.getByText(t('onboarding:closed')).waitFor({ state: 'detached' });
  });
});
