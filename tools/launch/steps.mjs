import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, pinnedNode, tool } from './runtime.mjs';

/** Far above any step; a step that hangs must not hang the machine that waits for the result. */
const stepTimeoutMs = 10 * 60_000;
const killDelayMs = 5_000;

/**
 * A step of a check: `command` are arguments for the pinned Node. A step counts as one test, unless `report`
 * names a file that Vitest writes its numbers to. `before` runs first and may return what runs after success.
 * @typedef {{ name: string, command: string[], cwd?: string, report?: string, env?: Record<string, string>,
 *   before?: () => Promise<(() => Promise<void>) | void> }} Step
 * @typedef {{ passed: number, failed: number }} Outcome
 */

/** One of the projects of vitest.config.ts as a step. */
export function vitestStep(root, project, env = {}) {
  const report = join(tmpdir(), `mizan-${project}-${process.pid}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name: `${project} tests`,
    command: [tool(root, 'vitest'), 'run', '--project', project, ...reporters],
    report,
    env,
  };
}

/** A file that could not be loaded has no test to fail, and still is a failure. */
function countReport(report, exitCode) {
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloadable.length;
  return { passed: report.numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

async function outcomeOf(step, exitCode) {
  if (!step.report) return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  try {
    return countReport(JSON.parse(await readFile(step.report, 'utf8')), exitCode);
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    await rm(step.report, { force: true });
  }
}

/** Starts the step's process; its output is kept and shown in one piece, as steps run beside each other. */
async function execute(root, step) {
  const child = spawn(pinnedNode(root), step.command, {
    cwd: step.cwd ?? root,
    env: environment(root, { ...step.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const end = (signal) => child.kill(signal);
  const timer = setTimeout(() => {
    output.push(Buffer.from(`\n${step.name}: ended after ${stepTimeoutMs / 60_000} minutes\n`));
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), killDelayMs).unref();
  }, stepTimeoutMs);
  process.on('SIGTERM', end).on('SIGINT', end);
  const exitCode = await new Promise((ended) => {
    child.once('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      ended(1);
    });
    child.once('close', (code) => ended(code ?? 1));
  });
  clearTimeout(timer);
  process.off('SIGTERM', end).off('SIGINT', end);
  return { exitCode, output: Buffer.concat(output).toString('utf8') };
}

/** Runs one step, prints what it said and how long it took. @returns {Promise<Outcome>} */
export async function runStep(root, step) {
  const startedAt = performance.now();
  const after = await step.before?.();
  const { exitCode, output } = await execute(root, step);
  if (exitCode === 0) await after?.();
  const outcome = await outcomeOf(step, exitCode);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const verdict = outcome.failed === 0 ? 'ok' : 'FAILED';
  const said = output.trimEnd();
  console.log(
    `${said ? `\n${said}\n` : ''}${verdict === 'ok' ? '✓' : '✗'} ${step.name}: ${verdict} (${seconds} s)`,
  );
  return outcome;
}

/** Runs steps, at most `width` at once, and adds up their outcomes. @returns {Promise<Outcome>} */
export async function runSteps(root, steps, width) {
  const waiting = [...steps];
  const total = { passed: 0, failed: 0 };
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { passed, failed } = await runStep(root, step);
      total.passed += passed;
      total.failed += failed;
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  return total;
}

/** The last line of every run, and its exit code. */
export function conclude({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
