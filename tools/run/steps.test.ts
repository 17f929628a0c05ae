import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './installed-tool.ts';
import { countReport, nothing, runSteps, type Step } from './steps.ts';

const script = (name: string, code: string): Step => ({ name, command: ['-e', code] });

test('a report counts its tests, and a file that could not be loaded as one failure', () => {
  const passed = { status: 'passed', fullName: 'adds', failureMessages: [] };
  const file = join(root, 'web/a.test.ts');
  const said = [
    'Timeout',
    'Call log:',
    "  - waiting for locator('b')",
    `    at ${file}:3:8`,
    '    at c.ts:1:1',
  ];
  const wrong = { status: 'failed', fullName: 'divides', failureMessages: [said.join('\n')] };
  const testResults = [
    { name: file, status: 'failed', assertionResults: [passed, passed, wrong] },
    { name: join(root, 'web/b.test.ts'), status: 'failed', assertionResults: [] },
  ];
  expect(countReport({ numPassedTests: 2, numFailedTests: 1, testResults }, 1)).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      'web/b.test.ts could not be loaded',
      "web/a.test.ts:3: divides: Timeout - waiting for locator('b')",
    ],
  });
});

test('an exit code that says failure is one, also where every test passed', () => {
  expect(countReport({ numPassedTests: 2, numFailedTests: 0, testResults: [] }, 1)).toEqual({
    passed: 2,
    failed: 1,
    failures: ['exit code 1, though no test failed'],
  });
  expect(countReport({ numPassedTests: 2, numFailedTests: 0, testResults: [] }, 0)).toEqual({
    passed: 2,
    failed: 0,
    failures: [],
  });
});

test('steps add up, a failing one does not keep the others from running, and is named', async () => {
  const steps = [script('fails', 'process.exit(3)'), script('works', ''), script('works too', '')];
  expect(await runSteps(steps, 2)).toEqual({ passed: 2, failed: 1, failures: ['fails'] });
  expect(await runSteps([], 2)).toEqual(nothing);
});

test('a step whose report is missing has failed', async () => {
  const silent = { ...script('writes no report', ''), report: '/nonexistent/report.json' };
  expect(await runSteps([silent], 1)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['writes no report: no report'],
  });
});
