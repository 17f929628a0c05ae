import { listDiscounts } from '@mizan/contract/discounts.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { openShop, type Shop } from '../server/testing/shop.ts';
import { typeDay } from './testing/day-parts.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { amountIn, languages, oneLanguage } from './testing/texts.ts';

/** What was agreed with banks: the calculator, a rate to come, a file of rates, a correction by two people, terminals. */
const portals = await shopPortals({ terminals: 1, speed: 0 });
const { db, urls } = portals;
const stage = browserStage();
const path = '/discounts';

/** A shop of its own for each test; its bank is Najd Bank with rates of Mada and Visa. */
const newShop = (): Promise<Shop> => openShop(db, 2);
const open = (window: Window, { owner }: Shop, at = path) =>
  openAsMember(window, portals, { member: owner, path: at });

const button = ({ page, t }: Window, key: string, values = {}): Locator =>
  page.getByRole('button', { name: t(key, values), exact: true });
const calculator = ({ page, t }: Window): Locator =>
  page.getByRole('region', { name: t('discounts:calculator.title') });
const history = ({ page, t }: Window): Locator =>
  page.getByRole('list', { name: t('discounts:history.title') });
const dialog = ({ page }: Window): Locator => page.getByRole('dialog');

async function fillRate(window: Window, mdr: string): Promise<void> {
  const { t } = window;
  const field = (key: string) => dialog(window).getByLabel(t(`discounts:${key}`), { exact: true });
  await field('form.mdr').fill(mdr);
  await field('columns.cap').fill('40');
  await field('form.paidWithin').fill('1');
}

describe.each(languages)('in %s', (language) => {
  test('the calculator shows the steps in their order, and which decides', async () => {
    const window = await stage.open({ language, url: urls[0] });
    await open(window, await newShop());
    const { t } = window;
    await calculator(window).getByLabel(t('common:fields.amount')).fill('6250');
    const steps = calculator(window).getByRole('listitem');
    expect(await steps.count()).toBe(6);
    const texts = await steps.allInnerTexts();
    expect(texts[1]).toContain(amountIn(language, 5_000));
    expect(texts[2]).toContain(t('discounts:calculator.capApplies', { cap: amountIn(language, 4_000) }));
    expect(await steps.nth(2).getAttribute('data-decides')).toBe('true');
    expect(texts[5]).toContain(amountIn(language, 600));
    await calculator(window).getByText(amountIn(language, 620_400), { exact: true }).waitFor();
    // What the terms come to stands in the table beside it.
    await window.page.getByText(t('discounts:notAgreed')).first().waitFor();
  });
});

describe.each(oneLanguage)('in %s', (language) => {
  test('days to answer a chargeback and rent are entered for a bank, and what held before stays to be read', async () => {
    const window = await stage.open({ language, url: urls[0] });
    await open(window, await newShop(), `${path}?view=banks`);
    const { page, t } = window;
    const listed = (key: string) =>
      page
        .getByRole('list', { name: t(key) })
        .getByRole('listitem')
        .first();
    const enter = async (key: string, field: string, values: readonly string[]): Promise<void> => {
      for (const value of values) {
        await listed(`discounts:${key}.title`).getByRole('button').click();
        await dialog(window)
          .getByLabel(t(`discounts:${key}.${field}`), { exact: true })
          .fill(value);
        await dialog(window)
          .getByRole('button', { name: t('common:actions.save') })
          .click();
        await dialog(window).waitFor({ state: 'detached' });
      }
    };
    await enter('answer', 'days', ['10', '12']);
    const answer = (count: number) =>
      t('discounts:answer.of', { card: t('discounts:place.all'), count, day: '' })
        .trim()
        .slice(0, -2);
    await listed('discounts:answer.title').getByText(answer(12)).waitFor();
    await listed('discounts:answer.title').getByText(answer(10)).waitFor();
    await enter('rent', 'amount', ['125.00']);
    await listed('discounts:rent.title').getByText(amountIn(language, 12_500)).waitFor();
  });

  test('a rate to come is announced, asked for in percent, and may be withdrawn', async () => {
    const window = await stage.open({ language, url: urls[0] });
    await open(window, await newShop());
    const { page, t } = window;
    await button(window, 'discounts:newRate').click();
    await typeDay(dialog(window), '2030-01-02');
    await fillRate(window, '0.70');
    await button(window, 'discounts:form.add').click();
    await history(window).getByText(t('discounts:state.coming')).waitFor();
    await history(window)
      .getByRole('button', { name: t('discounts:withdraw.confirm') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('discounts:withdraw.confirm') })
      .click();
    await history(window).getByText(t('discounts:state.withdrawn')).waitFor();
    expect(await history(window).getByRole('listitem').count()).toBe(2);
  });

  test('a file of rates: each row has its verdict, and nothing is added while one is wrong', async () => {
    const shop = await newShop();
    const window = await stage.open({ language, url: urls[0] });
    await open(window, shop);
    const { page, t } = window;
    await button(window, 'discounts:import.open').click();
    const heading = 'cardName,mdr,vat,capLimit,processingFee,bank,validFrom,paidWithin';
    const send = (row: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'rates.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${heading}\n${row}\nVisa,1.90,15,,0.30,Najd Bank,2030-01-01,3 working\n`),
      });
    await send('Amex,0.70,15,40,0,Najd Bank,2030-01-01,1 working');
    await dialog(window).getByText(t('discounts:import.problem.unknownCard')).waitFor();
    await dialog(window)
      .getByText(t('discounts:import.wrong', { count: 1 }))
      .waitFor();
    await send('Mada,0.70,15,40,0,Najd Bank,2030-01-01,1 working');
    await button(window, 'discounts:import.add', { count: 2 }).click();
    await history(window)
      .getByText(t('discounts:history.fromCsv', { count: 2 }))
      .waitFor();
  });
});

test('a wrong rate: one person asks, cannot approve, another one does', async () => {
  const shop = await newShop();
  const window = await stage.open({ url: urls[0] });
  await open(window, shop);
  const { page, t } = window;
  const correct = history(window).getByRole('button', { name: t('discounts:restate.open') });
  await correct.click();
  await dialog(window).getByText(t('discounts:refused.noSecondPerson')).waitFor();
  await page.keyboard.press('Escape');

  const [second] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, email, full_name, password_hash)
     VALUES ($1, 'MERCHANT', $2, 'Khalid Al-Harbi', '') RETURNING id::text`,
    [shop.merchantId, `${crypto.randomUUID()}@mizan.test`],
  );
  await page.reload();
  await correct.click();
  await fillRate(window, '0.75');
  await dialog(window).getByLabel(t('discounts:restate.reason')).fill('Agreement of November 12');
  await button(window, 'discounts:restate.send').click();
  const list = page.getByRole('list', { name: t('discounts:restate.list') });
  const approve = list.getByRole('button', { name: t('discounts:restate.APPROVE.confirm'), exact: true });
  const confirm = dialog(window).getByRole('button', {
    name: t('discounts:restate.APPROVE.confirm'),
    exact: true,
  });
  await approve.click();
  window.expectErrors(/409/);
  await confirm.click();
  await page.getByText(t('discounts:refused.ownRequest')).waitFor();

  const other = await stage.open({ url: urls[0] });
  const member = { ...shop.owner, userId: second?.id ?? '', fullName: 'Khalid Al-Harbi' };
  await openAsMember(other, portals, { member, path });
  await other.page.getByRole('button', { name: t('discounts:restate.APPROVE.confirm'), exact: true }).click();
  await dialog(other)
    .getByRole('button', { name: t('discounts:restate.APPROVE.confirm'), exact: true })
    .click();
  await other.page.getByText(t('discounts:restate.state.DONE', { count: 0 })).waitFor();
  await history(other).getByText(t('discounts:state.replaced')).waitFor();
});

test('a second bank, and a terminal that changes to it: on a phone', async () => {
  const shop = await newShop();
  const window = await stage.open({ url: urls[0], ...phone });
  await open(window, shop, `${path}?view=banks`);
  const { page, t } = window;
  await button(window, 'discounts:bank.add').click();
  await dialog(window)
    .getByRole('combobox', { name: t('common:fields.bank') })
    .click();
  await page.getByRole('option', { name: 'Al Rajhi Bank' }).click();
  await dialog(window)
    .getByLabel(new RegExp(t('discounts:bank.iban')))
    .fill('SA03 8000 0000 6080 1016 7519');
  await button(window, 'common:actions.save').click();
  await page.getByText('SA03 8000 0000 6080 1016 7519').waitFor();
  const terminals = page.getByRole('list', { name: t('discounts:view.terminals') });
  await terminals.getByRole('button').first().click();
  await dialog(window)
    .getByRole('combobox', { name: t('common:fields.bank') })
    .click();
  await page.getByRole('option', { name: 'Al Rajhi Bank' }).click();
  await button(window, 'common:actions.save').click();
  await terminals.getByText(/Al Rajhi Bank from/).waitFor();
  expect(listDiscounts.path).toBe(path);
});
