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

/** The files that took longest from their first test to their last, longest first. */
function slowestFiles({ testResults }: TimedReport): FileTime[] {
  const times = testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
    file: relative(root, name),
    seconds: Math.max(0, endTime - startTime) / 1000,
  }));
  const whole = times.reduce((sum, { seconds }) => sum + seconds, 0) || 1;
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, listedMax)
    .map((each) => ({ ...each, share: each.seconds / whole }));
}

/** 'the slowest of 120 files' and a line each, as a step prints them. */
export function slowestText(report: TimedReport): string {
  const lines = slowestFiles(report).map(
    ({ file, seconds, share }) =>
      `${seconds.toFixed(1).padStart(8)} s ${(share * 100).toFixed(1).padStart(5)} %  ${file}`,
  );
  return [`the slowest of ${report.testResults.length} files:`, ...lines].join('\n');
}
