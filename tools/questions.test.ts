import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandsOf } from './tidy/commands.ts';
import { projectFiles } from './tidy/source-files.ts';

const root = `${import.meta.dirname}/..`;
const asks = /question=\{|<CommandQuestion|<ConfirmDialog/;
const record = readFileSync(`${root}/docs/decisions/0380-every-question-that-is-left.md`, 'utf8');
const [questions = '', simplyDone = ''] = record.split('\n## What is simply done\n');

test('every question before an action stands in decision 0380 with the reason why it has no undo', () => {
  const asking = globSync(`${root}/web/features/**/*.tsx`)
    .filter((file) => asks.test(readFileSync(file, 'utf8')))
    .map((file) => basename(file));
  const named = [...questions.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file]) => file);
  expect(new Set(named)).toEqual(new Set(asking));
});

test('a command that neither asks nor offers an undo stands in decision 0380 with the reason', () => {
  const done = commandsOf(projectFiles())
    .filter(({ before }) => before === 'nothing')
    .map(({ file, what }) => `${file} ${what}`);
  const named = [...simplyDone.matchAll(/^\| `([^`]+)` \| `(\w+)` \| \S.* \|$/gm)];
  expect(new Set(named.map(([, file, what]) => `${file} ${what}`))).toEqual(new Set(done));
});

/** What deletes and is handed to a component that makes the command of it: `BrowsersList`, and `usePictureEdit` with its undo. */
const handedOn = ['account.queries.ts', 'push-devices-section.tsx', 'logo-section.tsx', 'model-picture.tsx'];

test('every route that deletes is called by a command of the screens', () => {
  const all = projectFiles();
  const files = all.filter(({ path }) => /^web\/(?!.*\.test\.).*\.tsx?$/.test(path));
  const commands = new Set(commandsOf(files).map(({ file, what }) => `${file} ${what}`));
  const deleting = all
    .filter(({ path }) => /^contract\/[^/]+\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = defineRoute\(\{[^{}]*?method: 'DELETE'/g)])
    .map(([, name]) => name ?? '');
  const others = files.flatMap(({ path, text }) =>
    deleting
      .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
      .filter((name) => !commands.has(`${basename(path)} ${name}`))
      .map(() => basename(path)),
  );
  expect(deleting.length).toBeGreaterThan(20);
  expect(new Set(others)).toEqual(new Set(handedOn));
});

/** Whoever looks on as somebody else may change nothing: a button of ours says so by itself, any other way has to ask. */
test('a command that is run by hand is held for whoever looks on', () => {
  const files = projectFiles().filter(({ path }) => /^web\/features\/.*\.tsx$/.test(path));
  const byHand = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\brunAndSay\((\w+),|\b(\w+)\.run\(/g)].map(([, said, run]) => ({
      path,
      text,
      name: said ?? run,
    })),
  );
  expect(byHand.length).toBeGreaterThan(5);
  expect(
    byHand.filter(({ text, name }) => !text.includes(`${name}.isRefused`)).map(({ path }) => path),
  ).toEqual([]);
});

test('a file is taken from nobody who looks on', () => {
  const takes = projectFiles().filter(
    ({ path, text }) => /^web\/features\/.*\.tsx$/.test(path) && /<File(?:Drop|Button)\b/.test(text),
  );
  // Compared in the browser, sent at the end of a form, by an administrator, or by somebody without an account yet.
  const elsewhere = ['file-check.tsx', 'import-dialog.tsx', 'place-import.tsx', 'documents-list.tsx'];
  const open = takes
    .filter(({ text }) => !/useLooksOn|useMay\b/.test(text))
    .map(({ path }) => basename(path));
  expect(new Set(open)).toEqual(new Set(elsewhere));
});

/** Of a file with one command over the route `endIt`, shown by this. */
const beforeOf = (options: string, shown: string) =>
  commandsOf([
    {
      path: 'web/features/x/x.tsx',
      text: `const end = useCommand(endIt, ${options});\nreturn <>${shown}</>;`,
    },
  ]).map(({ before }) => before);

describe('what stands before a command', () => {
  const button = '<CommandButton command={end} args={{}}>';
  const asked = "<CommandButton command={end} args={{}} question={{ title: t('x:end') }}>";
  test.each([
    ['a button alone', '{ changes }', button, 'nothing'],
    ['a button that asks', '{ changes }', asked, 'question'],
    ['two buttons of which one asks', '{ changes }', `${asked}${button}`, 'nothing'],
    ['a question that a menu opens', '{}', '<CommandQuestion command={end} about={about} />', 'question'],
    ['an undo', '{ undo: (_, args) => () => call(beginIt, args) }', button, 'undo'],
    ['nothing that shows it', '{}', '', 'nothing'],
    ['a press that runs it', '{}', '<Button onClick={() => void end.run({})} />', 'nothing'],
  ])('%s', (_, options, shown, before) => {
    expect(beforeOf(options, shown)).toEqual([before]);
  });
});

describe.each(['en', 'ar'])('what a question says, in %s', (language) => {
  /** The texts of a language by their keys. */
  const textOf = (key: string): string => {
    const [file, path = ''] = key.split(':');
    const texts = JSON.parse(readFileSync(`${root}/locales/${language}/${file}.json`, 'utf8')) as object;
    const found = path.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts);
    return String(found);
  };
  /** An answer that would fit any question. */
  const anyAnswer =
    /^(?:ok|okay|yes|no|confirm|continue|proceed|sure|نعم|لا|موافق|حسنًا|تأكيد|متابعة|استمرار)\.?$/i;
  const labels = globSync(`${root}/web/features/**/*.tsx`).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/confirmLabel(?:: |=\{)t\(\s*'([^']+)'/g)].map(
      ([, key]) => key ?? '',
    ),
  );
  test.each([...new Set(labels)])('%s names what it does', (key) => {
    expect(textOf(key)).not.toMatch(anyAnswer);
    expect(textOf(key)).not.toBe('undefined');
  });
});
