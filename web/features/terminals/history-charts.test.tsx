import type { TerminalHistory } from '@mizan/contract/terminal-history.ts';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import terminals from '../../../locales/en/terminals.json' with { type: 'json' };
import { stubBrowser } from '../../testing/browser.ts';
import type { HistoryCharts as Charts, HealthNow } from './history-charts.tsx';

const texts = i18next.createInstance();
let HistoryCharts: typeof Charts;
beforeAll(async () => {
  stubBrowser();
  ({ HistoryCharts } = await import('./history-charts.tsx'));
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: { terminals } } });
});
afterAll(() => vi.unstubAllGlobals());

const silent = { batteryPercent: null, wifiRssi: null };
const toldOf = (
  line: TerminalHistory['line'],
  hours: '24' | '168' = '24',
  { health = [], now = silent }: Partial<{ health: TerminalHistory['health']; now: HealthNow }> = {},
): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <HistoryCharts
        history={{
          from: '2026-11-27T09:00:00.000Z',
          to: '2026-11-28T09:00:00.000Z',
          health,
          payments: [],
          line,
        }}
        hours={hours}
        now={now}
      />
    </I18nextProvider>,
  );

test('of a terminal that came within the hours shown it is said since when its connection is known', () => {
  const young = { knownFrom: '2026-11-28T08:58:00.000Z', breaks: [] };
  expect(toldOf(young)).toMatch(/no break · since (?:<[^>]*>)?[^<]*11:58/);
  expect(toldOf({ ...young, knownFrom: '2026-11-20T08:58:00.000Z' })).not.toContain('since');
  expect(toldOf({ knownFrom: null, breaks: [] })).not.toContain('since');
});

test('beside its line stands what the terminal says now, as in the strip above, and the range holds it', () => {
  const told = toldOf({ knownFrom: null, breaks: [] }, '24', {
    health: [
      { at: '2026-11-28T08:40:00.000Z', batteryPercent: 31, charging: false, wifiRssi: -55 },
      { at: '2026-11-28T08:50:00.000Z', batteryPercent: 30, charging: false, wifiRssi: -55 },
    ],
    now: { batteryPercent: 29, wifiRssi: -55 },
  });
  expect(told).toContain('29% to 31%');
  expect(told).toMatch(/>29%</);
  expect(told).not.toMatch(/>30%</);
  // One value all day is no range.
  expect(told.match(/−55.?\u00a0?dBm/g)).toHaveLength(2);
});
