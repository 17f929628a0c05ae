import { paths } from '@mizan/contract/paths.ts';
import { uploadBankFile } from '@mizan/contract/reconciliation.ts';
import { apiBase } from '@mizan/contract/route.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { addUser, rightPassword } from '../server/features/auth/testing/sign-in-portal.ts';
import { inPlatform, platformRows } from '../server/platform/database/database.ts';
import { openSession } from '../server/platform/sessions/sessions.ts';
import { usual } from '../server/platform/settings/settings.ts';
import { typeDay } from './testing/day-parts.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { giveSession } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { type Language, languages, oneLanguage } from './testing/texts.ts';

/** What administrators set for every merchant: on a portal whose merchants are those of this file alone. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { shop, db } = portals;
const [url] = portals.urls;
const stage = browserStage();
/** Whatever became of a test, the next file finds the portal as it begins. */
afterAll(async () => {
  const put = 'UPDATE platform_settings SET value = $2::jsonb WHERE name = $1';
  for (const name of ['switchedOff', 'rateProposals', 'maintenance'] as const)
    await platformRows(db, put, [name, JSON.stringify(usual[name])]);
});

/** A notice as administrators set it. */
const plantNotice = (time: { shownFrom: string; shownUntil: string }) =>
  platformRows(
    db,
    `INSERT INTO platform_settings (name, value, changed_at) VALUES ('maintenance', $1::jsonb, now())
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify({ textEn: 'Maintenance tonight', textAr: 'صيانة الليلة', ...time })],
  );

/** An administrator at the settings, whose sign-in counts as a fresh one, or did an hour ago. */
async function openSettings(
  language: Language,
  {
    isFresh = true,
    calendar = 'gregorian',
  }: { isFresh?: boolean; calendar?: 'gregorian' | 'ummAlQura' } = {},
): Promise<Window> {
  const email = `admin.${crypto.randomUUID()}@mizan.test`;
  const userId = await addUser(db, { role: 'ADMIN', email, locale: language });
  const preferences = { digits: 'language', calendar } as const;
  await platformRows(
    db,
    `INSERT INTO user_preferences (user_id, digits, calendar, muted_notices, sign_in_mail) VALUES ($1, $2, $3, '{}', true)
     ON CONFLICT (user_id) DO UPDATE SET digits = excluded.digits, calendar = excluded.calendar`,
    [userId, preferences.digits, calendar],
  );
  const session = { userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const accessToken = await inPlatform(db, (tx) => openSession(tx, session));
  if (!isFresh) {
    const old = `UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`;
    await platformRows(db, old, [userId]);
  }
  const window = await stage.open({ language, url });
  await window.page.addInitScript(
    (kept) => localStorage.setItem('preferences', kept),
    JSON.stringify(preferences),
  );
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

/** Switches a part off after its question, or on, and reads who did it in the trail. */
async function turn(window: Window, feature: 'webhooks' | 'bankFileApi', to: 'on' | 'off'): Promise<void> {
  const { page, t } = window;
  const name = t(`portal:features.name.${feature}`);
  const row = part(window, 'features').getByRole('listitem').filter({ hasText: name });
  await row.getByText(t(`portal:features.${to === 'on' ? 'off' : 'on'}`), { exact: true }).waitFor();
  await row.getByRole('button').click();
  if (to === 'off') {
    const question = page.getByRole('dialog', { name: t('portal:features.question', { name }) });
    await question.getByText(t(`portal:features.help.${feature}`)).waitFor();
    await question.getByRole('button', { name: t('portal:features.switchOff'), exact: true }).click();
  }
  await row.getByText(t(`portal:features.${to}`), { exact: true }).waitFor();
  await entries(window, to === 'on' ? 'switchedOn' : 'switchedOff')
    .filter({ hasText: 'Sara Al-Otaibi' })
    .filter({ hasText: t(`facts:word.feature.${feature}`) })
    .first()
    .waitFor();
}

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
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('portal:vat.withdrawIt') })
      .click();
    await coming.getByText(t('portal:vat.state.withdrawn'), { exact: true }).waitFor();
    await entries(window, 'vatWithdrawn').first().waitFor();
    expect(await coming.getByRole('button').count()).toBe(0);
  });

  test('a usual rate is offered to merchants to fill in, and in an open form no more once its fields are emptied', async () => {
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
    const mada = entries(window, 'proposalSet').filter({ hasText: t('transactions:scheme.mada') });
    await mada.first().waitFor();

    const owner = await stage.open({ language, url });
    await openAsMember(owner, portals, { member: shop.owner, path: paths.discounts });
    const form = owner.page.getByRole('dialog');
    await owner.page.getByRole('button', { name: t('discounts:newRate'), exact: true }).click();
    await form.getByRole('button', { name: t('discounts:form.useProposal') }).click();
    expect(await form.getByLabel(t('discounts:form.mdr'), { exact: true }).inputValue()).toBe('0.77');
    expect(await form.getByLabel(t('discounts:columns.cap'), { exact: true }).inputValue()).toBe('37.00');

    for (const key of ['mdr', 'cap', 'processing']) await field(key).fill('');
    await save();
    await entries(window, 'proposalSet').nth(1).waitFor();
    // The form is open meanwhile: it offers it no more, and keeps what was filled in.
    await form.getByRole('button', { name: t('discounts:form.useProposal') }).waitFor({ state: 'detached' });
    expect(await form.getByLabel(t('discounts:form.mdr'), { exact: true }).inputValue()).toBe('0.77');
  });

  test('registrations are switched off after a question, newcomers read it, and they are switched on again', async () => {
    const window = await openSettings(language);
    const { page, t } = window;
    const name = t('portal:features.name.registrations');
    const row = part(window, 'features').getByRole('listitem').filter({ hasText: name });
    await row.getByText(t('portal:features.on'), { exact: true }).waitFor();
    const early = await stage.open({ language, url: portals.urls[1] });
    await early.go(paths.onboarding);
    await early.page.getByRole('heading', { level: 1 }).waitFor();
    await row.getByRole('button').click();
    const question = page.getByRole('dialog', { name: t('portal:features.question', { name }) });
    await question.getByText(t('portal:features.help.registrations')).waitFor();
    await question.getByRole('button', { name: t('portal:features.switchOff'), exact: true }).click();
    await row.getByText(t('portal:features.off'), { exact: true }).waitFor();
    await entries(window, 'switchedOff').first().waitFor();
    const newcomer = await stage.open({ language, url: portals.urls[1] });
    await newcomer.go(paths.onboarding);
    await newcomer.page.getByText(t('onboarding:closed')).waitFor();
    // Who began before reads it too, when they come back to their window.
    await early.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await early.page.getByText(t('onboarding:closed')).waitFor();

    await row.getByRole('button').click();
    await row.getByText(t('portal:features.on'), { exact: true }).waitFor();
    await entries(window, 'switchedOn').first().waitFor();
    await newcomer.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await newcomer.page.getByText(t('onboarding:closed')).waitFor({ state: 'detached' });
  });

  test('webhooks are switched off: an address is refused with what was meant to be sent kept, and taken once they are on', async () => {
    const window = await openSettings(language);
    const owner = await stage.open({ language, url });
    owner.expectErrors(/status of 403/);
    const { page, t } = owner;
    await openAsMember(owner, portals, { member: shop.owner, path: paths.integrations });
    await page.getByText(t('integrations:webhooks.none')).waitFor();
    await turn(window, 'webhooks', 'off');
    // Said in a window that was open before, without a reload.
    const isOff = page.getByText(t('integrations:webhooks.isOff'));
    await isOff.waitFor();
    await page
      .getByRole('button', { name: t('integrations:webhooks.add'), exact: true })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const address = dialog.getByLabel(t('integrations:columns.address'));
    await address.fill('https://shop.example.sa/switched');
    await dialog.getByRole('checkbox').first().check();
    const send = dialog.getByRole('button', { name: t('integrations:webhooks.add'), exact: true });
    await send.click();
    await page.getByText(t('common:toast.switchedOff')).waitFor();
    expect(await address.inputValue()).toBe('https://shop.example.sa/switched');

    await turn(window, 'webhooks', 'on');
    await isOff.waitFor({ state: 'detached' });
    await send.click();
    await page.locator('code').waitFor();
  });

  test('bank files by software are switched off: a key is refused, the owner is not, and the key is heard once they are on', async () => {
    const window = await openSettings(language);
    const owner = await stage.open({ language, url });
    const { page, t } = owner;
    await openAsMember(owner, portals, { member: shop.owner, path: paths.integrations });
    const press = (place: Locator | Page, key: string) =>
      place
        .getByRole('button', { name: t(key), exact: true })
        .first()
        .click();
    await press(page, 'integrations:keys.add');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('integrations:columns.name')).fill('Files');
    await dialog.getByRole('checkbox', { name: t('integrations:scope.bankFiles.write') }).check();
    await press(dialog, 'integrations:keys.make');
    const key = await page.locator('code').innerText();
    const send = async (token: string, name: string): Promise<[status: number, code: unknown]> => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'idempotency-key': name,
      };
      const address = `${url}${apiBase}${uploadBankFile.path}?fileName=${name}`;
      const answer = await fetch(address, { method: 'POST', headers, body: `a,b\n1,${name}\n` });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    await turn(window, 'bankFileApi', 'off');
    expect(await send(key, 'one.csv')).toEqual([403, 'switchedOff']);
    const token = (await page.evaluate(() => sessionStorage.getItem('accessToken'))) ?? '';
    expect(await send(token, 'two.csv')).toEqual([201, undefined]);
    await turn(window, 'bankFileApi', 'on');
    // Read, or told that the one before is still being read: no more that it is switched off.
    expect((await send(key, 'three.csv'))[1]).not.toBe('switchedOff');
  });
});

describe.each(languages)('a notice, in %s', (language) => {
  test.each(['gregorian', 'ummAlQura'] as const)(
    'is said with its beginning and its end in the digits of the reader and the %s calendar',
    async (calendar) => {
      const [shownFrom, shownUntil] = ['2031-01-07T23:30:00.000Z', '2031-01-09T02:05:00.000Z'];
      await plantNotice({ shownFrom, shownUntil });
      const window = await openSettings(language, { calendar });
      // As people of the country read the clock: 7 January is the 8th in Riyadh by then.
      const tag = `${{ en: 'en-US', ar: 'ar-EG' }[language]}-u-ca-${{ gregorian: 'gregory', ummAlQura: 'islamic-umalqura' }[calendar]}`;
      const part = (at: string, options: Intl.DateTimeFormatOptions): string[] =>
        new Intl.DateTimeFormat(tag, { timeZone: 'Asia/Riyadh', ...options })
          .formatToParts(new Date(at))
          .filter(({ type }) => ['year', 'month', 'day', 'hour', 'minute'].includes(type))
          .map(({ value }) => value);
      const said = window.page
        .getByRole('region', { name: window.t('portal:notice.title') })
        .getByRole('status')
        .first();
      await said.waitFor();
      const text = (await said.innerText()).replaceAll(/[\u2066-\u2069]/g, '');
      const wanted = [shownFrom, shownUntil].map((at) =>
        part(at, { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
      );
      // The end is said after the beginning, part by part.
      const after = wanted.flat().reduce((from, each) => {
        const found = from < 0 ? -1 : text.indexOf(each, from);
        return found < 0 ? -1 : found;
      }, 0);
      expect([text, wanted.flat(), after >= 0]).toEqual([text, wanted.flat(), true]);
      expect(/[0-9]/.test(text)).toBe(language === 'en');
    },
  );

  test('comes and goes by itself when its time begins and ends', async () => {
    const at = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
    const text = { en: 'Maintenance tonight', ar: 'صيانة الليلة' }[language];
    const owner = await stage.open({ language, url });
    await openAsMember(owner, portals, { member: shop.owner, path: paths.integrations });
    await owner.page.getByRole('heading', { level: 1 }).waitFor();
    const began = Date.now() + 8_000;
    await plantNotice({ shownFrom: new Date(began).toISOString(), shownUntil: at(14) });
    await owner.page.reload();
    const bar = owner.page.getByRole('status').filter({ hasText: text });
    await bar.waitFor();
    expect(Date.now()).toBeGreaterThanOrEqual(began);
    await bar.waitFor({ state: 'detached' });
  });
});
