import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { type CpuCost, cpuCells, cpuColumns, withCpu } from './cpu.ts';
import { type LoadResult, loadCells, loadColumns, runLoad } from './load.ts';
import { startPortalProcess } from './processes.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';

const budgetP99Ms = 30;
const days = 90;
const load = { connections: 1, warmUpSeconds: 3, seconds: 15 } as const;

async function measure({
  database,
}: BenchDeps): Promise<Record<string, LoadResult & { cpu: CpuCost | null }>> {
  const headers = await signedIn(database);
  const portal = await startPortalProcess(database.ownerUrl, database.dataDir);
  const today = riyadhDay(new Date());
  const range = (length: number, to = today) => `/api/v1/dashboard?from=${addDays(to, 1 - length)}&to=${to}`;
  const ask = async (path: string) => {
    const plan = { ...load, warmUpSeconds: 0, port: portal.port, headers, path: () => path };
    await runLoad({ ...plan, seconds: load.warmUpSeconds });
    return withCpu(database, portal, () => runLoad(plan));
  };
  try {
    return {
      [`${days} days`]: await ask(range(days)),
      [`${days} days of one branch`]: await ask(`${range(days)}&branchId=${database.large.branchIds[0]}`),
      'today, by the hour': await ask(range(1)),
    };
  } finally {
    await portal.stop();
  }
}

async function run(deps: BenchDeps): Promise<ScenarioReport> {
  const measured = await measure(deps);
  const whole = measured[`${days} days`];
  if (!whole) throw new Error('the whole range is measured');
  return {
    how: `One person after the other opens the dashboard of a merchant with ${deps.rows} payments (40 terminals, 5 branches): figures, bars, the range before, what is not in the bank, terminals, what needs a person; over HTTP, signed in.`,
    results: [
      {
        what: `p99, ${days} days`,
        value: `${whole.p99Ms.toFixed(1)} ms`,
        budget: `<= ${budgetP99Ms} ms`,
        isWithin: whole.p99Ms <= budgetP99Ms,
      },
    ],
    table: [
      ['', ...loadColumns, ...cpuColumns],
      ...Object.entries(measured).map(([name, result]) => [
        name,
        ...loadCells(result),
        ...cpuCells(result.cpu),
      ]),
    ],
  };
}

export const scenario: Scenario = { name: 'dashboard', title: 'Dashboard', run };
