import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { paths } from '@mizan/contract/paths.ts';
import { makeReceiptLink, type ReceiptLink } from '@mizan/contract/receipts.ts';
import { pathOf } from '@mizan/contract/route.ts';
import { type ScreenName, screens } from '@mizan/contract/screens.ts';
import {
  downloadSettlementStatement,
  makeSettlementStatement,
  type SettlementStatementRow,
} from '@mizan/contract/settlement-statements.ts';
import { listTransactions, type TransactionRow } from '@mizan/contract/transactions.ts';
import { askPortal, daysAgo } from '../../e2e/testing/portal-api.ts';
import { outbox } from '../../e2e/testing/sign-in.ts';
import type { Window } from '../../e2e/testing/stage.ts';

/** The mail is written by a job: 15 seconds together. */
const mailLooks = { count: 150, everyMs: 100 } as const;

const pathIn = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

async function asked({ page, url }: Window, path: string, body?: object): Promise<Response> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${path}`);
  return answer;
}

async function receiptOf(window: Window, id: string): Promise<string> {
  const made = await asked(window, pathOf(makeReceiptLink, { id }), {});
  return pathIn(((await made.json()) as ReceiptLink).address);
}

/** As the QR code of its paper has it: the file of a statement names its own address. */
async function statementOf(window: Window): Promise<string> {
  const body = { requestId: randomUUID(), from: daysAgo(6), to: daysAgo(0) };
  const made = await asked(window, pathOf(makeSettlementStatement), body);
  const { id } = (await made.json()) as SettlementStatementRow;
  const file = await asked(window, `${pathOf(downloadSettlementStatement, { id })}?format=csv`);
  const [address] = /https?:\/\/\S+code=[\w-]{27}/.exec(await file.text()) ?? [];
  if (!address) throw new Error('the file of a statement names no address');
  return pathIn(address);
}

/** A link that is over, which is all that one sees of these screens for longer than a moment. */
const over = (path: string): string => `${path}?token=${'0'.repeat(43)}`;

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
    verify: over(screens.verify.path),
    verifyUpdate: over(screens.verifyUpdate.path),
    settlementStatement: await statementOf(window),
    receipt: await receiptOf(window, payment.id),
    reset: await resetOf(window, email),
  };
}
