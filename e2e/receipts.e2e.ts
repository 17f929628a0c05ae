import { expect, test } from 'vitest';
import { askPortal, daysAgo } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';

/** A slip by its link: from the drawer of a payment to somebody without a sign-in, and taken back. */
const stage = browserStage();

test('a link shows the slip to whoever has it, until it is ended', async () => {
  const office = await stage.open();
  const { page, t } = office;
  await openAs(office, 'merchant@mizan.test', '/transactions');
  const { rows } = await askPortal<{ rows: { id: string }[] }>(
    office,
    `/transactions?status=APPROVED&limit=1&from=${daysAgo(9)}&to=${daysAgo(5)}`,
  );
  const id = rows[0]?.id ?? '';
  await office.go(`/transactions?open=${id}`);
  const slip = page.getByRole('region', { name: t('transactions:columns.receipt') });
  await slip.getByRole('button', { name: t('receipt:link.make') }).click();
  await slip.getByRole('img', { name: t('transactions:detail.receiptCode') }).waitFor();
  const { link } = await askPortal<{ link: { address: string } }>(office, `/transactions/${id}/receipt`);
  const path = new URL(link.address).pathname + new URL(link.address).search;

  const customer = await stage.open({ language: 'ar' });
  await customer.go(path);
  await customer.page.getByText('THIS IS NOT A TAX INVOICE').waitFor();
  await customer.page.getByText('هذا الإيصال ليس فاتورة ضريبية').waitFor();
  // Arabic stands at the right edge of its line, as on paper.
  const arabic = customer.page.getByText('رمز الموافقة', { exact: true });
  const rightOf = async (of: typeof arabic): Promise<number> => {
    const box = await of.boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  expect(await rightOf(arabic)).toBe(await rightOf(arabic.locator('xpath=..')));
  await settled(customer.page);
  const shown = await customer.page.locator('main').innerText();
  expect(shown).toMatch(/\d{4} \d{2}\*\* \*{4} \d{4}/);

  await slip.getByRole('button', { name: t('receipt:link.end'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('receipt:link.end') })
    .click();
  await slip.getByRole('button', { name: t('receipt:link.make') }).waitFor();
  customer.expectErrors(/status of 404/);
  await customer.page.reload();
  await customer.page
    .getByRole('alert')
    .filter({ hasText: customer.t('receipt:gone') })
    .waitFor();
});
