import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longTests, namedAs } from './long-tests.ts';

test('whoever reads MIZAN_LONG is played at length, in any folder and in either way of reading', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-long-'));
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('server/a.test.ts', 'const runs = process.env.MIZAN_LONG ? 9 : 1;');
  write('tools/b/c.test.ts', "const runs = process.env['MIZAN_LONG'] ? 9 : 1;");
  write('web/d.test.ts', "test('MIZAN_LONG is spoken of', () => {});");
  write('server/node_modules/e.test.ts', 'process.env.MIZAN_LONG');
  expect(longTests(undefined, folder)).toEqual(['server/a.test.ts', 'tools/b/c.test.ts']);
  expect(longTests(namedAs(['b/c', 'nothing']), folder)).toEqual(['tools/b/c.test.ts']);
  expect(longTests(namedAs([]), folder)).toHaveLength(2);
  expect(longTests(namedAs(['web/d']), folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('the histories, the kills and the races of this project are among them', () => {
  expect(longTests()).toEqual(
    expect.arrayContaining([
      'server/features/bulk/bulk-kills.test.ts',
      'server/features/exceptions/exception-histories.test.ts',
      'server/kill.test.ts',
      'server/lost-journals.test.ts',
      'server/payment-histories.test.ts',
      'server/shift-histories.test.ts',
      'server/two-portals.test.ts',
      'tools/bank-files/coverage-simulation.test.ts',
      'tools/bank-files/fee-month.test.ts',
    ]),
  );
});
