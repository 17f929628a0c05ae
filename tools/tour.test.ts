import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { screens } from '@mizan/contract/screens.ts';
import { expect, test } from 'vitest';
import { pictureOf, tourPage } from './tour/tour-page.ts';

const docs = join(import.meta.dirname, '../docs');
const page = readFileSync(join(docs, 'tour.md'), 'utf8');
const pictures = globSync('tour/*', { cwd: docs });
/** What everybody who clones the repository carries along. */
const mostBytes = 4_000_000;

test('each picture that the tour shows is there, each that is there is shown, and together they stay small', () => {
  const shown = [...page.matchAll(/\]\((tour\/[^)]+)\)/g)].map(([, path = '']) => path);
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((path) => !existsSync(join(docs, path)))).toEqual([]);
  expect(pictures.filter((path) => !shown.includes(path))).toEqual([]);
  const bytes = pictures.reduce((sum, path) => sum + statSync(join(docs, path)).size, 0);
  expect(bytes).toBeLessThan(mostBytes);
});

test('every screen stands in the tour, with words of what one comes to it for', () => {
  const missing = Object.entries(screens).filter(
    ([name, { path }]) =>
      ['en', 'ar'].some((language) => !page.includes(pictureOf(name, language))) ||
      !page.includes(`\`${path}\`, for `),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
  expect([...page.matchAll(/^`\/\S+`, for [^.]+\.$/gm)].map(([line]) => line)).toEqual([]);
});

test('a screen without words of its own still has its place', () => {
  const screen = { path: '/new', shell: 'merchant', title: 'x', allow: ['MERCHANT'] } as const;
  const text = tourPage([{ name: 'new', screen, titles: { en: 'New', ar: 'New' } }]);
  expect(text).toContain('`/new`, for merchant.\n');
  expect(text).toContain('tour/new-ar.jpg');
});
