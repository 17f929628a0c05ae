import { paths } from '@mizan/contract/paths.ts';
import { expect, test } from 'vitest';
import { jpegOf, pngOf } from '../server/platform/scanner/testing/document-files.ts';
import { openShop } from '../server/testing/shop.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** What an owner says of the business: what is typed stands on the slip at once, what is saved is there after a reload. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const stage = browserStage();

test('receipt texts are seen on the slip while they are typed; a wrong VAT number is said before anything is sent', async () => {
  const shop = await openShop(portals.db, 1);
  const window = await stage.open({ language: oneLanguage[0], url: portals.urls[0] });
  const { page, t } = window;
  await openAsMember(window, portals, { member: shop.owner, path: paths.business });
  const section = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: t(title), exact: true }) });
  const receipt = section('business:receipt.title');
  await receipt.getByLabel(t('business:receipt.aboveEn')).fill('Welcome to the shop');
  const slip = receipt.getByRole('figure');
  await slip.getByText('Welcome to the shop', { exact: true }).waitFor();
  await receipt.getByRole('button', { name: t('common:actions.save') }).click();
  const toast = page.getByText(t('common:toast.saved')).first();
  await toast.waitFor();
  // At the top and on the right, in Arabic, too.
  const [box, size] = [await toast.boundingBox(), page.viewportSize()];
  if (!box || !size) throw new Error('the toast is nowhere');
  expect(box.y).toBeLessThan(size.height / 4);
  expect(box.x).toBeGreaterThan(size.width / 2);
  const profile = section('business:profile.title');
  await profile.getByLabel(t('business:profile.vatNumber')).fill('123');
  await profile.getByRole('button', { name: t('common:actions.save') }).click();
  await profile.getByText(t('business:profile.vatInvalid')).waitFor();
  await profile.getByLabel(t('business:profile.vatNumber')).fill('');
  await profile.getByLabel(t('business:profile.phone')).fill('9200 12345');
  await profile.getByRole('button', { name: t('common:actions.save') }).click();
  await slip.getByText('920012345').waitFor();
  await page.reload();
  await slip.getByText('Welcome to the shop', { exact: true }).waitFor();
  expect(await profile.getByLabel(t('business:profile.phone')).inputValue()).toBe('920012345');
});

test('a logo is set, seen on the slip, replaced and taken back, and removed; what is no picture is refused', async () => {
  const shop = await openShop(portals.db, 1);
  const window = await stage.open({ language: oneLanguage[0], url: portals.urls[0] });
  const { page, t } = window;
  await openAsMember(window, portals, { member: shop.owner, path: paths.business });
  window.expectErrors(/status of 422/);
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('business:logo.title'), exact: true }) });
  const logo = section.getByRole('img', { name: t('business:logo.title') });
  const onSlip = page.getByRole('figure').locator('img');
  const choose = (name: string, buffer: Buffer) =>
    section.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  const sideOf = () => logo.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth));

  await choose(
    'logo.png',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  );
  await section.getByText(t('picture:refused.pictureInvalid')).waitFor();
  await choose('logo.png', pngOf(60, 30));
  await onSlip.waitFor();
  expect(await sideOf()).toBe(60);
  await page.getByText(t('picture:saved')).waitFor();
  // Beside the name of the business, in the menu.
  const inMenu = page.locator('img[data-business-logo]');
  await inMenu.waitFor();

  await choose('logo.jpg', jpegOf({ width: 2048, height: 512 }));
  await expect.poll(sideOf).toBe(1024);
  await page.getByRole('button', { name: t('common:undo.action') }).click();
  await expect.poll(sideOf).toBe(60);

  await section
    .getByRole('button', { name: t('picture:removeName', { what: t('business:logo.title') }) })
    .click();
  await page.getByText(t('picture:removed')).waitFor();
  await logo.waitFor({ state: 'detached' });
  await onSlip.waitFor({ state: 'detached' });
  await inMenu.waitFor({ state: 'detached' });
  await page.reload();
  await section.getByText(t('picture:drop')).waitFor();
  expect(await logo.count()).toBe(0);
});
