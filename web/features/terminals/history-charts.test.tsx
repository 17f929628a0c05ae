import type { TerminalHistory } from '@mizan/contract/terminal-history.ts';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import terminals from '../../../locales/en/terminals.json' with { type: 'json' };
import { stubBrowser } from '../../testing/browser.ts';
import type { HistoryCharts as Charts } from './history-charts.tsx';

const texts = i18next.createInstance();
let HistoryCharts: typeof Charts;
beforeAll(async () => {
  stubBrowser();
  ({ HistoryCharts } = await import('./history-charts.tsx'));
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: { terminals } } });
});
afterAll(() => vi.unstubAllGlobals());

const toldOf = (line: TerminalHistory['line'], hours: '24' | '168' = '24'): string =>
  renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <HistoryCharts
        history={{
          from: '2026-11-27T09:00:00.000Z',
          to: '2026-11-28T09:00:00.000Z',
          health: [],
          payments: [],
          line,
        }}
        hours={hours}
      />
    </I18nextProvider>,
  );

test('of a terminal that came within the hours shown it is said since when its connection is known', () => {
  const young = { knownFrom: '2026-11-28T08:58:00.000Z', breaks: [] };
  expect(toldOf(young)).toMatch(/no break · since (?:<[^>]*>)?[^<]*11:58/);
  expect(toldOf({ ...young, knownFrom: '2026-11-20T08:58:00.000Z' })).not.toContain('since');
  expect(toldOf({ knownFrom: null, breaks: [] })).not.toContain('since');
});
