import { readdirSync, readFileSync } from 'node:fs';
import type * as mantine from '@mantine/core';
import type * as query from '@tanstack/react-query';
import type * as routing from '@tanstack/react-router';
import i18next, { type FormatterModule, type TFunction } from 'i18next';
import type * as react from 'react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import { stubBrowser } from './browser.ts';

export interface Drawn {
  t: TFunction;
  queryClient: query.QueryClient;
  /** What a browser is given of it first, as HTML. */
  html: (node: ReactNode) => string;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};
/** What is read of it: without tags and marks of direction. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&[^;]+;/g, (entity) => entities[entity] ?? entity)
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '');

function resourcesOf(language: 'en' | 'ar'): Record<string, object> {
  const folder = `${import.meta.dirname}/../../locales/${language}`;
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')),
    ]),
  );
}

/** What is drawn once stands as it is now: the portal draws in browsers alone, and its stores name nothing for elsewhere. */
const drawnOnce = (all: typeof react): typeof react => ({
  ...all,
  useSyncExternalStore: (watch, now, elsewhere = now) => all.useSyncExternalStore(watch, now, elsewhere),
});

/**
 * Draws components as an owner sees them in a language, with all texts, links and answers that `queryClient` is given: what they
 * say and open, without a browser. Components are imported after it.
 */
export async function drawnIn(language: 'en' | 'ar'): Promise<Drawn> {
  const { sessionStorage } = stubBrowser({ language });
  vi.stubGlobal('self', globalThis);
  sessionStorage.setItem('accessToken', 'none');
  sessionStorage.setItem('role', 'MERCHANT');
  vi.doMock('react', async (load) => drawnOnce(await load<typeof react>()));
  const { MantineProvider }: typeof mantine = await import('@mantine/core');
  const { QueryClientProvider }: typeof query = await import('@tanstack/react-query');
  const { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider }: typeof routing =
    await import('@tanstack/react-router');
  const { formatNumber, isolateLtr } = await import('../platform/formats.ts');
  const { queryClient } = await import('../platform/query-client.ts');
  const texts = i18next.createInstance();
  // What goes into a text is formatted as platform/i18n.ts does.
  const formatter: FormatterModule = {
    type: 'formatter',
    init: () => {},
    add: () => {},
    addCached: () => {},
    format: (value: unknown) => (typeof value === 'number' ? formatNumber(value) : isolateLtr(String(value))),
  };
  await texts
    .use(initReactI18next)
    .use(formatter)
    .init({
      lng: language,
      resources: { [language]: resourcesOf(language) },
      interpolation: { escapeValue: false, alwaysFormat: true },
    });
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    origin: 'http://portal.test',
    isServer: true,
  });
  return {
    t: texts.t,
    queryClient,
    html: (node) =>
      renderToStaticMarkup(
        <I18nextProvider i18n={texts}>
          <MantineProvider withCssVariables={false} withGlobalClasses={false}>
            <QueryClientProvider client={queryClient}>
              <RouterContextProvider router={router}>{node}</RouterContextProvider>
            </QueryClientProvider>
          </MantineProvider>
        </I18nextProvider>,
      ),
  };
}
