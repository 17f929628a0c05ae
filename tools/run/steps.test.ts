import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { root } from './installed-tool.ts';
import { countReport, nothing, onceMore, runSteps, type Step } from './steps.ts';

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
    files: ['web/a.test.ts', 'web/b.test.ts'],
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
  expect(await runSteps(steps, 2)).toEqual({ passed: 2, failed: 1, failures: ['fails'], unsteady: [] });
  expect(await runSteps([], 2)).toEqual(nothing);
});

test('a step whose report is missing has failed', async () => {
  const silent = { ...script('writes no report', ''), report: '/nonexistent/report.json' };
  expect(await runSteps([silent], 1)).toEqual({
    passed: 0,
    failed: 1,
    failures: ['writes no report: no report'],
    unsteady: [],
  });
});

test('a step that hangs is ended when its own time is over', async () => {
  const hangs = { ...script('hangs', 'setInterval(() => {}, 1000)'), timeoutMs: 50 };
  expect(await runSteps([hangs], 1)).toEqual({ passed: 0, failed: 1, failures: ['hangs'], unsteady: [] });
});

test('what is shown at once is there while the step goes on', async () => {
  const heard = join(tmpdir(), `mizan-steps-${process.pid}-heard`);
  const said = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    if (String(chunk) === 'played 50') writeFileSync(heard, '');
    return true;
  });
  // It ends once somebody heard it.
  const code = `process.stdout.write('played 50');
    const wait = () => require('node:fs').existsSync(${JSON.stringify(heard)}) || setTimeout(wait, 5);
    wait();`;
  const outcome = await runSteps([{ ...script('speaks', code), showsAtOnce: true, timeoutMs: 20_000 }], 1);
  said.mockRestore();
  rmSync(heard, { force: true });
  expect(outcome).toMatchObject({ passed: 1, failed: 0 });
});

test('without a cluster its tests are not run, and that is what it says', () => {
  const { CLUSTER_URL: _, ...env } = process.env;
  const command = [join(root, 'tools/run/test-cluster.ts'), 'server/kill.test.ts'];
  const said = execFileSync(process.execPath, command, { cwd: root, env, encoding: 'utf8', timeout: 20_000 });
  expect(said).toMatch(
    /^Not run: CLUSTER_URL is not set\. It names, as a superuser, the coordinator of a Citus cluster/,
  );
  // Nothing that a run of tests would end with.
  expect(said).not.toMatch(/passed|failed/);
});

describe('what failed is run once more, alone', () => {
  const failures = ['e2e/a.e2e.ts:3: pays: Timeout', 'e2e/b.e2e.ts:9: reads: Timeout'];
  const first = { passed: 7, failed: 2, failures, files: ['e2e/a.e2e.ts', 'e2e/b.e2e.ts'] };
  /** A step that writes what the second run reports: which files failed, of those that it was called with. */
  function second(report: string, failing: string[]): Step {
    const code = `
      const files = process.argv.slice(1);
      const testResults = files.map((file) => {
        const status = ${JSON.stringify(failing)}.includes(file) ? 'failed' : 'passed';
        const assertionResults = [{ status, fullName: 'x', failureMessages: ['no'] }];
        return { name: ${JSON.stringify(root)} + '/' + file, status, assertionResults };
      });
      const numFailedTests = testResults.filter((each) => each.status === 'failed').length;
      require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify({
        numPassedTests: files.length - numFailedTests, numFailedTests, testResults,
      }));
      process.exitCode = numFailedTests > 0 ? 1 : 0;`;
    return { name: 'browser', command: ['-e', code], report };
  }
  const report = (name: string) => join(tmpdir(), `mizan-steps-${process.pid}-${name}.json`);

  test('what passes then is unsteady, and what fails again has failed', async () => {
    const step = second(report('one'), ['e2e/b.e2e.ts']);
    expect(await onceMore(first, step)).toEqual({
      passed: 8,
      failed: 1,
      failures: [failures[1]],
      unsteady: [failures[0]],
    });
    expect(await onceMore(first, second(report('none'), []))).toMatchObject({
      passed: 9,
      failed: 0,
      unsteady: failures,
    });
  });

  test('not where many failed, where none did, or where the run itself says no more than that it failed', async () => {
    const step = second(report('never'), []);
    const many = { ...first, files: ['a', 'b', 'c', 'd', 'e', 'f'] };
    expect(await onceMore(many, step)).toBe(many);
    const blank = { passed: 7, failed: 1, failures: ['exit code 1, though no test failed'] };
    expect(await onceMore(blank, step)).toBe(blank);
    const silent = { ...script('writes no report', ''), report: '/nonexistent/report.json' };
    expect(await onceMore(first, silent)).toBe(first);
  });
});
