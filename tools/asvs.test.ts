import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { levelOne, levelTwo } from './asvs/asvs-requirements.ts';
import { anchorsOf, type Row, readRows } from './asvs/document.ts';

/** docs/asvs.md claims much; what it claims is looked up here. */
const root = fileURLToPath(new URL('..', import.meta.url));
const document = 'asvs.md';
const text = readFileSync(join(root, 'docs', document), 'utf8');
const rows = readRows(text);
const otherwise = text.slice(text.indexOf('\n## Decided otherwise'), text.indexOf('\n## Requirements'));
const sources = new Map<string, string>();
function sourceOf(path: string): string {
  const known =
    sources.get(path) ?? (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
  sources.set(path, known);
  return known;
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
const told = (find: (row: Row) => readonly string[]): string[] =>
  rows.flatMap((row) => find(row).map((problem) => `${row.number}: ${problem}`));

test('every requirement of levels 1 and 2 has one row, and there is none too many', () => {
  expect([levelOne.length, levelTwo.length]).toEqual([70, 183]);
  expect(rows.map(({ number }) => number)).toEqual([...levelOne, ...levelTwo].toSorted(byNumber));
});

test('every row says how it is met and what proves it, why it does not apply, or that it is decided otherwise', () => {
  const silent = rows.filter(
    ({ proofs, reason, links, isOtherwise }) =>
      proofs.length + links.length === 0 && reason === null && !isOtherwise,
  );
  expect(silent.map(({ number }) => number)).toEqual([]);
});

test('every test that is named exists under its title', () => {
  expect(
    told(({ proofs }) =>
      proofs
        .filter(
          ({ file, title }) =>
            !["'", '"', '`'].some((quote) => sourceOf(file).includes(quote + title + quote)),
        )
        .map(({ file, title }) => `${file} has no test '${title}'`),
    ),
  ).toEqual([]);
});

test('every file that is named exists, and every section that is pointed at', () => {
  expect(told(({ files }) => files.filter((file) => !existsSync(join(root, file))))).toEqual([]);
  const isDead = (link: string): boolean => {
    const [file, anchor] = link.split('#', 2);
    const linked = sourceOf(join('docs', file || document));
    return linked === '' || (anchor !== undefined && !anchorsOf(linked).has(anchor));
  };
  expect(told(({ links }) => links.filter(isDead))).toEqual([]);
});

test('what is decided otherwise is told with its reason, and nothing else is', () => {
  const marked = rows.filter(({ isOtherwise }) => isOtherwise).map(({ number }) => number);
  const told = [...otherwise.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]{10,} \| [^|]{40,} \|$/gm)];
  expect(told.map(([, number]) => number)).toEqual(marked);
});
