import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBenchDatabase } from './bench-database.ts';
import { writeReport } from './report.ts';
import { fullRows, type Scenario } from './scenario.ts';
import { settle } from './settled.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const help = `npm run bench -- [scenario ...] [--rows n]

  --rows <n>   payments of the large merchant (default ${fullRows}); the table holds twice as many
`;

async function scenarios(chosen: readonly string[]): Promise<Scenario[]> {
  const files = globSync('*.bench.ts', { cwd: here }).toSorted();
  const all = await Promise.all(
    files.map(async (file) => ((await import(`./${file}`)) as { scenario: Scenario }).scenario),
  );
  const unknown = chosen.filter((name) => !all.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    throw new Error(`no scenario ${unknown.join(', ')}; there are ${all.map(({ name }) => name).join(', ')}`);
  }
  return all.filter(({ name }) => chosen.length === 0 || chosen.includes(name));
}

/** Runs scenarios one after the other; a budget that was missed is an exit code of 1. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { rows: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const rows = Number(values.rows ?? fullRows);
  if (!Number.isInteger(rows) || rows < 1_000) throw new Error('--rows is a whole number from 1000');
  const log = (sentence: string) => console.log(`  ${sentence}`);
  const chosen = await scenarios(positionals);
  const database = await openBenchDatabase(rows, log);
  let missed = 0;
  try {
    await settle(database, log);
    for (const scenario of chosen) {
      console.log(scenario.title);
      const report = await scenario.run({ database, rows, log });
      for (const { what, value, budget, isWithin } of report.results) {
        log(`${what}: ${value} (${budget}) ${isWithin ? 'within' : 'MISSED'}`);
        if (!isWithin) missed += 1;
      }
      await writeReport(scenario, report);
    }
  } finally {
    await database.stop();
  }
  return missed === 0 ? 0 : 1;
}

process.exitCode = await main();
