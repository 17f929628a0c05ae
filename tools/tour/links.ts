import { setTimeout } from 'node:timers/promises';
import { paths } from '@mizan/contract/paths.ts';
import { makeReceiptLink, type ReceiptLink } from '@mizan/contract/receipts.ts';
import { pathOf } from '@mizan/contract/route.ts';
import type { ScreenName } from '@mizan/contract/screens.ts';
import { listTransactions, type TransactionRow } from '@mizan/contract/transactions.ts';
import { askPortal } from '../../e2e/testing/portal-api.ts';
import { outbox } from '../../e2e/testing/sign-in.ts';
import type { Window } from '../../e2e/testing/stage.ts';

/** The mail is written by a job: 15 seconds together. */
const mailLooks = { count: 150, everyMs: 100 } as const;

const pathIn = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function receiptOf({ page, url }: Window, id: string): Promise<string> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const answer = await fetch(url + pathOf(makeReceiptLink, { id }), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`no link to a receipt: ${answer.status}`);
  return pathIn(((await answer.json()) as ReceiptLink).address);
}

/** As somebody asks for it who has forgotten the password. */
async function resetOf(window: Window, email: string): Promise<string> {
  const { page, t, url } = window;
  await page.evaluate(() => sessionStorage.clear());
  await window.go(paths.login);
  await page.getByRole('button', { name: t('auth:login.forgot') }).click();
  await page.getByLabel(t('common:fields.email')).fill(email);
  await page.getByRole('button', { name: t('auth:reset.submit') }).click();
  await page.getByText(t('auth:forgot.sent')).waitFor();
  for (let look = 0; look < mailLooks.count; look += 1) {
    const mail = (await outbox(url)).find(({ to, link }) => to === email && link?.includes(paths.reset));
    if (mail?.link) return pathIn(mail.link);
    await setTimeout(mailLooks.everyMs);
  }
  throw new Error('no mail with a link to reset the password');
}

/** Screens that a link leads to, with links of the demo: of the owner who is signed in in this window, and is not afterwards. */
export async function linksOf(window: Window, email: string): Promise<Partial<Record<ScreenName, string>>> {
  const { rows: payments } = await askPortal<{ rows: TransactionRow[] }>(
    window,
    `${listTransactions.path}?status=APPROVED`,
  );
  const [payment] = payments;
  if (!payment) throw new Error('the demo has no payment');
  return {
    receipt: await receiptOf(window, payment.id),
    reset: await resetOf(window, email),
  };
}
