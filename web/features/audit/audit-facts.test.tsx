import type { AuditFacts } from '@mizan/contract/audit.ts';
import { inLanguage } from '@mizan/contract/fact-words.ts';
import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import audit from '../../../locales/en/audit.json' with { type: 'json' };
import facts from '../../../locales/en/facts.json' with { type: 'json' };
import { stubBrowser } from '../../testing/browser.ts';
import type { AuditChange as Change } from './audit-facts.tsx';
import type Entry from './old-entry.tsx';

const texts = i18next.createInstance();
let AuditChange: typeof Change;
let OldEntry: typeof Entry;
beforeAll(async () => {
  stubBrowser();
  ({ AuditChange } = await import('./audit-facts.tsx'));
  ({ default: OldEntry } = await import('./old-entry.tsx'));
  await texts.use(initReactI18next).init({ lng: 'en', resources: { en: { audit, facts } } });
});
afterAll(() => vi.unstubAllGlobals());

const said = (before: AuditFacts | null, after: AuditFacts | null): string[] =>
  renderToStaticMarkup(
    <I18nextProvider i18n={texts}>
      <AuditChange row={{ before, after }} />
    </I18nextProvider>,
  )
    .split('</li>')
    .slice(0, -1)
    .map((line) => line.replace(/<[^>]*>/g, '').trim());

test('each field of a rule is said by its name, and what people wrote stays whole, commas and all', () => {
  const rule = { ruleName: 'Small', 'ruleForm.outcome': 'feeDiffers', 'ruleForm.toMinor': 250 };
  expect(
    said(
      { ...rule, 'ruleForm.group': 'Rounding' },
      { ...rule, 'ruleForm.group': 'Rounding, tid: 88501158, proposal: none' },
    ),
  ).toEqual(['Rule Small', 'Group RoundingbecomesRounding, tid: 88501158, proposal: none']);
  expect(said(null, { ...rule, 'ruleForm.group': null })).toEqual([
    'Rule Small',
    'Kind Fee differs',
    'To 2.50',
  ]);
});

test('which card a usual rate is of is said first, though it is the same before and after', () => {
  const was = { mdrBps: null, scheme: 'Jcb' };
  expect(said(was, { ...was, mdrBps: 215 })).toEqual(['Card JCB', expect.stringMatching(/—becomes2\.15%$/)]);
});

test('an account that is not chosen any more is said to be none now', () => {
  expect(
    said(
      { 'accounts.sales': '4100, cards', 'accounts.bank 12': '1112' },
      { 'accounts.sales': '4100, cards', 'accounts.bank 12': null },
    ),
  ).toEqual(['Bank account 12 1112becomes—']);
});

test('what a model reports is said in words', () => {
  expect(said(null, { reports: 'battery, mada' })).toEqual(['Reports Battery, mada app and package']);
});

test('an entry of before, which said all of it in one text, is read as ever', () => {
  const read = (name: string, text: string): string =>
    renderToStaticMarkup(
      <I18nextProvider i18n={texts}>
        <OldEntry name={name} text={text} />
      </I18nextProvider>,
    ).replace(/<[^>]*>/g, '');
  expect(read('ruleForm', 'outcome: feeDiffers, toMinor: 250, group: A, or B')).toBe(
    'Kind: Fee differs, To: 2.50, Group: A, or B',
  );
  expect(read('accounts', 'bank (12): 1112, sales: 4100')).toBe('Bank account 12: 1112, Card sales: 4100');
  expect(said(null, { accounts: 'sales: 4100' })[0]).toContain('Accounts');
});

test("a name that is kept in both languages is said in the reader's alone", () => {
  const after = { name: 'Diyar Coffee', arabicName: 'قهوة ديار' };
  expect(said(null, after)).toEqual(['Name Diyar Coffee']);
  expect(inLanguage(after, 'ar')).toEqual({ name: 'قهوة ديار' });
  expect(inLanguage({ name: 'Diyar Coffee' }, 'ar'), 'of an entry of before').toEqual({
    name: 'Diyar Coffee',
  });
});
