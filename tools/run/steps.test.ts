import { expect, test } from 'vitest';
import { countReport, nothing, runSteps, type Step } from './steps.ts';

const script = (name: string, code: string): Step => ({ name, command: ['-e', code] });

test('a report counts its tests, and a file that could not be loaded as one failure', () => {
  const loaded = { status: 'passed', assertionResults: [{}, {}] };
  const broken = { status: 'failed', assertionResults: [] };
  const report = { numPassedTests: 2, numFailedTests: 0, testResults: [loaded, broken] };
  expect(countReport(report, 1)).toEqual({ passed: 2, failed: 1 });
});

test('an exit code that says failure is one, also where every test passed', () => {
  expect(countReport({ numPassedTests: 2, numFailedTests: 0, testResults: [] }, 1)).toEqual({
    passed: 2,
    failed: 1,
  });
  expect(countReport({ numPassedTests: 2, numFailedTests: 0, testResults: [] }, 0)).toEqual({
    passed: 2,
    failed: 0,
  });
});

test('steps add up, a failing one does not keep the others from running', async () => {
  const steps = [script('fails', 'process.exit(3)'), script('works', ''), script('works too', '')];
  expect(await runSteps(steps, 2)).toEqual({ passed: 2, failed: 1 });
  expect(await runSteps([], 2)).toEqual(nothing);
});

test('a step whose report is missing has failed', async () => {
  const silent = { ...script('writes no report', ''), report: '/nonexistent/report.json' };
  expect(await runSteps([silent], 1)).toEqual({ passed: 0, failed: 1 });
});
