import { paths } from '@mizan/contract/paths.ts';
import { launchChromium, openWindow } from '../e2e/testing/browser.ts';
import { startPortalProcess } from './processes.ts';
import type { BenchDeps, Measured, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';

const budgets = { lcpMs: 1_500, shift: 0.02 } as const;
const throttle = 4;
const runs = 5;
const settleMs = 1_500;

const screens = [
  { name: 'login', path: paths.login, isSignedIn: false },
  { name: 'dashboard', path: paths.dashboard, isSignedIn: true },
  { name: 'transactions', path: paths.transactions, isSignedIn: true },
  { name: 'terminals', path: paths.terminals, isSignedIn: true },
  { name: 'reconciliation', path: paths.reconciliation, isSignedIn: true },
] as const;

interface Paint {
  lcpMs: number;
  shift: number;
}

/** Runs in the page before its own code: keeps the largest paint and the sum of the layout's shifts. */
function watchPaint(): void {
  const kept = { lcpMs: 0, shift: 0 };
  Object.assign(globalThis, { paint: kept });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) kept.lcpMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      kept.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A first visit each time: an empty cache, the CPU at a quarter. The session stands as a sign-in leaves it. */
async function visit(url: string, token: string | null, path: string): Promise<Paint> {
  const browser = await launchChromium();
  try {
    const { context, page } = await openWindow(browser, { url });
    if (token !== null) {
      const session = { accessToken: token, role: 'MERCHANT', userName: 'Bench', email: 'bench@mizan.test' };
      await context.addInitScript((kept) => {
        for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
      }, session);
    }
    await context.addInitScript(watchPaint);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await page.goto(url + path, { waitUntil: 'networkidle' });
    await page.waitForTimeout(settleMs);
    return await page.evaluate(() => (globalThis as unknown as { paint: Paint }).paint);
  } finally {
    await browser.close();
  }
}

async function run({ database, log }: BenchDeps): Promise<ScenarioReport> {
  const { authorization } = await signedIn(database);
  const portal = await startPortalProcess(database.ownerUrl, database.dataDir);
  const url = `http://localhost:${portal.port}`;
  const results: Measured[] = [];
  const table: string[][] = [['screen', 'LCP ms (median)', 'LCP ms (best)', 'LCP ms (worst)', 'CLS (worst)']];
  try {
    for (const { name, path, isSignedIn } of screens) {
      const token = isSignedIn ? authorization.replace('Bearer ', '') : null;
      // The portal compresses each file once, when it is first asked for: that is no visitor's every day.
      await visit(url, token, path);
      const paints: Paint[] = [];
      for (let count = 0; count < runs; count += 1) paints.push(await visit(url, token, path));
      const lcps = paints.map(({ lcpMs }) => lcpMs);
      const shift = Math.max(...paints.map((paint) => paint.shift));
      log(`${name}: ${lcps.map((each) => each.toFixed(0)).join(', ')} ms`);
      results.push(
        {
          what: `LCP of ${name}, median of ${runs}`,
          value: `${median(lcps).toFixed(0)} ms`,
          budget: `<= ${budgets.lcpMs} ms`,
          isWithin: median(lcps) <= budgets.lcpMs,
        },
        {
          what: `CLS of ${name}`,
          value: shift.toFixed(4),
          budget: `<= ${budgets.shift}`,
          isWithin: shift <= budgets.shift,
        },
      );
      const figures = [median(lcps), Math.min(...lcps), Math.max(...lcps)].map((each) => each.toFixed(0));
      table.push([name, ...figures, shift.toFixed(4)]);
    }
  } finally {
    await portal.stop();
  }
  return {
    how: `Chromium opens each screen ${runs} times with an empty cache and its CPU slowed ${throttle} times, on the machine that also runs portal and database.`,
    results,
    table,
  };
}

export const scenario: Scenario = { name: 'web', title: 'Screens in the browser', run };
