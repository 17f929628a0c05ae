import { getNoticeState } from '@mizan/contract/notices.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { describe, expect, test } from 'vitest';
import { inTenant } from '../server/platform/database/database.ts';
import { happened, nobody } from '../server/platform/facts/facts.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** The bell: what it tells is kept by the portal, for every window of a person. */
const portals = await shopPortals({ terminals: 0, speed: 0 });
const { db, urls } = portals;
const stage = browserStage();

/** A terminal of the shop connects so many times; it is told under numbers that tell them apart. */
const rings = (shop: Shop, tids: readonly string[]) =>
  inTenant(db, shop.merchantId, async (tx) => {
    const about = { type: 'terminal', id: shop.terminals[0]?.id ?? '' } as const;
    for (const tid of tids) {
      const told = { fact: 'terminals.connected', at: new Date(), about, params: { tid } } as const;
      await happened(tx, nobody(shop.merchantId), told);
    }
  });
const tidsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, place) => String(first + place));

const bell = ({ page, t }: Window, count: number) =>
  page.getByRole('button', { name: t('notifications:unread', { count }), exact: true });
const heard = ({ page, t }: Window, tid: string) =>
  page.getByText(t('notifications:TCO', { tid }), { exact: true });
const isConnected = ({ page, t }: Window) =>
  page.getByRole('button', { name: t('shell:connection.connected'), exact: true }).waitFor();

/** Month, day and time. */
const shortMoments = {
  en: /^[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [AP]M$/,
  ar: /^[٠-٩]{1,2} \p{Script=Arabic}+، [٠-٩]{1,2}:[٠-٩]{2} [صم]$/u,
};

/** A window of the owner whose bell has one notice. */
async function ringing({ owner }: Shop, language: Window['language'], url: string): Promise<Window> {
  const window = await stage.open({ language, url });
  await openAsMember(window, portals, { member: owner, path: '/terminals' });
  await isConnected(window);
  await bell(window, 1).waitFor();
  return window;
}

describe.each(oneLanguage)('the bell, in %s', (language) => {
  test('what was missed is there once, also in a second window on another process, and read in one it is read in both', async () => {
    const shop = await openShop(db, 1);
    await rings(shop, ['88600001']);
    const [one, two] = [await ringing(shop, language, urls[0]), await ringing(shop, language, urls[1])];
    one.expectErrors(/ERR_INTERNET_DISCONNECTED|ERR_/, /WebSocket/, /Failed to fetch/, /network error/);
    await bell(one, 1).click();
    await heard(one, '88600001').waitFor();
    await one.context.setOffline(true);
    await one.page.getByRole('button', { name: one.t('shell:connection.notConnected') }).waitFor();
    await rings(shop, ['88600002', '88600003']);
    await bell(two, 3).waitFor();
    await one.context.setOffline(false);
    await isConnected(one);
    for (const tid of ['88600003', '88600002', '88600001']) {
      await heard(one, tid).waitFor();
      expect(await heard(one, tid).count()).toBe(1);
    }
    // Closed, it is read: here, and in the other window by what the portal says.
    await one.page.keyboard.press('Escape');
    for (const window of [one, two]) await bell(window, 0).waitFor();
  });

  test('what the list shows is read when it closes, also where the count of it has not come', async () => {
    const shop = await openShop(db, 1);
    await rings(shop, ['88600001']);
    const [one, two] = [await ringing(shop, language, urls[0]), await ringing(shop, language, urls[1])];
    await bell(one, 1).click();
    await heard(one, '88600001').waitFor();
    const held = Promise.withResolvers<void>();
    await one.page.route(`**${apiBase}${getNoticeState.path}`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await rings(shop, ['88600002']);
    await heard(one, '88600002').waitFor();
    await one.page.keyboard.press('Escape');
    await bell(two, 0).waitFor();
    held.resolve();
    await bell(one, 0).waitFor();
  });

  test('older ones come while it is scrolled, to the very first', async () => {
    const shop = await openShop(db, 1);
    await rings(shop, tidsFrom(88_700_000, 120));
    const window = await stage.open({ language, url: urls[0] });
    await openAsMember(window, portals, { member: shop.owner, path: '/terminals' });
    await bell(window, 120).click();
    await heard(window, '88700119').waitFor();
    const list = window.page.getByRole('group', { name: window.t('notifications:title') });
    expect((await list.boundingBox())?.height).toBe(500);
    const times = await list.getByRole('time').allTextContents();
    expect(times.filter((text) => !shortMoments[language].test(text))).toEqual([]);
    expect(times.length).toBeGreaterThan(0);
    await expect
      .poll(async () => {
        await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        return heard(window, '88700000').count();
      })
      .toBe(1);
    expect(await list.getByRole('listitem').count()).toBe(120);
  });
});
