import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dearScreensText, slowestText } from './file-times.ts';
import { root } from './installed-tool.ts';
import slowFiles from './slow-files.json' with { type: 'json' };

const took = (name: string, seconds: number) => ({
  name: join(root, name),
  startTime: 1_000,
  endTime: 1_000 + seconds * 1_000,
});

test('the screens whose tests cost more than 6 seconds are named, each of them, the dearest first', () => {
  const dear = Array.from({ length: 30 }, (_, at) => took(`e2e/dear-${at}.e2e.ts`, 7 + at));
  const testResults = [
    took('e2e/cheap.e2e.ts', 5.9),
    took('e2e/just.e2e.ts', 6),
    took('e2e/over.e2e.ts', 6.1),
    ...dear,
  ];
  const lines = dearScreensText({ testResults }).split('\n');
  expect(lines).toHaveLength(32);
  expect(lines.slice(0, 2)).toEqual([
    '31 of 33 screens cost more than 6 s:',
    '    36.0 s  e2e/dear-29.e2e.ts',
  ]);
  expect(lines.at(-1)).toBe('     6.1 s  e2e/over.e2e.ts');
});

test('the slowest files of a report come first, with their share of the whole', () => {
  const quick = Array.from({ length: 30 }, (_, at) => took(`web/${at}.test.ts`, 1));
  const lines = slowestText({
    testResults: [...quick, took('server/kill.test.ts', 70), { name: join(root, 'a') }],
  });
  expect(lines.split('\n').slice(0, 3)).toEqual([
    'the slowest of 32 files:',
    '    70.0 s  70.0 %  server/kill.test.ts',
    '     1.0 s   1.0 %  web/0.test.ts',
  ]);
  expect(lines.split('\n')).toHaveLength(26);
});

test('the kept list of slow files names files that are there, each once', () => {
  expect(slowFiles.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(new Set(slowFiles).size).toBe(slowFiles.length);
});
