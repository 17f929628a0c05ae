import { teamRoles } from '@mizan/contract/rights.ts';
import { type Screen, type ScreenName, screens } from '@mizan/contract/screens.ts';
import type { TFunction } from 'i18next';
import { afterEach, describe, expect, test, vi } from 'vitest';
import ar from '../../../locales/ar/palette.json' with { type: 'json' };
import arShell from '../../../locales/ar/shell.json' with { type: 'json' };
import en from '../../../locales/en/palette.json' with { type: 'json' };
import enShell from '../../../locales/en/shell.json' with { type: 'json' };
import type { Session } from '../../platform/session.store.ts';
import { stubBrowser } from '../../testing/browser.ts';
import { wordsOf } from './palette-find.ts';

afterEach(() => vi.unstubAllGlobals());

const texts = { en: { palette: en, shell: enShell }, ar: { palette: ar, shell: arShell } };
const everyScreen = Object.entries(screens) as [ScreenName, Screen][];
const textsOf = (language: 'en' | 'ar') =>
  ((key: string, { defaultValue }: { defaultValue?: string } = {}) =>
    String(
      key
        .split(/[:.]/)
        .reduce<unknown>(
          (at, name) => (at as Record<string, unknown> | undefined)?.[name],
          texts[language],
        ) ?? defaultValue,
    )) as unknown as TFunction;

const visitors = [
  ...teamRoles.map((teamRole) => ({ role: 'MERCHANT', teamRole })),
  { role: 'CASHIER', teamRole: 'cashier' },
  { role: 'ADMIN', teamRole: null },
] as unknown as Session[];

describe.each(['en', 'ar'] as const)('in %s', (language) => {
  const t = textsOf(language);

  test.each(visitors)(
    '$role $teamRole is led to every screen under their menu that they may open',
    async (visitor) => {
      stubBrowser();
      const { foundPages } = await import('./palette-pages.ts');
      const { mayOpen } = await import('../../platform/screen-access.ts');
      const wanted = everyScreen
        .filter(
          ([name, { shell, path }]) =>
            shell === (visitor.role === 'ADMIN' ? 'admin' : 'merchant') &&
            !path.includes('$') &&
            mayOpen(name, visitor),
        )
        .map(([name]) => name);
      const found = foundPages([], visitor, t);
      expect(found.map(({ id }) => id)).toEqual(wanted);
      expect(found.filter(({ text }) => text === 'undefined' || text.trim() === '')).toEqual([]);
      for (const { id, text, to } of found) {
        const also = t(`palette:also.${id}`, { defaultValue: '' });
        // By its name, its address and each of its other words it is found.
        for (const typed of [text, to, ...also.split(' ').filter(Boolean)]) {
          expect(foundPages(wordsOf(typed), visitor, t).map((page) => page.id)).toContain(id);
        }
      }
    },
  );

  test('every screen and what can be begun is found by its name and its words in the other language, too', async () => {
    stubBrowser();
    const { foundActs, foundPages } = await import('./palette-pages.ts');
    const other = textsOf(language === 'en' ? 'ar' : 'en');
    const here = (typed: string, visitor: Session) =>
      [...foundPages(wordsOf(typed), visitor, t), ...foundActs(wordsOf(typed), visitor, t)].map(
        ({ id }) => id,
      );
    const missed = visitors.flatMap((visitor) =>
      [...foundPages([], visitor, other), ...foundActs([], visitor, other)].flatMap(({ id, text }) =>
        [text, ...other(`palette:also.${id}`, { defaultValue: '' }).split(' ').filter(Boolean)]
          .filter((typed) => !here(typed, visitor).includes(id))
          .map((typed) => `${id}: ${typed}`),
      ),
    );
    expect([...new Set(missed)]).toEqual([]);
  });

  test.each(['وردية', 'shift', 'hijri', 'هجري', 'password', 'vat', 'webhook', 'chargeback'])(
    "an owner finds something by '%s'",
    async (typed) => {
      stubBrowser();
      const { foundPages } = await import('./palette-pages.ts');
      expect(foundPages(wordsOf(typed), visitors[0] as Session, t)).not.toEqual([]);
    },
  );

  test('no words are kept of a screen that is not there', () => {
    const names = everyScreen.filter(
      ([, { shell, path }]) => /^(?:merchant|admin)$/.test(shell) && !path.includes('$'),
    );
    const known = new Set<string>(names.map(([name]) => name));
    const { also, page } = texts[language].palette;
    expect([...Object.keys(also), ...Object.keys(page)].filter((name) => !known.has(name))).toEqual([]);
  });
});

test('whoever runs the platform finds none of a merchant’s, and a merchant none of the platform’s', async () => {
  stubBrowser();
  const { foundPages } = await import('./palette-pages.ts');
  const pathsOf = (visitor: object) =>
    foundPages([], visitor as Session, textsOf('en')).map(({ to }) => to.startsWith('/neopass-admin'));
  expect(new Set(pathsOf({ role: 'ADMIN', teamRole: null }))).toEqual(new Set([true]));
  expect(new Set(pathsOf({ role: 'MERCHANT', teamRole: 'owner' }))).toEqual(new Set([false]));
});
