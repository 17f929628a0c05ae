import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { dearScreensText, slowestText } from './file-times.ts';
import { installedTool, root } from './installed-tool.ts';

/** Far above any step; a step that hangs must not hang the machine that waits for the result. */
const stepTimeoutMs = 60 * 60_000;
const killDelayMs = 5_000;

export interface Outcome {
  passed: number;
  failed: number;
  /** What failed, by name: where only the end of a long run is kept, the end says it. */
  failures: string[];
  /** The files of what failed, where a report names them. */
  files?: string[];
  /** What failed at first and passed alone: said at the end, so that it is looked into. */
  unsteady?: string[];
}

/** One part of a check. It counts as one test, unless `report` names a file that Vitest writes its numbers to. */
export interface Step {
  name: string;
  /** Arguments for Node. */
  command: string[];
  cwd?: string;
  env?: Record<string, string>;
  report?: string;
  /** Each of its files is a screen, and what one may cost is known. */
  isOfScreens?: true;
  /** Where it may take longer than any step of `npm test`. */
  timeoutMs?: number;
  /** Shows what it says as it says it: of one that goes on for hours, with nothing beside it. */
  showsAtOnce?: true;
}

/** What is read of Vitest's JSON report. */
export interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime?: number;
    endTime?: number;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

export const nothing: Outcome = { passed: 0, failed: 0, failures: [] };
export const oneFailure = (name: string): Outcome => ({ passed: 0, failed: 1, failures: [name] });

export const addOutcomes = (a: Outcome, b: Outcome): Outcome => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  failures: [...a.failures, ...b.failures],
  unsteady: [...(a.unsteady ?? []), ...(b.unsteady ?? [])],
});

function vitestRun(project: string, command: readonly string[], env: Record<string, string> = {}): Step {
  const report = join(tmpdir(), `mizan-${project}-${process.pid}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name: `${project} tests`,
    command: [installedTool('vitest'), ...command, '--project', project, ...reporters],
    env,
    report,
    ...(project === 'e2e' && { isOfScreens: true }),
  };
}

/** One of the projects of vitest.config.ts as a step. */
export const vitestStep = (project: string, env: Record<string, string> = {}): Step =>
  vitestRun(project, ['run'], env);

/** Of a project the tests among these files, and those that import one of them. */
export const relatedStep = (project: string, files: readonly string[]): Step =>
  vitestRun(project, ['related', '--run', ...files]);

/** The line of the test file (':12') that a failure names, and its first words with what a browser waited for. */
function whereAndWhy(message: string, file: string): { line: string; reason: string } {
  const [first = '', ...rest] = message.split('\n');
  const at = rest.find((each) => each.includes(file));
  const awaited = rest.find((each) => each.includes('waiting for'));
  return {
    line: at?.match(/(:\d+):\d+\)?$/)?.[1] ?? '',
    reason: [first, awaited?.trim()].filter(Boolean).join(' '),
  };
}

/** A file that could not be loaded has no test to fail, and still is a failure; so is an exit code without one. */
export function countReport({ testResults, ...report }: Report, exitCode: number): Outcome {
  const unloadable = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failures = [
    ...unloadable.map(({ name }) => `${relative(root, name)} could not be loaded`),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => {
          const { line, reason } = whereAndWhy(failureMessages?.[0] ?? '', name);
          return `${relative(root, name)}${line}: ${fullName}: ${reason}`;
        }),
    ),
  ];
  const failed = report.numFailedTests + unloadable.length;
  const files = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
  const noTestToBlame = failed === 0 && exitCode !== 0;
  return {
    passed: report.numPassedTests,
    failed: noTestToBlame ? 1 : failed,
    failures: noTestToBlame ? [`exit code ${exitCode}, though no test failed`] : failures,
    ...(files.length > 0 && { files }),
  };
}

async function outcomeOf(step: Step, exitCode: number): Promise<Outcome> {
  if (!step.report) return exitCode === 0 ? { passed: 1, failed: 0, failures: [] } : oneFailure(step.name);
  try {
    const report = JSON.parse(await readFile(step.report, 'utf8')) as Report;
    console.log(`\n${step.name}: ${slowestText(report)}`);
    if (step.isOfScreens) console.log(dearScreensText(report));
    return countReport(report, exitCode);
  } catch {
    return oneFailure(`${step.name}: no report`);
  } finally {
    await rm(step.report, { force: true });
  }
}

/** Runs the step's process. Its output is kept and shown in one piece, because steps run beside each other, unless it is shown at once. */
async function execute(step: Step): Promise<{ exitCode: number; output: string }> {
  const child = spawn(process.execPath, step.command, {
    cwd: step.cwd ?? root,
    env: { ...process.env, ...step.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const said of [child.stdout, child.stderr]) {
    said.on('data', (chunk: Buffer) => (step.showsAtOnce ? process.stdout.write(chunk) : output.push(chunk)));
  }
  const end = (signal: NodeJS.Signals): boolean => child.kill(signal);
  const { timeoutMs = stepTimeoutMs } = step;
  const timer = setTimeout(() => {
    output.push(Buffer.from(`\n${step.name}: ended after ${timeoutMs / 60_000} minutes\n`));
    end('SIGTERM');
    setTimeout(end, killDelayMs, 'SIGKILL').unref();
  }, timeoutMs);
  process.on('SIGTERM', end).on('SIGINT', end);
  const exitCode = await new Promise<number>((ended) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      ended(1);
    });
    child.once('close', (code) => ended(code ?? 1));
  });
  clearTimeout(timer);
  process.off('SIGTERM', end).off('SIGINT', end);
  return { exitCode, output: Buffer.concat(output).toString('utf8').trimEnd() };
}

/** Runs one step, prints what it said and how long it took. */
export async function runStep(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  const { exitCode, output } = await execute(step);
  const outcome = await outcomeOf(step, exitCode);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (output) console.log(`\n${output}`);
  console.log(
    outcome.failed === 0 ? `✓ ${step.name} (${seconds} s)` : `✗ ${step.name}: FAILED (${seconds} s)`,
  );
  return outcome;
}

/** Runs steps, at most `width` at once, and adds up their outcomes. */
export async function runSteps(steps: Step[], width: number): Promise<Outcome> {
  const waiting = [...steps];
  let total = nothing;
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step);
      total = addOutcomes(total, outcome);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return total;
}

/** How many files may be given a second chance: where more fail, it is not the machine. */
const mostAgain = 5;

/**
 * Files that failed are run once more with nothing beside them (decision 0149). What fails again has failed; what passes
 * is unsteady, and named as that.
 */
export async function onceMore(outcome: Outcome, step: Step): Promise<Outcome> {
  const { files = [], failures, passed } = outcome;
  if (files.length === 0 || files.length > mostAgain || failures.length !== outcome.failed) return outcome;
  const again = await runStep({
    ...step,
    name: `${step.name}, once more`,
    command: [...step.command, ...files],
  });
  const isUnsteady = (failure: string) => !again.files?.some((file) => failure.startsWith(file));
  const unsteady = failures.filter(isUnsteady);
  const failed = failures.filter((failure) => !isUnsteady(failure));
  if (again.failed > 0 && failed.length === 0) return outcome;
  return { passed: passed + unsteady.length, failed: failed.length, failures: failed, unsteady };
}

/** The last lines of every run, and its exit code: a run that proved nothing has not passed. */
export function conclude({ passed, failed, failures, unsteady = [] }: Outcome): void {
  for (const each of unsteady) console.log(`~ failed, and passed alone: ${each}`);
  for (const failure of failures) console.log(`✗ ${failure}`);
  console.log(
    `${passed} passed, ${failed} failed${unsteady.length > 0 ? `, ${unsteady.length} unsteady` : ''}`,
  );
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}
