/** Rows that are no lines have one number before and after the verdict, and as many are listed. */
import type { LayoutProposal, LineNote } from '@mizan/contract/bank-file-reading.ts';
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import bankFiles from '../../../../locales/en/reconciliation.json' with { type: 'json' };
import { stubBrowser } from '../../../testing/browser.ts';
import type { ProposalRows as Rows } from '../reading/proposal-rows.tsx';
import type * as Listed from './listed-rows.ts';

const texts = i18next.createInstance();
let ProposalRows: typeof Rows;
let listed: typeof Listed;
beforeAll(async () => {
  stubBrowser();
  listed = await import('./listed-rows.ts');
  ({ ProposalRows } = await import('../reading/proposal-rows.tsx'));
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: { reconciliation: bankFiles } } });
  // The table's imports take long on a busy machine.
}, 60_000);
afterAll(() => vi.unstubAllGlobals());

const note = (line: number, code: LineNote['code']): LineNote => ({
  seq: line,
  line,
  code,
  field: null,
  value: 'Najd Bank',
  total: null,
});
const blank = { title: 0, headings: 0, total: 0, foot: 0, recordHeader: 0, blank: 0 };
/** A file of twelve rows: a title, a blank one, headings, six lines, headings again, a foot, and a line that nobody could read. */
const whole: NonNullable<LayoutProposal['whole']> = {
  lines: 6,
  rejected: 1,
  rows: { count: 12, notCounted: { ...blank, title: 1, headings: 1, foot: 1, blank: 1 } },
  notes: [note(1, 'title'), note(7, 'headings'), note(11, 'amount'), note(12, 'foot')],
  sides: [],
  atBest: { verdict: 'BALANCED', absent: [], days: [], exceptionCount: 0 },
  covers: null,
};
const shownOf = (of: typeof whole): { heads: string[]; listed: number[]; sum: string } => {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <ProposalRows whole={of} />
    </I18nextProvider>,
  );
  const plain = (text: string): string => text.replace(/<[^>]*>/g, '').trim();
  return {
    heads: [...html.matchAll(/<h2>(.*?)<\/h2><span[^>]*>(.*?)<\/span>/g)].map(([, of = '', count = '']) =>
      [of, count].map(plain).join(' '),
    ),
    listed: [html.split('<tbody>')[1]?.split('<tr>') ?? [], html.split('<li>')].map(
      (rows) => Math.max(rows.length, 1) - 1,
    ),
    sum: plain(/Rows of the file.*?<\/span>/.exec(html)?.[0] ?? ''),
  };
};

test('before the verdict as many rows are listed as are said, rejected ones by themselves', () => {
  const shown = shownOf(whole);
  expect(shown.heads).toEqual(['Rows not counted 3', 'Rejected lines 1']);
  expect(shown.listed).toEqual([3, 1]);
  expect(shownOf({ ...whole, rejected: 0, notes: whole.notes.slice(0, 2) }).heads).toEqual([
    'Rows not counted 3',
  ]);
});

test('the tab of the verdict has that number, and both screens say the same sum', () => {
  expect(listed.listedRows({ rows: whole.rows } as BankFileResult)).toBe(3);
  const { sum } = shownOf(whole);
  expect(sum).toBe(listed.rowsSumText(texts.t, whole.rows, whole));
  const [all, ...parts] = (sum.match(/\d+/g) ?? []).map(Number);
  expect([all, ...parts]).toEqual([12, 1, 6, 3, 1, 1]);
  expect(parts.reduce((total, part) => total + part, 0)).toBe(all);
});

test.each([0, 2])('with %i blank rows a file without names of columns adds up as well', (blanks) => {
  const rows = { count: 10 + blanks, notCounted: { ...blank, total: 3, blank: blanks } };
  const [all, ...parts] = (listed.rowsSumText(texts.t, rows, whole).match(/\d+/g) ?? []).map(Number);
  expect([all, parts]).toEqual([10 + blanks, blanks > 0 ? [6, 3, blanks, 1] : [6, 3, 1]]);
});
