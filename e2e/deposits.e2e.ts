import { readFile } from 'node:fs/promises';
import type { DepositDetail, DepositRow } from '@mizan/contract/deposits.ts';
import type { SettlementMonth } from '@mizan/contract/settlement.ts';
import { describe, expect, test } from 'vitest';
import { typeDay } from './testing/day-parts.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { askPortal, deleteInPortal, sendToPortal } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { amountIn, languages, numberFrom, oneLanguage } from './testing/texts.ts';

/** What arrives is entered where it is missed: the proposal is seen before it is kept, and an undo brings back what was. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';
// A file that is read meanwhile brings charges, and with them another sum that is due.
oneAtATime(`bank files of ${merchant}`);

/** The address of a settlement without any deposit, and what it is owed; another one for each language, below 0 from the last. */
async function unpaid(window: Window, at: number, largestFirst = false) {
  const { rows, today } = await askPortal<SettlementMonth>(window, '/settlement');
  const cells = rows
    .filter(({ bankId, currency }) => bankId !== 'unknown' && currency === 'SAR')
    .flatMap((row) => row.days.map((day) => ({ row, day })))
    .filter(({ day: { day, deposit, parts } }) => {
      const net = parts.reduce((sum, part) => sum + part.netMinor, 0);
      return day <= today && deposit.arrivedMinor === 0 && net > 1_000;
    });
  const netOf = ({ day }: (typeof cells)[number]) => day.parts.reduce((sum, part) => sum + part.netMinor, 0);
  const found = (largestFirst ? cells.toSorted((a, b) => netOf(b) - netOf(a)) : cells).at(at);
  if (!found) throw new Error('the demo has settlements that no deposit pays');
  const { row, day } = found;
  return {
    cell: [row.bankId, row.scheme, row.currency, day.day].join('.'),
    day: day.day,
    today,
    netMinor: netOf(found),
  };
}

describe.each(languages)('in %s', (language) => {
  test('a deposit that is short says by how much, and taken back leaves what was there before', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement');
    const { cell, netMinor, today } = await unpaid(window, language === 'en' ? 0 : 1);
    await openAs(window, merchant, `/settlement?cell=${cell}`);
    await page.getByRole('button', { name: t('settlement:deposit.add') }).click();
    const form = page.getByRole('dialog').filter({ has: page.getByLabel(t('settlement:deposit.amount')) });
    await form.getByLabel(t('settlement:deposit.amount')).fill(String((netMinor - 500) / 100));
    await typeDay(page.getByRole('dialog'), today);
    // 5.00 less than is due: the one that is open is proposed with its difference, and nothing is said to fit.
    const open = form.getByRole('radio', { name: t('settlement:deposit.kind.THIS') });
    await open.waitFor();
    await expect.poll(() => open.isChecked(), { message: await form.innerText() }).toBe(true);
    await form.getByRole('button', { name: t('settlement:deposit.save') }).click();
    await form.waitFor({ state: 'detached' });
    const drawer = page.locator('[data-docked]');
    const arrived = drawer.getByRole('button', { name: t('settlement:deposit.one') }).first();
    await arrived.waitFor();
    expect(Math.round(100 * numberFrom(await arrived.locator('bdi').last().innerText()))).toBe(
      netMinor - 500,
    );
    await arrived.click();
    await page.waitForURL(/deposit=/);
    const id = new URL(page.url()).searchParams.get('deposit') ?? '';
    await page.getByRole('button', { name: t('settlement:deposit.undo') }).click();
    const question = page.getByRole('dialog').filter({ hasText: t('settlement:deposit.undoHelp') });
    await question.getByRole('button', { name: t('settlement:deposit.undo') }).click();
    await drawer.getByText(t('settlement:deposit.undone')).first().waitFor();
    const taken = await askPortal<DepositDetail>(window, `/settlement/deposits/${id}`);
    expect(taken).toMatchObject({ shares: [], sharedMinor: 0 });
    expect(taken.undoneAt).not.toBeNull();
    const { netMinor: left } = await unpaid(window, language === 'en' ? 0 : 1);
    expect(left).toBe(netMinor);
  });

  test('a second deposit is shown with the first one that waits, and is not kept by itself', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement');
    // Of one cheap sale there may be two of the same net, and then nothing is proposed: the largest ones are told apart.
    const { cell, netMinor, today } = await unpaid(window, language === 'en' ? 0 : 1, true);
    await openAs(window, merchant, `/settlement?cell=${cell}`);
    const typed = async (amountMinor: number) => {
      await page.getByRole('button', { name: t('settlement:deposit.add') }).click();
      const form = page.getByRole('dialog').filter({ has: page.getByLabel(t('settlement:deposit.amount')) });
      await form.getByLabel(t('settlement:deposit.amount')).fill((amountMinor / 100).toFixed(2));
      await typeDay(page.getByRole('dialog'), today);
      return form;
    };
    const firstMinor = Math.floor(netMinor / 3) + 7;
    const form = await typed(firstMinor);
    await form.getByRole('radio', { name: t('settlement:deposit.kind.LATER') }).check();
    await form.getByRole('button', { name: t('settlement:deposit.save') }).click();
    await form.waitFor({ state: 'detached' });
    const { rows } = await askPortal<{ rows: DepositRow[] }>(window, '/settlement/deposits?state=OPEN');
    const first = rows.find(({ amountMinor }) => amountMinor === firstMinor);
    try {
      const second = await typed(netMinor - firstMinor);
      await second.getByRole('radio', { name: t('settlement:deposit.kind.PART') }).waitFor();
      const shown = await second.innerText();
      const sentence = t('settlement:deposit.choice.part', { sum: '|' }).split('|').at(-1) ?? '';
      expect(shown).toContain(sentence.trim());
      expect(shown).toContain(amountIn(language, firstMinor));
      expect(shown).toContain(amountIn(language, netMinor));
      await page.keyboard.press('Escape');
    } finally {
      if (first) await deleteInPortal(window, `/settlement/deposits/${first.id}`);
    }
    expect(first).toBeDefined();
  });
});

describe.each(oneLanguage)('the table, in %s', (language) => {
  test('its sums are one sum, each figure opens what it counts, and a row opens its settlement', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement?view=table');
    const table = page.getByRole('table', { name: t('settlement:table.label') });
    await table.waitFor();
    const links = await page.locator('main dl a').all();
    const figures = await Promise.all(
      links.map(async (link) => ({
        minor: Math.round(100 * numberFrom(await link.innerText())),
        href: (await link.getAttribute('href')) ?? '',
      })),
    );
    const net = figures.pop();
    expect(figures).toHaveLength(5);
    expect(figures.reduce((sum, { minor }) => sum + minor, 0)).toBe(net?.minor);
    const { search } = new URL(net?.href ?? '', window.url);
    const totals = await askPortal<{ netMinor: number }>(window, `/transactions/totals${search}`);
    expect(totals.netMinor).toBe(net?.minor);
    await page
      .locator('label')
      .filter({ hasText: t('settlement:table.filters.ASKING') })
      .click();
    await page.waitForURL(/which=ASKING/);
    // The rows before stay until those that ask are here.
    await table
      .getByText(t('settlement:deposit.state.PAID'), { exact: true })
      .first()
      .waitFor({ state: 'detached' });
    // At its day: its figures open what they count.
    await table.getByRole('row').nth(1).getByRole('cell').first().click();
    await page.waitForURL(/cell=/);
    await page.locator('[data-docked]').getByText(t('settlement:deposit.arrived')).waitFor();
    await settled(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('settlement:table.export') }).click();
    await page.getByRole('menuitem', { name: t('settlement:table.exportCsv') }).click();
    expect((await saved).suggestedFilename()).toMatch(/^settlement-\d{4}-\d\d\.csv$/);
  });
});

describe.each(languages)('the journal, in %s', (language) => {
  test('is saved from the menu of the table, and its debits are its credits', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement?view=table');
    await settled(page);
    const journal = page.waitForEvent('download');
    await page.getByRole('button', { name: t('settlement:table.export') }).click();
    await page.getByRole('menuitem', { name: t('settlement:table.exportJournal') }).click();
    const file = await journal;
    expect(file.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-01(-\d{4}-\d\d-\d\d)?\.csv$/);
    const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(head).toContain({ en: 'Debit,Credit', ar: 'مدين,دائن' }[language]);
    const minor = (text = '') => Math.round(100 * Number(text));
    const sums = lines.map((line) => line.split(',')).map((cells) => minor(cells[5]) - minor(cells[6]));
    expect(sums.reduce((sum, each) => sum + each, 0)).toBe(0);
    // On the first of a month no day of it is over.
    expect(sums.length > 1).toBe(/-01-\d{4}-/.test(file.suggestedFilename()));
  });
});

describe.each(oneLanguage)('the journal for Odoo, in %s', (language) => {
  test('asks for the accounts that it lacks, and is saved once they are chosen', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement?view=table');
    const choose = async () => {
      await page.getByRole('button', { name: t('settlement:table.export') }).click();
      await page.getByRole('menuitem', { name: t('settlement:table.exportJournalOdoo') }).click();
    };
    window.expectErrors(/status of 409/);
    await choose();
    const form = page.getByRole('dialog');
    await form.getByRole('alert').waitFor();
    await form.getByRole('button', { name: t('settlement:accounts.propose') }).click();
    await form.getByText(t('settlement:accounts.proposed')).waitFor();
    await form.getByLabel(t('settlement:accounts.role.odooJournal')).fill('MISC');
    await form.getByRole('button', { name: t('settlement:accounts.save') }).click();
    await form.waitFor({ state: 'detached' });
    await settled(page);
    const journal = page.waitForEvent('download');
    await choose();
    const file = await journal;
    expect(file.suggestedFilename()).toMatch(/^journal-odoo-/);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/^date,ref,journal_id,line_ids\/account_id/);
  });
});

describe.each(oneLanguage)('a bank statement, in %s', (language) => {
  test('is read, asked whose it is, and its credits are kept once', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement?view=deposits');
    const { today, netMinor, cell } = await unpaid(window, 2);
    const amount = `${Math.floor(netMinor / 100)},${String(netMinor % 100).padStart(2, '0')}`;
    const day = today.slice(2).replaceAll('-', '');
    const text = [
      ':20:S',
      ':25:123',
      `:60F:C${day}SAR0,00`,
      `:61:${day}C${amount}NTRFNONREF//E2E-1`,
      ':61:nothing',
    ].join('\n');
    const read = async () => {
      await page.getByRole('button', { name: t('settlement:statement.read') }).click();
      const dialog = page.getByRole('dialog');
      const file = { name: 'statement.sta', mimeType: 'text/plain', buffer: Buffer.from(text) };
      await dialog.locator('input[type=file]').setInputFiles(file);
      // Its account is no IBAN: the bank is asked.
      await dialog.getByRole('combobox', { name: t('settlement:statement.whose') }).click();
      const { rows } = await askPortal<SettlementMonth>(window, '/settlement');
      const [bankId] = cell.split('.');
      const { banks } = await askPortal<SettlementMonth>(window, '/settlement');
      const bank = banks.find(({ id }) => id === bankId);
      expect(rows.length).toBeGreaterThan(0);
      await page.getByRole('option', { name: language === 'ar' ? bank?.nameAr : bank?.nameEn }).click();
      return dialog;
    };
    const dialog = await read();
    const credit = dialog.getByRole('checkbox');
    await credit.waitFor();
    expect(await credit.isChecked()).toBe(true);
    await dialog.getByRole('alert').getByText(t('settlement:statement.lineReason.shape')).waitFor();
    await dialog
      .getByRole('button', { name: t('settlement:statement.save', { count: 1, number: 1 }) })
      .click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table').getByText('E2E-1').waitFor();
    const again = await read();
    await again.getByText(t('settlement:statement.evidence.KNOWN')).waitFor();
    expect(await again.getByRole('checkbox').isDisabled()).toBe(true);
  });
});

describe.each(oneLanguage)('a bank statement as a table, in %s', (language) => {
  test('is asked what nothing decides, and the next one is read by the answer', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement?view=deposits');
    const { today } = await unpaid(window, 1);
    const read = async (reference: string) => {
      await page.getByRole('button', { name: t('settlement:statement.read') }).click();
      const dialog = page.getByRole('dialog');
      const text = [
        'Posted,Memo,Ref No,Money Out,Money In,Balance',
        `${today},POS settlement,${reference},,12.34,112.34`,
        `${today},rent,R-1,100.00,,12.34`,
      ].join('\n');
      const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await dialog.locator('input[type=file]').setInputFiles(file);
      return dialog;
    };
    const dialog = await read('CSV-1');
    await dialog.getByRole('combobox', { name: t('settlement:statement.whose') }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    // No name that anybody knows has the date, and nothing names a currency.
    await dialog.getByText(t('settlement:statement.table.missing.date')).waitFor();
    await dialog
      .getByRole('combobox', { name: 'Posted' })
      .selectOption(t('settlement:statement.table.field.date'));
    const currency = dialog.getByRole('combobox', {
      name: t('settlement:statement.table.question.currency'),
    });
    await dialog.getByText(t('settlement:statement.table.undecided')).waitFor();
    await currency.selectOption(t('settlement:statement.table.way.SAR'));
    const credit = dialog.getByRole('checkbox');
    await credit.waitFor();
    expect(await credit.isChecked()).toBe(true);
    await dialog.getByText(t('settlement:statement.table.chain.held', { count: 1, number: 1 })).waitFor();
    await dialog.getByText(t('settlement:statement.debits', { number: 1 })).waitFor();
    await dialog
      .getByRole('button', { name: t('settlement:statement.save', { count: 1, number: 1 }) })
      .click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table').getByText('CSV-1').waitFor();
    const next = await read('CSV-1');
    await next.getByText(t('settlement:statement.table.remembered')).waitFor();
    await next.getByText(t('settlement:statement.evidence.KNOWN_BY_WORDS')).waitFor();
    expect(await next.getByRole('checkbox').isChecked()).toBe(false);
  });
});

describe.each(oneLanguage)('a bank statement that came by itself, in %s', (language) => {
  test('waits with its reason, is looked at where it lies, and waits no more', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement');
    const { today } = await unpaid(window, 1);
    const day = today.slice(2).replaceAll('-', '');
    const text = `:20:S\n:25:777\n:60F:C${day}SAR0,00\n:61:${day}C43,21NTRFNONREF//SENT-1\n:62F:C${day}SAR43,21\n`;
    for (const name of ['sent.sta', 'away.sta'])
      await sendToPortal(window, `/settlement/arrived-statements?fileName=${name}`, `${text}${name}`);
    await openAs(window, merchant, '/settlement?view=deposits');
    const row = (name: string) =>
      page
        .getByRole('list', { name: t('settlement:arrived.title') })
        .getByRole('listitem')
        .filter({ hasText: name });
    await row('sent.sta').getByText(t('settlement:arrived.reason.noBank')).waitFor();
    await row('sent.sta')
      .getByRole('button', { name: t('settlement:arrived.look') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: t('settlement:statement.whose') }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await dialog.getByRole('checkbox').check();
    await dialog
      .getByRole('button', { name: t('settlement:statement.save', { count: 1, number: 1 }) })
      .click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('table').getByText('SENT-1').waitFor();
    await row('sent.sta').waitFor({ state: 'detached' });
    await row('away.sta')
      .getByRole('button', { name: t('settlement:arrived.putAway') })
      .click();
    await dialog.getByRole('button', { name: t('settlement:arrived.putAwayIt') }).click();
    await row('away.sta').waitFor({ state: 'detached' });
  });
});
