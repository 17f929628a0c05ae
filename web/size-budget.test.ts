import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

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
const merchantShell = 'features/shell/merchant-shell.tsx';
const loginPage = 'features/auth/login.page.tsx';
const reconciliationPage = 'features/reconciliation/reconciliation.page.tsx';
const adminShell = 'features/shell/admin-shell.tsx';

/** Every screen with what the router loads for it: the entry, its shell, its page. */
function screensOf(manifest: Manifest): Record<string, string[]> {
  const pages = Object.keys(manifest).filter((key) =>
    /^(?:features\/[\w-]+|composed)\/[\w.-]+\.page\.tsx$/.test(key),
  );
  const shellOf = (page: string): string[] => {
    if (page.startsWith('features/auth/')) return [];
    return [page.startsWith('features/admin/') ? adminShell : merchantShell];
  };
  return {
    verdict: [entry, merchantShell, reconciliationPage, 'features/reconciliation/bank-file-view.tsx'],
    ...Object.fromEntries(pages.map((page) => [page, [entry, ...shellOf(page), page]])),
  };
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

describe('JavaScript of each screen stays within its budget', () => {
  test.each(Object.entries(screensOf(manifest)))('%s', (screen, keys) => {
    const budget = screen === loginPage ? budgetKb.login : budgetKb.others;
    const sizeKb = gzippedKb(filesOf(manifest, keys));
    console.info(`${screen}: ${sizeKb.toFixed(1)} KB of ${budget}`);
    expect(sizeKb).toBeLessThanOrEqual(budget);
  });
});
