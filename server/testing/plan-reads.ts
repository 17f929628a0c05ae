import { type Database, inTenant, type Tx } from '../platform/database/database.ts';

/** What PostgreSQL says that a query reads, for tests of a promise about it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The statements that are sent; each finds nothing, so what follows from its rows is not asked. */
async function statementsOf(
  ask: (tx: Tx) => Promise<unknown>,
): Promise<{ text: string; values: unknown[] }[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const listening = {
    rows: async (text: string, values: unknown[] = []) => {
      sent.push({ text, values });
      return [];
    },
    row: async (text: string, values: unknown[] = []) => {
      sent.push({ text, values });
      return null;
    },
  };
  await ask(listening as unknown as Tx);
  if (sent.length === 0) throw new Error('nothing was asked');
  return sent;
}

/**
 * Runs what `ask` sends, as the tenant, and answers how many rows of these tables were read, those that a filter dropped among
 * them, and which of the tables were read as a whole.
 */
export async function planReads(
  db: Database,
  merchantId: string,
  tables: readonly string[],
  ask: (tx: Tx) => Promise<unknown>,
): Promise<{ rows: number; whole: string[] }> {
  const statements = await statementsOf(ask);
  const nodes = await inTenant(db, merchantId, async (tx) => {
    const plans: PlanNode[] = [];
    for (const { text, values } of statements) {
      const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
      const row = await tx.row<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, values);
      if (!row) throw new Error('EXPLAIN says something');
      plans.push(...nodesOf(row['QUERY PLAN'][0].Plan));
    }
    return plans;
  });
  const scans = nodes.filter(({ 'Relation Name': name }) => name !== undefined && tables.includes(name));
  const read = (node: PlanNode): number =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return {
    rows: scans.reduce((sum, node) => sum + read(node), 0),
    whole: scans.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
  };
}
