import { paths } from '@mizan/contract/paths.ts';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { still } from './testing/screen-checks.ts';
import { demoNames } from './testing/screens.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';

/** With a person's own colours in place of ours, controls are still seen, and seen to be on or off. */
const stage = browserStage();

async function inOwnColors(): Promise<Window> {
  const window = await stage.open();
  await window.page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  return window;
}
const borderOf = (control: Locator): Promise<string> =>
  control.evaluate((element) => {
    const { borderStyle, borderWidth } = getComputedStyle(element);
    return `${borderStyle} ${borderWidth}`;
  });

test('the button that signs in has an edge', async () => {
  const window = await inOwnColors();
  const { page, t } = window;
  await window.go(paths.login);
  const button = page.getByRole('button', { name: t('auth:login.submit'), exact: true });
  expect(await borderOf(button)).toBe('solid 1px');
});

test('a switch that is on looks unlike one that is off', async () => {
  const window = await inOwnColors();
  const { page, t } = window;
  await openAs(window, demoNames.MERCHANT, paths.settings);
  const track = page
    .locator('label', { hasText: t('account:notices.signInMail') })
    .locator('.mantine-Switch-track');
  await track.waitFor();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await still(page);
  const on = await track.screenshot();
  // As it is drawn, without a change to the demo's own choices.
  await page
    .getByRole('switch', { name: t('account:notices.signInMail') })
    .evaluate((input: HTMLInputElement) => Object.assign(input, { checked: !input.checked }));
  await still(page);
  expect(on.equals(await track.screenshot())).toBe(false);
  expect(await borderOf(track)).toBe('solid 1px');
});

test('the choice that is made among several has an outline', async () => {
  const window = await inOwnColors();
  const { page } = window;
  await openAs(window, demoNames.ADMIN, paths.adminMerchants);
  const labels = page.locator('.mantine-SegmentedControl-label');
  await labels.first().waitFor();
  const outlines = await labels.evaluateAll((all) =>
    all.map((label) => getComputedStyle(label).outlineStyle),
  );
  expect(outlines.filter((style) => style === 'solid')).toHaveLength(1);
});
