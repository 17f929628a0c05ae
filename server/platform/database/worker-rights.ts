import type pg from 'pg';
import {
  grantEverywhere,
  grantSequenceEverywhere,
  isDistributed,
  isGrantedEverywhere,
  isSequenceGrantedEverywhere,
  selectColumnGrants,
  selectSequenceGrants,
} from './distribute.queries.ts';

/**
 * Rights that Citus does not carry to other machines as it carries those on tables: on single columns (mizan_app reads
 * no password), and on the sequences of tables, where a statement that goes whole to a machine takes its numbers.
 * Answers what was given, as 'role: table (columns)' and 'role: table (numbers of column)'.
 */
export async function mendWorkerRights(owner: pg.Client): Promise<string[]> {
  const mended: string[] = [];
  for (const grant of await selectColumnGrants(owner)) {
    if (await isGrantedEverywhere(owner, grant)) continue;
    await grantEverywhere(owner, grant);
    mended.push(`${grant.grantee}: ${grant.name} (${grant.columns.join(', ')})`);
  }
  for (const grant of await selectSequenceGrants(owner)) {
    if (await isSequenceGrantedEverywhere(owner, grant)) continue;
    await grantSequenceEverywhere(owner, grant);
    mended.push(`${grant.grantee}: ${grant.table} (numbers of ${grant.column})`);
  }
  return mended;
}

/** What the migrations of a distributed database cannot do themselves. Nothing on one machine. */
export async function followMigrations(owner: pg.Client): Promise<void> {
  if (await isDistributed(owner)) await mendWorkerRights(owner);
}
