import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import decodeQR from 'qr/decode.js';
import { afterAll, describe, expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { startFleetProcess } from '../server/testing/busy-shop.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { numberIn, oneLanguage } from './testing/texts.ts';

/** The dashboard of a merchant that has taken no payment yet: pair, pay, upload. */
const portals = await shopPortals({ terminals: 1, speed: 0.05 });
const [url] = portals.urls;
const stage = browserStage();
const folder = await mkdtemp(join(tmpdir(), 'mizan-first-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const approve = (shop: Shop) =>
  platformRows(
    portals.db,
    `INSERT INTO applications (merchant_id, owner_id, draft_hash, cr, form, locale, sent_at, state, decided_at)
     VALUES ($1, $2, sha256($3::text::bytea), $3, '{}', 'en', now(), 'APPROVED', now())`,
    [shop.merchantId, shop.owner.userId, randomUUID().slice(0, 10)],
  );
const addBankFile = (shop: Shop) =>
  platformRows(
    portals.db,
    `INSERT INTO bank_files (merchant_id, uuid, file_name, size_bytes, sha256, state, uploaded_by, uploaded_by_name,
       created_at, verdict, summary)
     VALUES ($1, $2::uuid, 'a.csv', 1, sha256($2::uuid::text::bytea), 'DONE', $3, 'Huda', now(), 'BALANCED', '{}')`,
    [shop.merchantId, randomUUID(), shop.owner.userId],
  );

/** What a camera reads in the QR code. */
async function scanned({ page, t }: Window, tid: string): Promise<string> {
  const picture = page.getByRole('img', { name: t('terminals:pairing.qr', { tid }) });
  await picture.waitFor();
  // As text: a list of as many numbers takes ten seconds to be handed over.
  const { size, pixels } = await picture.evaluate(async (svg) => {
    const size = 400;
    const image = new Image();
    const text = new XMLSerializer().serializeToString(svg);
    image.src = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
    await image.decode();
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = 'white';
    context.fillRect(0, 0, size, size);
    context.drawImage(image, 0, 0, size, size);
    const { data } = context.getImageData(0, 0, size, size);
    return { size, pixels: new Uint8Array(data.buffer).toBase64() };
  });
  const data = new Uint8ClampedArray(Buffer.from(pixels, 'base64'));
  return decodeQR({ width: size, height: size, data });
}

describe.each(oneLanguage)('in %s', (language) => {
  test('code and QR on the page pair a terminal; then a payment is next, then the bank file', async () => {
    const shop: Shop = await openShop(portals.db, 1);
    const [place] = shop.terminals;
    if (!place) throw new Error('the shop has a terminal');
    const { tid } = place;
    await approve(shop);
    const window = await stage.open({ language, url });
    const { page, t } = window;

    await openAsMember(window, portals, { member: shop.owner, path: '/terminals?pay=any' });
    await page.getByText(t('payment:noneReady.noPaired.title')).waitFor();
    expect(await page.getByText(t('payment:noneReady.noTerminal.help')).count()).toBe(0);
    const pair = page.getByRole('link', { name: t('payment:pairFirst'), exact: true });
    const colors = await pair.evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button);
      return { color, backgroundColor };
    });
    expect(colors.color, 'the words of a filled button that is a link').not.toBe(colors.backgroundColor);

    await window.go('/dashboard');
    await page.getByRole('heading', { name: t('dashboard:firstSteps.title') }).waitFor();
    await page.getByText(t('dashboard:bank.NO_PAYMENTS')).waitFor();
    const confirmed = t('dashboard:bank.ALL_CONFIRMED', { days: '' }).slice(0, 20);
    expect(await page.getByText(confirmed).count()).toBe(0);
    expect(await page.getByText(t('dashboard:attention.none')).count()).toBe(0);
    await page.getByText(t('dashboard:firstSteps.pay.unpaired')).waitFor();
    expect(await page.getByRole('link', { name: t('dashboard:firstSteps.pay.start') }).count()).toBe(0);

    const steps = page.getByRole('region', { name: t('dashboard:firstSteps.title') });
    await steps.getByRole('button', { name: t('terminals:pairing.make') }).click();
    const code = await steps.getByRole('status').innerText();
    expect(code).toMatch(/[2-9A-Z]{4}(-[2-9A-Z]{4}){2}/);
    const firstRead = await scanned(window, tid);
    expect(code).toContain(firstRead.slice(tid.length + 1));
    expect(await steps.getByRole('status').getAttribute('dir')).toBe('ltr');
    await steps.getByText(t('terminals:pairing.how.enter')).waitFor();
    await steps.getByText(`${numberIn(language, 29)}:`, { exact: false }).waitFor();
    await steps.getByRole('button', { name: t('terminals:pairing.new') }).click();
    await expect.poll(() => scanned(window, tid)).not.toBe(firstRead);
    const [, enrolCode = ''] = (await scanned(window, tid)).split(':');

    const fleet = startFleetProcess(
      { ...shop, terminals: [{ ...place, enrolCode }] },
      { url, stateDir: join(folder, tid) },
    );
    try {
      await page.getByText(t('dashboard:firstSteps.pay.ready', { tid })).waitFor();
      await steps
        .getByText(
          t('dashboard:firstSteps.pair.paired', {
            count: 1,
            total: numberIn(language, 1),
          }),
        )
        .waitFor();
      await steps.getByRole('link', { name: t('dashboard:firstSteps.pay.start') }).click();
      await page.getByLabel(t('common:fields.amount')).fill('1.00');
      await page.getByRole('button', { name: t('payment:start') }).click();
      await page.waitForURL(/payment=/);
      await page.getByText(t('payment:outcome.approved.help')).first().waitFor();
      await window.go('/dashboard');
      await page.getByText(t('dashboard:kpi.approvedSales')).first().waitFor();
      await steps.getByText(t('dashboard:firstSteps.file.help')).waitFor();
      await steps.getByRole('link', { name: t('dashboard:firstSteps.file.start') }).waitFor();
      await addBankFile(shop);
      await page.reload();
      await page.getByText(t('dashboard:kpi.approvedSales')).first().waitFor();
      await expect.poll(() => steps.count()).toBe(0);
    } finally {
      await fleet.kill();
    }
  });
});
