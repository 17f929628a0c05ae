import { tenantRows } from '../server/platform/database/database.ts';
import type { BenchDatabase } from './bench-database.ts';
import { type CpuCost, cpuCells, cpuColumns, withCpu } from './cpu.ts';
import { type LoadResult, loadCells, loadColumns, runLoad } from './load.ts';
import { startBareServer, startPortalProcess } from './processes.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';

const budget = { p99Ms: 25, ratio: 0.05 } as const;
const connections = 32;
const load = { connections, warmUpSeconds: 4, seconds: 15 } as const;
const route = '/api/v1/transactions?limit=50';

/** What people do with the list, a kind after the other: each is served by an index of its own. */
async function requestsOf({ db, large }: BenchDatabase): Promise<Record<string, string[]>> {
  const samples = await tenantRows<{
    rrn: string;
    lastFour: string;
    at: Date;
    id: string;
    amountMinor: number;
  }>(
    db,
    large.merchantId,
    `SELECT rrn, last_four AS "lastFour", created_at AS at, id AS place, id::text, amount_minor AS "amountMinor"
       FROM transactions WHERE created_at > now() - interval '30 days' ORDER BY place DESC LIMIT 20`,
  );
  const { terminals, branchIds, cashierIds } = large;
  const terminalIds = terminals.slice(0, 10).map(({ id }) => id);
  return {
    'no filter': [''],
    'one status': ['&status=DECLINED', '&status=TIMEOUT', '&status=TERMINAL%20NOT%20CONNECTED'],
    'two statuses': ['&status=CANCELED&status=TIMEOUT'],
    'a scheme': ['&scheme=Jcb', '&scheme=Mada', '&scheme=Maestro'],
    'a terminal': terminalIds.map((id) => `&terminalId=${id}`),
    'a terminal and a status': terminalIds.map((id) => `&terminalId=${id}&status=DECLINED`),
    'a branch': branchIds.map((id) => `&branchId=${id}`),
    'a cashier': cashierIds.slice(0, 10).map((id) => `&cashierId=${id}`),
    'a starter': [`&startedById=${large.owner.userId}`],
    'what was given back': ['&type=REFUND', '&type=REFUND&type=REVERSAL'],
    'not confirmed': ['&bank=NOT_CONFIRMED', '&bank=NOT_DUE', '&bank=OVERDUE', '&bank=OUTCOME_UNKNOWN'],
    'all time': ['&range=all', '&range=all&status=TIMEOUT'],
    'an amount': samples.map((s) => `&minAmountMinor=${s.amountMinor}&maxAmountMinor=${s.amountMinor}`),
    'a search': samples.flatMap((s) => [`&search=${s.rrn}`, `&search=${s.lastFour}`, `&search=${s.id}`]),
    'a later page': samples.map((s) => `&cursor=${encodeURIComponent(`${s.at.toISOString()}_${s.id}`)}`),
  };
}

/** Takes turns among kinds, and among the requests of a kind. */
function inTurn(kinds: readonly (readonly string[])[]): () => string {
  let asked = 0;
  return () => {
    const kind = kinds[asked % kinds.length] ?? [''];
    const query = kind[Math.floor(asked / kinds.length) % kind.length] ?? '';
    asked += 1;
    return `${route}${query}`;
  };
}

async function measure(
  deps: BenchDeps,
): Promise<{ mixed: LoadResult & { cpu: CpuCost | null }; single: Record<string, LoadResult> }> {
  const { database, log } = deps;
  const headers = await signedIn(database);
  const kinds = await requestsOf(database);
  const portal = await startPortalProcess(database.ownerUrl, database.dataDir);
  try {
    const single: Record<string, LoadResult> = {};
    for (const [name, queries] of Object.entries(kinds)) {
      const plan = { connections: 1, warmUpSeconds: 0.5, seconds: 2, port: portal.port, headers };
      single[name] = await runLoad({ ...plan, path: inTurn([queries]) });
      log(`${name}: ${single[name].p50Ms.toFixed(1)} ms`);
    }
    const path = inTurn(Object.values(kinds));
    const plan = { ...load, warmUpSeconds: 0, port: portal.port, headers, path };
    await runLoad({ ...plan, seconds: load.warmUpSeconds });
    return { mixed: await withCpu(database, portal, () => runLoad(plan)), single };
  } finally {
    await portal.stop();
  }
}

async function measureBare(bodyBytes: number): Promise<LoadResult> {
  const bare = await startBareServer(bodyBytes);
  try {
    return await runLoad({ ...load, port: bare.port, path: () => '/' });
  } finally {
    await bare.stop();
  }
}

/** Every connection asks again at once, so what a request costs and how many cores there are decide the rest. */
function causeOf({ cpu }: { cpu: CpuCost | null }): string {
  const costs = cpu
    ? `one request costs the portal ${cpu.portalMs.toFixed(2)} ms and PostgreSQL ${cpu.postgresMs.toFixed(2)} ms of CPU (the session is read on every request, then the page, each in one round trip)`
    : 'a request is two round trips to PostgreSQL, the session and the page';
  return `${costs}, and portal, PostgreSQL and the load share the cores: ${connections} requests at once mostly wait for their turn. One at a time they take what the table says.`;
}

async function run(deps: BenchDeps): Promise<ScenarioReport> {
  const { mixed, single } = await measure(deps);
  const bare = await measureBare(mixed.bodyBytes);
  const ratio = mixed.perSecond / bare.perSecond;
  const isMissed = mixed.p99Ms > budget.p99Ms || ratio < budget.ratio;
  return {
    ...(isMissed ? { cause: causeOf(mixed) } : {}),
    how: `${connections} connections ask for pages of 50 in turn by each kind of filter, over HTTP, signed in, from a merchant with ${deps.rows} payments in a table of ${2 * deps.rows}. The baseline is a bare Node server that answers as many bytes.`,
    results: [
      {
        what: `p99 at ${connections} connections`,
        value: `${mixed.p99Ms.toFixed(1)} ms`,
        budget: `<= ${budget.p99Ms} ms`,
        isWithin: mixed.p99Ms <= budget.p99Ms,
      },
      {
        what: 'requests/s, of those of a bare Node server',
        value: `${ratio.toFixed(3)} (${mixed.perSecond.toFixed(0)} of ${bare.perSecond.toFixed(0)})`,
        budget: `>= ${budget.ratio}`,
        isWithin: ratio >= budget.ratio,
      },
    ],
    table: [
      ['', 'connections', ...loadColumns, ...cpuColumns],
      ['all kinds in turn', String(connections), ...loadCells(mixed), ...cpuCells(mixed.cpu)],
      ['bare Node server', String(connections), ...loadCells(bare), ...cpuCells(null)],
      ...Object.entries(single).map(([name, result]) => [name, '1', ...loadCells(result), ...cpuCells(null)]),
    ],
  };
}

export const scenario: Scenario = { name: 'list', title: 'List of 50 transactions', run };
