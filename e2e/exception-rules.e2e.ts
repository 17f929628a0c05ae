import { expect, test } from 'vitest';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/** Rules for exceptions: made, previewed before they can be switched on, and taken away. */
const stage = browserStage();

test.each(languages)(
  'a rule is made, cannot be switched on before its preview, and is on after it (%s)',
  async (language) => {
    const window = await stage.open({ language });
    const name = { en: 'Small roundings', ar: 'فروق تقريب صغيرة' }[language];
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/reconciliation/exceptions?rules=yes');
    await page.getByRole('button', { name: t('exceptions:rules.new') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('exceptions:rules.name')).fill(name);
    const save = dialog.getByRole('button', { name: t('exceptions:rules.save') });
    await save.click();
    await dialog.getByText(t('exceptions:rules.need.condition')).waitFor();
    await dialog.getByLabel(t('exceptions:rules.to')).fill('0.01');
    await dialog.getByLabel(t('exceptions:rules.groups')).fill('Rounding');
    await save.click();
    const rule = page.getByRole('article', { name });
    await rule.getByText(t('exceptions:rules.previewFirst')).waitFor();
    const on = rule.getByRole('button', { name: t('exceptions:rules.turnOn') });
    expect(await on.count()).toBe(0);
    await rule.getByRole('button', { name: t('exceptions:rules.preview') }).click();
    await rule.getByRole('status').waitFor();
    // The amount of its condition stands in the digits of its reader.
    const figures = (await rule.innerText()).match(/[\d٠-٩]+[.٫][\d٠-٩]+/g) ?? [];
    expect(figures.map((text) => numberFrom(text))).toContain(0.01);
    await on.click();
    await rule.getByRole('button', { name: t('exceptions:rules.turnOff') }).waitFor();
    await page.getByRole('heading', { name: t('exceptions:rules.openTitle') }).waitFor();
    await rule.getByRole('button', { name: t('exceptions:rules.remove') }).click();
    await rule.waitFor({ state: 'detached' });
    // Taken back, it is what it was: switched on.
    await page.getByRole('button', { name: t('common:undo.action') }).click();
    await rule.getByRole('button', { name: t('exceptions:rules.turnOff') }).waitFor();
    await page.getByText(t('common:undo.done')).waitFor();
  },
);
