import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { ScreenName, ShellName } from '@mizan/contract/screens.ts';
import { describe, expect, test } from 'vitest';
import { moduleOf } from './first-loads.build.ts';
import { type Page, pages, shellsShown } from './pages.ts';

/** The web budgets of JavaScript, gzipped, in KB of 1000 bytes: all that a screen imports before it shows, charts apart. */
const budgetKb = { login: 150, others: 260 } as const;

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk>;

const dist = `${import.meta.dirname}/dist`;
const entry = 'index.html';

/** What opens later on a screen, and is measured with it. */
const openedLater: Readonly<Partial<Record<ScreenName, Readonly<Record<string, readonly string[]>>>>> = {
  dashboard: {
    'first steps': ['features/dashboard/first-steps.page.tsx'],
    insights: ['features/dashboard/insights.tsx'],
  },
  reconciliation: {
    terminals: ['features/terminal-reconciliation/terminals-screen.tsx'],
    'bank files': ['features/reconciliation/files/bank-files-list.tsx'],
    verdict: ['features/reconciliation/bank-file-view.tsx'],
  },
};

/** Every screen with what the router loads for it: the entry, its shell, its page. */
function screensOf(): [name: string, keys: string[]][] {
  return (Object.keys(pages) as ShellName[]).flatMap((shell) => {
    const around = shell === 'none' ? [entry] : [entry, moduleOf(shellsShown[shell].load)];
    return (Object.entries(pages[shell]) as [ScreenName, Page][]).flatMap(([name, { load }]) => {
      const keys = [...around, moduleOf(load)];
      const later = Object.entries(openedLater[name] ?? {});
      return [
        [name, keys] as [string, string[]],
        ...later.map(([what, modules]): [string, string[]] => [`${name}: ${what}`, [...keys, ...modules]]),
      ];
    });
  });
}

function filesOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build's manifest has no ${key}`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return seen;
}

function gzippedKb(files: Iterable<string>): number {
  const bytes = [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`${dist}/${file}`)).length, 0);
  return bytes / 1000;
}

const manifest = JSON.parse(readFileSync(`${dist}/.vite/manifest.json`, 'utf8')) as Manifest;

const measured = screensOf();

describe('JavaScript of each screen stays within its budget', () => {
  test.each(measured)('%s', (name, keys) => {
    const budget = name === 'login' ? budgetKb.login : budgetKb.others;
    const sizeKb = gzippedKb(filesOf(manifest, keys));
    console.info(`${name}: ${sizeKb.toFixed(1)} KB of ${budget}`);
    expect(sizeKb).toBeLessThanOrEqual(budget);
  });

  test('and no page is left out', () => {
    const isPage = (key: string): boolean => /^features\/[\w-]+\/[\w.-]+\.page\.tsx$/.test(key);
    const left = Object.keys(manifest).filter(
      (key) => isPage(key) && !measured.some(([, all]) => all.includes(key)),
    );
    expect(left).toEqual([]);
  });
});
