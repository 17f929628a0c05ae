import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scripts } from './amounts.ts';
import { helpText, readOptions } from './options.ts';

const read = (args: readonly string[]) => readOptions(args, '/nowhere');

test('the help names every amount that fails on purpose', () => {
  const text = helpText();
  for (const [halalas, { says }] of Object.entries(scripts)) expect(text).toContain(`.${halalas}  ${says}`);
  expect(read(['--help'])).toBeNull();
});

test('defaults, and what is given', () => {
  expect(read([])).toEqual({
    url: 'http://localhost:8080',
    stateDir: '/nowhere/terminals',
    fleetFile: null,
    enrolments: [],
    count: 2_000,
    speed: 1,
    autoSalesSeconds: null,
    fails: [],
  });
  const given = read([
    '--enrol',
    '88501158:K7QW-2MXP-9RTA',
    '--count',
    '8',
    '--speed',
    '0',
    '--fail',
    'configure',
  ]);
  expect(given).toMatchObject({ count: 8, speed: 0, fails: ['configure'] });
  expect(given?.enrolments).toEqual([
    { tid: '88501158', serial: 'SIM88501158', model: 'Simulator', enrolCode: 'K7QW-2MXP-9RTA' },
  ]);
});

test.each([
  [['--count', 'many'], '--count must be a number from 1 to 2000'],
  [['--count', '0'], '--count must be a number from 1 to 2000'],
  [['--speed=-1'], '--speed must be a number from 0 to 100'],
  [['--enrol', '123:x'], '--enrol must be <tid>:<code>'],
  [['--url', 'nowhere'], '--url must be an address such as http://localhost:8080'],
  [['--fail', 'purchase'], '--fail must be one of reconcile, configure'],
  [['--colour'], "Unknown option '--colour'"],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => read(args)).toThrow(sentence);
});

test('the demo’s terminals are the default, unless others are named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-options-'));
  const file = join(folder, 'terminals.json');
  writeFileSync(file, '[]');
  expect(readOptions([], folder)).toMatchObject({ fleetFile: file, stateDir: join(folder, 'terminals') });
  expect(readOptions(['--enrol', '88501158:K7QW-2MXP-9RTA'], folder)?.fleetFile).toBeNull();
  expect(readOptions(['--state-dir', '/elsewhere'], folder)?.fleetFile).toBeNull();
  rmSync(folder, { recursive: true });
});
