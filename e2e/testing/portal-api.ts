import { apiBase } from '@mizan/contract/route.ts';
import { listTransactions, type TransactionRow } from '@mizan/contract/transactions.ts';
import type { Window } from './stage.ts';

/** What a screen should show, asked of the portal with the session of the window that shows it. */
export async function askPortal<T>({ page, url }: Window, path: string): Promise<T> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const answer = await fetch(url + apiBase + path, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${answer.status} ${path}`);
  return (await answer.json()) as T;
}

/** Sends bytes as a program does, with the session of the window. */
export async function sendToPortal({ page, url }: Window, path: string, text: string): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const answer = await fetch(url + apiBase + path, { method: 'POST', headers, body: Buffer.from(text) });
  if (!answer.ok) throw new Error(`${answer.status} ${path}`);
}

/** Takes back what a test made, with the session of the window. */
export async function deleteInPortal({ page, url }: Window, path: string): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url + apiBase + path, { method: 'DELETE', headers });
  if (!answer.ok) throw new Error(`${answer.status} ${path}`);
}

interface Page {
  rows: TransactionRow[];
  nextCursor: string | null;
}

/** Every transaction of a filter ('from=2026-11-20&to=2026-11-20'), over all pages of the list. */
export async function everyTransaction(window: Window, filter: string): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page = await askPortal<Page>(window, `${listTransactions.path}?${filter}&limit=100${next}`);
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}

/** A day of Riyadh so many days before today: '2026-11-20'. */
export const daysAgo = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Riyadh' }).format(Date.now() - days * 86_400_000);
