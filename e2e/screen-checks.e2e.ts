import { paths } from '@mizan/contract/paths.ts';
import { expect, test } from 'vitest';
import { lowTargets } from './testing/phone-targets.ts';
import { screenProblems, settled, watchLayoutShift } from './testing/screen-checks.ts';
import type { ScreenAt } from './testing/screens.ts';
import { browserStage, desktop } from './testing/stage.ts';
import { screenTour } from './testing/tour.ts';

/** What the checks of all screens are for is found by them, planted on a screen that is sound. */
const visit = screenTour(browserStage(), {
  enter: async () => undefined,
  prepare: (window) => watchLayoutShift(window.context),
});
const login: ScreenAt = { path: paths.login, viewer: null };

/**
 * In the page: texts that axe leaves open. Something clear overlaps each, as a layer that catches presses does; one is pale,
 * one stands on a gradient, one can be read.
 */
function plantOverlapped(): void {
  const styles = {
    'planted-pale': 'color: #999; background: #fff',
    'planted-gradient': 'color: #000; background: linear-gradient(#fff, #000)',
    'planted-sound': 'color: #000; background: #fff',
  };
  for (const [name, style] of Object.entries(styles)) {
    const [place, text, layer] = ['div', 'p', 'i'].map((tag) => document.createElement(tag));
    if (!place || !text || !layer) return;
    place.style.cssText = 'position: relative';
    text.id = name;
    text.textContent = 'overlapped';
    text.style.cssText = `margin: 0; ${style}`;
    layer.style.cssText = 'position: absolute; inset: 0';
    place.append(text, layer);
    document.body.prepend(place);
  }
}

test('a pale text that something overlaps is found, and one whose ground is no colour; one that can be read is not', async () => {
  const { page } = await visit(login);
  await settled(page);
  await page.evaluate(plantOverlapped);
  const problems = (await screenProblems(page, 'light')).filter((problem) => problem.includes('planted'));
  expect(problems).toEqual([
    'light: contrast cannot be told: #planted-gradient',
    'light: contrast of 2.85 in place of 4.5: #planted-pale',
  ]);
});

/** In the page: a button without a name, a text that is faint in the dark and moves the rest, a wide line. */
function plantFaults(): void {
  const button = document.createElement('button');
  const line = document.createElement('div');
  const text = document.createElement('p');
  line.className = 'planted-line';
  line.style.inlineSize = '900px';
  line.textContent = 'wide';
  text.textContent = 'late';
  text.style.cssText = 'block-size: 300px; color: light-dark(#000, #333); margin: 0';
  const label = document.createElement('span');
  label.className = 'mantine-Button-label';
  label.style.cssText = 'display: block; inline-size: 20px; overflow: hidden';
  label.textContent = 'Revoke';
  document.body.prepend(button, text, line, label);
}

test('a nameless button, too low for a thumb, a line too wide for a phone, what shifts and what is faint in the dark are found', async () => {
  const { page } = await visit(login);
  await settled(page);
  await page.evaluate(plantFaults);
  const light = (await screenProblems(page, 'light')).join('\n');
  expect(light).not.toMatch(/color-contrast/);
  await page.setViewportSize(desktop);
  const problems = (await screenProblems(page, 'dark')).join('\n');
  expect(light).toMatch(/^light: button-name: /m);
  expect(problems).toMatch(/^shifts by 0\.\d+/m);
  // By axe, or by our own look at what axe leaves open where something lies over the text.
  expect(problems).toMatch(/^dark: (?:color-contrast|contrast of [\d.]+ in place of 4\.5): (?:.* )?p/m);
  expect(problems).toMatch(/^on 390 px: planted-line/m);
  expect(problems).toMatch(/^on 320 px: the button 'Revoke' is cut$/m);
  expect(await lowTargets(page)).toEqual([expect.stringMatching(/^BUTTON '' \d+ px$/)]);
});

test('each screen is loaded anew: what it shows does not come from the cache of the one before', async () => {
  await visit(login);
  const { page } = await visit(login);
  const fromCache = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => (entry as PerformanceResourceTiming).transferSize === 0)
      .map(({ name }) => name),
  );
  expect(fromCache).toEqual([]);
});
