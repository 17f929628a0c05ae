import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@mizan/contract/route.ts';
import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfSaying } from '../server/platform/scanner/testing/document-files.ts';
import { judgedFile } from './testing/judged-file.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { daysAgo, everyTransaction } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** A chargeback: its deadline is not known until somebody copies it, evidence is attached and taken away again as a file. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);
const days = { open: daysAgo(21), won: daysAgo(25) } as const;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-chargeback-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Kind = 'Purchase' | 'Chargeback' | 'Chargeback Reversal';
const lineOf = (row: TransactionRow, kind: Kind): string => {
  const at = new Date(Date.parse(row.createdAt) + 3 * 3_600_000).toISOString();
  const riyals = (minor: number): string => (minor / 100).toFixed(2);
  const isTaken = kind === 'Chargeback';
  return [
    row.tid,
    row.rrn,
    at.slice(0, 19).replace('T', ' '),
    riyals(isTaken ? -row.amountMinor : row.amountMinor),
    riyals(kind === 'Purchase' ? row.feeMinor : 0),
    riyals(kind === 'Purchase' ? row.vatMinor : 0),
    row.scheme.toUpperCase(),
    kind,
  ].join();
};

/** A day's file with all its payments, and what became of the first of them; answers its id. */
async function uploadFile(window: Window, day: string, kinds: readonly Kind[]): Promise<string> {
  await openAs(window, owner, '/reconciliation?view=files');
  const known = (await everyTransaction(window, `from=${day}&to=${day}&status=APPROVED&scheme=Mada`)).filter(
    ({ type, rrn }) => type === 'PURCHASE' && rrn !== null,
  );
  const [first] = known as [TransactionRow];
  const head =
    'Terminal ID,RRN,Transaction Date,Transaction Amount,Commission,VAT,Card Scheme,Transaction Type';
  const lines = [...known.map((row) => lineOf(row, 'Purchase')), ...kinds.map((kind) => lineOf(first, kind))];
  const file = join(folder, `chargeback-${day}.csv`);
  await writeFile(file, [head, ...lines, ''].join('\n'));
  return judgedFile(window, file);
}

async function undo({ page, url }: Window, id: string): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem('accessToken'));
  const answer = await fetch(`${url}${apiBase}/reconciliation/bank-files/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
}

test('a chargeback says that no deadline is known, keeps evidence, and is not won before the bank gave it back', {
  timeout: 180_000,
}, async () => {
  const window = await stage.open({ language: oneLanguage[0] });
  const { page, t, url } = window;
  window.expectErrors(/status of 409/);
  const id = await uploadFile(window, days.open, ['Chargeback']);
  try {
    await page.goto(`${url}/reconciliation/exceptions?file=${id}&outcome=chargeback`);
    await page
      .getByRole('table', { name: t('exceptions:title') })
      .getByRole('row')
      .nth(1)
      .click();
    const part = page.getByRole('region', { name: t('exceptions:chargeback.title') });
    await part.getByText(t('exceptions:chargeback.noDeadline')).waitFor();
    await part.locator('input[type=file]').setInputFiles({
      name: 'slip.pdf',
      mimeType: 'application/pdf',
      buffer: pdfSaying('signed slip'),
    });
    await settled(page);
    const taken = page.waitForEvent('download');
    await part
      .getByRole('button', { name: t('exceptions:chargeback.downloadOf', { name: 'slip.pdf' }) })
      .click();
    expect((await taken).suggestedFilename()).toBe('slip.pdf');
    await part.getByLabel(t('exceptions:chargeback.stageLabel')).selectOption('WON');
    await part.getByRole('button', { name: t('exceptions:chargeback.save') }).click();
    await part.getByText(t('exceptions:refused.noReturn')).waitFor();
  } finally {
    await undo(window, id);
  }
});

test('won: the line that took the money and the line that gave it back name each other, and neither is open', {
  timeout: 180_000,
}, async () => {
  const window = await stage.open({ language: oneLanguage[0] });
  const { page, t, url } = window;
  const id = await uploadFile(window, days.won, ['Chargeback', 'Chargeback Reversal']);
  try {
    await page.goto(`${url}/reconciliation/exceptions?file=${id}&outcome=chargeback`);
    const rows = page.getByRole('table', { name: t('exceptions:title') }).getByRole('row');
    await rows.nth(1).click();
    const part = page.getByRole('region', { name: t('exceptions:chargeback.title') });
    await part.getByLabel(t('exceptions:chargeback.stageLabel')).selectOption('WON');
    await part.getByRole('button', { name: t('exceptions:chargeback.save') }).click();
    await part.getByText(t('exceptions:chargeback.settled')).waitFor();
    const head = page.locator('header', { hasText: t('exceptions:settledWith') });
    await head.getByText(t('exceptions:state.SETTLED')).waitFor();
    await head.getByRole('button').click();
    // The line that gave it back, which names the one that took it.
    await page.getByRole('region', { name: t('exceptions:chargeback.title') }).waitFor({ state: 'detached' });
    await head.getByText(t('exceptions:state.SETTLED')).waitFor();
  } finally {
    await undo(window, id);
  }
});
