import { expect, test } from 'vitest';
import { type Findings, projectFiles, type SourceFile } from './tidy/source-files.ts';

/** docs/web-kit.md is what newcomers build screens from: a name that is gone from the code would send them astray. */
const files = projectFiles();
const page = files.find(({ path }) => path === 'docs/web-kit.md')?.text ?? '';
const codeUnder = (folders: RegExp): SourceFile[] =>
  files.filter(({ path }) => folders.test(path) && /\.tsx?$/.test(path) && !path.includes('.test.'));
const kit = codeUnder(/^web\/(?:ui|platform|features\/auth)\//);
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(/\w+/g) ?? []));

const withoutCode = (text: string): string => text.replaceAll(/```tsx[^]*?```/g, '');
const codeOf = (text: string): string =>
  [...text.matchAll(/```tsx([^]*?)```/g)].map(([, code]) => code).join('\n');

/** Places that a path of the page may start from. */
const starts = ['', 'web/', 'web/ui/', 'web/platform/', 'tools/'];
const isThere = (path: string): boolean =>
  starts.some((start) =>
    files.some((file) => file.path === start + path || file.path.startsWith(`${start}${path}`)),
  );

/** `useList` and `features/audit/audit.page.tsx`: what stands between backticks. */
function proseFindings(text: string): Findings {
  const known = wordsOf([
    ...kit.map((file) => file.text),
    ...files.filter(({ path }) => path === 'web/vite.config.ts').map((file) => file.text),
  ]);
  return [...withoutCode(text).matchAll(/`([^`\s<]+)`/g)].flatMap(([, named = '']) => {
    const isPath = /[/.]/.test(named);
    const isKnown = isPath ? isThere(named) : known.has(named);
    return isKnown ? [] : [`docs/web-kit.md names ${named}, which is not there`];
  });
}

/** What the example imports of ours, from where. */
function importFindings(text: string): Findings {
  const imports = [
    ...codeOf(text).matchAll(/import (?:type )?\{([^}]+)\} from '(?:\.\.\/\.\.\/|@mizan\/)([^']+)'/g),
  ];
  return imports.flatMap(([, names = '', target = '']) => {
    const path = target.startsWith('contract/') ? target : `web/${target}`;
    const source = files.find((file) => file.path === path)?.text;
    if (source === undefined) return [`the example of docs/web-kit.md imports ${path}, which is not there`];
    const wanted = names
      .split(',')
      .map((name) => name.replace(/\btype\b/, '').trim())
      .filter(Boolean);
    const exported = wordsOf([...source.matchAll(/^export [^=;(]*/gm)].map(([line]) => line));
    return wanted
      .filter((name) => !exported.has(name))
      .map((name) => `${path} has no ${name}, which docs/web-kit.md imports`);
  });
}

/** Properties and options that the example gives. */
function optionFindings(text: string): Findings {
  const known = wordsOf([...kit, ...codeUnder(/^contract\//)].map((file) => file.text));
  const given = [...codeOf(text).matchAll(/\b([a-z]\w+)(?:=[{"]|: )/g)].map(([, name = '']) => name);
  return given
    .filter((name) => !known.has(name))
    .map((name) => `the kit knows no ${name}, which docs/web-kit.md gives`);
}

const kitFindings = (text: string): Findings => [
  ...proseFindings(text),
  ...importFindings(text),
  ...optionFindings(text),
];

test('every name on the page of the kit is in the code', () => {
  expect(kitFindings(page)).toEqual([]);
  expect(codeOf(page).length).toBeGreaterThan(1000);
});

test('a name that is gone from the code is found, in the text, in an import and in an option', () => {
  const breach = (from: string, to: string): Findings => kitFindings(page.replaceAll(from, to));
  expect(breach('`wholeList`', '`entireList`')).toEqual([expect.stringContaining('entireList')]);
  expect(breach('audit-filters.tsx', 'audit-sieves.tsx')).toEqual([
    expect.stringContaining('audit-sieves.tsx'),
  ]);
  expect(breach('{ useCommand }', '{ useOrder }')).toEqual([expect.stringContaining('has no useOrder')]);
  expect(breach('list-table.tsx', 'table-list.tsx')).toEqual([expect.stringContaining('ui/table-list.tsx')]);
  expect(breach('    empties: true', '    drains: true')).toEqual([expect.stringContaining('drains')]);
});

/** Such a field of the browser's own has neither the calendar nor the digits that were chosen: 'mm/dd/yyyy' in Arabic. */
const nativeDays = ({ text }: Pick<SourceFile, 'text'>): boolean =>
  /type="(?:date|datetime-local|month|week)"/.test(text);

test('days are asked for with the field of the kit', () => {
  expect(nativeDays({ text: '<TextInput type="date" />' })).toBe(true);
  expect(codeUnder(/^web\//).flatMap((file) => (nativeDays(file) ? [file.path] : []))).toEqual([]);
});
