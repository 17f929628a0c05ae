import { paths } from '@mizan/contract/paths.ts';
import { expect, test } from 'vitest';
import {
  layoutShift,
  maxLayoutShift,
  still,
  watchBlinks,
  watchLayoutShift,
} from './testing/screen-checks.ts';
import { demoNames } from './testing/screens.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';

/** What stands neither moves nor goes away while another part of its screen is still coming. */
const stage = browserStage();
/** Longer than the rest of the screen takes. */
const lateMs = 1_000;

test.each([
  { path: `${paths.terminals}?add=new`, code: 'add-panel', viewer: 'MERCHANT' },
  { path: `${paths.management}?open=new`, code: 'beside', viewer: 'MERCHANT' },
  { path: `${paths.adminMsps}?open=new`, code: 'vendor-drawer', viewer: 'ADMIN' },
] as const)(
  '$path: its code comes late, and the list stands where it stood',
  async ({ path, code, viewer }) => {
    const window = await stage.open({ language: 'ar' });
    await watchLayoutShift(window.context);
    let held = 0;
    await window.page.route(new RegExp(`/assets/${code}-`), async (route) => {
      held += 1;
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      await route.continue();
    });
    await openAs(window, demoNames[viewer], path);
    await window.page.locator('[data-docked] form').waitFor();
    await still(window.page);
    expect(held, 'the code that was held back').toBeGreaterThan(0);
    const { sum, nodes } = await layoutShift(window.page);
    expect(sum > maxLayoutShift ? `shifts by ${sum}: ${nodes.join(', ')}` : '').toBe('');
  },
);

test('lists of the platform stand while their rows come', async () => {
  const window = await stage.open({ language: 'ar' });
  await watchBlinks(window.context);
  for (const path of [paths.adminMsps, `${paths.adminBrands}?tab=models`, paths.adminDistricts]) {
    await openAs(window, demoNames.ADMIN, path);
    await window.page.locator('tbody').getByRole('row').first().waitFor();
    await still(window.page);
  }
});
