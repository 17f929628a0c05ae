import { readFile } from 'node:fs/promises';
import { type AuditFacts, auditActions } from '@mizan/contract/audit.ts';
import { factSubjects } from '@mizan/contract/fact.ts';
import { pageLimit } from '@mizan/contract/page.ts';
import { calendarChoices, digitChoices } from '@mizan/contract/preferences.ts';
import { transactionStatuses } from '@mizan/contract/transaction-states.ts';
import { describe, expect, test } from 'vitest';
import { writeEntry } from '../server/platform/audit/audit.ts';
import { inPlatform } from '../server/platform/database/database.ts';
import { openShop } from '../server/testing/shop.ts';
import { settled, shownTexts } from './testing/screen-checks.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, desktop, phone } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** The audit log says everything that it can hold in the reader's words: actions, subjects, and what is a code of ours. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { db } = portals;
const [url] = portals.urls;
const stage = browserStage();

/** What was before and after, with every value that the portal writes as a code. */
const coded: { before: AuditFacts; after: AuditFacts }[] = [
  ...['SUSPENDED', 'INACTIVE', ...transactionStatuses].map((status) => ({
    before: { status: 'ACTIVE' },
    after: { status },
  })),
  ...digitChoices.map((digits) => ({ before: { digits: '' }, after: { digits } })),
  ...calendarChoices.map((calendar) => ({ before: { calendar: '' }, after: { calendar } })),
  {
    before: { language: 'en', mutedNotices: '' },
    after: { language: 'ar', mutedNotices: 'TCO, TDI, FRC, SRC' },
  },
];
/** A code of ours as it stands in a row: capitals with a line under them, humps, or three letters that are no word. */
const rawCode =
  /\b(?:[A-Z]{4,}|[A-Z]+_[A-Z]+|TCO|TDI|FRC|SRC|ummAlQura|gregorian|latin|auth\.|facts\.|actions\.)\b/;

/** A shop whose log has an entry of every action, every subject and every coded fact. */
async function newShop() {
  const shop = await openShop(db, 1);
  const { owner } = shop;
  for (const [index, action] of auditActions.entries()) {
    const type = factSubjects[index % factSubjects.length] ?? 'user';
    const facts = coded[index % coded.length] ?? { before: null, after: null };
    const subject = { type, id: String(index + 1) };
    await inPlatform(db, (tx) => writeEntry(tx, owner, { at: new Date(), action, subject, ...facts }));
  }
  return shop;
}

describe.each(oneLanguage)('in %s', (language) => {
  test('what is looked for stands in the address and in the file that is saved', async () => {
    const shop = await newShop();
    const window = await stage.open({ language, url, ...desktop });
    const { page, t } = window;
    await openAsMember(window, portals, { member: shop.owner, path: '/settings/audit' });
    const rows = page.getByRole('table', { name: t('audit:title') }).locator('tbody tr');
    await rows.first().waitFor();
    const title = t('facts:title.payments.reviewDecided');
    await page.getByRole('searchbox', { name: t('audit:search') }).fill(title);
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining(title)]);
    expect(decodeURIComponent(new URL(page.url()).search)).toContain(title.split(' ')[0]);
    await page.getByRole('button', { name: t('admin:export.title') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: t('admin:export.csv') }).click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(title);
  });

  test.each([
    ['a ledger', desktop],
    ['a phone', phone],
  ])('every action, subject and coded value has its words: %s', async (_, size) => {
    const shop = await newShop();
    const window = await stage.open({ language, url, ...size });
    const { page, t } = window;
    await openAsMember(window, portals, { member: shop.owner, path: '/settings/audit' });
    const log = page.locator('main');
    // There are more kinds of entries than a page has rows; the oldest stands on the last page.
    const oldest = log.getByText(t(`facts:title.${auditActions[0]}`), { exact: true }).first();
    const more = log.getByRole('button', { name: t('common:actions.more') });
    for (let pages = Math.ceil(auditActions.length / pageLimit.default); pages > 1; pages--) {
      await more.click();
      await settled(page);
    }
    await oldest.waitFor();
    for (const action of auditActions) {
      await log
        .getByText(t(`facts:title.${action}`), { exact: true })
        .first()
        .waitFor();
    }
    const texts = (await shownTexts(page)).filter((text) => rawCode.test(text));
    expect(texts).toEqual([]);
  });
});
