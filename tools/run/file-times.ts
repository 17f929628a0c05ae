import { relative } from 'node:path';
import { root } from './installed-tool.ts';

/** What is read of Vitest's JSON report for the times of its files. */
interface TimedReport {
  testResults: { name: string; startTime?: number; endTime?: number }[];
}

const listedMax = 25;

interface FileTime {
  file: string;
  seconds: number;
  /** Of the time of all files of the report. */
  share: number;
}

/** Files by the time from their first test to their last, longest first. */
function slowestFirst({ testResults }: TimedReport): FileTime[] {
  const times = testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
    file: relative(root, name),
    seconds: Math.max(0, endTime - startTime) / 1000,
  }));
  const whole = times.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .map((each) => ({ ...each, share: each.seconds / whole }));
}

/** 'the slowest of 120 files' and a line each, as a step prints them. */
export function slowestText(report: TimedReport): string {
  const lines = slowestFirst(report)
    .slice(0, listedMax)
    .map(
      ({ file, seconds, share }) =>
        `${seconds.toFixed(1).padStart(8)} s ${(share * 100).toFixed(1).padStart(5)} %  ${file}`,
    );
  return [`the slowest of ${report.testResults.length} files:`, ...lines].join('\n');
}

/** What a screen may cost: docs/architecture.md, Tests. */
const screenSecondsMax = 6;

/**
 * Browser tests of screens above what a new one may cost, longest first, as the run of the browser tests ends with: names
 * to look at, no failure, as a busy machine takes longer.
 */
export function dearScreensText({ testResults }: TimedReport): string {
  const dear = slowestFirst({ testResults }).filter(({ seconds }) => seconds > screenSecondsMax);
  const lines = dear.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return [
    `${dear.length} of ${testResults.length} screens cost more than ${screenSecondsMax} s:`,
    ...lines,
  ].join('\n');
}
