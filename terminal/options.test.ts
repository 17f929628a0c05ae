import { expect, test } from 'vitest';
import { scripts } from './amounts.ts';
import { helpText, readOptions } from './options.ts';

test('the help names every amount that fails on purpose', () => {
  const text = helpText();
  for (const [halalas, { says }] of Object.entries(scripts)) expect(text).toContain(`.${halalas}  ${says}`);
  expect(readOptions(['--help'])).toBeNull();
});

test('defaults, and what is given', () => {
  expect(readOptions([])).toEqual({
    url: 'http://localhost:8080',
    stateDir: '.data/terminals',
    fleetFile: null,
    enrolments: [],
    count: 2_000,
    speed: 1,
    autoSalesSeconds: null,
  });
  const given = readOptions(['--enrol', '88501158:K7QW-2MXP-9RTA', '--count', '8', '--speed', '0']);
  expect(given).toMatchObject({ count: 8, speed: 0 });
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
  [['--colour'], "Unknown option '--colour'"],
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence);
});
