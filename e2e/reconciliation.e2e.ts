import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BankFileRow } from '@mizan/contract/reconciliation.ts';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { expectInLine } from './testing/amount-columns.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { lowTargets } from './testing/phone-targets.ts';
import { askPortal } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { languages, numberFrom, numberIn, oneLanguage } from './testing/texts.ts';

/** Bank files on the screen: upload, columns, verdict, bridge, rows, what cannot be read. */
const stage = browserStage();
const owner = 'merchant@mizan.test';
oneAtATime(`bank files of ${owner}`);
const path = '/reconciliation?view=files';
const root = join(import.meta.dirname, '..');

let folder = '';
/** 'missingInBank' and so on, once for each planted difference, by the end of the file's name. */
const planted = new Map<string, string[]>();
const files = new Map<string, string>();

/** The demo's own command writes the files and says what it planted. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mizan-e2e-bank-files-'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'tools/demo-bank-files/demo-bank-files.main.ts'), '--out', folder],
    { env: { ...process.env, DATA_DIR: inject('demoPortal').dataDir } },
  );
  let name = '';
  for (const line of stdout.split('\n')) {
    const file = /^ {2}(\d{4}-\d\d-\d\d-(\S+)): /.exec(line);
    if (file) {
      name = file[2] ?? '';
      files.set(name, join(folder, file[1] ?? ''));
      planted.set(name, []);
    }
    const outcome = /^ {4}([a-zA-Z]+) +-?\d/.exec(line)?.[1];
    if (outcome) planted.get(name)?.push(outcome);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function choose(window: Window, file: string | string[]): Promise<void> {
  await window.page.locator('input[type=file]').setInputFiles(file);
}

/** The bar that stays in sight lies over everything that scrolls under it, the marks of choices too. */
async function expectOverWhatScrolls(button: Locator): Promise<void> {
  const layers = await button.evaluate((inside) => {
    const layerOf = (element: Element): number => Number(getComputedStyle(element).zIndex) || 0;
    let bar: Element = inside;
    while (getComputedStyle(bar).position !== 'sticky' && bar.parentElement) bar = bar.parentElement;
    const others = [...document.querySelectorAll('main *')].filter(
      (each) => !bar.contains(each) && !each.contains(bar),
    );
    return { bar: layerOf(bar), under: Math.max(...others.map(layerOf)) };
  });
  expect(layers.bar).toBeGreaterThan(layers.under);
}

/** Answers each question that nothing decides by its first way. */
async function answerOpen({ page }: Window): Promise<void> {
  const open = page.locator('select:has(> option[value=""]:checked)');
  while ((await open.count()) > 0) await open.first().selectOption({ index: 1 });
}

/** Uploads a file and, where a person is asked, confirms it as it is proposed to be read. */
async function uploadToVerdict(window: Window, name: string): Promise<void> {
  const { page, t } = window;
  await openAs(window, owner, path);
  await choose(window, files.get(name) ?? '');
  const confirm = page.getByRole('button', { name: t('reconciliation:reading.judge') });
  const verdict = page.getByRole('tab', { name: t('reconciliation:exceptions.title') });
  await confirm.or(verdict).waitFor({ timeout: 60_000 });
  if (await confirm.isVisible()) {
    await expectOverWhatScrolls(confirm);
    await answerOpen(window);
    await page.getByLabel(t('common:fields.bank'), { exact: true }).fill('Najd Bank');
    await confirm.click();
  }
  await verdict.waitFor({ timeout: 60_000 });
}

const countOf = (name: string, outcome: string): number =>
  planted.get(name)?.filter((each) => each === outcome).length ?? 0;

const fileOf = { en: 'najd-english.xlsx', ar: 'najd-arabic.csv' } as const;

test('the same file again shows its first result', async () => {
  const window = await stage.open();
  const { page } = window;
  await uploadToVerdict(window, 'najd-balanced.csv');
  await page.getByRole('heading', { level: 1, name: 'Balanced' }).waitFor();
  const first = page.url();
  await openAs(window, owner, path);
  await choose(window, files.get('najd-balanced.csv') ?? '');
  await page.getByText(/You already uploaded this file on/).waitFor();
  await page.waitForURL(first);
});

describe.each(oneLanguage)('the verdict, in %s', (language) => {
  test('a file of the bank comes to its verdict: exactly what was planted, each step opening its rows', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const name = fileOf[language];
    await uploadToVerdict(window, name);
    await page
      .getByRole('heading', { level: 1, name: t('reconciliation:verdict.unbalanced.title') })
      .waitFor();

    // What the first file lacks the bank need not have paid yet: it waits, on the day that it was sold.
    const lacking = countOf(name, 'waits') > 0 ? 'waits' : 'missingInBank';
    const missing = countOf(name, lacking);
    const title = t(`reconciliation:outcome.${lacking}.title`);
    // Its number is a word where there are two, so the step is found by where it leads; the tab has the number.
    await page
      .locator('main ol a')
      .and(page.locator(`[href*="tab=${lacking}"]`))
      .first()
      .click();
    await page.waitForURL(`**tab=${lacking}**`);
    const tab = page.getByRole('tab', { name: `${title} ${numberIn(language, missing)}` });
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    const rows = page.getByRole('table', { name: t('reconciliation:entries.title') }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(missing + 1);

    await page.reload();
    await tab.waitFor();
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  });
});

describe.each(languages)('in %s', (language) => {
  test('the bridge closes: from the portal to the bank, step by step, to the halala', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await uploadToVerdict(window, fileOf[language]);
    const table = page.getByRole('table', { name: t('reconciliation:bridge.title') });
    const steps = await table
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
    const halalas = new Map(
      steps.map(([name = '', amount = '']) => [name, Math.round(numberFrom(amount) * 100)]),
    );
    const totals = ['portalTotal', 'expected', 'bankTotal'].map((bar) => t(`reconciliation:bridge.${bar}`));
    const hanging = [...halalas]
      .filter(([name]) => !totals.includes(name))
      .reduce((sum, [, minor]) => sum + minor, 0);
    const [portal = 0, , bank = 0] = totals.map((name) => halalas.get(name));
    expect(portal + hanging).toBe(bank);
    expect(steps.length).toBeGreaterThan(4);
    // The bridge as a table, and the rows below it, whose last column names the nearest payment in a sentence.
    // Between them stands what is not whole, where anything is.
    const holes = await page.getByRole('table', { name: t('reconciliation:hole.title') }).count();
    await expectInLine(window, 2, [`table ${1 + holes}, column 6`]);
  });
});

describe.each(oneLanguage)('how a file is read, in %s', (language) => {
  test('a question that nothing decides holds the button back, and the verdict leads back to how it was read', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const ambiguous = join(folder, `ambiguous-${language}.csv`);
    const lines = ['88501158,632400990001,03/04/2026,100.00', '88501158,632400990002,05/04/2026,250.50'];
    await writeFile(ambiguous, ['Terminal ID,RRN,Transaction Date,Amount', ...lines, ''].join('\n'));
    await openAs(window, owner, path);
    await choose(window, ambiguous);
    const judge = page.getByRole('button', { name: t('reconciliation:reading.judge') });
    await judge.waitFor();
    const order = t('reconciliation:reading.question.dateOrder');
    const asked = page.getByLabel(t('reconciliation:reading.readAs', { question: order }));
    expect([await asked.inputValue(), await judge.getAttribute('aria-disabled')]).toEqual(['', 'true']);
    await page.getByText(t('reconciliation:reading.open', { questions: order })).waitFor();
    const sides = page.getByRole('table', { name: t('reconciliation:reading.covers.title') });
    await sides.getByText(t('reconciliation:reading.covers.whole')).waitFor();
    await asked.selectOption('monthFirst');
    await judge.click();

    const verdict = page.getByRole('tab', { name: t('reconciliation:exceptions.title') });
    await verdict.waitFor();
    await page.getByRole('button', { name: t('reconciliation:reading.howItWasRead') }).click();
    await page.waitForURL('**how=read**');
    await expect.poll(() => asked.inputValue()).toBe('monthFirst');
    await asked.selectOption('dayFirst');
    await page.getByRole('button', { name: t('reconciliation:reading.judgeAgain') }).click();
    await verdict.waitFor();
    expect(new URL(page.url()).searchParams.has('how')).toBe(false);
  });
});

describe.each(oneLanguage)('what is no bank file, in %s', (language) => {
  test('what cannot be read is said in a sentence, and nothing of it is kept', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, path);
    const picture = join(folder, `picture-${language}.csv`);
    await writeFile(
      picture,
      Buffer.concat([Buffer.from('89504e470d0a1a0a00', 'hex'), Buffer.alloc(900, 7 + language.length)]),
    );
    await choose(window, picture);
    await page.getByRole('alert').getByText(t('reconciliation:fileError.notTable')).waitFor();
    await page.getByRole('button', { name: t('reconciliation:refused.another') }).click();

    const empty = join(folder, 'empty.csv');
    await writeFile(empty, '');
    await choose(window, empty);
    await page.getByText(t('reconciliation:fileError.empty')).waitFor();

    const letter = join(folder, 'letter.pdf');
    await writeFile(letter, '%PDF-1.7');
    await choose(window, letter);
    await page
      .getByRole('alert')
      .filter({ hasText: t('reconciliation:fileError.format') })
      .waitFor();
  });
});

describe.each(oneLanguage)('several files, in %s', (language) => {
  test('files chosen at once are read one after another; each says what became of it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, path);
    const names = ['first', 'second', 'third'].map((name) => join(folder, `${name}-${language}.csv`));
    for (const name of names) await writeFile(name, `${name},2,3\n4,5,6\n`);
    const letter = join(folder, `letter-${language}.pdf`);
    await writeFile(letter, 'a,b\n');
    await choose(window, [...names, letter]);
    // What is no CSV, XLSX or Excel file is named for that, and the others go on.
    const refused = t('reconciliation:upload.refused', { files: `letter-${language}.pdf` });
    await page.getByRole('alert').filter({ hasText: refused }).waitFor();
    const list = page.getByRole('list', { name: t('reconciliation:upload.queue') });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(3);
    for (const name of ['first', 'second', 'third']) {
      const item = list.getByRole('listitem').filter({ hasText: `${name}-${language}.csv` });
      await item.getByText(t('reconciliation:fileError.noHeader')).waitFor();
    }
    await list.getByRole('button', { name: `second-${language}.csv` }).click();
    await page.getByText(t('reconciliation:refused.title')).waitFor();
    await page.getByRole('button', { name: t('reconciliation:refused.another') }).click();
    await list.waitFor();
  });

  test('a file of which no line could be read shows why, and neither a check mark nor that every line is matched', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const unread = join(folder, `unread-${language}.csv`);
    const header = 'Terminal ID,RRN,Transaction Date,Transaction Amount';
    await writeFile(
      unread,
      `${header},${language}\n88501158,632,2026-11-20,1OO.00,x\n88501158,633,today,1.00,x\n`,
    );
    files.set(`unread-${language}.csv`, unread);
    await uploadToVerdict(window, `unread-${language}.csv`);
    await page
      .getByRole('heading', { level: 1, name: t('reconciliation:verdict.incomplete.title') })
      .waitFor();
    // What parts the facts stands behind facts alone: behind the mark of help it hung below it on a phone.
    const what = t('common:words.whatIs', { term: t('reconciliation:verdict.incomplete.title') });
    const help = page.getByRole('button', { name: what }).first();
    expect(await help.evaluate((button) => getComputedStyle(button, '::after').content)).toBe('none');
    const rejected = page.getByRole('tab', { name: t('reconciliation:rejected.title') });
    expect(await rejected.getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => page.getByRole('tabpanel').getByRole('listitem').count()).toBe(2);
    await page.getByRole('tab', { name: t('reconciliation:exceptions.title') }).click();
    await page.getByText(t('reconciliation:exceptions.nothingRead')).waitFor();
    expect(await page.getByText(t('reconciliation:exceptions.empty')).count()).toBe(0);
    expect(await page.locator('main .tabler-icon-circle-check').count()).toBe(0);
  });

  test('the list names bank, days, verdict and what is to be claimed; so does the dashboard, which opens the file', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await uploadToVerdict(window, fileOf[language]);
    const id = new URL(page.url()).searchParams.get('file') ?? '';
    await openAs(window, owner, `${path}&only=open`);
    const table = page.getByRole('table', { name: t('reconciliation:tabs.bankFiles') });
    const row = table
      .getByRole('row')
      .filter({ hasText: files.get(fileOf[language])?.split('/').at(-1) ?? '' });
    const bank = language === 'ar' ? 'بنك نجد' : 'Najd Bank';
    await row.getByText(bank).waitFor();
    await row.getByText(t('reconciliation:verdict.unbalanced.title')).waitFor();
    const { rows } = await askPortal<{ rows: BankFileRow[] }>(window, '/reconciliation/bank-files');
    const claim = rows.find((each) => each.id === id)?.toClaim[0]?.amountMinor ?? 0;
    expect(claim).toBeGreaterThan(0);
    expect(numberFrom(await row.getByRole('cell').nth(5).innerText()) * 100).toBeCloseTo(claim, 0);

    await openAs(window, owner, '/dashboard');
    const entry = page.locator(`main a[href$="file=${id}"]`);
    await entry.waitFor();
    expect(await entry.innerText()).toContain(bank);
    await entry.click();
    await page
      .getByRole('heading', { level: 1, name: t('reconciliation:verdict.unbalanced.title') })
      .waitFor();
  });

  test('a row opens its own detail, which the address keeps; its payment is a way of its own', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await uploadToVerdict(window, fileOf[language]);
    const rows = page.getByRole('table', { name: t('reconciliation:entries.title') }).getByRole('row');
    await rows.nth(1).getByRole('cell').first().click();
    await page.waitForURL('**entry=1**');
    const detail = page.getByRole('complementary', { name: t('reconciliation:outcome.missingInBank.title') });
    await detail.getByText(t('transactions:columns.terminal'), { exact: true }).first().waitFor();
    await page.reload();
    await detail.waitFor();
    await detail.getByRole('button', { name: t('reconciliation:entries.next') }).click();
    await page.waitForURL('**entry=2**');
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.has('entry')).toBe(false);
    await rows.nth(1).getByRole('link').first().click();
    await page.waitForURL('**/transactions?open=**');
  });
});

test('a broken row is named, and the good rows were read', async () => {
  const window = await stage.open();
  const { page } = window;
  await uploadToVerdict(window, 'najd-broken-row.csv');
  await page.getByRole('tab', { name: 'Rejected lines 1' }).click();
  await page.getByText(/^Line \d+: the number of columns does not fit the header\.$/).waitFor();
  await page.waitForURL('**tab=rejected**');
});

test('the exceptions are saved as a file', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await uploadToVerdict(window, 'adyen.xlsx');
  await page.getByRole('button', { name: t('reconciliation:export.report') }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: t('reconciliation:export.csv') }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/adyen-exceptions\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.trim().split('\r\n')).toHaveLength((planted.get('adyen.xlsx')?.length ?? 0) + 1);
});

test('on a phone: the bridge lies down, no row is wider than the screen, and each tab is as high as a thumb needs', async () => {
  const window = await stage.open({ language: 'ar', ...phone });
  const { page, t } = window;
  await uploadToVerdict(window, 'mashreq-enrich.csv');
  await page
    .getByRole('link', {
      name: t('reconciliation:bridge.openStep', { step: t('reconciliation:outcome.duplicate.title') }),
    })
    .waitFor();
  await expectInLine(window, 1);
  const tabs = page.getByRole('tablist', { name: t('reconciliation:entries.title') });
  expect(await lowTargets(page, tabs)).toEqual([]);
  const entries = page.getByRole('list', { name: t('reconciliation:entries.title') });
  await entries.getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common:actions.close') })
    .click();
  await entries.waitFor();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test('a file is taken back after asking once', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await uploadToVerdict(window, 'moyasar.csv');
  await page.getByRole('button', { name: t('reconciliation:undo.more') }).click();
  await page.getByRole('menuitem', { name: t('reconciliation:undo.action') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('reconciliation:undo.action') })
    .click();
  await page.getByText(t('reconciliation:undo.done.title')).waitFor();
});
