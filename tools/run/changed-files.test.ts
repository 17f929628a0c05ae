import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedFiles } from './changed-files.ts';

function folder(): {
  path: string;
  git: (...args: string[]) => void;
  write: (name: string, text?: string) => void;
} {
  const path = mkdtempSync(join(tmpdir(), 'mizan-changed-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const git = (...args: string[]): void => {
    const by = ['-c', 'user.name=Mizan', '-c', 'user.email=mizan@mizan.test', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...by, ...args], { cwd: path, stdio: 'ignore' });
  };
  return { path, git, write: (name, text = name) => writeFileSync(join(path, name), text) };
}

function committed(): ReturnType<typeof folder> {
  const made = folder();
  made.git('init');
  for (const name of ['one.ts', 'two.ts', 'three.ts']) {
    made.write(name);
    made.git('add', '.');
    made.git('commit', '-m', name);
  }
  return made;
}

test('what differs from the last commit: changed, added to the next one and new', async () => {
  const { path, git, write } = committed();
  write('one.ts', 'changed');
  write('four.ts');
  git('add', 'four.ts');
  write('five ٥.ts');
  expect((await changedFiles(path))?.toSorted()).toEqual(['five ٥.ts', 'four.ts', 'one.ts']);
});

test('where nothing differs, what the last commit changed', async () => {
  expect(await changedFiles(committed().path)).toEqual(['three.ts']);
});

test('a file that is gone is none to look at', async () => {
  const { path, git, write } = committed();
  git('rm', 'two.ts');
  write('one.ts', 'changed');
  expect(await changedFiles(path)).toEqual(['one.ts']);
});

test('everything, where what all files are held to has changed', async () => {
  const { path, write } = committed();
  write('package.json', '{}');
  expect(await changedFiles(path)).toBeNull();
});

test('everything, without Git or with a first commit alone', async () => {
  const { path, git, write } = folder();
  write('one.ts');
  expect(await changedFiles(path)).toBeNull();
  git('init');
  git('add', '.');
  git('commit', '-m', 'one');
  expect(await changedFiles(path)).toBeNull();
});
