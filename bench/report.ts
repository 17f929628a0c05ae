import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Scenario, ScenarioReport } from './scenario.ts';

const reportFile = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

const preamble = `# Benchmarks

Written by \`npm run bench\`; \`npm run bench -- list dashboard\` measures some of them again and leaves the others
as they were, \`--rows 1000000\` takes a smaller table. A budget that is missed says its cause.
The load comes from the same machine and takes its share of the cores.
`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const table = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function sectionOf({ title }: Scenario, report: ScenarioReport): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.versions.node}`;
  // Where others kept the cores busy as well, wall times say so much less than CPU times.
  const load = (loadavg()[2] ?? 0).toFixed(1);
  const verdicts = report.results.map(({ what, value, budget, isWithin }) => [
    what,
    value,
    budget,
    isWithin ? 'within' : 'missed',
  ]);
  return [
    `## ${title}`,
    report.how,
    table([['what', 'measured', 'budget', ''], ...verdicts]),
    ...(report.cause ? [`Cause of the miss: ${report.cause}`] : []),
    ...(report.table ? [table(report.table)] : []),
    `Measured ${new Date().toISOString().slice(0, 10)} on ${machine}; its load of the last 15 minutes, the bench's own included, was ${load}.`,
  ].join('\n\n');
}

const marks = (name: string) => [`<!-- ${name} -->`, `<!-- end of ${name} -->`] as const;

/** The section of a scenario in a report; empty where it has none. */
export function sectionIn(report: string, name: string): string {
  const [start, end] = marks(name);
  const [from, to] = [report.indexOf(start), report.indexOf(end)];
  return from >= 0 && to > from ? report.slice(from, to) : '';
}

/** What was measured of a scenario the last time, as text. */
export const lastSection = async (name: string): Promise<string> =>
  sectionIn(await readFile(reportFile, 'utf8').catch(() => ''), name);

/** Puts a scenario's section where it stood before, or at the end. */
export async function writeReport(scenario: Scenario, report: ScenarioReport): Promise<void> {
  const before = await readFile(reportFile, 'utf8').catch(() => preamble);
  const [start, end] = marks(scenario.name);
  const section = `${start}\n${sectionOf(scenario, report)}\n${end}`;
  const [from, to] = [before.indexOf(start), before.indexOf(end)];
  const after =
    from >= 0 && to > from
      ? `${before.slice(0, from)}${section}${before.slice(to + end.length)}`
      : `${before.trimEnd()}\n\n${section}\n`;
  await writeFile(reportFile, after);
}
